import type { ComponentChildren } from 'preact';
import { sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { joinFirst } from '../../sentence.ts';
import { isByTotals } from '../answer/compared.ts';
import type { GapLine } from '../answer/first-lines.ts';
import { formatAmount } from '../answer/format-amount.ts';
import { gapActions } from '../answer/words/gap-actions.ts';
import { button, h, list } from './element.ts';
import { splitUnbroken } from './figures.ts';
import type { View, ViewPart } from './view.ts';

/**
 * List of sentences about the currency rates and the purchase prices that the operator entered. False if there are no
 * sentences.
 */
export function rateAndPriceList({ stated: lines }: View): ViewPart {
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

/** The gaps in the data, and whether notes or causes ask for something else. */
interface Shown {
  readonly gaps: readonly GapLine[];
  readonly hasOthers: boolean;
}

/** Whether the headline is about a gap, which then has no line of its own. */
const isOfHeadline = ({ text, gap }: GapLine): boolean => text === '' && gap.about !== 'question';

/**
 * Buttons for the actions that may close a gap, without those of gaps above it. Only the first of all looks like a
 * button, and none if notes or causes ask for something else. Empty in a saved report.
 */
function gapButtons(line: GapLine, { gaps, hasOthers }: Shown, { act, language }: View): ComponentChildren[] {
  const above = gaps.slice(0, gaps.indexOf(line)).flatMap(({ actions }) => actions);
  return line.actions.flatMap((action, index) => {
    const onClick = () => act?.openSetting?.(action, line.gap);
    const isFirst = above.length + index === 0 && (!hasOthers || isOfHeadline(line));
    return act?.openSetting && !above.includes(action)
      ? [
          ' ',
          button(
            { class: isFirst ? 'primary' : 'quiet', id: `state-${action}`, onClick },
            gapActions[language][action](line.gap),
          ),
        ]
      : [];
  });
}

/**
 * Items that ask for missing purchase prices, and say where to get prices of a list that the page lacks. Empty if none
 * are missing, and in a saved report.
 */
function priceRequest(view: View): ViewPart[] {
  const { report, words, act, priceHint, language } = view;
  const { asks: texts } = words;
  if (!act?.openSetting) return [];
  const text =
    unpricedLine(view) ?? (isByTotals(report) && !('estimate' in report.summary) && texts.noPrices);
  if (!text) return [];
  const attributes = { class: 'quiet', id: 'state-prices', onClick: () => act.openSetting?.('prices') };
  const hint = priceHint && h('li.hint', priceHint[language]);
  return [h('li.hint', text, ' ', button(attributes, texts.prices)), hint ?? null];
}

/** Buttons for the gap of the headline, to show below it. */
export function headlineButtons(shown: Shown, view: View): ViewPart {
  const buttons = shown.gaps.filter(isOfHeadline).flatMap((line) => gapButtons(line, shown, view));
  return buttons.length > 0 && h('p', buttons);
}

/**
 * List of notes about models, of gaps in the data, such as payments without a currency, and of missing purchase prices.
 * Gaps and prices have buttons for what may close them, except on paper.
 */
export function noteList(notes: readonly string[], shown: Shown, view: View): ViewPart {
  const lines = shown.gaps.flatMap((line) => {
    const { text, gap } = line;
    // Add the remedy of a question about a file: the question has no button, because the page cannot answer it.
    const parts = [text, gap.about === 'question' ? gap.remedy : ''].filter(Boolean).join(' ');
    return isOfHeadline(line) ? [] : h('li', splitUnbroken(parts), gapButtons(line, shown, view));
  });
  const items = [...notes.map((note) => h('li', splitUnbroken(note))), ...lines, ...priceRequest(view)];
  return items.length > 0 && h('ul.sentences.gaps', items);
}
