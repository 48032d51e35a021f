import type { VNode } from 'preact';
import { sumBy, toDecimal } from '../../../money/money.ts';
import {
  CAUSES_FIRST,
  type CauseLine,
  displayAmountOf,
  formatSums,
  formatUnlistedSums,
  isMajor,
} from '../../answer/cause-lines.ts';
import { h } from '../element.ts';
import type { View, ViewPart } from '../view.ts';
import { causeItem, expandable } from './cause-item.ts';

/** Formats the sums of causes by side. */
const sumsOf = (lines: readonly CauseLine[], { language, report }: View): string =>
  formatSums((side) => sumCauses(lines.filter((line) => line.side === side)), report.currency, language);

/** List of causes, the first of which has the index `from` among all causes. `lead` precedes the remedy of the first. */
function list(lines: readonly CauseLine[], from: number, view: View, lead = ''): VNode {
  const items = lines.map((line, at) => causeItem(line, from + at, view, at === 0 ? lead : ''));
  return h('ol.causes', items);
}

const CAUSES_MOST = 5;
/** Share of the money that may be in causes that are not shown at first. */
const REST_MOST = 0.1;

const sumCauses = (lines: readonly CauseLine[]) =>
  sumBy(lines, ({ cause }) => toDecimal(displayAmountOf(cause)));

/** Counts the causes to show at first: three, or up to five until they have 90 % of the money. */
function countFirst(lines: readonly CauseLine[]): number {
  const most = sumCauses(lines).times(REST_MOST);
  return (
    [CAUSES_FIRST, CAUSES_FIRST + 1].find((count) => sumCauses(lines.slice(count)).lte(most)) ?? CAUSES_MOST
  );
}

/**
 * Lists the causes: the first three to five, then three expandable sections with the rest, with causes of small amounts, and
 * with causes that need no action.
 * @param isFirst whether there is more to do, of which the first cause is to be done first
 */
export function causeSection(lines: readonly CauseLine[], isFirst: boolean, view: View): ViewPart[] {
  const { report, words } = view;
  const { causes: say } = words;
  const grave = lines.filter(isMajor);
  const small = lines.filter(({ isSmall }) => isSmall);
  const count = countFirst(grave);
  const [first, rest] = [grave.slice(0, count), grave.slice(count)];
  const records = lines.filter(({ side }) => side === 'record');
  const further = (id: string, summary: string, some: readonly CauseLine[], from: number) =>
    some.length > 0 && expandable('further', id, summary, () => list(some, from, view), view);
  const cut = formatUnlistedSums(report, view.language);
  return [
    first.length > 0 && list(first, 0, view, isFirst ? say.first : ''),
    further('more', say.more(rest.length, sumsOf(rest, view)), rest, first.length),
    further('small', say.small(small.length, sumsOf(small, view)), small, grave.length),
    further('records', say.records(records.length), records, grave.length + small.length),
    cut !== undefined && h('p.hint', say.cut(report.summary.causes.length, cut)),
  ];
}
