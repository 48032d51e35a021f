import type { Cause } from '#shared/schemas/report.ts';
import { h } from '../element.ts';
import { findingsOf, isAcknowledged } from '../headline.ts';
import { findingItem } from './finding-item.ts';
import type { View } from './view.ts';

/** Findings shown at once below a cause. */
const FINDINGS_STEP = 20;

/** Which causes stand open; it outlives a redraw. */
const open = new Set<string>();
const keyOf = ({ code, model, channelId }: Cause): string => JSON.stringify([code, model, channelId]);

function findingsBelow(cause: Cause, view: View): HTMLElement {
  const { words } = view;
  const all = findingsOf(view.report, cause);
  const list = h('ol', { class: 'findings' });
  const more = h('button', { type: 'button', class: 'quiet', onclick: () => show() }, words.findings.more);
  const show = () => {
    const from = list.children.length;
    list.append(...all.slice(from, from + FINDINGS_STEP).map((finding) => findingItem(finding, view)));
    more.hidden = list.children.length >= all.length;
  };
  show();
  return h(
    'div',
    {},
    list,
    more,
    all.length < cause.count && h('p', { class: 'hint' }, words.causes.listed(all.length, cause.count)),
  );
}

function causeItem(cause: Cause, index: number, view: View): HTMLElement {
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
      findingsBelow(cause, view),
    );
  const details = h(
    'details',
    {
      class: 'cause',
      open: open.has(keyOf(cause)),
      ontoggle: () => {
        if (!details.open) return void open.delete(keyOf(cause));
        open.add(keyOf(cause));
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
      h(
        'span',
        { class: 'amount' },
        cause.amount === null || cause.amount === '0' ? '' : `${cause.amount} ${report.currency}`,
      ),
    ),
    body,
  );
  if (open.has(keyOf(cause))) fill();
  const known = isAcknowledged(report, cause, view.known);
  return h('li', { class: `${cause.severity}${known ? ' known' : ''}` }, details);
}

/** Where the money goes: causes with money first, each with its remedy, unfolding to findings and evidence. */
export function causes(view: View): HTMLElement {
  const { report, words } = view;
  const all = report.summary.causes.map((cause, index) => ({
    cause,
    item: () => causeItem(cause, index, view),
  }));
  const grave = all.filter(({ cause }) => cause.severity !== 'info');
  const infos = all.filter(({ cause }) => cause.severity === 'info');
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'causes' },
    h('h2', { id: 'causes' }, words.causes.heading),
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
