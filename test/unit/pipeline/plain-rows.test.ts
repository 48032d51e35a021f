import { describe, expect, test } from 'vitest';
import { connectors } from '#shared/gateways/registry.ts';
import { NOTES, type Note } from '#shared/normalizer/notes.ts';
import { Flag, type LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { buildConsumedLookups, mergePlainRows } from '#shared/pipeline/link/plain-rows.ts';
import { RepeatCounter } from '#shared/pipeline/link/repeats.ts';
import type { SourceColumns } from '#shared/pipeline/read/source.ts';
import { accountOfAll, logsOf, type PlainRow } from '../../support/pipeline/plain-rows.ts';

const at = (id: string): number => connectors.findIndex((one) => one.id === id);
const columns = (sales: PlainRow[], charges: PlainRow[] = []) =>
  ({ sales: logsOf(sales), charges: logsOf(charges) }) as unknown as SourceColumns;

function together(...parts: SourceColumns[]) {
  const account = accountOfAll();
  const repeated = new RepeatCounter(account);
  const { plain, surviving } = mergePlainRows(parts, repeated, account);
  const { notes, skipped } = account.summary();
  return { plain, kept: surviving, notes, skipped: skipped.pageOverlap, repeats: repeated.repeats };
}

const flagged = ({ length, table }: LogColumns, flag: number): number[] =>
  Array.from({ length }, (_, row) => row).filter(
    (row) => ((table.columns.flags[row] as number) & flag) !== 0,
  );

describe('repeated rows', () => {
  const row: PlainRow = { request: 'r', rowId: 7, content: 1, time: 5, user: 'u', model: 'm', quota: 3 };
  const counted = { ...row, flags: Flag.input | Flag.output, input: 10, output: 20 };
  const elsewhere = { ...counted, source: 1, content: 2 };
  const { user: _, ...ofNobody } = elsewhere;

  test.each<[what: string, rows: PlainRow[], repeated: number[], renumbered?: number[]]>([
    ['equal in every field', [row, row], [1]],
    ['several times', [row, row, row], [1, 2]],
    ['beside others of that number', [row, { ...row, content: 2 }, row, { ...row, content: 2 }], [2, 3], [1]],
    ['of one number, but not equal', [row, { ...row, content: 2 }], [], [1]],
    ['equal but for their numbers', [row, { ...row, rowId: 8 }], []],
    ['beside rows that have no number', [row, row, { ...row, rowId: 0, request: 's' }], [1]],
    ['of one request, and one has no number', [row, { ...row, rowId: 0 }], [1]],
    ['and it is the first', [{ ...row, rowId: 0 }, row], [1]],
    [
      'and neither has one',
      [
        { ...row, rowId: 0 },
        { ...row, rowId: 0 },
      ],
      [1],
    ],
    ['of one request, no number, not equal', [row, { ...row, rowId: 0, content: 2 }], []],
    [
      'of two requests, without numbers',
      [
        { ...row, rowId: 0 },
        { ...row, rowId: 0, request: 's' },
      ],
      [],
    ],
    [
      'of numbers, beside one that has none',
      [row, { ...row, rowId: 8 }, { ...row, rowId: 0, request: 's' }],
      [],
    ],
    ['written otherwise by another file', [counted, elsewhere], [1]],
    ['by the same file', [counted, { ...elsewhere, source: 0 }], [], [1]],
    [
      'and the third file writes it like the second',
      [counted, elsewhere, { ...elsewhere, source: 2 }],
      [1, 2],
    ],
    ['another file, which has no number', [counted, { ...elsewhere, rowId: 0 }], [1]],
    ['no user', [counted, ofNobody], [1]],
    [
      'after one without a user',
      [
        { ...ofNobody, source: 0 },
        { ...elsewhere, source: 1, content: 3 },
      ],
      [1],
    ],
    ['no counts', [counted, { ...elsewhere, flags: 0, input: 0, output: 0 }], [1]],
    ['another time', [counted, { ...elsewhere, time: 6 }], [], [1]],
    ['another model', [counted, { ...elsewhere, model: 'n' }], [], [1]],
    ['another quota', [counted, { ...elsewhere, quota: 4 }], [], [1]],
    ['another gateway', [counted, { ...elsewhere, gateway: 1 }], [], [1]],
    ['another user', [counted, { ...elsewhere, user: 'v' }], [], [1]],
    ['another request', [counted, { ...elsewhere, request: 's' }], [], [1]],
    ['another input', [counted, { ...elsewhere, input: 11 }], [], [1]],
    ['another output', [counted, { ...elsewhere, output: 21 }], [], [1]],
    ['another number', [counted, { ...elsewhere, rowId: 8 }, { ...elsewhere, rowId: 0 }], [2]],
  ])('%s', (_, rows, repeated, renumbered = []) => {
    const { plain, kept, skipped } = together(columns(rows, rows));
    for (const logs of [plain.sales, plain.charges])
      expect([flagged(logs, Flag.repeated), flagged(logs, Flag.renumbered)]).toEqual([repeated, renumbered]);
    const left = rows.length - repeated.length;
    expect([kept, skipped]).toEqual([{ sales: left, charges: left }, 2 * repeated.length]);
  });

  test.each<[first: PlainRow, second: PlainRow, channel: string | undefined]>([
    [{ channel: 'c' }, {}, 'c'],
    [{}, { channel: 'c' }, 'c'],
    [{ channel: 'c' }, { channel: 'd' }, 'c'],
    [{}, {}, undefined],
  ])('and say together what either does: %j, %j', (first, second, channel) => {
    const { sales } = together(
      columns([
        { ...counted, ...first },
        { ...elsewhere, ...second },
      ]),
    ).plain;
    expect(sales.channels.texts[sales.table.columns.channel[0] as number]).toBe(channel);
  });

  test('are reported with the two files, in their order', () => {
    const counter = new RepeatCounter(accountOfAll());
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
  const { notes } = together(
    columns([row, row, other, { request: 't', rowId: 3 }], [{ request: 'u' }, { request: 'v' }]),
  );
  expect(notes).toEqual({ subscription: 1, oneUnit: 1, noSnapshot: 1, upstreamPerUnit: 2 });
});

test('a tool call is contained in the charge of its request, of any user and model, if that was not retried', () => {
  const { plain } = together(columns([{ request: 'r', user: '42', model: 'm', gateway: at('one-api') }], []));
  const isContained = (request: string, gateway: string) => {
    const connector = connectors[at(gateway)] as (typeof connectors)[number];
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
    { request: 'r', user: '42', model: 'm', gateway: at('new-api') },
    { request: 'r', user: '42', model: 'm', gateway: at('new-api') },
    { request: 's', user: '42', model: 'unknown', gateway: at('new-api') },
  ];
  test.each<
    [what: string, request: string, native: Record<string, unknown>, gateway: string, rows: number[]]
  >([
    ['its request', 'r', { user_id: 42, model_name: 'm' }, 'new-api', [0, 1]],
    ['one without a model', 's', { user_id: 42 }, 'new-api', [2]],
    ['another user’s', 'r', { user_id: 43, model_name: 'm' }, 'new-api', []],
    ['of another model', 'r', { user_id: 42, model_name: 'n' }, 'new-api', []],
    ['of another gateway', 'r', { user_id: 42, model_name: 'm' }, 'one-api', []],
    ['no request', 't', { user_id: 42, model_name: 'm' }, 'new-api', []],
  ])('was followed by a plain success: %s', (_, request, native, gateway, retried) => {
    const { plain } = together(columns(rows, rows));
    const apart = buildConsumedLookups(plain);
    const connector = connectors[at(gateway)] as (typeof connectors)[number];
    for (const [ledger, logs] of [
      ['logs', plain.sales],
      ['upstreamCharges', plain.charges],
    ] as const) {
      expect(apart[ledger]?.(request, native, connector, 'error')).toBe(retried.length > 0);
      expect(flagged(logs, Flag.afterRetry)).toEqual(retried);
    }
  });
});
