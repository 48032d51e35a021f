import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildExampleFiles } from '#functions/console/page/worker/example.ts';
import { hasChromium } from '../support/browser/chromium.ts';
import { drivePages, file, fixture } from '../support/browser/drive-pages.ts';
import { capturedBooks } from '../support/fixtures/captured-books.ts';

describe.runIf(hasChromium)('whole books on the page', () => {
  const { consolePage, pageIn, drop, read, run } = drivePages();

  test.each([
    ['en-US', ['New API or a fork', 'done-hub', 'VoAPI', 'One Hub or a fork']],
    ['zh-CN', ['New API 或其分支', 'done-hub', 'VoAPI', 'One Hub 或其分支']],
  ] as const)('in %s the list of files names the fork that wrote a log', async (locale, names) => {
    const { logs = [] } = capturedBooks.find(({ name }) => name === 'done-hub') ?? {};
    const log = (name: string, fixtureName: string) => ({ ...fixture(fixtureName), name });
    const page = await pageIn(
      { locale },
      log('1.json', 'new-api.logs.json'),
      file('2.json', logs),
      log('3.json', 'voapi.logs.json'),
      log('4.json', 'one-hub.logs.json'),
    );
    expect(await page.locator('[id^="connector-"] option:checked').allTextContents()).toEqual(names);
  });

  test('prices of the published list are asked for, and a price file of the command brings them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'month-'));
    const put = (name: string, content: unknown) =>
      writeFileSync(join(folder, name), JSON.stringify(content));
    const [log] = buildExampleFiles();
    writeFileSync(join(folder, 'log.jsonl'), await (log as File).text());
    const own = { model: 'gpt-5-mini', input: '0.25', output: '2' };
    put('month.json', {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      prices: { models: [own], list: 'genai-prices' },
    });
    for (const [locale, hint] of [
      [
        'en-US',
        /^This page does not have the published price list\. .*--show-prices --json” as prices\.json/,
      ],
      ['zh-CN', /^本页面没有公开价目表。.*--show-prices --json”.*prices\.json/],
    ] as const) {
      const page = await consolePage({ locale });
      await drop(page, folder);
      await page.waitForSelector('.file:nth-child(2)');
      await read(page);
      await run(page);
      expect(await page.locator('.asks li').nth(1).textContent()).toMatch(hint);
      const estimate = await page.locator('.stated').textContent();
      // Who has no terminal enters the prices.
      await page.click('#state-prices');
      expect(await page.evaluate('document.activeElement.id')).toBe('prices-1-2');
      expect(await page.inputValue('#prices-0-0')).toBe('gpt-5-mini');
      put('prices.json', {
        models: [
          own,
          ...['gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'deepseek-chat'].map((model) => ({
            model,
            currency: 'USD',
            input: '1',
            output: '2',
          })),
        ],
      });
      await drop(page, join(folder, 'prices.json'));
      await page.waitForSelector('.file:nth-child(3)');
      await read(page);
      await run(page);
      expect(await page.locator('.asks').count()).toBe(0);
      expect(await page.locator('.stated').textContent()).not.toBe(estimate);
      rmSync(join(folder, 'prices.json'));
    }
    rmSync(folder, { recursive: true });
  });
});
