import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFindings } from '#functions/ledgers/output/changes.ts';
import { unwrapPages } from '#shared/normalizer/intake/pages.ts';
import { buildMessage, type FindingRecord } from '#shared/report/build/findings.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { runInMemory, type TextFile } from '../../support/pipeline/run-in-memory.ts';

type Rows = readonly Record<string, unknown>[];
const example = (name: string): Rows =>
  unwrapPages(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs').rows as Rows;

const rowsOf = (name: string) => fc.subarray([...example(name)]);
const books = fc.record({ logs: rowsOf('export'), upstreamCharges: rowsOf('upstream') });

const utf8 = new TextEncoder();
const runBooks = (rows: { readonly logs: Rows; readonly upstreamCharges: Rows }) =>
  runInMemory(
    (['logs', 'upstreamCharges'] as const).map((field): TextFile => {
      return { field, bytes: utf8.encode(JSON.stringify(rows[field])) };
    }),
    {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      supplied: { upstreamCharges: true, payments: false },
    },
  );

/** Compares two reports with sets, which would need too much memory for millions of findings. */
function compareReports(before: ReconciliationReport, now: ReconciliationReport) {
  const byId = ({ findings }: ReconciliationReport) =>
    new Map(findings.map((finding) => [finding.id, finding]));
  const [old, current] = [byId(before), byId(now)];
  const only = (those: typeof old, without: typeof old) =>
    [...those.values()].filter(({ id }) => !without.has(id));
  const altered = [...current.values()].filter(({ id, severity, details }) => {
    const was = old.get(id);
    return was !== undefined && (was.severity !== severity || was.details?.amount !== details?.amount);
  });
  return { appeared: only(current, old), gone: only(old, current), altered };
}

const formatCauseKey = ({ code, model, channelId }: { code: string; model: unknown; channelId: unknown }) =>
  `${code} ${model} ${channelId}`;

test('the changes between two runs are the differences between their reports', async () => {
  let [appearances, alterations] = [0, 0];
  await fc.assert(
    fc.asyncProperty(books, books, async (first, second) => {
      const [before, now] = [await runBooks(first), await runBooks(second)];
      // As stored: JSON, sorted by id.
      const stored = JSON.parse(JSON.stringify(before.byId)) as FindingRecord[];
      const changes = await compareFindings(
        (async function* () {
          yield* stored;
        })(),
        now.byId,
      );
      const { appeared, gone, altered } = compareReports(before.report, now.report);

      const firstOf = (side: typeof changes.appeared) =>
        side.first.map((finding) => ({ id: finding.id, message: buildMessage(finding, 'en') }));
      const listFirst = (findings: typeof appeared) =>
        findings.slice(0, 20).map(({ id, message }) => ({ id, message }));
      expect(firstOf(changes.appeared)).toEqual(listFirst(appeared));
      expect(firstOf(changes.gone)).toEqual(listFirst(gone));
      const severitiesOf = (findings: typeof appeared) => {
        const of = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
        return { critical: of('critical'), warning: of('warning'), info: of('info') };
      };
      expect(changes.appeared.counts).toEqual(severitiesOf(appeared));
      expect(changes.gone.counts).toEqual(severitiesOf(gone));
      expect(changes.altered).toBe(altered.length);

      const causes = new Map(changes.causes.map((cause) => [formatCauseKey(cause), cause]));
      for (const reported of now.report.summary.causes) {
        const cause = causes.get(formatCauseKey(reported));
        if (cause) expect([cause.count, cause.amount]).toEqual([reported.count, reported.amount ?? '0']);
      }
      for (const reported of before.report.summary.causes) {
        const cause = causes.get(formatCauseKey(reported));
        if (cause)
          expect([cause.before.count, cause.before.amount]).toEqual([reported.count, reported.amount ?? '0']);
      }
      appearances += appeared.length;
      alterations += altered.length;
    }),
    { numRuns: 30 },
  );
  expect([appearances > 0, alterations > 0]).toEqual([true, true]);
});
