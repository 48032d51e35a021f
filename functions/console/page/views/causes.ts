import type { Cause } from '#shared/schemas/report.ts';
import { h } from '../element.ts';
import { findingsOf } from '../finding-index.ts';
import { isAcknowledged } from '../headline.ts';
import { aligned } from './aligned.ts';
import { barLength } from './bar-length.ts';
import { findingItem } from './finding-item.ts';
import { type PageOfList, pageOf, pager } from './pager.ts';
import type { View } from './view.ts';

/** Findings shown at once below a cause. */
const PAGE_SIZE = 20;

/** Which causes stand open, and at which page; it outlives a redraw. */
const open = new Map<string, PageOfList>();
const keyOf = ({ code, model, channelId }: Cause): string => JSON.stringify([code, model, channelId]);

function findingsBelow(cause: Cause, index: number, view: View): HTMLElement {
  const { words } = view;
  const all = findingsOf(view.report, cause);
  const page = open.get(keyOf(cause)) ?? { size: PAGE_SIZE, number: 0 };
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

function causeItem(cause: Cause, index: number, amount: string, view: View): HTMLElement {
  const { words, report } = view;
  const { title = cause.code, remedy = '' } = report.summary.findings.byCode[cause.code] ?? {};
  const where = [
    cause.model,
    cause.channelId === null ? null : `${words.findings.channel} ${cause.channelId}`,
  ].filter((part) => part !== null);
  const since = view.since[index];
  const body = h('div', { class: 'body' });
  const fill = () =>
    body.replaceChildren(
      h('p', { class: 'remedy' }, h('strong', {}, words.causes.remedy), ' ', remedy),
      findingsBelow(cause, index, view),
    );
  const details = h(
    'details',
    {
      class: 'cause',
      open: open.has(keyOf(cause)),
      ontoggle: () => {
        if (!details.open) return void open.delete(keyOf(cause));
        if (!open.has(keyOf(cause))) open.set(keyOf(cause), { size: PAGE_SIZE, number: 0 });
        if (body.children.length === 0) fill();
      },
    },
    h(
      'summary',
      {},
      h('span', { class: `badge ${cause.severity}` }, words.severity[cause.severity]),
      h(
        'span',
        { class: 'what' },
        h('span', { class: 'title' }, title),
        h(
          'span',
          { class: 'where' },
          [
            ...where,
            words.causes.count(cause.count),
            since ? words.causes.since(words.days.date(since), cause.count) : null,
          ]
            .filter((part) => part !== null)
            .join(' · '),
        ),
      ),
      h('span', { class: 'amount' }, cause.amount === '0' ? '' : amount),
    ),
    body,
  );
  if (open.has(keyOf(cause))) fill();
  const known = isAcknowledged(report, cause, view.known);
  return h('li', { class: `${cause.severity}${known ? ' known' : ''}` }, details);
}

/** Most money first; what costs nothing that anyone knows stays as the report has it. */
const byMoney = (a: { cause: Cause }, b: { cause: Cause }): number =>
  barLength(b.cause.amount) - barLength(a.cause.amount);

/** Where the money goes: causes with money first, each with its remedy, unfolding to findings and evidence. */
export function causes(view: View): HTMLElement {
  const { report, words } = view;
  const { causes: listed } = report.summary;
  const amounts = aligned(listed.map(({ amount }) => amount ?? ''));
  const all = listed.map((cause, index) => ({
    cause,
    item: () => causeItem(cause, index, amounts[index] ?? '', view),
  }));
  const grave = all.filter(({ cause }) => cause.severity !== 'info').toSorted(byMoney);
  const infos = all.filter(({ cause }) => cause.severity === 'info');
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'causes' },
    h('h2', { id: 'causes' }, words.causes.heading, h('span', { class: 'unit' }, report.currency)),
    all.length === 0 && h('p', { class: 'hint' }, words.causes.none),
    h(
      'ol',
      { class: 'causes' },
      grave.map(({ item }) => item()),
    ),
    infos.length > 0 &&
      h(
        'details',
        { class: 'infos' },
        h('summary', {}, words.causes.infos(infos.length)),
        h(
          'ol',
          { class: 'causes' },
          infos.map(({ item }) => item()),
        ),
      ),
    report.summary.cut.includes('causes') && h('p', { class: 'hint' }, words.causes.cut),
    grave.length > 1 && h('p', { class: 'hint' }, words.causes.never),
  );
}
