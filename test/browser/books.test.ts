import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildExampleFiles } from '#functions/console/page/worker/example.ts';
import { hasChromium } from '../support/browser/chromium.ts';
import { drivePages, file, fixture, logOf } from '../support/browser/drive-pages.ts';
import { capturedBooks } from '../support/fixtures/captured-books.ts';

describe.runIf(hasChromium)('whole books on the page', () => {
  const { consolePage, pageIn, drop, read, run, exactly } = drivePages();

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

  /** Names in quotes, such as “Rates”, in what a report asks for. */
  const namesAskedFor = async (page: Page): Promise<string[]> => {
    const texts = await page.locator('.remedy, .gaps li, #coverage li').allTextContents();
    return [
      ...new Set(texts.flatMap((text) => [...text.matchAll(/[“]([^”]+)[”]/g)].map(([, name]) => name ?? ''))),
    ];
  };
  /** Texts of buttons, headings, labels and sections. */
  const listControls = (page: Page): Promise<string[]> =>
    page.locator('button, summary, label, legend, h2, th, option').allTextContents();

  /** Log, bill in another currency and payments without one: each asks for something that only the form has. */
  const ASKING = [
    file('log.json', logOf(40)),
    file('bill.json', [
      {
        requestId: 'r1',
        occurredAt: '2026-10-01T08:00:00Z',
        model: 'gpt-4o',
        status: 'success',
        costAmount: '0.3',
        currency: 'CNY',
      },
      {
        requestId: 'r2',
        occurredAt: '2026-10-01T08:00:01Z',
        model: 'gpt-4o',
        status: 'success',
        costAmount: '0.05',
        currency: 'USD',
      },
    ]),
    fixture('new-api.payments.json'),
  ];

  test.each([['en-US'], ['zh-CN']])(
    'in %s every remedy names something that is there, and every button leads to its field',
    async (locale) => {
      const page = await pageIn({ locale }, ...ASKING);
      await run(page, '500000');
      for (const list of await page.locator('details.further > summary').all()) await list.click();
      const names = await namesAskedFor(page);
      expect(names.length).toBeGreaterThan(0);
      const buttons = await page.locator('.gaps button').evaluateAll((all) => all.map(({ id }) => id));
      expect(buttons).toContain('state-paymentsCurrency');
      expect(buttons).toContain('state-rates');
      const shown = await listControls(page);
      for (const id of buttons) {
        await page.click(`#${id}`);
        const field = page.locator(':focus');
        await field.waitFor();
        expect(await field.evaluate(({ tagName }) => tagName), id).toMatch(/INPUT|SELECT|BUTTON/);
        shown.push(...(await listControls(page)));
        await page.goBack();
        await page.waitForSelector('.report');
      }
      // A label may add to the name, as in “Until (not included)”.
      expect(names.filter((name) => !shown.some((text) => text.startsWith(name)))).toEqual([]);
    },
  );

  test('a run cannot start before every file is read and its role is settled', async () => {
    const bought = logOf(20_000).map((row) => ({ ...row, request_id: `u${row.request_id}` }));
    const sold = logOf(20_000).map((row) => ({ ...row, upstream_request_id: `u${row.request_id}` }));
    const page = await consolePage();
    // Record in every frame what could be pressed, and in which state.
    await page.evaluate(`(() => {
      globalThis.frames = [];
      const record = () => {
        const roles = [...document.querySelectorAll('[id^="role-"]')].map((choice) => choice.value).join();
        const button = document.getElementById('run');
        globalThis.frames.push([button !== null && !button.disabled, document.querySelectorAll('.file progress').length, roles]);
        requestAnimationFrame(record);
      };
      record();
    })()`);
    const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
    await page.setInputFiles('#picker', [
      file('bought.jsonl', lines(bought)),
      file('sold.jsonl', lines(sold)),
      file('month.json', { connector: 'new-api', quotaPerUnit: 500_000 }),
    ]);
    await page.waitForSelector('#run:enabled');
    const frames =
      await page.evaluate<[isEnabled: boolean, reading: number, roles: string][]>('globalThis.frames');
    expect(frames.some(([, reading]) => reading > 0)).toBe(true);
    expect(frames.filter(([isEnabled, reading]) => isEnabled && reading > 0)).toEqual([]);
    const settled = frames.filter(([isEnabled]) => isEnabled).map(([, , roles]) => roles);
    expect(new Set(settled)).toEqual(new Set(['upstreamLogs,logs,settings']));
    await run(page);
    expect(await exactly(page, 'revenue')).toBe('2000');
  });

  test.each([['en-US'], ['zh-CN']])(
    'in %s nothing is cut at any width, Escape closes the menu, and dropped files have the focus',
    async (locale) => {
      const folder = mkdtempSync(join(tmpdir(), 'month-'));
      const { logs = [], upstreamCharges = [] } = capturedBooks.find(({ name }) => name === 'new-api') ?? {};
      const put = (name: string, content: unknown) =>
        writeFileSync(join(folder, name), JSON.stringify(content));
      put('log.json', logs);
      put('bill.json', upstreamCharges);
      const price = {
        input: '21.3699',
        output: '106.849',
        cacheRead: '0.07397',
        cacheWrite: '3.75',
        cacheWrite1h: '6',
      };
      put('month.json', {
        connector: 'new-api',
        quotaPerUnit: 500_000,
        prices: {
          models: ['claude-sonnet-4-5-20250929', 'gemini-2.5-flash-preview-09-2025'].map((model) => ({
            model,
            channel: ['1', '3', '12'],
            ...price,
          })),
        },
      });
      const page = await consolePage({ locale, viewport: { width: 1440, height: 900 } });
      await drop(page, folder);
      await page.waitForSelector('.file:nth-child(3)');
      expect(await page.evaluate('document.activeElement.id')).toBe('headline');
      await read(page);
      await page.click('#terms > summary');
      const cut = `[...document.querySelectorAll('.settings .scroll')].filter((one) => one.scrollWidth > one.clientWidth).length`;
      const listCells = `[...document.querySelectorAll('.typed input')].filter((one) => one.type !== 'date' && one.getAttribute('inputmode') && one.scrollWidth > one.clientWidth + 1).map(({ value }) => value)`;
      expect(await page.evaluate(cut)).toBe(0);
      expect(await page.evaluate(listCells)).toEqual([]);
      for (const width of [1440, 1080, 900, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const heights = await page
          .locator('.top > *')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
        expect(Math.max(...heights), `${width}`).toBeLessThan(40);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await run(page);
      for (const opened of ['#exports > summary', '.sheet button:last-child']) {
        await page.click('#exports > summary');
        await page.focus(opened);
        await page.keyboard.press('Escape');
        expect(await page.evaluate(`document.querySelector('#exports').open`)).toBe(false);
        expect(await page.evaluate(`document.activeElement.matches('#exports > summary')`)).toBe(true);
      }
      // What is dropped on a report is shown with the other files, and has the focus.
      put('payments.json', [
        {
          transactionId: 'p1',
          occurredAt: '2026-11-22T08:00:00Z',
          userId: '7',
          provider: 'epay',
          status: 'settled',
          currency: 'USD',
          amount: '50',
          creditedAmount: '50',
        },
      ]);
      await drop(page, join(folder, 'payments.json'));
      await page.waitForSelector('.file:nth-child(4)');
      expect(await page.evaluate('document.activeElement.id')).toBe('headline');
      rmSync(folder, { recursive: true });
    },
  );

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
      expect(await page.locator('.gaps li', { hasText: '--show-prices' }).textContent()).toMatch(hint);
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
      expect(await page.locator('#state-prices').count()).toBe(0);
      expect(await page.locator('.stated').textContent()).not.toBe(estimate);
      rmSync(join(folder, 'prices.json'));
    }
    rmSync(folder, { recursive: true });
  });
});
