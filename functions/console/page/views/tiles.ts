import { h } from '../element.ts';
import type { View } from './view.ts';

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

function tile(
  label: string,
  amount: string | null,
  currency: string,
  lines: readonly (string | false)[],
  unknown: string,
) {
  const isLoss = amount?.startsWith('-') ?? false;
  return h(
    'div',
    { class: `tile${isLoss ? ' loss' : ''}` },
    h('dt', {}, label),
    h(
      'dd',
      {},
      h('span', { class: 'amount' }, amount ?? unknown),
      amount !== null && h('span', { class: 'unit' }, ` ${currency}`),
      h('span', { class: 'notes' }, lines.filter(Boolean).join(' · ')),
    ),
  );
}

/** Revenue, cost, margin and funding, as the report's exact decimals. */
export function tiles({ report: { summary, currency }, words: { report: words } }: View): HTMLElement {
  const { revenue, cost, margin, payments } = summary;
  const parts = ({ gross, refunds, pending }: { gross: string; refunds: string; pending: string }) => [
    refunds !== '0' && words.gross(gross),
    refunds !== '0' && words.refunds(refunds),
    pending !== '0' && words.pending(pending),
  ];
  return h(
    'dl',
    { class: 'tiles' },
    tile(words.revenue, revenue.net, currency, parts(revenue), words.unknown),
    tile(words.cost, cost?.net ?? null, currency, cost ? parts(cost) : [words.noCost], words.unknown),
    tile(
      words.margin,
      margin?.amount ?? null,
      currency,
      margin ? [margin.rate !== null && words.ofRevenue(percent(margin.rate))] : [words.noCost],
      words.unknown,
    ),
    tile(
      words.funding,
      payments?.credited ?? null,
      currency,
      payments
        ? [words.paid(payments.net), payments.pending !== '0' && words.pending(payments.pending)]
        : [words.noPayments],
      words.unknown,
    ),
  );
}
