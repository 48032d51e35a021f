import { expect, test } from 'vitest';
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

test('a day below 0 with a counted loss is red, and selected at first, with what was lost', () => {
  const html = renderReport(leaked, 'en');
  expect(chartOf(html)).toMatch(/<rect[^>]*class="loss chosen"/);
  expect(rowOf(html, '2026-10-20')).toContain('class="num loss"');
  expect(readoutOf(html)).toMatch(
    /^Most lost or owed: 20 October 2026 Margin -.* USD Requests \d+ Lost [\d.]+.USD$/,
  );
  expect(textOf(chartOf(html))).not.toContain('Grey:');
});

test('without lost or owed money, no day is selected, and the readout has the figures of the first lines', () => {
  const html = renderReport(aboveRevenue, 'zh');
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
