import { CONTRACT_VERSION } from '../../contract-version.ts';
import { REPLY_BYTES_MAX, REPLY_ESCAPED_BYTES_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import type { Finding, ReconciliationReport, Summary } from '../../schemas/report.ts';
import { codes } from '../checks/registry.ts';
import { byCodeUnit } from '../rows/order.ts';
import type { Survey } from '../survey/survey.ts';
import type { Evidence, Severity } from '../tally/evidence.ts';
import type { Conclusions } from '../tally/figures.ts';
import { finding, inOrder } from './findings.ts';
import { summaryOf, TOLERANCES } from './summary.ts';
import { table } from './tables.ts';
import { Volume } from './volume.ts';

/** Room for the envelope around the report, and for counts that are longer in the end than they were measured. */
const ENVELOPE_BYTES = 1024;

function countsOf(list: readonly Evidence[]): Summary['findings'] {
  const bySeverity: Record<Severity, number> = { critical: 0, warning: 0, info: 0 };
  const byCode = new Map<string, number>();
  for (const { code, severity } of list) {
    bySeverity[severity]++;
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
  }
  const sorted = [...byCode].sort(([a], [b]) => byCodeUnit(a, b));
  return { total: list.length, listed: list.length, ...bySeverity, byCode: Object.fromEntries(sorted) };
}

/**
 * As many findings, from the gravest on, as the reply has room for beside everything else.
 * @throws Rejection where the tables alone, which are never cut, leave no room: thousands of models or channels
 * with amounts of dozens of digits. An honest refusal, rather than a reply that Lambda would drop.
 */
function listed(list: readonly Evidence[], rest: unknown, currency: string): Finding[] {
  const volume = new Volume().add(rest);
  const isFull = () =>
    volume.bytes > REPLY_BYTES_MAX - ENVELOPE_BYTES ||
    volume.escaped > REPLY_ESCAPED_BYTES_MAX - ENVELOPE_BYTES;
  if (isFull())
    throw new Rejection('invalid_request', 'The report would be larger than a reply can be.', [
      'body: has too many models, channels or currencies with amounts of too many digits; send a shorter period',
    ]);
  const findings: Finding[] = [];
  for (const evidence of list) {
    const written = finding(evidence, codes.get(evidence.code) as never, currency);
    volume.add(written).bytes++;
    if (isFull()) break;
    findings.push(written);
  }
  return findings;
}

/**
 * The report of the whole input: the only place that divides, rounds, sorts and words.
 * @param generatedAt the one part of the report that does not follow from the input.
 */
export function report(
  { figures, evidence }: Conclusions,
  survey: Survey,
  generatedAt: string,
): ReconciliationReport {
  const { context } = survey;
  const { totals } = figures;
  const list = inOrder(evidence, codes);
  const head = { version: CONTRACT_VERSION, generatedAt, currency: context.currency };
  const summary: Summary = {
    ...summaryOf(figures, context, survey.inputFingerprint),
    findings: countsOf(list),
    tolerances: TOLERANCES,
  };
  const byModel = table(totals.models, context).map(([model, line]) => ({ model, ...line }));
  const byChannel = table(totals.channels, context).map(([channelId, line]) => ({
    channelId,
    ...line,
  }));
  const findings = listed(
    list,
    { head, flags: figures.flags, summary, byModel, byChannel },
    context.currency,
  );
  summary.findings.listed = findings.length;
  const { pricing, tokens, ...required } = figures.flags;
  const whole = { ...required, findings: findings.length === list.length };
  const completeness = { complete: Object.values(whole).every(Boolean), ...whole, pricing, tokens };
  return { ...head, completeness, summary, findings, byModel, byChannel };
}
