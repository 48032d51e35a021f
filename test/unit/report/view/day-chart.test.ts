import { expect, test } from 'vitest';
import { isPartlyCompared } from '#shared/report/answer/scope.ts';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { drawPlantedBook } from '../../../support/answer/planted-books.ts';
import { renderOnScreen, renderReport } from '../../../support/answer/render-report.ts';
import { runFilesToReportSource } from '../../../support/pipeline/run-in-memory.ts';

/** Runs a month with planted differences. @returns its report for the page */
async function runPlan(plan: Parameters<typeof drawPlantedBook>[1]) {
  const { files, settings } = drawPlantedBook(1, plan);
  const { source } = await runFilesToReportSource(files, settings);
  return buildPageReport(source);
}
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const readoutOf = (html: string): string => textOf(/<output.*?<\/output>/.exec(html)?.[0] ?? '');
const chartOf = (html: string): string => /<section class="card chart.*?<\/section>/.exec(html)?.[0] ?? '';
const daysOf = (html: string): string => /<div class="table byDay".*?<\/table>/.exec(html)?.[0] ?? '';
const rowOf = (html: string, day: string): string =>
  daysOf(html)
    .split('<tr')
    .find((row) => row.includes(day)) ?? '';

const aboveRevenue = await runPlan({ grain: 'day', billed: ({ day }) => (day === 12 ? 2 : 1) });
const leaked = await runPlan({ charged: ({ day, model }) => (day === 20 && model.length < 9 ? null : 1) });
const halfBilled = await runPlan({ billed: ({ day }) => (day > 20 ? null : 1) });

test('a day below 0 on which no loss was found is grey, with the reason, in chart and table', () => {
  const html = renderReport(aboveRevenue, 'en');
  expect(html).toContain('No model loses money.');
  expect(chartOf(html)).toMatch(/<rect[^>]*class="low"/);
  expect(chartOf(html)).not.toMatch(/class="loss|loss-text/);
  expect(textOf(chartOf(html))).toContain(
    'Grey: not counted as a loss. The bill may count costs on another day',
  );
  expect(rowOf(html, '2026-10-12')).toMatch(/title="-\d/);
  expect(html).not.toMatch(/class="(?:num )?loss/);
  expect(readoutOf(renderOnScreen(aboveRevenue, 'en', { from: '2026-10-12', to: '2026-10-12' }))).toMatch(
    /^12 October 2026 Margin -/,
  );
});

test('a day below 0 with a counted loss is red, and what was lost stands first when it is selected', () => {
  const html = renderReport(leaked, 'en');
  expect(chartOf(html)).toMatch(/<rect[^>]*class="loss"/);
  expect(rowOf(html, '2026-10-20')).toContain('class="num loss"');
  const selected = renderOnScreen(leaked, 'en', { from: '2026-10-20', to: '2026-10-20' });
  expect(readoutOf(selected)).toMatch(/^20 October 2026 Lost [\d.]+.USD Margin -.* USD Requests \d+$/);
  expect(textOf(chartOf(html))).not.toContain('Grey:');
});

test.each([
  ['lost money', leaked],
  ['no lost money', aboveRevenue],
])('at first, no day is selected, and the readout has the figures of the first lines: %s', (_, page) => {
  const html = renderReport(page, 'zh');
  expect(chartOf(html)).not.toContain('chosen');
  const [, margin] = /毛利 ([\d.]+ USD)/.exec(textOf(html)) ?? [];
  expect(readoutOf(html).replaceAll(/\s/g, ' ')).toContain(`2026年10月 毛利 ${margin} 收入 `);
});

test('a day that is not compared is hatched, and its readout has the money that is left out', () => {
  const html = renderOnScreen(halfBilled, 'en', { from: '2026-10-25', to: '2026-10-25' });
  expect(chartOf(html).match(/class="uncompared/g)).toHaveLength(11);
  expect(readoutOf(html)).toMatch(/^25 October 2026 not compared: [\d.]+ USD of the log$/);
  expect(readoutOf(renderReport(halfBilled, 'en'))).toMatch(/^1–20 October 2026 Margin /);
  expect(rowOf(renderReport(halfBilled, 'en'), '2026-10-25')).toContain('class="uncompared"');
});

test('the legend names what a hatched bar leaves out, and why a bar is grey although losses are unknown', async () => {
  expect(textOf(chartOf(renderReport(halfBilled, 'en')))).toMatch(
    /Hatched: all or a part of the day is not compared: [\d.]+ USD of the log\./,
  );
  expect(textOf(chartOf(renderReport(leaked, 'en')))).not.toContain('Hatched');
  const unread = await runPlan({
    row: ({ day }) => (day < 15 ? { fields: { quota: 'x' } } : undefined),
    settings: { rejectedShareMax: 1 },
  });
  const html = renderReport(unread, 'en');
  expect(textOf(chartOf(html))).toContain('Grey: not reliable yet.');
  expect(readoutOf(html)).toContain('Unreliable margin ');
  expect(html).toContain('>From revenue to unreliable margin<');
});

test('on a day that is compared in part, losses stand before the figures of that part', async () => {
  const page = await runPlan({ grain: 'day', hoursEast: 8, charged: () => 0.8, settings: { period: {} } });
  const day = page.report.summary.byDay.find(isPartlyCompared)?.day ?? '';
  expect(readoutOf(renderOnScreen(page, 'en', { from: day, to: day }))).toMatch(
    /2026 Lost [\d.]+.USD compared part: Margin .* Requests \d+ not compared/,
  );
});
