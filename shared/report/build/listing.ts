import { REPLY_BYTES_MAX, REPLY_ESCAPED_BYTES_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { SerializedSize } from './serialized-size.ts';

/** Limits of a report that the caller sets, in addition to the limits of the service. */
export interface ReportLimits {
  /** Most findings listed. */
  readonly maxFindings?: number;
  /** Most bytes of the reply as JSON in UTF-8. A report that is larger without any finding is returned nevertheless. */
  readonly maxReplyBytes?: number;
  /** Leaves out the findings, both tables and the lists of the summary: totals, counts and flags remain. */
  readonly summaryOnly?: boolean;
  /** Writes all findings, for a report that becomes a file. */
  readonly isUnbounded?: true;
}

/** Whether the service can send a reply of this size. */
const isSendable = ({ bytes, escaped }: SerializedSize): boolean =>
  bytes < REPLY_BYTES_MAX && escaped <= REPLY_ESCAPED_BYTES_MAX;

/** Computes the size of a report without findings. Adds up the tables without serializing thousands of rows. */
function computeSize({ byModel, byChannel, ...others }: ReconciliationReport): SerializedSize {
  const volume = new SerializedSize().addJson(
    JSON.stringify({ data: { ...others, byModel: null, byChannel: null } }),
  );
  volume.bytes -= 2 * 'null'.length;
  return volume.add(byModel).add(byChannel);
}

const digits = (count: number): number => `${count}`.length;

const flagsOf = ({ completeness }: ReconciliationReport): number =>
  Object.values(completeness).filter(Boolean).length;

/**
 * Lists findings in the order of the report, as many as the limits allow and as fit into a response.
 * @param reportWith builds the report with the given findings, to compute its size
 * @throws Rejection if the report is too large even without findings, for example because its tables have thousands of
 * models or channels
 */
export function listFindings<TDraft>(
  drafts: readonly TDraft[],
  order: (a: TDraft, b: TDraft) => number,
  toFinding: (draft: TDraft) => Finding,
  reportWith: (findings: Finding[]) => ReconciliationReport,
  limits: ReportLimits,
): Finding[] {
  const { maxFindings = drafts.length, maxReplyBytes = REPLY_BYTES_MAX, summaryOnly = false } = limits;
  const inOrder = drafts.toSorted(order);
  if (limits.isUnbounded) return inOrder.map(toFinding);
  const bare = reportWith([]);
  const volume = computeSize(bare);
  if (!isSendable(volume))
    throw new Rejection('invalid_request', 'The report is too large for a response.', [
      'body: has too many models, channels or currencies, or amounts with too many digits; send a shorter period',
    ]);
  const findings: Finding[] = [];
  for (const draft of inOrder.slice(0, summaryOnly ? 0 : maxFindings)) {
    const finding = toFinding(draft);
    const count = findings.push(finding);
    volume.add(finding).bytes += (count > 1 ? 1 : 0) + digits(count) - digits(count - 1);
    // With the last finding, completeness flags change from `false` to `true`, which saves a byte each.
    if (count === drafts.length) volume.bytes -= flagsOf(reportWith(findings)) - flagsOf(bare);
    if (volume.bytes <= maxReplyBytes && isSendable(volume)) continue;
    findings.pop();
    break;
  }
  return findings;
}
