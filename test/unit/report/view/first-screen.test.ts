import { expect, test } from 'vitest';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { drawPlantedBook } from '../../../support/answer/planted-books.ts';
import { renderOnScreen } from '../../../support/answer/render-report.ts';
import { runFilesToReportSource } from '../../../support/pipeline/run-in-memory.ts';

async function renderPlan(plan: Parameters<typeof drawPlantedBook>[1]) {
  const { files, settings } = drawPlantedBook(1, plan);
  const { source } = await runFilesToReportSource(files, settings);
  const page = buildPageReport(source);
  return { en: renderOnScreen(page, 'en'), zh: renderOnScreen(page, 'zh') };
}
const answerOf = (html: string): string => /<section class="answer.*?<\/section>/.exec(html)?.[0] ?? '';

test('the button for the gap of the headline is below the headline, and no bullet is empty', async () => {
  const { en } = await renderPlan({
    row: ({ day }) => (day < 15 ? { fields: { quota: 'x' } } : undefined),
    settings: { rejectedShareMax: 1 },
  });
  expect(en).toContain('Losses and debts to customers are not known yet.');
  expect(answerOf(en)).toMatch(/<\/h1><p>\s*<button[^>]*id="state-files">/);
  expect(answerOf(en)).not.toMatch(/<li>\s*</);
  expect(answerOf(en).match(/id="state-files"/g)).toHaveLength(1);
});

test('the request for purchase prices is one of the lines about gaps, before the causes', async () => {
  const { en } = await renderPlan({ grain: 'day', billed: ({ model }) => (model === 'gpt-4o' ? 3 : 1) });
  const answer = answerOf(en);
  expect(answer).toMatch(/<ul class="sentences gaps">.*id="state-prices".*<\/ul>.*<ol class="causes">/);
});

test('only the first action for a gap looks like a button', async () => {
  const { en } = await renderPlan({
    grain: 'day',
    billed: ({ day, model }) => (day > 20 || model === 'gpt-4o' ? null : 1),
  });
  const [first, ...others] = [...answerOf(en).matchAll(/<button[^>]*class="(\w+)" id="state-/g)];
  expect(first?.[1]).toBe('primary');
  expect(others.length).toBeGreaterThan(0);
  for (const [, kind] of others) expect(kind).toBe('quiet');
});

test('with more to do, the money of the first cause comes first', async () => {
  const { en, zh } = await renderPlan({
    grain: 'day',
    billed: ({ day, model }) => (day > 20 ? null : model === 'gpt-4o' ? 3 : 1),
  });
  expect(answerOf(en).match(/First: /g)).toHaveLength(1);
  expect(answerOf(en)).toMatch(/<ol class="causes"><li[^>]*>.*<p class="remedy"><strong>First: <\/strong>/);
  expect(answerOf(zh)).toContain('<strong>第一步：</strong>');
  expect(answerOf(en)).not.toContain('class="primary"');
  const alone = await renderPlan({ charged: () => 0.9 });
  expect(answerOf(alone.en)).toContain('<ol class="causes">');
  expect(answerOf(alone.en)).not.toContain('First: ');
});

test('missing payments are named once, and the flow to the margin by its first figure', async () => {
  const without = await renderPlan({ hasPayments: false });
  expect(answerOf(without.en)).toContain('unknown (no payments given)');
  expect(without.en).not.toContain('No payments given');
  expect(without.en).toContain('>From revenue to margin<');
  expect(without.zh).toContain('>从收入到毛利<');
  const dear = await renderPlan({ hasPayments: false, charged: () => 1.1 });
  expect(answerOf(dear.en)).not.toContain('unknown (no payments given)');
  expect(dear.en).toContain('No payments given: credit not checked');
  expect(dear.zh).toContain('未提供充值记录，未核对入账');
  expect(dear.en).toContain('>From list price to margin<');
  expect(dear.zh).toContain('>从应收到毛利<');
  const unbilled = await renderPlan({ hasBill: false });
  expect(unbilled.zh).toContain('<h2 id="bridge">收入</h2>');
});
