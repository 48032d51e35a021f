import { describe, expect, test } from 'vitest';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { rowsOf } from '../../support/run/log-rows.ts';
import { fileOf, sourceOf } from '../../support/run/run-here.ts';

/** Two logs and a bill, with three rows that cannot be read. */
const unread = (quota: string) => ({ ...rowsOf('r9 - 1')[0], quota });
const nameless = ({ username: _, ...row }: Row): Row => ({ ...row, content: 'a prompt' });
const FILES = [
  fileOf('logs', [...rowsOf('r1 u1 1, r2 u2 1'), unread('many')]),
  fileOf('logs', [
    unread('few'),
    ...rowsOf('r3 u3 1').map((row) => nameless({ ...row, id: 9, channel: 4 })),
    unread('some'),
  ]),
  fileOf('upstreamCharges', rowsOf('u1 - 0.5, u9 - 0.25')),
];
const { ran, source } = await sourceOf(FILES, {
  rejectedShareMax: 1,
  names: { 'gpt-5-mini-2026': 'gpt-5-mini' },
  channels: [{ id: 3, name: 'three' }],
  prices: { models: [{ model: 'gpt-5-mini', input: '1' }, { channel: '3', input: '1' }, { model: 'opus' }] },
  period: { start: '2026-08-17T00:00:00Z', end: '2026-08-18T00:00:00Z' },
});
const { whole } = ran;
const codes = (found: Iterable<{ readonly code: string }>) => [...found].map(({ code }) => code);

describe('a run tells beside its findings', () => {
  test.each<readonly [what: string, told: unknown, expected: unknown]>([
    ['how many rows it read', whole.rows, 8],
    ['what became of them', whole.records, { downstreamUsage: 3, upstreamCharges: 2, payments: 0 }],
    [
      'where those stand that it could not read',
      whole.rejected.map(({ source: file, row }) => [file, row]),
      [
        [0, 3],
        [1, 1],
        [1, 3],
      ],
    ],
    [
      'what they are called in files',
      [...source.rejected()].map(({ file, row }) => `${file} ${row}`),
      ['file 0 3', 'file 1 1', 'file 1 3'],
    ],
    [
      'which fields it took out, the most frequent first',
      whole.stripped,
      [
        ['token_name', 8],
        ['username', 7],
        ['content', 1],
      ],
    ],
    ['which models the settings tie', whole.stated.ties, [['gpt-5-mini', 'gpt-5-mini-2026']]],
    ['which models they name as bought', whole.stated.known, ['gpt-5-mini-2026', 'gpt-5-mini', 'opus']],
    ['that no row is missing', whole.stated.rowsMissing, false],
    ['what the list calls channels', source.channelNames, { 3: 'three' }],
    ['the first day of each cause', source.since, ['2026-08-17', '2026-08-17', '2026-08-17', null, null]],
    ['what was earned in each hour', source.hours.length, 1],
    ['an estimate, of the time that log and bill share', source.head.summary.estimate?.cost, '0.2'],
    [
      'where rows went',
      source.meta.rows,
      expect.objectContaining({ received: 8, downstreamUsage: 3, upstreamCharges: 2 }),
    ],
  ])('%s', (_, told, expected) => expect(told).toEqual(expected));

  test('findings, all or those that are asked for, in the order of the report or of their ids', () => {
    const all = [
      'unmatched_upstream',
      'unmatched_downstream',
      'unmatched_downstream',
      'unread_rows',
      'ledger_missing',
    ];
    expect(codes(source.findings())).toEqual(all);
    expect(codes(source.findings(({ channelId }) => channelId === '4'))).toEqual(['unmatched_downstream']);
    expect(
      codes(source.findings(({ model, severity }) => model === 'gpt-5-mini' && severity === 'critical')),
    ).toEqual(['unmatched_upstream']);
    expect(codes(source.findings(({ code }) => code === 'unread_rows'))).toEqual(['unread_rows']);
    const ids = [...source.byId()].map(({ finding: { id } }) => id);
    expect(ids).toEqual([...source.findings()].map(({ id }) => id).sort());
  });

  test('the rows that findings rest on, all or those of some', () => {
    const [first, second, third] = [...source.findings()].map(({ id }) => id);
    const rows = (asked?: ReadonlySet<string>) =>
      [...source.evidence(asked)].map(({ findingId, id }) => [findingId, id]);
    expect(rows()).toEqual([
      [first, 'u9'],
      [second, 'r2'],
      [third, 'r3'],
    ]);
    expect(rows(new Set([second ?? '']))).toEqual([[second, 'r2']]);
  });
});
