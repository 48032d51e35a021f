import { CAUSES_FIRST, type CauseLine } from '../../answer/cause-lines.ts';
import { answerWords } from '../../answer/words/answer-words.ts';
import type { DayLine } from '../../schemas/report.ts';
import { flagOf } from '../causes/flags.ts';
import { h } from '../element.ts';
import { isLoss, lengthOf, money } from '../figures.ts';
import { filtered } from '../place.ts';
import type { Part, Pointed, Pressed, View } from '../view.ts';
import { barAt, chartParts, VIEW_BOX } from './chart.ts';

/** Labels below the axis, about. */
const LABELS = 8;

const amountOf = ({ margin, revenue }: DayLine): string => margin ?? revenue;

const shortDate = (day: string, language: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
  });

function labelsOf(days: readonly DayLine[], language: string): string[] {
  const step = Math.max(1, Math.ceil((days.length - 1) / (LABELS - 1)));
  const last = days.length - 1;
  return days.map(({ day }, at) =>
    at === last || (at % step === 0 && last - at >= step) ? shortDate(day, language) : '',
  );
}

/** Numbers of the first causes, on the days on which they began. */
function flagsOf(days: readonly DayLine[], lines: readonly CauseLine[]): Map<number, string> {
  const flags = new Map<number, string>();
  for (const [place, { since }] of lines.slice(0, CAUSES_FIRST).entries()) {
    const [flag, at] = [flagOf(place), days.findIndex(({ day }) => day === since)];
    // What began with the books began before them, for all that one knows.
    if (at > 0) flags.set(at, (flags.get(at) ?? '') + flag);
  }
  return flags;
}

const END = 'T00:00:00.000Z';

/** Days of which the period holds a part only. */
function partialOf(days: readonly DayLine[], { report }: View): Set<number> {
  const { start, end } = report.summary.period;
  const cut = [start, end]
    .filter((bound) => bound !== null && !bound.endsWith(END))
    .map((bound) => bound?.slice(0, 10));
  return new Set(days.flatMap(({ day }, at) => (cut.includes(day) ? [at] : [])));
}

/** The day in words and exact figures. */
const told = ({ day, requests, ...line }: DayLine, { words: { tables }, language, report }: View): Part =>
  h(
    'output',
    { class: 'told' },
    h('strong', {}, answerWords[language].date(day)),
    (['margin', 'revenue', 'cost'] as const).map((name) => {
      const exact = line[name];
      return (
        exact !== null &&
        h(
          'span',
          {},
          `${tables[name]} `,
          money(exact, report.currency, isLoss(exact) ? 'amount loss-text' : 'amount'),
        )
      );
    }),
    h('span', {}, `${tables.requests} `, h('b', {}, requests.toLocaleString('en-US'))),
  );

/** The first and last bar of what the reader has chosen. */
function chosenOf(days: readonly DayLine[], { from, to }: View['place']): [number, number] | undefined {
  if (from === '') return undefined;
  const first = days.findIndex(({ day }) => day >= from);
  const last = days.findLastIndex(({ day }) => day <= (to || from));
  return first === -1 || last < first ? undefined : [first, last];
}

/** Pointer and keys: a drag chooses days, arrows move, Enter is as good as a click. */
function listeners(days: readonly DayLine[], at: number, { act, place }: View) {
  if (!act) return {};
  const choose = (from: number, to: number, isStep: boolean) => {
    const [first, last] = [days[Math.min(from, to)], days[Math.max(from, to)]];
    act.go(filtered({ from: first?.day ?? '', to: last?.day ?? '' }), isStep);
  };
  const barOf = ({ currentTarget, clientX }: Pointed) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return barAt((clientX - left) / width, days.length);
  };
  let from = -1;
  return {
    onPointerDown: (event: Pointed) => {
      from = barOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event: Pointed) => {
      if (from !== -1) choose(from, barOf(event), true);
      from = -1;
    },
    onKeyDown: (event: Pressed) => {
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key];
      if (event.key === 'Escape' && place.from !== '') act.go(filtered({ from: '', to: '' }), true);
      if (next === undefined) return;
      event.preventDefault();
      const to = Math.max(0, Math.min(days.length - 1, next));
      choose(event.shiftKey ? days.findIndex(({ day }) => day === place.from) : to, to, false);
    },
  };
}

/** Margin (without a bill: revenue) over days, with the days on which causes began. */
export function dayChart(view: View, lines: readonly CauseLine[]): Part {
  const { report, words, language, place } = view;
  const days = report.summary.byDay.toReversed();
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || days.length < 2) return null;
  const values = days.map((day) => lengthOf(amountOf(day)));
  const worst = values.indexOf(Math.min(...values));
  const chosen = chosenOf(days, place);
  const at = chosen?.[1] ?? worst;
  const flags = flagsOf(days, lines);
  const partial = partialOf(days, view);
  const { date } = answerWords[language];
  const label = words.days.label({
    ...{ from: date(first.day), to: date(last.day), worst: date((days[worst] as DayLine).day) },
    amount: `${amountOf(days[worst] as DayLine)} ${report.currency}`,
  });
  const hints = [
    view.act && words.days.hint,
    flags.size > 0 && words.days.flags,
    partial.size > 0 && words.days.partial,
  ];
  return h(
    'section',
    { class: 'card chart', 'aria-labelledby': 'days' },
    h(
      'h2',
      { id: 'days' },
      first.margin === null ? words.days.revenue : words.days.margin,
      h('span', { class: 'unit' }, report.currency),
    ),
    told(days[at] as DayLine, view),
    h(
      'svg',
      {
        ...{ viewBox: VIEW_BOX, class: 'days', role: 'img', 'aria-label': label },
        ...(view.act && { tabindex: 0 }),
        ...listeners(days, at, view),
      },
      chartParts({
        values,
        labels: labelsOf(days, language),
        flags,
        partial,
        chosen: chosen ?? [worst, worst],
      }),
    ),
    h('p', { class: 'hint' }, hints.filter(Boolean).join(' ')),
  );
}
