import { codeWords } from '#shared/engine/checks/registry.words.ts';
import type { Language } from '#shared/language.ts';
import { CAUSES_MAX } from '#shared/limits.ts';
import { type FindingRecord, messageOf } from '#shared/report/build/findings.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import type { LatestRun } from '../latest-run.ts';
import type { Changes } from './changes.ts';
import { shortenFinding } from './result.ts';

/**
 * What changes.json says: what findings and causes came to in the report before, and come to in this one.
 * @param earlier the report before, if there was one
 * @param changes since then, if its findings are still kept
 */
export function buildChangesFile(
  { generatedAt, currency, summary }: ReconciliationReport,
  earlier: LatestRun | undefined,
  changes: Changes | undefined,
  language: Language,
): unknown {
  const { critical, warning, info } = summary.findings;
  const told = (finding: FindingRecord) =>
    shortenFinding({ ...finding, message: messageOf(finding, language) });
  const sideOf = (side: Changes['appeared']) => ({ ...side.counts, first: side.first.map(told) });
  const causes = changes?.causes ?? [];
  return {
    generatedAt,
    period: summary.period,
    currency,
    findings: { critical, warning, info },
    before: earlier
      ? { generatedAt: earlier.generatedAt, period: earlier.period, findings: earlier.findings }
      : null,
    changes: changes
      ? {
          appeared: sideOf(changes.appeared),
          gone: sideOf(changes.gone),
          altered: changes.altered,
          causes: causes.slice(0, CAUSES_MAX).map((cause) => ({
            ...cause,
            title: codeWords.get(cause.code)?.[language].title ?? cause.code,
          })),
          causesTotal: causes.length,
        }
      : null,
  };
}
