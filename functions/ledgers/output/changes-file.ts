import { codeWords } from '#shared/engine/checks/registry.words.ts';
import type { Language } from '#shared/language.ts';
import { CAUSES_MAX } from '#shared/limits.ts';
import { buildMessage, type FindingRecord } from '#shared/report/build/findings.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import type { LatestRun } from '../latest-run.ts';
import type { Changes } from './changes.ts';
import { shortenFinding } from './result.ts';

/**
 * Builds the content of changes.json, as an object: new, resolved and changed findings and causes since the earlier
 * report.
 * @param earlier the earlier report, if there was one
 * @param changes changes since the earlier report; undefined without one, or if its findings have expired
 */
export function buildChangesFile(
  { generatedAt, currency, summary }: ReconciliationReport,
  earlier: LatestRun | undefined,
  changes: Changes | undefined,
  language: Language,
): unknown {
  const { critical, warning, info } = summary.findings;
  const inLanguage = (finding: FindingRecord) =>
    shortenFinding({ ...finding, message: buildMessage(finding, language) });
  const toJson = (list: Changes['appeared']) => ({ ...list.counts, first: list.first.map(inLanguage) });
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
          appeared: toJson(changes.appeared),
          gone: toJson(changes.gone),
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
