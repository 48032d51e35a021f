import { sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { joinFirst } from '../../sentence.ts';
import { isByTotals } from '../answer/compared.ts';
import type { GapLine } from '../answer/first-lines.ts';
import { formatAmount } from '../answer/format-amount.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { button, h, list } from './element.ts';
import { splitUnbroken } from './figures.ts';
import type { View, ViewPart } from './view.ts';

/**
 * List of sentences about the currency rates and the purchase prices that the operator entered. False if there are no
 * sentences.
 */
export function rateAndPriceList({ stated: lines = [] }: View): ViewPart {
  return lines.length > 0 && list(lines, { class: 'sentences stated' });
}

/** Most models without a price that are named. */
const NAMED_MAX = 5;

/** Sentence about sales without a price, and their revenue. */
function unpricedLine({ unpriced = [], report, words }: View): string | undefined {
  if (unpriced.length === 0) return undefined;
  const { asks: texts, rows } = words;
  const models = unpriced.map(({ model }) => model);
  return texts.unpriced(
    unpriced.reduce((sum, { requests }) => sum + requests, 0),
    `${formatAmount(toPlainText(sumBy(unpriced, ({ revenue }) => toDecimal(revenue))))} ${report.currency}`,
    joinFirst(models, NAMED_MAX, rows.comma),
  );
}

/**
 * List of notes about models, and of gaps in the data, such as payments without a currency. Each gap has buttons for the
 * actions that may close it, except on paper.
 */
export function noteList(
  notes: readonly string[],
  gaps: readonly GapLine[],
  { act, language }: View,
): ViewPart {
  const words = answerWords[language];
  const lines = gaps.flatMap(({ text, actions, gap }) => {
    const buttons = actions.flatMap((action) => {
      const attributes = {
        class: 'quiet',
        id: `state-${action}`,
        onClick: () => act?.openSetting?.(action),
      };
      return act?.openSetting ? [' ', button(attributes, words.actions[action])] : [];
    });
    // Add the remedy of a question about a file: the question has no button, because the page cannot answer it.
    const parts = [text, gap.about === 'question' ? gap.remedy : ''].filter(Boolean).join(' ');
    return parts === '' && buttons.length === 0 ? [] : h('li', [splitUnbroken(parts), buttons]);
  });
  const items = [...notes.map((note) => h('li', splitUnbroken(note))), ...lines];
  return items.length > 0 && h('ul.sentences.gaps', items);
}

/**
 * Sentence that asks for missing purchase prices, with a button that opens the form. Adds where to get prices of a list
 * that the page lacks. Null if none are missing, and in a saved report.
 */
export function priceRequest(view: View): ViewPart {
  const { report, words, act, priceHint, language } = view;
  const { asks: texts } = words;
  if (!act?.openSetting) return null;
  const text =
    unpricedLine(view) ?? (isByTotals(report) && !('estimate' in report.summary) && texts.noPrices);
  if (!text) return null;
  const attributes = { class: 'quiet', id: 'state-prices', onClick: () => act.openSetting?.('prices') };
  return h('ul.sentences.asks', [
    h('li', text, ' ', button(attributes, texts.prices)),
    priceHint && h('li', priceHint[language]),
  ]);
}
