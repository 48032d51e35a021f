import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { causeChanges, countsOf, mergedChanges } from '#shared/ledger/changes.ts';
import type { EarlierRun } from '#shared/ledger/earlier-run.ts';
import { keys } from '#shared/ledger/keys.ts';
import { compare } from '#shared/ledger/stages/compare.ts';
import { factsOf, readRun } from '#shared/ledger/steps.ts';
import { LOCAL_STAMP } from '#shared/ledger/store/store.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { runInMemory, type TextFile } from '../../support/ledger/run-in-memory.ts';

type Rows = readonly Record<string, unknown>[];
const example = (name: string): Rows =>
  pagesOf(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs').rows as Rows;

const rowsOf = (name: string) => fc.subarray([...example(name)]);
const books = fc.record({ logs: rowsOf('export'), upstreamCharges: rowsOf('upstream') });

const utf8 = new TextEncoder();
const filesOf = (rows: { readonly logs: Rows; readonly upstreamCharges: Rows }): TextFile[] =>
  (['logs', 'upstreamCharges'] as const).map((field) => ({
    field,
    bytes: utf8.encode(JSON.stringify(rows[field])),
  }));
const settingsOf = (shards: number, earlier?: EarlierRun) => ({
  ...{ connector: 'new-api', quotaPerUnit: 500_000, parts: shards, shards },
  supplied: { upstreamCharges: true, payments: false },
  ...(earlier && { earlier }),
});

/** The same by sets, as nobody could with millions of findings. */
function differenceOf(before: ReconciliationReport, now: ReconciliationReport) {
  const byId = ({ findings }: ReconciliationReport) =>
    new Map(findings.map((finding) => [finding.id, finding]));
  const [old, current] = [byId(before), byId(now)];
  const only = (some: typeof old, others: typeof old) =>
    [...some.values()].filter(({ id }) => !others.has(id));
  const altered = [...current.values()].filter(({ id, severity, details }) => {
    const was = old.get(id);
    return was !== undefined && (was.severity !== severity || was.details?.amount !== details?.amount);
  });
  return { appeared: only(current, old), gone: only(old, current), altered };
}

test('whatever the shards of two runs, what has changed between them is what has changed between their reports', async () => {
  let [appearances, alterations] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      books,
      books,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      async (first, second, shardsBefore, shards) => {
        const before = await runInMemory(filesOf(first), settingsOf(shardsBefore));
        const earlier: EarlierRun = {
          ...{ place: '', stamp: LOCAL_STAMP, generatedAt: '', shards: shardsBefore },
          period: before.report.summary.period,
          findings: before.run.found.bySeverity,
          lists: (await before.store.list(keys.sorted)).length,
        };
        const now = await runInMemory(filesOf(second), settingsOf(shards, earlier), undefined, before.store);
        const changes = await mergedChanges(factsOf(now.store, compare.id));
        const { appeared, gone, altered } = differenceOf(before.report, now.report);

        const first20 = (side: typeof changes.appeared) => side.first.map(({ finding }) => finding);
        expect(first20(changes.appeared)).toEqual(appeared.slice(0, 20));
        expect(first20(changes.gone)).toEqual(gone.slice(0, 20));
        const severitiesOf = (findings: typeof appeared) => {
          const of = (severity: string) => findings.filter((one) => one.severity === severity).length;
          return { critical: of('critical'), warning: of('warning'), info: of('info') };
        };
        expect(countsOf(changes.appeared)).toEqual(severitiesOf(appeared));
        expect(countsOf(changes.gone)).toEqual(severitiesOf(gone));
        expect(changes.altered.value).toBe(altered.length);

        const causes = new Map(
          causeChanges(changes).map((cause) => [`${cause.code} ${cause.model} ${cause.channelId}`, cause]),
        );
        for (const { code, model, channelId, count, amount } of now.report.summary.causes) {
          const cause = causes.get(`${code} ${model} ${channelId}`);
          if (cause) expect([cause.count, cause.amount]).toEqual([count, amount ?? '0']);
        }
        for (const { code, model, channelId, count, amount } of before.report.summary.causes) {
          const cause = causes.get(`${code} ${model} ${channelId}`);
          if (cause) expect([cause.before.count, cause.before.amount]).toEqual([count, amount ?? '0']);
        }
        appearances += appeared.length;
        alterations += altered.length;
      },
    ),
    { numRuns: 30 },
  );
  expect([appearances > 0, alterations > 0]).toEqual([true, true]);
});

test('findings of a run that has left fewer lists than it had are not compared with', async () => {
  const rows = { logs: example('export'), upstreamCharges: example('upstream') };
  const before = await runInMemory(filesOf(rows), settingsOf(4));
  const earlier = {
    ...{ place: '', stamp: LOCAL_STAMP, generatedAt: '', shards: 4, lists: 2 },
    period: before.report.summary.period,
    findings: before.run.found.bySeverity,
  };
  const meetings = async (): Promise<number> => {
    const { store } = await runInMemory(filesOf(rows), settingsOf(4, earlier), undefined, before.store);
    return (await readRun(compare.id, store)).meetings;
  };
  expect(await meetings()).toBe(4);
  before.store.objects.delete(keys.sortedOf(1));
  expect(await meetings()).toBe(0);
});
