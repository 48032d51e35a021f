import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../support/browser/chromium.ts';
import { drivePages, file, PICTURES } from '../support/browser/drive-pages.ts';

/** Counts the pages of a PDF. */
const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Ledgers with one request of each model, every tenth of which costs more than it earns. */
function ledgersOf(models: number) {
  const names = Array.from({ length: models }, (_, at) => `vendor/model-${String(at).padStart(3, '0')}`);
  const row = { occurredAt: '2026-10-01T00:00:00Z', status: 'success', channelId: '7' };
  const rows = names.map((model) => ({ ...row, model, requestId: model }));
  return {
    downstreamUsage: rows.map((one) => ({ ...one, chargedAmount: '1', userId: '42' })),
    upstreamCharges: rows.map((one, at) => ({ ...one, costAmount: at % 10 === 0 ? '2' : '0.5' })),
  };
}

/** Lists the texts that are cut: cells with more text than they show, and boxes outside the paper. */
const listCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main th, main td, main p, main span, main li')]
      .filter((box) => {
        const { left, right, width } = box.getBoundingClientRect();
        const isClipped = getComputedStyle(box).overflow !== 'visible' && box.scrollWidth > box.clientWidth;
        return width > 0 && (isClipped || left < 0 || right > document.documentElement.clientWidth + 1);
      })
      .map((box) => box.textContent),
  );

describe.runIf(hasChromium)('the report on paper', () => {
  const { opened, examplePage, pageIn, run, exported } = drivePages();

  test('has all causes, rows and totals of the example, in light, on three pages', async () => {
    const page = await examplePage({ colorScheme: 'dark' });
    const saved = await exported(page, 'HTML');
    const path = `${PICTURES}paper.html`;
    await saved.saveAs(path);
    expect(countPages(await page.pdf({ format: 'A4' }))).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(20, 23, 28)');
    const paper = await opened(pathToFileURL(path).href, { javaScriptEnabled: false });
    await paper.emulateMedia({ media: 'print' });
    expect(await paper.locator('thead th:visible').count()).toBeGreaterThan(4);
    expect(await paper.locator('.cause:visible').count()).toBe(await paper.locator('.cause').count());
    expect(await paper.locator('.remedy:visible').count()).toBe(await paper.locator('.cause').count());
    expect(await paper.locator('tr.total:visible').count()).toBe(4);
    // 31 days, the requests that only the bill has, and the total.
    expect(await paper.locator('.table.byDay tbody tr:visible').count()).toBe(33);
    expect(countPages(await paper.pdf({ format: 'A4' }))).toBeLessThanOrEqual(3);
    await paper.emulateMedia({ media: 'screen' });
    expect(await paper.locator('.paper:visible').count()).toBe(0);
  });

  test.each([
    ['en-US', 'Letter', { width: 725, height: 900 }, '300 of 310 rows are printed', /^Created on .*UTC/],
    ['zh-CN', 'A4', { width: 703, height: 900 }, '共 310 行，只打印前 300 行', /^生成于 .*UTC/],
  ] as const)(
    'in %s on %s names date and fingerprint, all models of a merged cause, and how many rows are left out',
    async (locale, format, viewport, leftOut, created) => {
      const page = await pageIn({ locale }, file('ledgers.json', ledgersOf(310)));
      await run(page);
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      // As wide as the paper without its margins.
      await page.setViewportSize(viewport);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.scope + .hint:visible').textContent()).toMatch(created);
      expect(await page.locator('.scope + .hint code').textContent()).toMatch(/^rowsum128/);
      expect(await page.locator('.cause .what').first().textContent()).toContain('28');
      expect(await page.locator('.cause .shares.paper:visible b').count()).toBe(31);
      expect(await page.locator('.table.byModel tbody tr:visible').count()).toBe(301);
      expect(await page.locator('.table.byModel .paper').textContent()).toContain(leftOut);
      expect(await page.locator('#coverage .sentences:visible').count()).toBeGreaterThan(0);
      expect(await listCutTexts(page)).toEqual([]);
      expect(countPages(await page.pdf({ format }))).toBeLessThanOrEqual(9);
      // The screen gets its own view back.
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await page.emulateMedia({ media: 'screen' });
      expect(await page.locator('.paper:visible').count()).toBe(0);
      expect(await page.locator('#table-panel tbody tr').count()).toBe(13);
    },
  );
});
