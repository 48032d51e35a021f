import type { VNode } from 'preact';
import { marginShare, shown } from '../../answer/shown.ts';
import { decimal, plain } from '../../money.ts';
import { h } from '../element.ts';
import { isLoss, money, negated, signed } from '../figures.ts';
import type { Part, View } from '../view.ts';
import type { ViewWords } from '../words/view-words.ts';

/** A figure on the way, or what leads to the next one. */
interface Step {
  readonly name:
    | 'list'
    | 'undercharged'
    | 'overcharged'
    | 'revenue'
    | 'cost'
    | 'margin'
    | 'paid'
    | 'credited';
  readonly label: string;
  readonly exact: string;
  readonly isChange: boolean;
  readonly notes?: readonly (string | false)[];
}

type Name = Step['name'];
type Say = ViewWords['bridge'];

const total = (name: Name, say: Say, exact: string, notes: Step['notes'] = []): Step => ({
  name,
  label: say[name],
  exact,
  isChange: false,
  notes,
});
const change = (name: Name, say: Say, exact: string): Step[] =>
  exact === '0' ? [] : [{ name, label: say[name], exact, isChange: true }];

/** From what the prices ask for to what is left. Known as far as requests carry their price. */
function earned({ report: { summary, completeness }, language, words: { bridge: say } }: View): Step[] {
  const { revenue, cost, margin, findings } = summary;
  const sumOf = (code: string) => findings.byCode[code]?.amount ?? '0';
  const [under, over] = [sumOf('price_undercharge'), sumOf('price_overcharge')];
  const list = plain(decimal(revenue.net).plus(decimal(under)).minus(decimal(over)));
  const hasPrices = completeness.pricing && (under !== '0' || over !== '0');
  return [
    ...(hasPrices
      ? [
          total('list', say, list),
          ...change('undercharged', say, negated(under)),
          ...change('overcharged', say, over),
        ]
      : []),
    total('revenue', say, revenue.net, [
      revenue.refunds !== '0' && say.refunds(shown(revenue.refunds)),
      revenue.pending !== '0' && say.pending(shown(revenue.pending)),
    ]),
    ...(cost ? change('cost', say, negated(cost.net)) : []),
    ...(margin
      ? [total('margin', say, margin.amount, [margin.rate !== null && marginShare(margin.rate, language)])]
      : []),
  ];
}

const stepItem = ({ name, label, exact, isChange, notes = [] }: Step, currency: string): VNode =>
  h('li', { class: isChange ? 'change' : 'total', id: `step-${name}` }, [
    h('span.label', label),
    isChange
      ? h('span.amount', { title: `${exact} ${currency}` }, signed(exact))
      : money(exact, currency, isLoss(exact) ? 'amount loss-text' : 'amount'),
    notes.some(Boolean) && h('span.hint', notes.filter(Boolean).join(' · ')),
  ]);

/** Where the price of what was sold goes, step by step, and what customers paid and were credited. */
export function bridge(view: View): Part {
  const { report, words } = view;
  const { summary, currency } = report;
  const { bridge: say } = words;
  const paid = summary.payments;
  const list = (steps: readonly Step[]) =>
    h(
      'ol.steps',
      steps.map((step) => stepItem(step, currency)),
    );
  const unknown = [!summary.cost && say.cost, !paid && say.credited].filter(Boolean).join(', ').toLowerCase();
  return h('section.card.bridge', { 'aria-labelledby': 'bridge' }, [
    h('h2', { id: 'bridge' }, say.heading),
    list(earned(view)),
    paid &&
      list([
        total('paid', say, paid.net, [paid.pending !== '0' && say.pending(shown(paid.pending))]),
        total('credited', say, paid.credited),
      ]),
    unknown !== '' && h('p.hint', `${say.unknown}${unknown}`),
  ]);
}
