import { REPLY_BYTES_MAX, REPLY_ESCAPED_BYTES_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { Volume } from './volume.ts';

/** What a caller wants of a report, or has room for; the service's own limits hold beside it. */
export interface ReportLimits {
  /** Most findings listed. */
  readonly maxFindings?: number;
  /** Most bytes of the reply as JSON in UTF-8. A report that exceeds it even without findings is given all the same. */
  readonly maxReplyBytes?: number;
  /** Leaves out the findings, both tables and the lists of the summary: totals, counts and flags remain. */
  readonly summaryOnly?: boolean;
  /** The report becomes a file, no reply: nothing is cut. */
  readonly isUnbounded?: true;
}

/** Whether the service can send a reply of this volume at all. */
const isSendable = ({ bytes, escaped }: Volume): boolean =>
  bytes < REPLY_BYTES_MAX && escaped <= REPLY_ESCAPED_BYTES_MAX;

/** Of a report without findings. Tables are counted where they are: thousands of lines would be written twice. */
function volumeOf({ byModel, byChannel, ...others }: ReconciliationReport): Volume {
  const volume = new Volume().addJson(
    JSON.stringify({ data: { ...others, byModel: null, byChannel: null } }),
  );
  volume.bytes -= 2 * 'null'.length;
  return volume.add(byModel).add(byChannel);
}

const digits = (count: number): number => `${count}`.length;

const flagsOf = ({ completeness }: ReconciliationReport): number =>
  Object.values(completeness).filter(Boolean).length;

/**
 * As many findings, from the gravest on, as the caller wants and the reply has room for.
 * @param drafts in any order
 * @param order that of the report
 * @param reportWith the report that lists these findings, and says in summary and flags how many they are.
 * @throws Rejection where the tables alone, which are never cut, leave no room: thousands of models or channels
 * with amounts of dozens of digits. An honest refusal, rather than a reply that Lambda would drop.
 */
export function listed<TDraft>(
  drafts: readonly TDraft[],
  order: (a: TDraft, b: TDraft) => number,
  worded: (draft: TDraft) => Finding,
  reportWith: (findings: Finding[]) => ReconciliationReport,
  limits: ReportLimits,
): Finding[] {
  const { maxFindings = drafts.length, maxReplyBytes = REPLY_BYTES_MAX, summaryOnly = false } = limits;
  const inOrder = drafts.toSorted(order);
  if (limits.isUnbounded) return inOrder.map(worded);
  const bare = reportWith([]);
  const volume = volumeOf(bare);
  if (!isSendable(volume))
    throw new Rejection('invalid_request', 'The report would not fit into a reply.', [
      'body: has too many models, channels or currencies with amounts of too many digits; send a shorter period',
    ]);
  const findings: Finding[] = [];
  for (const draft of inOrder.slice(0, summaryOnly ? 0 : maxFindings)) {
    const finding = worded(draft);
    const count = findings.push(finding);
    volume.add(finding).bytes += (count > 1 ? 1 : 0) + digits(count) - digits(count - 1);
    // `true` is a byte shorter than `false`, and a whole list turns flags.
    if (count === drafts.length) volume.bytes -= flagsOf(reportWith(findings)) - flagsOf(bare);
    if (volume.bytes <= maxReplyBytes && isSendable(volume)) continue;
    findings.pop();
    break;
  }
  return findings;
}
