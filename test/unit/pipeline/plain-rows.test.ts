import { describe, expect, test } from 'vitest';
import { connectors } from '#shared/gateways/registry.ts';
import { NOTES, type Note } from '#shared/normalizer/notes.ts';
import { Flag, type LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { buildConsumedLookups, mergePlainRows } from '#shared/pipeline/link/plain-rows.ts';
import { RepeatCounter } from '#shared/pipeline/link/repeats.ts';
import type { SourceColumns } from '#shared/pipeline/read/source.ts';
import { buildLogColumns, createStrictOutcomes, type PlainRow } from '../../support/pipeline/plain-rows.ts';

const gatewayIndex = (id: string): number => connectors.findIndex((connector) => connector.id === id);
const columns = (sales: PlainRow[], charges: PlainRow[] = []) =>
  ({ sales: buildLogColumns(sales), charges: buildLogColumns(charges) }) as unknown as SourceColumns;

function merge(...parts: SourceColumns[]) {
  const account = createStrictOutcomes();
  const repeated = new RepeatCounter(account);
  const { plain, surviving } = mergePlainRows(parts, repeated, account);
  const { notes, skipped } = account.summary();
  return { plain, surviving, notes, skipped: skipped.pageOverlap, repeats: repeated.repeats };
}

const flagged = ({ length, table }: LogColumns, flag: number): number[] =>
  Array.from({ length }, (_, row) => row).filter(
    (row) => ((table.columns.flags[row] as number) & flag) !== 0,
  );

describe('repeated rows', () => {
  const row: PlainRow = { request: 'r', rowId: 7, content: 1, time: 5, user: 'u', model: 'm', quota: 3 };
  const counted = { ...row, flags: Flag.input | Flag.output, input: 10, output: 20 };
  const copy = { ...counted, source: 1, content: 2 };
  const { user: _, ...withoutUser } = copy;

  test.each<[what: string, rows: PlainRow[], repeated: number[], renumbered?: number[]]>([
    ['two equal rows', [row, row], [1]],
    ['three equal rows', [row, row, row], [1, 2]],
    ['two equal pairs with one id', [row, { ...row, content: 2 }, row, { ...row, content: 2 }], [2, 3], [1]],
    ['different rows with one id', [row, { ...row, content: 2 }], [], [1]],
    ['rows that differ only in their ids', [row, { ...row, rowId: 8 }], []],
    ['two equal rows and another request without an id', [row, row, { ...row, rowId: 0, request: 's' }], [1]],
    ['equal rows of one request, the second without an id', [row, { ...row, rowId: 0 }], [1]],
    ['equal rows of one request, the first without an id', [{ ...row, rowId: 0 }, row], [1]],
    [
      'equal rows of one request without ids',
      [
        { ...row, rowId: 0 },
        { ...row, rowId: 0 },
      ],
      [1],
    ],
    ['different rows of one request, the second without an id', [row, { ...row, rowId: 0, content: 2 }], []],
    [
      'rows of two requests without ids',
      [
        { ...row, rowId: 0 },
        { ...row, rowId: 0, request: 's' },
      ],
      [],
    ],
    [
      'rows with different ids and another request without an id',
      [row, { ...row, rowId: 8 }, { ...row, rowId: 0, request: 's' }],
      [],
    ],
    ['the same row with other content in another file', [counted, copy], [1]],
    ['the same row with other content in the same file', [counted, { ...copy, source: 0 }], [], [1]],
    ['the same row in a third file, as in the second', [counted, copy, { ...copy, source: 2 }], [1, 2]],
    ['another file without row ids', [counted, { ...copy, rowId: 0 }], [1]],
    ['another file without users', [counted, withoutUser], [1]],
    [
      'a file after one without users',
      [
        { ...withoutUser, source: 0 },
        { ...copy, source: 1, content: 3 },
      ],
      [1],
    ],
    ['another file without token counts', [counted, { ...copy, flags: 0, input: 0, output: 0 }], [1]],
    ['another file with another time', [counted, { ...copy, time: 6 }], [], [1]],
    ['another file with another model', [counted, { ...copy, model: 'n' }], [], [1]],
    ['another file with another quota', [counted, { ...copy, quota: 4 }], [], [1]],
    ['another file with another gateway', [counted, { ...copy, gateway: 1 }], [], [1]],
    ['another file with another user', [counted, { ...copy, user: 'v' }], [], [1]],
    ['another file with another request', [counted, { ...copy, request: 's' }], [], [1]],
    ['another file with other input tokens', [counted, { ...copy, input: 11 }], [], [1]],
    ['another file with other output tokens', [counted, { ...copy, output: 21 }], [], [1]],
    [
      'another file with another id, then without',
      [counted, { ...copy, rowId: 8 }, { ...copy, rowId: 0 }],
      [2],
    ],
  ])('%s: those that repeat another one are marked', (_, rows, repeated, renumbered = []) => {
    const { plain, surviving, skipped } = merge(columns(rows, rows));
    for (const logs of [plain.sales, plain.charges])
      expect([flagged(logs, Flag.repeated), flagged(logs, Flag.renumbered)]).toEqual([repeated, renumbered]);
    const remaining = rows.length - repeated.length;
    expect([surviving, skipped]).toEqual([{ sales: remaining, charges: remaining }, 2 * repeated.length]);
  });

  test.each<[first: PlainRow, second: PlainRow, channel: string | undefined]>([
    [{ channel: 'c' }, {}, 'c'],
    [{}, { channel: 'c' }, 'c'],
    [{ channel: 'c' }, { channel: 'd' }, 'c'],
    [{}, {}, undefined],
  ])('keep the channel of either row: %j, %j', (first, second, channel) => {
    const { sales } = merge(
      columns([
        { ...counted, ...first },
        { ...copy, ...second },
      ]),
    ).plain;
    expect(sales.channels.texts[sales.table.columns.channel[0] as number]).toBe(channel);
  });

  test('are reported by pairs of files, in order', () => {
    const counter = new RepeatCounter(createStrictOutcomes());
    for (const [source, earlier] of [
      [10, 2],
      [2, 2],
      [2, 0],
      [0, 2],
      [10, 0],
      [2, 2],
    ] as const)
      counter.count(source, earlier);
    expect(counter.repeats.map(({ source, earlier, rows }) => `${source} ${earlier}: ${rows}`)).toEqual([
      '0 2: 1',
      '2 0: 1',
      '2 2: 2',
      '10 0: 1',
      '10 2: 1',
    ]);
  });
});

test('notes count only the rows that remain', () => {
  const note = (name: Note) => NOTES.indexOf(name) + 1;
  const row = { request: 'r', rowId: 1, flags: Flag.subscription, note: note('oneUnit') };
  const other = { request: 's', rowId: 2, note: note('noSnapshot') };
  const { notes } = merge(
    columns([row, row, other, { request: 't', rowId: 3 }], [{ request: 'u' }, { request: 'v' }]),
  );
  expect(notes).toEqual({ subscription: 1, oneUnit: 1, noSnapshot: 1, upstreamPerUnit: 2 });
});

test('a tool call is contained in the charge of its request, of any user and model, if that was not retried', () => {
  const { plain } = merge(
    columns([{ request: 'r', user: '42', model: 'm', gateway: gatewayIndex('one-api') }], []),
  );
  const isContained = (request: string, gateway: string) => {
    const connector = connectors[gatewayIndex(gateway)] as (typeof connectors)[number];
    return buildConsumedLookups(plain).logs?.(request, { model_name: 'web_search' }, connector, 'tool');
  };
  expect([isContained('r', 'one-api'), isContained('s', 'one-api'), isContained('r', 'new-api')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(flagged(plain.sales, Flag.afterRetry)).toEqual([]);
});

describe('a failed attempt outside the fast path', () => {
  const rows = [
    { request: 'r', user: '42', model: 'm', gateway: gatewayIndex('new-api') },
    { request: 'r', user: '42', model: 'm', gateway: gatewayIndex('new-api') },
    { request: 's', user: '42', model: 'unknown', gateway: gatewayIndex('new-api') },
  ];
  test.each<
    [what: string, request: string, native: Record<string, unknown>, gateway: string, rows: number[]]
  >([
    ['of the same request', 'r', { user_id: 42, model_name: 'm' }, 'new-api', [0, 1]],
    ['without a model', 's', { user_id: 42 }, 'new-api', [2]],
    ['of another user', 'r', { user_id: 43, model_name: 'm' }, 'new-api', []],
    ['of another model', 'r', { user_id: 42, model_name: 'n' }, 'new-api', []],
    ['of another gateway', 'r', { user_id: 42, model_name: 'm' }, 'one-api', []],
    ['of another request', 't', { user_id: 42, model_name: 'm' }, 'new-api', []],
  ])('is marked if a success in columns followed: %s', (_, request, native, gateway, retried) => {
    const { plain } = merge(columns(rows, rows));
    const lookups = buildConsumedLookups(plain);
    const connector = connectors[gatewayIndex(gateway)] as (typeof connectors)[number];
    for (const [ledger, logs] of [
      ['logs', plain.sales],
      ['upstreamCharges', plain.charges],
    ] as const) {
      expect(lookups[ledger]?.(request, native, connector, 'error')).toBe(retried.length > 0);
      expect(flagged(logs, Flag.afterRetry)).toEqual(retried);
    }
  });
});
