import type { Language } from '../../../language.ts';
import type { HourRow } from '../../../schemas/report.ts';
import { nameZone, toWallTime } from '../../../zoned-time.ts';
import { CAUSES_FIRST, type CauseLine } from '../../answer/cause-lines.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import { h } from '../element.ts';
import { formatCauseNumber, gainOrLoss, money, negate, toLength } from '../figures.ts';
import { sumSide } from '../selection.ts';
import type { Actions, KeyInput, PointerInput, View, ViewPart } from '../view.ts';
import { type ViewState, withFilters } from '../view-state.ts';
import { type Chart, chartParts, chartViewBox, chartWidth, findBarAt } from './chart.ts';

/** Approximate number of labels below the axis. */
const LABELS = 8;
const LABELS_NARROW = 3;

/** Figures of a bar: a day (`2026-03-10`), or an hour (`2026-03-10T14`) if there is only one day. */
type Time = Omit<HourRow, 'hour'> & {
  readonly at: string;
  /** Money lost by the findings that the filters select, below 0. Only then. */
  readonly lost?: string;
};

function timesOf(view: View): readonly Time[] {
  const { hours, report, found, days = {} } = view;
  const times =
    hours?.map(({ hour, ...line }) => ({ ...line, at: hour })) ??
    report.summary.byDay.toReversed().map(({ day, ...line }) => ({ ...line, at: day }));
  if (!found.isFiltered) return times;
  const byTime = Map.groupBy(found.findings, ({ id }) => days[id]);
  return times.map((time) => ({
    ...time,
    lost: negate(sumSide(view, byTime.get(time.at) ?? [], 'lost')),
  }));
}

const amountOf = ({ lost, margin, revenue }: Time): string => lost ?? margin ?? revenue;

const hourOf = (at: string): string | undefined => at.split('T')[1];

/** Name of a bar: `14:00–15:00`, or a date in words. */
function nameOf({ at }: Time, language: Language): string {
  const hour = hourOf(at);
  return hour === undefined
    ? answerWords[language].date(at)
    : `${hour}:00–${String(Number(hour) + 1).padStart(2, '0')}:00`;
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
  const last = times.length - 1;
  return times.map((time, at) =>
    at === last || (at % step === 0 && last - at >= step) ? shortName(time, language) : '',
  );
}

/** Numbers of the first causes by the index of the day on which they began. */
function flagsOf(times: readonly Time[], lines: readonly CauseLine[]): Map<number, string> {
  const flags = new Map<number, string>();
  for (const [index, { since }] of lines.slice(0, CAUSES_FIRST).entries()) {
    const [flag, at] = [formatCauseNumber(index), times.findIndex(({ at }) => at === since)];
    // Skip causes that already exist on the first day, because they may have begun earlier.
    if (at > 0) flags.set(at, (flags.get(at) ?? '') + flag);
  }
  return flags;
}

const END = 'T00:00:00.000Z';

/** Indexes of days of which the period covers only a part. */
function partialOf(times: readonly Time[], { report, timeZone = 'UTC' }: View): Set<number> {
  const { period } = report.summary;
  const bounds = [period.start, period.end].flatMap((bound) =>
    bound ? new Date(toWallTime(Date.parse(bound), timeZone)).toISOString() : [],
  );
  const cut = bounds.flatMap((bound) => (bound.endsWith(END) ? [] : bound.slice(0, 10)));
  return new Set(times.flatMap(({ at }, index) => (cut.includes(at) ? [index] : [])));
}

/** Name and figures of the selected bar. */
const selection = (time: Time, { words: { tables }, language, report }: View): ViewPart =>
  h('output.told', [
    h('strong', nameOf(time, language)),
    time.lost === undefined
      ? [
          (['margin', 'revenue', 'cost'] as const).map((name) => {
            const exact = time[name];
            return exact !== null && h('span', `${tables[name]} `, gainOrLoss(exact, report.currency));
          }),
          h('span', `${tables.requests} `, h('b', time.requests.toLocaleString('en-US'))),
        ]
      : h('span', `${tables.lost} `, money(negate(time.lost), report.currency)),
  ]);

/** Indexes of the first and last bar that the user has selected. */
function chosenOf(times: readonly Time[], { from, to }: View['state']): [number, number] | undefined {
  if (from === '') return undefined;
  const first = times.findIndex(({ at }) => at >= from);
  const last = times.findLastIndex(({ at }) => at <= (to || from));
  return first === -1 || last < first ? undefined : [first, last];
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
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: times.length - 1 }[event.key];
      if (event.key === 'Escape' && state.from !== '')
        act.changeState(withFilters({ from: '', to: '' }), true);
      if (next === undefined) return;
      event.preventDefault();
      const to = Math.max(0, Math.min(times.length - 1, next));
      choose(event.shiftKey ? times.findIndex(({ at }) => at === state.from) : to, to, false);
    },
  };
}

/**
 * Bar chart of the margin (without a bill, of the revenue) by day, or by hour if there is only one day. Numbers mark
 * the days on which causes began. Null if there are fewer than two bars.
 * @param lines causes with their texts, as `buildCauseLines` returns them
 */
export function dayChart(view: View, lines: readonly CauseLine[]): ViewPart {
  const { report, words, language, state, hours } = view;
  const times = timesOf(view);
  const [first] = times;
  const last = times.at(-1);
  if (!first || !last || times.length < 2) return null;
  const values = times.map((time) => toLength(amountOf(time)));
  const worst = values.indexOf(Math.min(...values));
  const chosen = chosenOf(times, state) ?? [worst, worst];
  const at = chosen[1];
  const flags = flagsOf(times, lines);
  const partial = partialOf(times, view);
  const [labels, width] = [labelsOf(times, view), chartWidth(view.isNarrow)];
  const chart: Chart = { values, flags, partial, width, labels, chosen };
  const { days: say } = words;
  const label = say.label({
    from: nameOf(first, language),
    to: nameOf(last, language),
    worst: nameOf(times[worst] as Time, language),
    amount: `${amountOf(times[worst] as Time)} ${report.currency}`,
  });
  const svg = { viewBox: chartViewBox(chart), class: 'days', role: 'img', 'aria-label': label };
  const parts = chartParts(chart);
  const hints = [
    view.act && say.hint(nameZone(view.timeZone ?? 'UTC')),
    flags.size > 0 && say.flags,
    partial.size > 0 && say.partial,
  ];
  const figure = say[first.lost !== undefined ? 'lost' : first.margin === null ? 'revenue' : 'margin'];
  return h('section.card.chart', { 'aria-labelledby': 'days' }, [
    h('h2', { id: 'days' }, figure[hours ? 'hours' : 'days'], h('span.unit', report.currency)),
    selection(times[at] as Time, view),
    h(
      'svg',
      { ...svg, ...(view.act && { tabindex: 0, ...listeners(times, chart, at, view.act, state) }) },
      parts,
    ),
    h('p.hint', hints.filter(Boolean).join(' ')),
  ]);
}
