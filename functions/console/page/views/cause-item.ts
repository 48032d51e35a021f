import { isAcknowledged } from '#shared/answer/acknowledged.ts';
import { exactOf, sideOf } from '#shared/answer/cause-lines.ts';
import { causeKey, findingsOfCause } from '#shared/answer/findings-of-cause.ts';
import { sharesOf, standoutOf } from '#shared/answer/shares.ts';
import { answerWords } from '#shared/answer/words/answer-words.ts';
import type { Cause } from '#shared/schemas/report.ts';
import { h } from '../element.ts';
import { findingItem } from './finding-item.ts';
import { type PageOfList, pageOf, pager } from './pager.ts';
import type { View } from './view.ts';

/** Findings shown at once below a cause. */
const PAGE_SIZE = 20;
/** Customers that a cause names, most money first. */
const SHARES_SHOWN = 6;

/** Which causes stand open, and at which page; it outlives a redraw. */
const open = new Map<string, PageOfList>();

function findingsBelow(cause: Cause, index: number, view: View): HTMLElement {
  const { words } = view;
  const all = findingsOfCause(view.report, cause);
  const page = open.get(causeKey(cause)) ?? { size: PAGE_SIZE, number: 0 };
  const below = h('div', {});
  const fill = () => {
    const focused = document.activeElement?.id ?? '';
    const list = h(
      'ol',
      { class: 'findings' },
      pageOf(page, all).map((finding) => findingItem(finding, `cause-${index}`, view)),
    );
    const turn = pager(`cause-${index}-pages`, page, all.length, words, fill);
    const cut = all.length < cause.count && words.causes.listed(all.length, cause.count);
    below.replaceChildren(list, ...(turn ? [turn] : []), ...(cut ? [h('p', { class: 'hint' }, cut)] : []));
    if (focused !== '') document.getElementById(focused)?.focus();
  };
  fill();
  return below;
}

/** Which customers a cause is about, with the exact money of each; nothing where it is about one or none. */
function customersBelow(cause: Cause, { report, words }: View): HTMLElement | string {
  const shares = sharesOf(report, cause);
  if (shares.length < 2) return '';
  const more = shares.length - SHARES_SHOWN;
  return h(
    'p',
    { class: 'shares' },
    h('strong', {}, words.tables.byUser),
    shares
      .slice(0, SHARES_SHOWN)
      .map(({ userId, amount }) => h('span', {}, h('b', {}, userId), ` ${amount.toFixed()}`)),
    more > 0 && h('span', {}, words.causes.moreCustomers(more)),
  );
}

/** Where a cause stands, how often, and since when, on one line. */
function whereOf(cause: Cause, since: string | null, { report, words }: View): string {
  const customer = standoutOf(report, cause);
  const { causes: say, findings } = words;
  const parts = [
    cause.model,
    cause.channelId === null ? null : `${findings.channel} ${cause.channelId}`,
    customer && say.customer(customer),
    say.count(cause.count),
    since && say.since(words.days.date(since), cause.count),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/**
 * A cause with its money: unfolded, what to do about it, whose it is, and its findings.
 * @param index its place in `summary.causes`
 * @param amount as it stands in its column
 */
export function causeItem(cause: Cause, index: number, amount: string, view: View): HTMLElement {
  const { words, report } = view;
  const { title = cause.code, remedy = '' } = report.summary.findings.byCode[cause.code] ?? {};
  const side = sideOf(cause);
  const body = h('div', { class: 'body' });
  const fill = () =>
    body.replaceChildren(
      h('p', { class: 'remedy' }, h('strong', {}, words.causes.remedy), ' ', remedy),
      customersBelow(cause, view),
      findingsBelow(cause, index, view),
    );
  const details = h(
    'details',
    {
      class: 'cause',
      open: open.has(causeKey(cause)),
      ontoggle: () => {
        if (!details.open) return void open.delete(causeKey(cause));
        if (!open.has(causeKey(cause))) open.set(causeKey(cause), { size: PAGE_SIZE, number: 0 });
        if (body.children.length === 0) fill();
      },
    },
    h(
      'summary',
      { id: `cause-${index}` },
      h('span', { class: `badge ${side}` }, answerWords[view.language].sides[side]),
      h(
        'span',
        { class: 'what' },
        h('span', { class: 'title' }, title),
        h('span', { class: 'where' }, whereOf(cause, view.since[index] ?? null, view)),
      ),
      h('span', { class: 'amount', title: `${exactOf(cause)} ${report.currency}` }, amount),
    ),
    body,
  );
  if (open.has(causeKey(cause))) fill();
  const isKnown = isAcknowledged(report, cause, view.known);
  return h('li', { class: `${side}${isKnown ? ' known' : ''}` }, details);
}
