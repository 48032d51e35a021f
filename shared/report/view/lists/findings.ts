import type { VNode } from 'preact';
import type { Finding } from '../../../schemas/report.ts';
import { cachePerReport } from '../../answer/findings-of-cause.ts';
import { button, h } from '../element.ts';
import type { TextInput, View, ViewPart } from '../view.ts';
import { FILTER_NAMES, INITIAL_VIEW, type ViewState, withFilters } from '../view-state.ts';
import { findingItem } from './finding-item.ts';

const PAGE_SIZE = 10;

/** Texts in which the search looks, one per finding. */
const searchTexts = cachePerReport(({ findings, summary }) =>
  findings.map(({ id, code, message, model, channelId, requestId, transactionId, details }) =>
    [
      id,
      code,
      summary.findings.byCode[code]?.title,
      message,
      model,
      channelId,
      requestId,
      transactionId,
      details?.userId,
    ]
      .join('\n')
      .toLowerCase(),
  ),
);

function isOf(finding: Finding, { model, channelId, userId, code }: ViewState): boolean {
  const { userId: onlyUser, userIds, byUser }: Record<string, unknown> = finding.details ?? {};
  const users = [onlyUser, userIds, Array.isArray(byUser) ? byUser.map((line) => line.userId) : []].flat();
  return (
    (model === '' || finding.model === model) &&
    (channelId === '' || finding.channelId === channelId) &&
    (code === '' || finding.code === code) &&
    (userId === '' || users.includes(userId))
  );
}

/** Words before a name that the search takes for a filter: `channel 7`, `客户 42`. */
const LABELS = /(channel|customer|model|渠道|客户|模型)[ ]*([\p{L}\p{N}._:/-]+)/giu;
const FIELD_OF_LABEL: Readonly<Record<string, 'channelId' | 'userId' | 'model'>> = {
  channel: 'channelId',
  渠道: 'channelId',
  customer: 'userId',
  客户: 'userId',
  model: 'model',
  模型: 'model',
};

/** Splits a search into words, all of which must be found, and names with their label. */
function parseSearch(text: string) {
  const labels: Partial<ViewState>[] = [];
  const rest = text.replace(LABELS, (whole, label: string, name: string) => {
    const field = FIELD_OF_LABEL[label.toLowerCase()];
    if (field === undefined || !/\s|\p{Script=Han}/u.test(whole)) return whole;
    labels.push({ [field]: name });
    return ' ';
  });
  return { labels, words: rest.toLowerCase().split(/\s+/).filter(Boolean) };
}

/** Findings that match the search and the filters. */
function filterFindings({ report, place, days }: View): readonly Finding[] {
  const { words, labels } = parseSearch(place.find);
  const isNarrow = words.length + labels.length > 0 || FILTER_NAMES.some((name) => place[name] !== '');
  if (!isNarrow) return report.findings;
  const texts = words.length === 0 ? [] : searchTexts(report);
  const { from } = place;
  const to = place.to || from;
  const isIn = ({ id }: Finding): boolean => {
    const day = days?.[id];
    // Compare only the common length, because a filter may be a day and the finding's time an hour.
    return from === '' || (day !== undefined && from <= day && day.slice(0, to.length) <= to);
  };
  return report.findings.filter(
    (finding, at) =>
      isOf(finding, place) &&
      isIn(finding) &&
      labels.every((label) => isOf(finding, { ...INITIAL_VIEW, ...label })) &&
      words.every((word) => (texts[at] as string).includes(word)),
  );
}

/** Buttons of the active filters. Clicking one removes the filter. */
function chips({ place, words, act }: View): VNode[] {
  const { findings: say, tables } = words;
  const names = {
    model: tables.model,
    channelId: tables.channelId,
    userId: tables.userId,
    code: say.code,
    from: tables.day,
  } as const;
  return FILTER_NAMES.filter((name) => place[name] !== '').map((name) => {
    const until = name === 'from' && place.to !== place.from ? `–${place.to}` : '';
    const text = `${names[name]} ${place[name]}${until}`;
    const onClick = () => act?.go(withFilters({ [name]: '', ...(name === 'from' && { to: '' }) }), true);
    return button(
      { class: 'chip', key: name, 'aria-label': say.without(text), onClick },
      text,
      h('span', { 'aria-hidden': 'true' }, ' ×'),
    );
  });
}

/** Buttons and position of a list of several pages. Null if there is only one page. */
function pager(page: number, last: number, count: number, { words, act }: View): ViewPart {
  if (last < 1) return null;
  const { pages: say } = words;
  const turner = (name: 'first' | 'previous' | 'next' | 'last', sign: string, to: number) => {
    const isHere = to < 0 || to > last || to === page;
    const attributes = { id: `findings-pages-${name}`, 'aria-label': say[name], title: say[name] };
    // Not disabled, so that the button that was pressed last keeps the focus.
    const turn = isHere ? { 'aria-disabled': true } : { onClick: () => act?.go({ page: String(to) }) };
    return button({ ...attributes, ...turn }, sign);
  };
  const from = page * PAGE_SIZE + 1;
  return h('div.pager', { role: 'group', 'aria-label': say.label }, [
    turner('first', '«', 0),
    turner('previous', '‹', page - 1),
    h('span', say.range(from, Math.min(from + PAGE_SIZE - 1, count), count)),
    turner('next', '›', page + 1),
    turner('last', '»', last),
  ]);
}

/** Section with the list of findings, its search and its filters. */
export function findingSection(view: View): ViewPart {
  const { report, words, place, act } = view;
  if (!act || report.summary.findings.total === 0) return null;
  const { findings: say } = words;
  const found = filterFindings(view);
  const last = Math.max(0, Math.ceil(found.length / PAGE_SIZE) - 1);
  // Clamp the page of the address to the existing pages.
  const page = Math.max(0, Math.min(Number(place.page), last));
  const shown = found.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  const items = shown.map((finding) => findingItem(finding, view));
  const onInput = ({ currentTarget }: TextInput) => act.go(withFilters({ find: currentTarget.value }));
  const search = { type: 'search', id: 'search-findings', value: place.find, placeholder: say.search };
  return h('section.card', { 'aria-labelledby': 'findings' }, [
    h('h2', { id: 'findings' }, say.heading),
    h('div.bar-of-tools', h('input', { ...search, 'aria-label': say.search, onInput }), chips(view)),
    h('p.hint', { role: 'status' }, found.length === 0 ? say.none : say.shown(found.length)),
    h('ol.findings', { id: 'findings-list' }, items),
    pager(page, last, found.length, view),
  ]);
}
