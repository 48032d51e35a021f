import { sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { SIDES, type Side } from '../../schemas/lists.ts';
import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { cachePerReport, readCountedAmount, sideOfFinding } from '../answer/findings-of-cause.ts';
import { sumDailyLosses } from './lists/daily-losses.ts';
import type { Selection, View } from './view.ts';
import { INITIAL_VIEW, type ViewState } from './view-state.ts';

/** Whether a text in which the search looks contains a word in lower case. */
function mentions({ summary }: ReconciliationReport, finding: Finding, word: string): boolean {
  const { id, code, message, model, channelId, requestId, transactionId, details } = finding;
  const title = summary.findings.byCode[code]?.title;
  return [message, title, model, channelId, requestId, transactionId, details?.userId, id, code].some(
    (text) =>
      String(text ?? '')
        .toLowerCase()
        .includes(word),
  );
}

/** Lists the ids of the customers that the details of a finding name. */
export function listCustomers({ details = {} }: Finding): readonly unknown[] {
  const { userId, userIds, byUser }: Record<string, unknown> = details;
  return [userId ?? [], userIds ?? [], Array.isArray(byUser) ? byUser.map((line) => line.userId) : []].flat();
}

type Names = Pick<ViewState, 'model' | 'channelId' | 'userId'>;

const isAbout = (finding: Finding, { model, channelId, userId }: Names): boolean =>
  (model === '' || finding.model === model) &&
  (channelId === '' || finding.channelId === channelId) &&
  (userId === '' || listCustomers(finding).includes(userId));

/** Words before a name that the search takes for a filter: `channel 7`, `客户 42`. */
const LABELS = /(channel|customer|model|渠道|客户|模型)[ ]*([\p{L}\p{N}._:/-]+)/giu;
const FIELD_OF_LABEL: Readonly<Record<string, keyof Names>> = {
  channel: 'channelId',
  渠道: 'channelId',
  customer: 'userId',
  客户: 'userId',
  model: 'model',
  模型: 'model',
};

/** Splits a search into words, all of which must be found, and names with their label. */
function parseSearch(text: string) {
  const labels: Names[] = [];
  const rest = text.replace(LABELS, (whole, label: string, name: string) => {
    const field = FIELD_OF_LABEL[label.toLowerCase()];
    if (field === undefined || !/\s|\p{Script=Han}/u.test(whole)) return whole;
    labels.push({ ...INITIAL_VIEW, [field]: name });
    return ' ';
  });
  return { labels, words: rest.toLowerCase().split(/\s+/).filter(Boolean) };
}

/** Selects the findings that match the filters of a view. */
export function selectFindings({ report, state, days, dailyLosses }: Omit<View, 'found'>): Selection {
  const { model, channelId, userId, side, from } = state;
  const { words, labels } = parseSearch(state.find);
  const isFiltered = [model, channelId, userId, side, ...words, ...labels].some((filter) => filter !== '');
  if (!isFiltered && from === '') return { findings: report.findings, isFiltered, dailyLosses };
  const to = state.to || from;
  const isIn = ({ id }: Finding): boolean => {
    const day = days?.[id];
    // Compare only as many characters as the filter has: it may be a day, while the finding has an hour.
    return from === '' || (day !== undefined && from <= day && day.slice(0, to.length) <= to);
  };
  const findings = report.findings.filter(
    (finding) =>
      isAbout(finding, state) &&
      isIn(finding) &&
      (side === '' || sideOfFinding(report, finding) === side) &&
      labels.every((label) => isAbout(finding, label)) &&
      words.every((word) => mentions(report, finding, word)),
  );
  return { findings, isFiltered, dailyLosses: sumDailyLosses(report, findings, days) };
}

/** Sums of lists of findings by side, cached because the view is drawn again with each click. */
const sumsOfReport = cachePerReport(() => new WeakMap<readonly Finding[], ReadonlyMap<Side, string>>());

function sumSides(report: ReconciliationReport, findings: readonly Finding[]): ReadonlyMap<Side, string> {
  const bySide = Map.groupBy(findings, (finding) => sideOfFinding(report, finding));
  const sum = (side: Side) =>
    sumBy(bySide.get(side) ?? [], (finding) => toDecimal(readCountedAmount(finding)));
  return new Map(SIDES.map((side) => [side, toPlainText(sum(side))]));
}

/** Sums the counted amounts of the findings on a side: `lost`, `owed` or `doubtful`. */
export function sumSide({ report }: Pick<View, 'report'>, findings: readonly Finding[], side: Side): string {
  const cache = sumsOfReport(report);
  const sums = cache.get(findings) ?? sumSides(report, findings);
  cache.set(findings, sums);
  return sums.get(side) as string;
}
