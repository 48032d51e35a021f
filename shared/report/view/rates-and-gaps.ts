import { sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { joinFirst } from '../../sentence.ts';
import { isByTotals } from '../answer/compared.ts';
import type { GapLine } from '../answer/first-lines.ts';
import { formatAmount } from '../answer/format-amount.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { button, h, list } from './element.ts';
import { splitUnbroken } from './figures.ts';
import type { View, ViewPart } from './view.ts';

/** What the operator's rates and prices come to, below the figures that rest on them. */
export function rateAndPriceList({ stated: lines = [] }: View): ViewPart {
  return lines.length > 0 && list(lines, { class: 'sentences stated' });
}

/** Models that are named as lacking a price. */
const NAMED_MAX = 5;

/** Sales without a price, and what they earned. */
function unpricedLine({ unpriced = [], report, words }: View): string | undefined {
  if (unpriced.length === 0) return undefined;
  const { asks: priceRequest, rows } = words;
  const models = unpriced.map(({ model }) => model);
  return priceRequest.unpriced(
    unpriced.reduce((sum, { requests }) => sum + requests, 0),
    `${formatAmount(toPlainText(sumBy(unpriced, ({ revenue }) => toDecimal(revenue))))} ${report.currency}`,
    joinFirst(models, NAMED_MAX, rows.comma),
  );
}

/** The gaps in one line each, with the way to what closes them; on paper the sentences alone. */
export function gapList(gaps: readonly GapLine[], { act, language }: View): ViewPart {
  const { actions } = answerWords[language];
  const lines = gaps.flatMap(({ text, action, remedy, gap }) => {
    const isOpen = act?.state !== undefined && action !== undefined;
    // A question about a file is answered in its export or its settings.
    const parts = [text, gap.about === 'question' ? remedy : ''].filter(Boolean).join(' ');
    if (parts === '' && !isOpen) return [];
    const attributes = {
      class: 'quiet',
      id: `state-${action}`,
      onClick: () => action && act?.state?.(action),
    };
    return [h('li', [splitUnbroken(parts), ' ', isOpen && button(attributes, actions[action].button)])];
  });
  return lines.length > 0 && h('ul.sentences.gaps', lines);
}

/** What the reader may state to know more than the bill shows; nowhere but on the page. */
export function asks(view: View): ViewPart {
  const { report, words, act } = view;
  const { asks: say } = words;
  if (!act?.state) return null;
  const text = unpricedLine(view) ?? (isByTotals(report) && !('estimate' in report.summary) && say.noPrices);
  if (!text) return null;
  const attributes = { class: 'quiet', id: 'state-prices', onClick: () => act.state?.('prices') };
  return h('ul.sentences.asks', h('li', text, ' ', button(attributes, say.prices)));
}
