import { exactAmount } from '#shared/answer/exact-amount.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { h } from '../element.ts';
import type { Words } from '../words/words.ts';
import type { View } from './view.ts';

/** Lists with commas; of an object, such as a customer with an amount, what it holds. */
const text = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(text).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(text).join(' ')
      : String(value);

const TOKENS_OF_SIDE = /^(\w+)(Downstream|Upstream)$/;

/** What a detail is called; counts of tokens are named by their kind and side. */
function nameOf(detail: string, { findings: { details, sides }, mapping }: Words): string {
  const [, kind = '', side = ''] = TOKENS_OF_SIDE.exec(detail) ?? [];
  const tokens = mapping.fields[`tokens.${kind}`];
  return tokens === undefined ? (details[detail] ?? detail) : `${tokens} ${sides[side]}`;
}

/**
 * One finding: its sentence, its evidence, and whether the reader knows it already.
 * @param list names the list that it stands in: the same finding may stand in two
 */
export function findingItem(finding: Finding, list: string, view: View): HTMLElement {
  const { words, known, report } = view;
  const { findings: say } = words;
  const evidence: [string, unknown][] = [
    [say.request, finding.requestId],
    [say.transaction, finding.transactionId],
    [say.model, finding.model],
    [say.channel, finding.channelId],
    ...Object.entries(finding.details ?? {}).map(([name, value]): [string, unknown] => [
      nameOf(name, words),
      value,
    ]),
    [say.id, finding.id],
  ];
  const exact = exactAmount(finding);
  const box = h('input', {
    type: 'checkbox',
    checked: known.has(finding.id),
    id: `${list}-${finding.id}`,
    onchange: () => {
      if (!known.delete(finding.id)) known.add(finding.id);
      view.redraw();
    },
  });
  return h(
    'li',
    { class: `finding ${finding.severity}${known.has(finding.id) ? ' known' : ''}` },
    h(
      'div',
      { class: 'line' },
      h('span', { class: 'message' }, finding.message),
      exact !== undefined && h('span', { class: 'amount' }, `${exact} ${report.currency}`),
    ),
    h(
      'div',
      { class: 'under' },
      h(
        'details',
        {},
        h('summary', {}, say.evidence, h('code', {}, finding.code)),
        h(
          'dl',
          { class: 'evidence' },
          evidence
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => [h('dt', {}, name), h('dd', {}, text(value))]),
        ),
      ),
      h('label', { class: 'check', for: `${list}-${finding.id}` }, box, say.acknowledge),
    ),
  );
}
