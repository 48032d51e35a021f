import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { type Chart, chartParts, chartWidth } from '#shared/report/view/charts/chart.ts';

/** Renders a chart, and collects the attributes of its elements with a tag. */
function draw(values: readonly number[], more: Partial<Chart> = {}) {
  const chart: Chart = {
    ...{ values, width: chartWidth(false), labels: values.map(String), chosen: [-1, -1] },
    ...{ kinds: values.map(() => 'gain'), flags: [], hatched: new Set<number>() },
    ...more,
  };
  const svg = chartParts(chart)
    .map((part) => (part ? renderToString(part) : ''))
    .join('');
  return (pattern: RegExp) => [...svg.matchAll(pattern)].map(([, ...groups]) => groups);
}
const TICK = /<g class="tick[^>]*>.*?<text[^>]*>([^<]*)</g;
const BAR = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g;

test.each([
  [[-0.44, 0.49], -0.6, 0.6],
  [[0.3, 0.2], 0, 0.3],
  [[-0.52, 0.41], -0.6, 0.6],
  [[0, 0], 0, 0.2],
  [[-0.2, -0.1], -0.2, 0],
])('the axis of %j has labels from %d to %d, around all values', (values, least, most) => {
  const ticks = draw(values)(TICK).map(([text]) => Number(text));
  expect([ticks[0], ticks.at(-1)]).toEqual([least, most]);
  expect(ticks).toContain(0);
});

test('every label is centred under its bar, the last one too', () => {
  const find = draw(Array.from({ length: 31 }, () => 1));
  const [labels, bars] = [find(/<text x="([\d.]+)" y="205" text-anchor="middle"/g), find(BAR)];
  expect(labels).toHaveLength(31);
  for (const [at, [x]] of labels.entries())
    expect(Number(x)).toBeCloseTo(Number(bars[at]?.[0]) + Number(bars[at]?.[2]) / 2);
});

test('a time that is not compared is a hatched column as high as the chart', () => {
  const find = draw([0, 1], { kinds: ['uncompared', 'gain'], hatched: new Set([0]) });
  expect(find(BAR).map(([, , , height]) => Number(height))).toEqual([162, 162, 162]);
  expect(find(/class="(uncompared|gain)"/g)).toEqual([['uncompared'], ['gain']]);
  expect(find(/fill="(url\(#hatch\))"/g)).toHaveLength(1);
});

test('the number of a cause has the colour of its side, also beside others on the same day', () => {
  const flags = [
    { at: 1, text: '①', side: 'owed' },
    { at: 1, text: '②', side: 'lost' },
  ];
  expect(draw([1, 2, 3], { flags })(/<tspan class="(\w+)">(.)</g)).toEqual([
    ['owed', '①'],
    ['lost', '②'],
  ]);
});
