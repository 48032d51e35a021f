import type { VNode } from 'preact';
import { shown, shownInColumn } from '../answer/shown.ts';
import { h } from './element.ts';

const NO_BREAK = '\u00a0';

/** An amount as it is read, the exact one in its title; its currency never stands on another line. */
export const money = (exact: string, currency: string, kind = 'amount'): VNode =>
  h('span', { class: kind, title: `${exact} ${currency}` }, `${shown(exact)}${NO_BREAK}${currency}`);

/** Spaces as wide as a digit, where digits are all of one width. */
const DIGIT = '\u2007';

/** Cells of a column, their points below each other: as they are read, with the exact amount. */
export const column = (exact: readonly (string | null)[]): { text: string; title: string }[] =>
  shownInColumn(exact).map((text, at) => ({
    text: text === null ? '–' : text.replaceAll(' ', DIGIT),
    title: exact[at] ?? '',
  }));

export const isLoss = (exact: string | null | undefined): boolean =>
  exact?.startsWith('-') === true && shown(exact) !== '0';
export const negated = (exact: string): string =>
  exact === '0' ? exact : exact.startsWith('-') ? exact.slice(1) : `-${exact}`;

/** An amount that may be lost. */
export const gained = (exact: string, currency: string): VNode =>
  money(exact, currency, isLoss(exact) ? 'amount loss-text' : 'amount');

const FLAGS = '①②③④⑤⑥⑦⑧⑨⑩';

/** The number of a cause in the chart and beside its sentence; nothing for those far below. */
export const flagOf = (place: number): string => FLAGS[place] ?? '';

/** A money text as a length on the screen; nothing is computed with it. */
export const lengthOf = (exact: string | null | undefined): number => Number(exact ?? 0);

/** A currency never wraps away from its figure, nor a channel's or customer's id from what it is. */
const bound = (sentence: string): string =>
  sentence.replace(/(\d) (?=[A-Z]{3}\b)|\b(channel|customer|渠道|客户) (?=\S)/g, `$1$2${NO_BREAK}`);

/** A name with what stands right before and behind it: a line neither begins with a comma nor ends with a bracket. */
const NAME = /([(（“]?[\w.:/@-]+[)）”、，。；：,;:.]*)/;

/** A name from its first letter that runs to the left: what stands beside it stays where it is. */
const LEFTWARD = /([\p{Script=Hebrew}\p{Script=Arabic}][^\s)），,;:：；]*)/u;

/** A sentence in which names such as `gpt-4o` and amounts stay on one line, where a line holds them. */
export const unbroken = (sentence: string): (string | VNode)[] =>
  bound(sentence)
    .split(LEFTWARD)
    .flatMap((text, at) =>
      at % 2 === 1
        ? h('bdi', text)
        : text.split(NAME).map((part) => (part.indexOf('-') > 0 ? h('span.unbroken', part) : part)),
    );

/** With its sign, as a step of a sum. */
export const signed = (exact: string): string => (isLoss(exact) ? shown(exact) : `+${shown(exact)}`);
