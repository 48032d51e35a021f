import { sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { ReconciliationReport } from '../../schemas/report.ts';
import { joinFirst } from '../../sentence.ts';
import { shown } from '../answer/shown.ts';
import { isByTotals } from '../answer/totals.ts';
import { isNoCurrency } from '../answer/words/parts.ts';
import { button, h, list } from './element.ts';
import type { Part, Stated, View } from './view.ts';

/** Sums of bills and payments that were left out for want of a rate. */
export const leftOut = ({ summary: { excluded } }: ReconciliationReport) =>
  Object.entries(excluded).flatMap(([currency, { upstreamCharges, payments }]) =>
    [upstreamCharges, payments].flatMap((amount) =>
      amount === null || amount === '0' ? [] : [{ currency, amount }],
    ),
  );

/** What the operator's rates and prices come to, below the figures that rest on them. */
export function stated({ stated: lines = [] }: View): Part {
  return lines.length > 0 && list(lines, { class: 'sentences stated' });
}

/** Models that are named as lacking a price. */
const NAMED_MAX = 5;

/** Sales without a price, and what they earned. */
function unpricedLine({ unpriced = [], report, words }: View): string | undefined {
  if (unpriced.length === 0) return undefined;
  const { asks, rows } = words;
  const models = unpriced.map(({ model }) => model);
  return asks.unpriced(
    unpriced.reduce((sum, { requests }) => sum + requests, 0),
    `${shown(toPlainText(sumBy(unpriced, ({ revenue }) => toDecimal(revenue))))} ${report.currency}`,
    joinFirst(models, NAMED_MAX, rows.comma),
  );
}

/** What the reader may state to know more, each with the way to where it is stated; nowhere but on the page. */
export function asks(view: View): Part {
  const { report, words, act } = view;
  const { asks: say, rows } = words;
  if (!act?.state) return null;
  const line = (text: string | false | undefined, place: Stated, label: string) =>
    text &&
    h('li', [
      text,
      ' ',
      button({ class: 'quiet', id: `state-${place}`, onClick: () => act.state?.(place) }, label),
    ]);
  const lacking = Object.groupBy(leftOut(report), ({ currency }) =>
    isNoCurrency(currency) ? 'nameless' : 'named',
  );
  const sums = (lacking.named ?? [])
    .map(({ currency, amount }) => `${shown(amount)} ${currency}`)
    .join(rows.comma);
  const lines = [
    line(sums !== '' && say.noRate(sums, report.currency), 'rates', say.rate),
    line(
      lacking.nameless && say.noCurrency(shown(lacking.nameless[0]?.amount ?? '')),
      'paymentsCurrency',
      say.currency,
    ),
    line(
      unpricedLine(view) ?? (isByTotals(report) && !('estimate' in report.summary) && say.noPrices),
      'prices',
      say.prices,
    ),
  ].filter(Boolean);
  return lines.length > 0 && h('ul.sentences.asks', lines);
}
