import { type ClosingRule, judgeClosing } from '#shared/closing/closing.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { STATE_BYTES_MAX } from '#shared/limits.ts';
import type { ReportSource } from '#shared/report/files/report-source.ts';
import { toldIn } from '#shared/report/files/told-in.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { outputPrefixOf } from '../deployment.ts';
import type { Notice } from './notice.ts';

/** Findings and causes that a state carries; the files have all of them. */
const FINDINGS_MAX = 20;
const CAUSES_MAX = 20;

/** A finding without its place and its figures. */
export const shortenFinding = ({ id, severity, code, message, amount }: Finding) => ({
  id,
  severity,
  code,
  message,
  ...(amount !== undefined && { amount }),
});

/** What an execution puts out beside the report. */
interface RunFacts {
  /** Folder of the report, and the names of the files there. */
  readonly report: string;
  readonly files: readonly string[];
  /** How many objects were read, and how many rows of them could not be. */
  readonly sources: number;
  readonly rejected: number;
  /** When a period may close, where the deployment has a billing workflow. */
  readonly closing: ClosingRule | undefined;
}

/**
 * What an execution puts out: the report in so few bytes that a state can carry it, and where the rest is.
 * @param notice a state carries it beside the result
 */
export function buildResult(
  source: ReportSource,
  { report, files, sources, rejected, closing: rule }: RunFacts,
  notice: Notice,
): object {
  const { language = DEFAULT_LANGUAGE } = source;
  const told = toldIn(source, language);
  const { generatedAt, currency, completeness, summary } = told.head;
  const { critical, warning, info, total } = summary.findings;
  let left = FINDINGS_MAX;
  const parts = {
    summary: {
      ...summary,
      findings: { total, critical, warning, info },
      causes: summary.causes.slice(0, CAUSES_MAX),
      byDay: [],
      byUser: [],
    },
    findings: [...told.findings(() => left-- > 0)].map(shortenFinding),
  };
  const bare = {
    generatedAt,
    currency,
    completeness,
    ...(rule && { closing: judgeClosing(source.head, parts.findings, rule, language, rejected) }),
    output: outputPrefixOf(report),
    report,
    files,
    sources,
    rows: { ...told.meta.rows, rejected },
  };
  const whole = { ...bare, ...parts };
  const isSmall = Buffer.byteLength(JSON.stringify({ result: whole, notice })) <= STATE_BYTES_MAX;
  // Names of a kilobyte each, by the hundred: the files have them.
  return isSmall ? whole : { ...bare, summary: { ...parts.summary, causes: [], excluded: {} }, findings: [] };
}
