import type { Language } from '../../../language.ts';
import { type Decimal, sumBy, toDecimal, toPlainText, ZERO } from '../../../money/money.ts';
import type { HourRow } from '../../../schemas/report.ts';
import { nameZone, toWallTime } from '../../../zoned-time.ts';
import { isTiny } from '../../answer/answer-input.ts';
import { CAUSES_FIRST, type CauseLine, isMajor } from '../../answer/cause-lines.ts';
import {
  computeComparedFigures,
  computeMissedRevenue,
  computeShownRevenue,
  hasUncompared,
  isUncompared,
  withoutUnbilled,
} from '../../answer/compared.ts';
import { findDaysOfFigures } from '../../answer/first-lines.ts';
import { formatCalculation, formatCount } from '../../answer/format-amount.ts';
import { computeScope } from '../../answer/scope.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { formatWithCurrency } from '../../answer/words/parts.ts';
import { h } from '../element.ts';
import { formatCauseNumber, gainOrLoss, money, negate, toLength } from '../figures.ts';
import type { Actions, KeyInput, PointerInput, View, ViewPart } from '../view.ts';
import { type ViewState, withFilters } from '../view-state.ts';
import { type Chart, chartParts, chartViewBox, chartWidth, findBarAt } from './chart.ts';

/** Approximate number of labels below the axis. */
const LABELS = 8;
const LABELS_NARROW = 3;

/** Figures of a bar: a day (`2026-03-10`), or an hour (`2026-03-10T14`) if there is only one day. */
type Time = Omit<HourRow, 'hour'> & {
  readonly at: string;
  /** Certain losses and debts; with filters, those of the selected findings. */
  readonly lost: string;
  readonly owed: string;
};

/**
 * Sums, by day or hour, the revenue of requests without a bill row, which the figures leave out. Empty if there is none,
 * or if the report does not list all of these requests.
 */
function sumMissedByTime({ all, days }: View): ReadonlyMap<string, Decimal> {
  const missed = computeMissedRevenue(all.report);
  const byTime = new Map<string, Decimal>();
  if (missed.isZero()) return byTime;
  for (const { code, id, amount } of all.report.findings) {
    const time = code === 'unmatched_downstream' ? days[id] : undefined;
    if (time !== undefined) byTime.set(time, (byTime.get(time) ?? ZERO).plus(toDecimal(amount ?? '0')));
  }
  return sumBy([...byTime.values()], (amount) => amount).eq(missed) ? byTime : new Map();
}

function timesOf(view: View): readonly Time[] {
  const { hours, report, found, losses } = view;
  const times =
    hours.length > 0
      ? hours.map(({ hour, ...line }) => ({ ...withoutUnbilled(line), at: hour }))
      : report.summary.byDay.toReversed().map(({ day, ...line }) => ({ ...line, at: day }));
  const groups = (found.isFiltered ? found : losses.dated).groupBy('day');
  const missed = sumMissedByTime(view);
  return times.map((time) => {
    const { lost, owed } = groups.get(time.at)?.sums ?? { lost: '0', owed: '0' };
    const without = (exact: string) => toPlainText(toDecimal(exact).minus(missed.get(time.at) ?? ZERO));
    const margin = time.margin === null ? null : without(time.margin);
    return { ...time, revenue: without(time.revenue), margin, lost, owed };
  });
}

/** Value of a bar. With filters, what was lost, below 0. */
const amountOf = (time: Time, { found }: View): string =>
  found.isFiltered ? negate(time.lost) : isUncompared(time) ? '0' : (time.margin ?? time.revenue);

const hourOf = (at: string): string | undefined => at.split('T')[1];

/** Name of one or several bars by the times of the first and last: `14:00–15:00`, or dates in words. */
function nameOf(from: string, to: string, language: Language): string {
  const hour = hourOf(from);
  return hour === undefined
    ? answerWords[language].span({ from, to })
    : `${hour}:00–${String(Number(hourOf(to)) + 1).padStart(2, '0')}:00`;
}

function shortName({ at }: Time, language: Language): string {
  const hour = hourOf(at);
  if (hour !== undefined) return `${hour}:00`;
  return new Date(`${at}T00:00:00Z`).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}

