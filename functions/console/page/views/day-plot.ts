import type { DayLine } from '#shared/schemas/report.ts';
import { h, svg } from '../element.ts';
import type { Words } from '../words/words.ts';
import { barLength } from './bar-length.ts';
import type { View } from './view.ts';

const WIDTH = 960;
const HEIGHT = 220;
const SIDE = 8;
const BOTTOM = 22;
const TOP = 14;
/** Widest bar: a single day is no wall. */
const BAR_MAX = 36;
/** Labels below the axis, about. */
const LABELS = 8;

interface Scale {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly bar: number;
}

function scaleOf(values: readonly number[]): Scale {
  const high = Math.max(0, ...values);
  const span = high - Math.min(0, ...values) || 1;
  const step = (WIDTH - 2 * SIDE) / values.length;
  return {
    x: (index) => SIDE + step * (index + 0.5),
    y: (value) => TOP + ((high - value) / span) * (HEIGHT - TOP - BOTTOM),
    bar: Math.min(step * 0.72, BAR_MAX),
  };
}

const amountOf = ({ margin, revenue }: DayLine): string => margin ?? revenue;

const shortDate = (day: string, language: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
  });

function labels(days: readonly DayLine[], { x }: Scale, language: string): SVGElement[] {
  const step = Math.max(1, Math.ceil((days.length - 1) / (LABELS - 1)));
  const last = days.length - 1;
  return days.flatMap(({ day }, index) => {
    if (index !== last && (index % step !== 0 || last - index < step)) return [];
    const isCrowded = days.length > LABELS / 2;
    const anchor = isCrowded && index === 0 ? 'start' : isCrowded && index === last ? 'end' : 'middle';
    return [svg('text', { x: x(index), y: HEIGHT - 5, 'text-anchor': anchor }, shortDate(day, language))];
  });
}

const bars = (values: readonly number[], { x, y, bar }: Scale): SVGElement[] =>
  values.map((value, index) => {
    const place = { x: x(index) - bar / 2, y: Math.min(y(value), y(0)), width: bar, rx: 2 };
    const height = value === 0 ? 0 : Math.max(1, Math.abs(y(value) - y(0)));
    return svg('rect', { ...place, height, class: value < 0 ? 'loss' : 'gain' });
  });

/** A day in words and exact figures. */
function told({ day, requests, revenue, cost, margin }: DayLine, { days, tables }: Words): HTMLElement[] {
  const figures: [string, string | null][] = [
    [tables.margin, margin],
    [tables.revenue, revenue],
    [tables.cost, cost],
    [tables.requests, String(requests)],
  ];
  return [
    h('strong', {}, days.date(day)),
    ...figures.flatMap(([name, value]) =>
      value === null ? [] : [h('span', {}, `${name} `, h('b', {}, value))],
    ),
  ];
}

function table(days: readonly DayLine[], { words }: View): HTMLElement {
  const { tables } = words;
  const heads = [words.days.day, tables.requests, tables.revenue, tables.cost, tables.margin];
  const head = (text: string, index: number) =>
    h('th', { scope: 'col', class: index > 0 ? 'num' : '' }, text);
  const line = ({ day, requests, revenue, cost, margin }: DayLine) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, day),
      [String(requests), revenue, cost ?? '–', margin ?? '–'].map((cell) => h('td', { class: 'num' }, cell)),
    );
  return h(
    'details',
    { class: 'as-table' },
    h('summary', {}, words.days.table),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': words.days.table },
      h('table', {}, h('thead', {}, h('tr', {}, heads.map(head))), h('tbody', {}, days.map(line))),
    ),
  );
}

/** The bars, of which one is chosen by pointer or arrow keys; `tell` is called with its day. */
function plot(
  days: readonly DayLine[],
  worst: number,
  label: string,
  language: string,
  tell: (index: number) => void,
) {
  const values = days.map((day) => barLength(amountOf(day)));
  const scale = scaleOf(values);
  const drawn = bars(values, scale);
  let chosen = worst;
  const choose = (index: number) => {
    drawn[chosen]?.classList.remove('chosen');
    chosen = Math.max(0, Math.min(days.length - 1, index));
    drawn[chosen]?.classList.add('chosen');
    tell(chosen);
  };
  const onkeydown = (event: Event) => {
    const { key } = event as KeyboardEvent;
    const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: days.length }[key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const onpointermove = (event: Event) => {
    const { left, width } = figure.getBoundingClientRect();
    const x = (((event as PointerEvent).clientX - left) / width) * WIDTH;
    choose(Math.floor(((x - SIDE) / (WIDTH - 2 * SIDE)) * days.length));
  };
  const zero = scale.y(0);
  const figure = svg(
    'svg',
    {
      ...{ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'days', role: 'img', tabindex: 0, 'aria-label': label },
      ...{ onkeydown, onpointermove },
    },
    drawn,
    svg('line', { class: 'zero', x1: SIDE, x2: WIDTH - SIDE, y1: zero, y2: zero }),
    labels(days, scale, language),
  );
  choose(worst);
  return figure;
}

/** Margin (without a bill: revenue) over days: bars from the zero line, losses below it, and the chosen day in words. */
export function dayPlot(view: View): HTMLElement | null {
  const { report, words, language } = view;
  const days = report.summary.byDay.toReversed();
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || days.length < 2) return null;
  const values = days.map((day) => barLength(amountOf(day)));
  const worst = values.indexOf(Math.min(...values));
  const worstDay = days[worst] as DayLine;
  const label = words.days.label({
    ...{ from: words.days.date(first.day), to: words.days.date(last.day) },
    ...{ worst: words.days.date(worstDay.day), amount: `${amountOf(worstDay)} ${report.currency}` },
  });
  const output = h('output', { class: 'told' });
  const tell = (index: number) => output.replaceChildren(...told(days[index] as DayLine, words));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'days' },
    h(
      'h2',
      { id: 'days' },
      first.margin === null ? words.days.revenueHeading : words.days.heading,
      h('span', { class: 'unit' }, report.currency),
    ),
    output,
    plot(days, worst, label, language, tell),
    h('p', { class: 'hint' }, words.days.hint),
    table(days, view),
  );
}
