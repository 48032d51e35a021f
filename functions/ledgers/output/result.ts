import { type ClosingRule, judgeClosing } from '#shared/closing/closing.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts';
import { CAUSES_MAX, STATE_BYTES_MAX } from '#shared/limits.ts';
import { buildMessage, type FindingRecord } from '#shared/report/build/findings.ts';
import { localizeSource } from '#shared/report/files/localize-source.ts';
import type { ReportSource } from '#shared/report/files/report-source.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { findOutputPrefix } from '../deployment.ts';
import type { LatestRun } from '../latest-run.ts';
import type { Changes } from './changes.ts';
import type { Notice } from './notice.ts';

/** Most findings, and most causes, in the result of an execution. The files of the report have all of them. */
const LISTED_MAX = 20;

/** Copies id, severity, code, message and amount of a finding, and leaves out the rest. */
const shortenFinding = ({ id, severity, code, message, amount }: Finding) => ({
  id,
  severity,
  code,
  message,
  ...(amount !== undefined && { amount }),
});

interface RunFacts {
  /** Prefix of the report, and the names of its files. */
  readonly report: string;
  readonly files: readonly string[];
  /** Number of objects that were read, and of rows that could not be read. */
  readonly sources: number;
  readonly rejected: number;
  /** Conditions under which the billing workflow may close a period. Undefined without that workflow. */
  readonly closing: ClosingRule | undefined;
}

/**
 * Builds the result of an execution: summary and first findings of the report, whether the period may close, and the
 * keys of the report's files. Leaves out lists if result and notice together would exceed the size limit of Step
 * Functions.
 */
export function buildResult(
  source: ReportSource,
  { report, files, sources, rejected, closing: rule }: RunFacts,
  notice: Notice,
): object {
  const { language = DEFAULT_LANGUAGE } = source;
  const localized = localizeSource(source, language);
  const { generatedAt, currency, completeness, summary } = localized.head;
  const { critical, warning, info, total } = summary.findings;
  let left = LISTED_MAX;
  const parts = {
    summary: {
      ...summary,
      findings: { total, critical, warning, info },
      causes: summary.causes.slice(0, LISTED_MAX),
      byDay: [],
      byUser: [],
    },
    findings: [...localized.findings(() => left-- > 0)].map(shortenFinding),
  };
  const bare = {
    generatedAt,
    currency,
    completeness,
    ...(rule && { closing: judgeClosing(source.head, parts.findings, rule, language, rejected) }),
    output: findOutputPrefix(report),
    report,
    files,
    sources,
    rows: { ...localized.meta.rows, rejected },
  };
  const full = { ...bare, ...parts };
  const isSmall = Buffer.byteLength(JSON.stringify({ result: full, notice })) <= STATE_BYTES_MAX;
  // Leave out the lists if they are too large because of long names. The files of the report contain them.
  return isSmall ? full : { ...bare, summary: { ...parts.summary, causes: [], excluded: {} }, findings: [] };
}

/**
 * Builds the content of changes.json: new, resolved and changed findings and causes since the earlier report. Changes
 * are undefined without an earlier report, or if its findings have expired.
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