function labelsOf(times: readonly Time[], { language, isNarrow }: View): string[] {
  const most = isNarrow ? LABELS_NARROW : LABELS;
  const step = Math.max(1, Math.ceil((times.length - 1) / (most - 1)));
  return times.map((time, at) => ((times.length - 1 - at) % step === 0 ? shortName(time, language) : ''));
}

/** Numbers of the first causes, and the index of the day on which each began. */
function flagsOf(times: readonly Time[], lines: readonly CauseLine[]): Chart['flags'] {
  const first = times.findIndex((time) => !isUncompared(time));
  return (
    lines
      .filter(isMajor)
      .slice(0, CAUSES_FIRST)
      .map(({ since, side }, index) => ({
        at: times.findIndex(({ at }) => at === since),
        text: formatCauseNumber(index),
        side,
      }))
      // Skip causes that already exist on the first compared day, because they may have begun earlier.
      .filter(({ at }) => at > first && !isUncompared(times[at] as Time))
  );
}

const END = 'T00:00:00.000Z';

/** Indexes of days of which all or a part is not compared, or outside the period. */
function hatchedOf(times: readonly Time[], { report, timeZone }: View): Set<number> {
  const { period } = report.summary;
  const bounds = [period.start, period.end].flatMap((bound) =>
    bound ? new Date(toWallTime(Date.parse(bound), timeZone)).toISOString() : [],
  );
  const cut = bounds.flatMap((bound) => (bound.endsWith(END) ? [] : bound.slice(0, 10)));
  return new Set(
    times.flatMap((time, index) => (cut.includes(time.at) || hasUncompared(time) ? [index] : [])),
  );
}

/** Look of the bar of a time. */
function kindOf(time: Time, view: View): Chart['kinds'][number] {
  const { found, losses } = view;
  if (isUncompared(time)) return 'uncompared';
  if (!amountOf(time, view).startsWith('-')) return losses.areHidden && time.margin !== null ? 'low' : 'gain';
  return found.isFiltered || losses.isLoss(time.at) ? 'loss' : 'low';
}

/** Money of the log and of the bill that is not compared. */
const sayOutside = (revenue: string, cost: string, { words, report }: View): string => {
  const write = (exact: string) => (isTiny(exact) ? '' : formatWithCurrency(exact, report.currency));
  return words.days.outside(write(revenue), write(cost));
};

/** Name and figures of the selected bar. Without one, the days and figures of the first lines. */
function readout(time: Time | undefined, view: View): ViewPart {
  const { words, language, losses, found, all, report } = view;
  const { tables, days: say } = words;
  const { requests } = computeScope(all.report);
  const { cost, margin } = computeComparedFigures(all.report);
  const sums = { revenue: computeShownRevenue(all.report), cost, margin: margin?.amount ?? null, requests };
  const row: Omit<Time, 'at'> = time ?? { ...sums, lost: found.sums.lost, owed: '0' };
  const isRed = time ? kindOf(time, view) === 'loss' : !losses.areHidden;
  const figure = (name: 'margin' | 'revenue' | 'cost' | 'lost' | 'owed', text?: string) => {
    const exact = row[name];
    const kind = isRed && name === 'margin' ? gainOrLoss(exact ?? '0') : 'amount';
    return exact !== null && h('span', `${tables[name]} `, money(exact, report.currency, kind, text));
  };
  const [marginText, costText, revenueText] =
    row.margin === null || row.cost === null
      ? []
      : formatCalculation([
          { exact: row.margin },
          { exact: row.cost, isChange: true },
          { exact: row.revenue },
        ]);
  const { uncomparedRevenue = '0', uncomparedCost = '0' } = row;
  return h('output.told', [
    h(
      'strong',
      time ? nameOf(time.at, time.at, language) : answerWords[language].days(findDaysOfFigures(all.report)),
    ),
    found.isFiltered
      ? figure('lost')
      : [
          // Losses and debts are of all requests of a day, the other figures only of those that are compared.
          time && (['lost', 'owed'] as const).map((side) => row[side] !== '0' && figure(side)),
          !isUncompared(row) &&
            !(time === undefined && isTiny(row.revenue)) && [
              hasUncompared(row) && h('span', say.compared),
              figure('margin', marginText),
              figure('revenue', revenueText),
              figure('cost', costText),
              h('span', `${tables.requests} `, h('b', formatCount(row.requests))),
            ],
        ],
    hasUncompared(row) && h('span', sayOutside(uncomparedRevenue, uncomparedCost, view)),
  ]);
}

