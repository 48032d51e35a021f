import type { Finding, ReconciliationReport } from '../../schemas/report.ts';
import { cachePerObject } from '../answer/findings-of-cause.ts';
import { listCustomers, listFacts, Selection } from './finding-sums.ts';
import type { View } from './view.ts';
import { INITIAL_VIEW, NO_FILTERS, type ViewState } from './view-state.ts';

/** Whether a text in which the search looks contains a word in lower case. */
function mentions({ summary }: ReconciliationReport, finding: Finding, word: string): boolean {
  const has = (text: unknown): boolean =>
    String(text ?? '')
      .toLowerCase()
      .includes(word);
  const { id, code, message, model, channelId, requestId, transactionId, details } = finding;
  // Ask one text after another: most findings have the word in the first, and a list of all takes twice the time.
  return (
    has(message) ||
    has(summary.findings.byCode[code]?.title) ||
    has(model) ||
    has(channelId) ||
    has(requestId) ||
    has(transactionId) ||
    has(details?.userId) ||
    has(id) ||
    has(code)
  );
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

type FilteredView = Pick<View, 'report' | 'state' | 'days'>;

function applyFilters({ report, state, days }: FilteredView): Selection {
  const { model, channelId, userId, side, from } = state;
  const { words, labels } = parseSearch(state.find);
  const isFiltered = [model, channelId, userId, side, ...words, ...labels].some((filter) => filter !== '');
  const all = listFacts(report, days);
  if (!isFiltered && from === '') return new Selection(all, isFiltered, report.findings);
  const to = state.to || from;
  // Compare only as many characters as the filter has: it may be a day, while the finding has an hour.
  const isIn = (day: string | undefined): boolean =>
    day !== undefined && from <= day && day.slice(0, to.length) <= to;
  const facts = all.filter(
    ({ finding, side: sideOf, day }) =>
      isAbout(finding, state) &&
      (from === '' || isIn(day)) &&
      (side === '' || sideOf === side) &&
      labels.every((label) => isAbout(finding, label)) &&
      words.every((word) => mentions(report, finding, word)),
  );
  return new Selection(facts, isFiltered);
}

/** Last selections of each report by their filters: the one without filters, and another one. */
const selectionsOfReport = cachePerObject((_: ReconciliationReport) => new Map<string, Selection>());

/**
 * Selects the findings that match the filters of a view. Returns the last selection again if the filters are the same,
 * because many clicks, such as sorting a table, do not change them.
 */
export function selectFindings(view: FilteredView): Selection {
  const filters = JSON.stringify(Object.keys(NO_FILTERS).map((name) => view.state[name as keyof ViewState]));
  const last = selectionsOfReport(view.report);
  const selection = last.get(filters) ?? applyFilters(view);
  for (const [key, { findings }] of last) if (findings !== view.report.findings) last.delete(key);
  last.set(filters, selection);
  return selection;
}
