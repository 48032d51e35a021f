import { describe, expect, test } from 'vitest';
import { link } from '#shared/run/link/link.ts';
import { bytesOf, type Columns } from '#shared/run/read/source.ts';
import { ledgersOf } from '#shared/run/reconcile/ledgers.ts';
import { run } from '#shared/run/run.ts';
import type { Watch } from '#shared/run/run-on.ts';
import { mergeFacts, shardFacts } from '#shared/run/shard-facts.ts';
import { AT, newApiRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { fileOf, readFiles, SETTINGS, shelfHere, type TextFile } from '../../support/run/run-here.ts';

const row = (id: number, over: Row = {}): Row =>
  newApiRow({ id, request_id: `r${id}`, created_at: AT + id, other: ratios(), ...over });
const bill = (seconds: number, over: Row = {}): Row => ({
  time: AT + seconds,
  model: 'm',
  cost: '0.5',
  ...over,
});

async function factsOf(logs: readonly Row[], bills: readonly Row[]) {
  const { columns } = await readFiles([fileOf('logs', logs), fileOf('upstreamCharges', bills)], SETTINGS);
  const linked = link(columns, SETTINGS, { isBilled: true });
  return shardFacts(linked, ledgersOf(linked.books, SETTINGS));
}

test.each<[what: string, logs: Row[], bills: Row[], latest: number | undefined]>([
  ['of a plain sale', [row(3), row(9), row(5)], [], 9],
  ['of a plain charge', [row(3)], [row(8)], 8],
  ['of another row', [row(3)], [row(8), bill(11)], 11],
  ['of none', [], [], undefined],
])('the latest time is %s', async (_, logs, bills, latest) => {
  const { survey } = await factsOf(logs, bills);
  expect(survey.latest).toBe(latest === undefined ? undefined : (AT + latest) * 1000);
});

test('facts of shards are those of the whole: what is counted adds up', async () => {
  const books: [Row[], Row[]][] = [
    [
      [row(1), row(1), row(2, { quota: -5, request_id: 'söme', type: 6 })],
      [bill(3, { id: 'a' }), row(40)],
    ],
    [[row(4, { model_name: 'x' })], [bill(5, { id: 'b', cost: '-0.25' })]],
    [[], [bill(6, { id: 'c' })]],
  ];
  const facts = [];
  for (const [logs, bills] of books) facts.push(await factsOf(logs, bills));
  const { figures, reach, survey } = await factsOf(
    books.flatMap(([logs]) => logs),
    books.flatMap(([, bills]) => bills),
  );
  expect(mergeFacts(facts)).toMatchObject({
    records: { downstreamUsage: 3, upstreamCharges: 4, payments: 0 },
    repeats: { '0 0': 1 },
    signs: { plain: 1, others: 3, returned: 1 },
    bills: { 1: { days: { '2026-08-17 ': '0.75' }, rows: { '': { sum: '0.75', count: 3 } } } },
    figures,
    reach,
    survey,
  });
});

describe('a run tells who watches of each step', () => {
  const files = [1, 2, 3].map((id) => fileOf('logs', [row(id)]));
  const steps = (shards: number) =>
    [
      ['read', 3],
      ['link', shards === 1 ? 1 : shards + 2],
      ['reconcile', shards],
    ].flatMap(([step, parts]) => [
      `${step} in ${parts}`,
      ...Array.from({ length: parts as number }, () => step),
    ]);
  /** @param room for so many of the files */
  async function watched(room: number, more: readonly TextFile[] = []) {
    const told: string[] = [];
    const watch: Watch = (step, parts) => {
      told.push(`${step} in ${parts}`);
      return () => told.push(step);
    };
    const { sources, columns } = await readFiles([...files, ...more], SETTINGS);
    const bytes = columns.slice(0, 3).reduce((sum, of) => sum + bytesOf(of), 0) / 3;
    const { whole } = await run(
      sources,
      async ({ source }) => columns[source] as Columns,
      SETTINGS,
      watch,
      undefined,
      { bytes: bytes * room, shelf: shelfHere() },
    );
    return { told, records: whole.records.downstreamUsage };
  }

  test.each([
    [3, 1],
    [2, 2],
    [1, 3],
  ])('with room for %i of 3 files, in %i shards', async (room, shards) => {
    expect(await watched(room)).toEqual({ told: steps(shards), records: 3 });
  });

  test('and reads all again where one of them shows a fork', async () => {
    const checkIn = { ...row(4, { type: 5, quota: 0 }), model_name: '', token_id: 0 };
    const { told } = await watched(9, [fileOf('logs', [checkIn])]);
    expect(told.filter((step) => step === 'read in 4').length).toBe(2);
  });
});
