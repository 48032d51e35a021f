import type { VNode } from 'preact';
import { h } from '../element.ts';

/** Look of a bar: above or below 0, lost money, or no bar but a hatched column for a time that is not compared. */
type BarKind = 'gain' | 'low' | 'loss' | 'uncompared';

/** Data of a bar chart over time, drawn as SVG. */
export interface Chart {
  /** Width of the figure, in units of which text is 12 high. */
  readonly width: number;
  readonly values: readonly number[];
  readonly kinds: readonly BarKind[];
  /** Labels below the axis, one per bar; empty for none. */
  readonly labels: readonly string[];
  /** Numbers of causes, each with the index of the bar at which the cause begins, and its side. */
  readonly flags: readonly { readonly at: number; readonly text: string; readonly side: string }[];
  /** Indexes of times that are not compared, and of bars that cover only a part of their time. */
  readonly hatched: ReadonlySet<number>;
  /** Indexes of the first and last selected bar; -1 if none is selected. */
  readonly chosen: readonly [first: number, last: number];
}

/** Widths of the figure on a page and on a phone. A narrower figure has larger text. */
const WIDTH = 960;
const WIDTH_NARROW = 340;
const HEIGHT = 210;
const LEFT = 56;
/** Half of the last label, which is centred under its bar. */
const RIGHT = 24;
const TOP = 26;
const BOTTOM = 22;
/** Widest bar, for charts of a few days. */
const BAR_MAX = 36;
const TICKS = 5;

/** Computes about TICKS round values (1, 2 or 5 times a power of ten), from 0 or below the values to above them. */
function ticksOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (most - least || 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((candidate) => candidate >= rough) ?? rough;
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), least === 0 ? 1 : 0)];
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

function scaleOf({ values, width }: Chart) {
  const ticks = ticksOf(values);
  const [least, most] = [ticks[0] as number, ticks.at(-1) as number];
  const step = (width - LEFT - RIGHT) / values.length;
  return {
    x: (index: number) => LEFT + step * (index + 0.5),
    y: (value: number) => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - BOTTOM),
    bar: Math.min(step * 0.72, BAR_MAX),
    ticks,
  };
}

type Scale = ReturnType<typeof scaleOf>;

/** Returns the index of the bar nearest to a horizontal position, given as a share (0 to 1) of the chart's width. */
export const findBarAt = (share: number, { values: { length }, width }: Chart): number =>
  Math.max(0, Math.min(length - 1, Math.floor(((share * width - LEFT) / (width - LEFT - RIGHT)) * length)));

const tickText = (tick: number): string =>
  tick.toLocaleString('en-US', {
    maximumFractionDigits: 6,
    notation: Math.abs(tick) < 10_000 ? 'standard' : 'compact',
  });

const axis = ({ width }: Chart, { y, ticks }: Scale): VNode[] =>
  ticks.map((tick) =>
    h('g', { class: tick === 0 ? 'tick zero' : 'tick' }, [
      h('line', { x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
      h('text', { x: LEFT - 8, y: y(tick) + 4, 'text-anchor': 'end' }, tickText(tick)),
    ]),
  );

function bars({ values, kinds, hatched, chosen }: Chart, { x, y, bar }: Scale): (VNode | false)[] {
  const isChosen = (at: number) => at >= chosen[0] && at <= chosen[1];
  return values.flatMap((value, at) => {
    const isColumn = kinds[at] === 'uncompared';
    const height = isColumn
      ? HEIGHT - TOP - BOTTOM
      : value === 0
        ? 0
        : Math.max(1, Math.abs(y(value) - y(0)));
    const top = isColumn ? TOP : Math.min(y(value), y(0));
    const position = { x: x(at) - bar / 2, y: top, width: bar, height, rx: 2 };
    return [
      h('rect', { ...position, class: `${kinds[at]}${isChosen(at) ? ' chosen' : ''}` }),
      hatched.has(at) && h('rect', { ...position, fill: 'url(#hatch)' }),
    ];
  });
}

/** Pattern of hatched bars. */
const hatch = (): VNode =>
  h(
    'pattern',
    { id: 'hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
    h('line', { x1: 0, x2: 0, y1: 0, y2: 8 }),
  );

function marks({ labels, flags, values }: Chart, { x, y }: Scale): VNode[] {
  return [
    ...labels.flatMap((label, at) =>
      label === '' ? [] : [h('text', { x: x(at), y: HEIGHT - 5, 'text-anchor': 'middle' }, label)],
    ),
    ...[...Map.groupBy(flags, ({ at }) => at)].map(([at, numbers]) => {
      const spans = numbers.map(({ text, side }) => h('tspan', { class: side }, text));
      return h('g.flag', [
        h('line', { x1: x(at), x2: x(at), y1: TOP - 6, y2: y(Math.max(0, values[at] ?? 0)) }),
        h('text', { x: x(at), y: TOP - 10, 'text-anchor': 'middle' }, spans),
      ]);
    }),
  ];
}

/** Creates the axis, bars and labels of a chart. The caller puts them into an SVG element. */
export function chartParts(chart: Chart): (VNode | false)[] {
  const scale = scaleOf(chart);
  return [
    chart.hatched.size > 0 && hatch(),
    ...axis(chart, scale),
    ...bars(chart, scale),
    ...marks(chart, scale),
  ];
}

/** Returns the width of a chart for a narrow (`isNarrow`) or wide screen, in units of the SVG view box. */
export const chartWidth = (isNarrow: boolean): number => (isNarrow ? WIDTH_NARROW : WIDTH);
/** Returns the attribute `viewBox` for the SVG element of a chart: `0 0 960 210`. */
export const chartViewBox = ({ width }: Chart): string => `0 0 ${width} ${HEIGHT}`;

/**
 * Creates the bar of an amount in a table row: to the right from the middle, or to the left below 0.
 * @param widest amount of the widest bar of the table
 * @param isOneSided whether the table has no amounts below 0, so that bars start at the left
 * @param isLoss whether an amount below 0 is lost money
 */
export function smallBar(value: number, widest: number, isOneSided: boolean, isLoss: boolean): VNode {
  const share = widest === 0 ? 0 : Math.abs(value) / widest;
  const [from, room] = isOneSided ? [0, 100] : [50, 50];
  const width = Math.max(share * room, 0.6);
  return h('svg.bar', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, [
    h('line', { x1: from, x2: from, y1: 0, y2: 10 }),
    value < 0
      ? h('rect', { x: from - width, y: 1, width, height: 8, class: isLoss ? 'loss' : 'low' })
      : h('rect', { x: from, y: 1, width, height: 8, class: 'gain' }),
  ]);
}
