import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../support/browser/chromium.ts';
import { drivePages, file, logOf, textOf } from '../support/browser/drive-pages.ts';

/** Whether the focused element matches a selector. */
const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);

/** Presses Tab until an element that matches a selector has the focus, which must be visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120 && !(await isFocused(page, selector)); presses++)
    await page.keyboard.press('Tab');
  expect(await isFocused(page, selector), selector).toBe(true);
  const outline = 'getComputedStyle(document.activeElement).outlineStyle';
  expect(await page.evaluate(outline), `outline of ${selector}`).not.toBe('none');
}

describe.runIf(hasChromium)('by keyboard alone', () => {
  const { consolePage, read } = drivePages();

  test('the example is opened, and its causes, chart and tables are used', async () => {
    const page = await consolePage();
    await tabTo(page, '#example');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.report');
    await expect.poll(() => isFocused(page, '#headline')).toBe(true);
    await tabTo(page, '.cause summary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.cause [open] .finding');
    await tabTo(page, '.days');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('#clear');
    await tabTo(page, '#tab-byModel');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => isFocused(page, '#tab-byChannel')).toBe(true);
    expect(await page.getAttribute('#tab-byChannel', 'aria-selected')).toBe('true');
    await tabTo(page, '#sort-lost');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page, '#sort-lost')).toBe(true);
    expect(await page.getAttribute('th:has(#sort-lost)', 'aria-sort')).toBe('descending');
  });

  test('a month is done: files, roles, mapping, settings, report, known cause, files of it, start over', async () => {
    const page = await consolePage();
    const { keyboard } = page;
    const bill = [
      'Trace,Moment,Engine,Cents',
      ...logOf(40).map((row) => `${row.request_id},2026-10-01 08:00,gpt-4o,11`),
    ];
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, '#choose-picker');
    await keyboard.press('Enter');
    await (await chooser).setFiles([
      file('log.json', logOf(40)),
      file('bill.csv', bill.join('\n')),
      file('users.csv', 'name,notes\nann,-\n'),
    ]);
    await page.waitForSelector('.file:nth-child(3)');
    await read(page);
    await expect.poll(() => isFocused(page, '#headline')).toBe(true);

    // The mapping of the bill: what its rows are, and the column of each field.
    await tabTo(page, '#file-2 [id^="kind-"]');
    await keyboard.type('Provider');
    for (const [field, column] of [
      ['occurredAt', 'Moment'],
      ['model', 'Engine'],
      ['costAmount', 'Cents'],
      ['requestId', 'Trace'],
    ] as const) {
      await tabTo(page, `#column-2-${field}`);
      await keyboard.type(column);
      expect(await page.inputValue(`#column-2-${field}`)).toBe(column);
      // Back to the first choice of the form, because fields may be in any order.
      await page.locator('[id^="kind-2"]').focus();
    }
    await tabTo(page, '#rest-2');
    await keyboard.press('Enter');
    await tabTo(page, '#divisor-2');
    await keyboard.type('100');
    await tabTo(page, '[aria-label="Remove users.csv"]');
    await keyboard.press('Enter');
    await expect.poll(() => isFocused(page, '#headline')).toBe(true);
    await tabTo(page, '#setting-quotaPerUnit');
    await keyboard.type('500000');
    await tabTo(page, '#more-settings');
    await keyboard.press('Enter');
    await tabTo(page, '#setting-currency');
    await keyboard.type('USD');
    await tabTo(page, '#run');
    await keyboard.press('Enter');
    await page.waitForSelector('.report');
    await expect.poll(() => isFocused(page, '#headline')).toBe(true);
    expect(await page.textContent('h1')).toMatch(/^You lost/);

    // The cause is marked as known, with a note.
    await tabTo(page, '.cause .more > summary');
    await keyboard.press('Enter');
    await page.waitForSelector('.know');
    await tabTo(page, '.know > summary');
    await keyboard.press('Enter');
    await tabTo(page, '.know [name="note"]');
    await keyboard.type('agreed');
    await keyboard.press('Enter');
    await page.waitForSelector('.known');
    expect(await page.textContent('.known')).toContain('agreed');

    // The report is saved, and printed.
    await page.evaluate(`globalThis.print = () => document.body.dataset.printed = 'yes'`);
    await tabTo(page, '#print');
    await keyboard.press('Enter');
    expect(await page.getAttribute('body', 'data-printed')).toBe('yes');
    await tabTo(page, '#exports > summary');
    await keyboard.press('Enter');
    await tabTo(page, '.sheet button:has(code)');
    const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
    expect(await textOf(download)).toContain('findingId');
    await keyboard.press('Escape');
    await expect.poll(() => isFocused(page, '#exports > summary')).toBe(true);

    // A customer's row filters, and the filters are cleared.
    await tabTo(page, '#table-panel th .name');
    await keyboard.press('Enter');
    await page.waitForSelector('#clear');
    await page.locator('#filter-model').focus();
    await tabTo(page, '#clear');
    await keyboard.press('Enter');
    await page.waitForSelector('#clear', { state: 'detached' });
    page.once('dialog', (dialog) => dialog.accept());
    await page.locator('#headline').focus();
    await tabTo(page, '#again');
    await keyboard.press('Enter');
    await page.waitForSelector('.start');
    await expect.poll(() => isFocused(page, '#headline')).toBe(true);
  });
});
