import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { hasChromium } from '../support/browser/chromium.ts';
import { drivePages, file, fixture, logOf } from '../support/browser/drive-pages.ts';

const STRANGE_TABLE = [
  'Trace,Moment,Engine,Cents',
  ...Array.from({ length: 20 }, (_, at) => `r${at + 1},2026-10-01 08:00,gpt-4o,3`),
].join('\r\n');

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Looks of the page: language, colours and screen. Each state is checked in all of them. */
const LOOKS = [
  ['English, light, on a desk', { locale: 'en-US', colorScheme: 'light', ...DESK }],
  ['Chinese, dark, on a phone', { locale: 'zh-CN', colorScheme: 'dark', ...PHONE }],
  ...(process.env.ALL_LOOKS
    ? ([
        ['English, dark, on a desk', { locale: 'en-US', colorScheme: 'dark', ...DESK }],
        ['English, dark, on a phone', { locale: 'en-US', colorScheme: 'dark', ...PHONE }],
        ['English, light, on a phone', { locale: 'en-US', colorScheme: 'light', ...PHONE }],
        ['Chinese, light, on a desk', { locale: 'zh-CN', colorScheme: 'light', ...DESK }],
        ['Chinese, dark, on a desk', { locale: 'zh-CN', colorScheme: 'dark', ...DESK }],
        ['Chinese, light, on a phone', { locale: 'zh-CN', colorScheme: 'light', ...PHONE }],
      ] as const)
    : []),
] as const;

describe.runIf(hasChromium)('no rule of accessibility is broken', () => {
  const { consolePage, examplePage, pageIn, unwatched, read, run } = drivePages();

  /** Fails with the faults of the page and the name of its state. */
  async function check(page: Page, state: string): Promise<void> {
    // Let colours that change gradually reach their end.
    await page.waitForTimeout(50);
    expect(await accessibilityFaults(page), state).toEqual([]);
  }
  const openAll = (page: Page) =>
    page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);

  test.each(LOOKS)('from the first screen to the report: %s', async (_look, options) => {
    const page = await consolePage(options);
    await check(page, 'the first screen');
    await page.evaluate(`document.documentElement.classList.add('dropping')`);
    await check(page, 'files over the page');
    await page.evaluate(`document.documentElement.classList.remove('dropping')`);
    // Hold the engine back: until it has arrived, the page waits with its files.
    const { promise: isChecked, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/engine.js', (route) => isChecked.then(() => route.continue()));
    const lines = Array.from({ length: 40_000 }, (_, at) =>
      JSON.stringify({ ...logOf(1)[0], id: at + 1, request_id: `r${at}` }),
    );
    await page.setInputFiles('#picker', [file('log.jsonl', lines.join('\n'))]);
    await page.waitForSelector('.file progress');
    await check(page, 'a file that is being read');
    goOn();
    await read(page);
    await page.fill('#setting-quotaPerUnit', '500000');
    await page.click('#run');
    await page.waitForSelector('#cancel');
    await check(page, 'a run');
  });

  test.each(LOOKS)('files, mapping and settings: %s', async (_look, options) => {
    const page = await pageIn(
      options,
      file('log.json', [...logOf(20), { ...logOf(1)[0], id: 99, created_at: 'x' }]),
      file('broken.json', JSON.stringify(logOf(20)).slice(0, -20)),
      file('page.json', '<html>'),
      file('users.json', [{ id: 1, quota_left: 5 }]),
      file('strange.csv', STRANGE_TABLE),
      fixture('new-api.channels.json'),
      file('month.json', { quotaPerUnit: 500_000, rates: { CNY: '0.14' } }),
    );
    await openAll(page);
    await page.fill('#rates-0-2', 'much');
    await page.press('#rates-0-2', 'Tab');
    await page.waitForSelector('.why');
    await check(page, 'all sections, and a mistake');
    await page.selectOption('[id^="kind-"]', 'upstreamCharges');
    for (const [field, column] of [
      ['requestId', 'Trace'],
      ['occurredAt', 'Moment'],
      ['model', 'Engine'],
      ['costAmount', 'Cents'],
    ] as const)
      await page.selectOption(`[id^="column-"][id$="-${field}"]`, column);
    await page.waitForSelector('.preview td');
    await check(page, 'a mapping with its preview');
    await page.fill('#rates-0-2', '0.14');
    await page.press('#rates-0-2', 'Tab');
    await page.waitForSelector('.why', { state: 'detached' });
    await page.fill('#setting-from', '2020-01-01');
    await page.fill('#setting-to', '2020-02-01');
    await run(page);
    await page.waitForSelector('.files > .problem');
    await check(page, 'a refused run');
  });

  test.each(LOOKS)('the report and its parts: %s', async (_look, options) => {
    const page = await examplePage(options);
    await check(page, 'the report');
    await page.click('#exports > summary');
    await check(page, 'the export menu');
    await page.click('#exports > summary');
    await page.click('#further-more');
    const cause = page.locator('.cause').nth(1);
    await cause.locator('summary').first().click();
    await cause.locator('.finding summary').first().click();
    await cause.locator('.know > summary').click();
    await check(page, 'an open cause with the form for known causes');
    await cause.locator('[name="note"]').fill('agreed');
    await cause.locator('form button').click();
    await page.waitForSelector('.known');
    await page.click('#tab-byDay');
    await page.click('#table-panel th[scope="row"] button');
    await page.waitForSelector('#clear');
    await check(page, 'known causes, and a filter by day');
    await page.click('#clear');
    await page.selectOption('#filter-userId', '42');
    await page.waitForSelector('.account');
    await check(page, 'the account of a customer');
    const cut = `[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length`;
    expect(await page.evaluate(cut)).toBe(0);
    await page.fill('#search-findings', 'no such thing');
    await check(page, 'filters that nothing matches');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: 'print' });
    await check(page, 'the report on paper');
  });

  test('without the engine', async () => {
    const page = await unwatched();
    await page.route('**/engine.js', (route) => route.abort());
    await page.setInputFiles('#picker', [file('logs.json', [])]);
    await page.waitForSelector('.file .problem');
    await check(page, 'a page without its engine');
  });
});