/** Indexes of the first and last bar that the user has selected; -1 if none is. */
function chosenOf(times: readonly Time[], { from, to }: View['state']): [number, number] {
  const first = from === '' ? -1 : times.findIndex(({ at }) => at >= from);
  const last = times.findLastIndex(({ at }) => at <= (to || from));
  return first === -1 || last < first ? [-1, -1] : [first, last];
}

/** Listeners for pointer and keyboard: dragging selects days, arrow keys move the selection, Escape clears it. */
function listeners(times: readonly Time[], chart: Chart, at: number, act: Actions, state: ViewState) {
  const choose = (from: number, to: number, isStep: boolean) => {
    const [first, last] = [times[Math.min(from, to)], times[Math.max(from, to)]];
    act.changeState(withFilters({ from: first?.at ?? '', to: last?.at ?? '' }), isStep);
  };
  const barOf = ({ currentTarget, clientX }: PointerInput) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return findBarAt((clientX - left) / width, chart);
  };
  let from = -1;
  return {
    onPointerDown: (event: PointerInput) => {
      from = barOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event: PointerInput) => {
      if (from !== -1) choose(from, barOf(event), true);
      from = -1;
    },
    onKeyDown: (event: KeyInput) => {
      const last = times.length - 1;
      // Without a selected bar, the left arrow starts at the last one, and the right arrow at the first.
      const next = { ArrowLeft: at < 0 ? last : at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (event.key === 'Escape' && state.from !== '')
        act.changeState(withFilters({ from: '', to: '' }), true);
      if (next === undefined) return;
      event.preventDefault();
      const to = Math.max(0, Math.min(last, next));
      choose(event.shiftKey ? times.findIndex(({ at }) => at === state.from) : to, to, false);
    },
  };
}

/**
 * Bar chart of the margin (without a bill, of the revenue) by day, or by hour if there is only one day. Numbers mark
 * the days on which causes began. Null if there are fewer than two bars.
 */
export function dayChart(view: View, lines: readonly CauseLine[]): ViewPart {
  const { report, words, language, state, hours } = view;
  const times = timesOf(view);
  const [first] = times;
  if (!first || times.length < 2) return null;
  const values = times.map((time) => toLength(amountOf(time, view)));
  const chosen = chosenOf(times, state);
  const at = chosen[1];
  const flags = flagsOf(times, lines);
  const kinds = times.map((time) => kindOf(time, view));
  const hasBar = (index: number) => kinds[index] === 'uncompared' || values[index] !== 0;
  const hatched = new Set([...hatchedOf(times, view)].filter(hasBar));
  const [labels, width] = [labelsOf(times, view), chartWidth(view.isNarrow)];
  const chart: Chart = { values, kinds, flags, hatched, width, labels, chosen };
  const { days: say } = words;
  const svg = { viewBox: chartViewBox(chart), class: 'days', role: 'img', 'aria-labelledby': 'days' };
  const parts = chartParts(chart);
  const { revenue: log, cost: bill } = computeComparedFigures(view.all.report).uncompared;
  const hints = [
    kinds.some((kind, index) => kind === 'low' && hasBar(index)) &&
      (view.losses.areHidden ? say.doubtful : say.low),
    hatched.size > 0 && (isTiny(log) && isTiny(bill) ? say.cut : say.hatched(sayOutside(log, bill, view))),
    flags.length > 0 && say.flags,
    view.act && say.hint(nameZone(view.timeZone)),
  ];
  const figure = view.found.isFiltered ? 'lost' : first.margin === null ? 'revenue' : 'margin';
  const heading = say[hours.length > 0 ? 'byHour' : 'byDay'](words.tables[figure]);
  return h('section.card.chart', { 'aria-labelledby': 'days' }, [
    h('h2', { id: 'days' }, heading, h('span.unit', report.currency)),
    readout(times[at], view),
    h(
      'svg',
      { ...svg, ...(view.act && { tabindex: 0, ...listeners(times, chart, at, view.act, state) }) },
      parts,
    ),
    h('p.hint', hints.filter(Boolean).join(answerWords[language].between)),
  ]);
}
