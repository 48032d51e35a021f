import type { VNode } from 'preact';
import { formatAmount, formatAmounts } from '../answer/format-amount.ts';
import { h } from './element.ts';

/** Space at which lines are not broken. */
export const NO_BREAK = '\u00a0';

/**
 * Creates an element with a rounded amount and its currency, which are not broken across lines. Its title is the exact
 * amount.
 * @param kind class of the element
 * @param text the rounded amount
 */
export const money = (exact: string, currency: string, kind = 'amount', text = formatAmount(exact)): VNode =>
  h('span', { class: kind, title: `${exact} ${currency}` }, `${text}${NO_BREAK}${currency}`);

/** Space as wide as a digit. */
const DIGIT = '\u2007';

/**
 * Formats the amounts of a table column with aligned decimal points. `text` is rounded, `title` is the exact amount.
 */
export const formatColumnCells = (exact: readonly (string | null)[]): { text: string; title: string }[] =>
  formatAmounts(exact).map((text, at) => ({
    text: text === null ? '–' : text.replaceAll(' ', DIGIT),
    title: exact[at] ?? '',
  }));

/** Whether an amount is still negative after it is rounded for display. */
export const isVisibleLoss = (exact: string | null | undefined): boolean =>
  exact?.startsWith('-') === true && formatAmount(exact) !== '0';
/** Negates an exact amount. */
export const negate = (exact: string): string =>
  exact === '0' ? exact : exact.startsWith('-') ? exact.slice(1) : `-${exact}`;

/** Returns the class of an amount: in the style of a loss if it is negative. */
export const gainOrLoss = (exact: string): string => (isVisibleLoss(exact) ? 'amount loss-text' : 'amount');

const FLAGS = '①②③④⑤⑥⑦⑧⑨⑩';

/** Formats the index of a cause as a circled number: ① for 0. Empty from the eleventh cause on. */
export const formatCauseNumber = (index: number): string => FLAGS[index] ?? '';

/** Converts an exact amount to a number for drawing, not for computing. An absent amount is 0. */
export const toLength = (exact: string | null | undefined): number => Number(exact ?? 0);

/** Joins an amount and its currency, a day and its month, and "channel" or "customer" and the id, with no-break spaces. */
const joinWithNoBreak = (sentence: string): string =>
  sentence.replace(/(\d) (?=[A-Z%])|\b(channel|customer|渠道|客户) (?=\S)/g, `$1$2${NO_BREAK}`);

/** Matches a name with adjacent punctuation, so that no line begins with a comma or ends with a bracket. */
const NAME = /([(（“]?[\w.:/@-]+[)）”、，。；：,;:.]*)/;

/** Matches a name in a right-to-left script. Isolating it keeps the text around it in order. */
const LEFTWARD = /([\p{Script=Hebrew}\p{Script=Arabic}][^\s)），,;:：；]*)/u;

/** Splits a sentence into parts so that names such as `gpt-4o` and amounts are not broken across lines. */
export const splitUnbroken = (sentence: string): (string | VNode)[] =>
  joinWithNoBreak(sentence)
    .split(LEFTWARD)
    .flatMap((text, at) =>
      at % 2 === 1
        ? h('bdi', text)
        : text.split(NAME).map((part) => (part.indexOf('-') > 0 ? h('span.unbroken', part) : part)),
    );
