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

/** After so many findings, and so many more, it is asked whether all will fit: wording 5 MB in vain doubles the cost. */
const SAMPLE = 256;
/** Findings differ in size: a list that may fit is worded on. */
const SLACK = 1.1;

/** @param times so many times as many findings are wanted as there are by now */
const cannotFit = (begun: Volume, now: Volume, times: number): boolean =>
  begun.bytes + times * (now.bytes - begun.bytes) > SLACK * REPLY_BYTES_MAX ||
  begun.escaped + times * (now.escaped - begun.escaped) > SLACK * REPLY_ESCAPED_BYTES_MAX;

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
 *
 * All are worded in the order of their making, in which their evidence lies side by side in memory: in the report's
 * order that takes half as long again. Only a list that is cut, or whose findings turn out too long for all to fit, is
 * worded in the report's order, up to where it ends.
 * @param drafts in the order of their making
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
  const inOrder = (findings: readonly Finding[]): Finding[] =>
    drafts
      .map((draft, place) => ({ draft, finding: findings[place] as Finding }))
      .sort((a, b) => order(a.draft, b.draft))
      .map(({ finding }) => finding);
  if (limits.isUnbounded) return inOrder(drafts.map(worded));
  const { maxFindings = drafts.length, maxReplyBytes = REPLY_BYTES_MAX, summaryOnly = false } = limits;
  const bare = reportWith([]);
  const begun = volumeOf(bare);
  if (!isSendable(begun))
    throw new Rejection('invalid_request', 'The report would not fit into a reply.', [
      'body: has too many models, channels or currencies with amounts of too many digits; send a shorter period',
    ]);
  const whileRoom = (wanted: readonly TDraft[], isHopeless: typeof cannotFit = () => false): Finding[] => {
    const volume = new Volume(begun);
    const findings: Finding[] = [];
    for (const draft of wanted) {
      const isAsked = findings.length > 0 && findings.length % SAMPLE === 0;
      if (isAsked && isHopeless(begun, volume, wanted.length / findings.length)) break;
      const finding = worded(draft);
      const count = findings.push(finding);
      const comma = count > 1 ? 1 : 0;
      volume.add(finding).bytes += comma + digits(count) - digits(count - 1);
      // `true` is a byte shorter than `false`, and a whole list turns flags.
      if (count === drafts.length) volume.bytes -= flagsOf(reportWith(findings)) - flagsOf(bare);
      if (volume.bytes <= maxReplyBytes && isSendable(volume)) continue;
      findings.pop();
      break;
    }
    return findings;
  };
  const max = summaryOnly ? 0 : maxFindings;
  const all = max < drafts.length ? [] : whileRoom(drafts, cannotFit);
  return all.length === drafts.length ? inOrder(all) : whileRoom(drafts.toSorted(order).slice(0, max));
}
