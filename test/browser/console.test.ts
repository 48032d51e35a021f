import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { accessibilityFaults } from '../support/browser/accessibility.ts';
import { chromiumPath, hasChromium, launch, type OpenPage, openPage } from '../support/browser/chromium.ts';

/** Pictures to look at, not to compare. */
const PICTURES = fileURLToPath(new URL('../../coverage/console/', import.meta.url));

describe.runIf(hasChromium)('the console', () => {
  let browser: Browser;
  let open: OpenPage[] = [];

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** Whatever a test did: no error, no request, and a picture of where it ended. */
  afterEach(async ({ task }) => {
    const name = task.name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
    for (const { page } of open) {
      await page.screenshot({ path: `${PICTURES}${name}.png`, fullPage: true });
      await page.context().close();
    }
    const faults = open.flatMap(({ errors, requests }) => [...errors, ...requests]);
    open = [];
    expect(faults).toEqual([]);
  });

  async function consolePage(options: Parameters<typeof openPage>[2] = {}) {
    const opened = await openPage(browser, `${inject('baseUrl')}/`, options);
    open.push(opened);
    return opened.page;
  }

  async function examplePage(options: Parameters<typeof openPage>[2] = {}) {
    const page = await consolePage(options);
    await page.click('#example');
    await page.waitForSelector('.report');
    return page;
  }

  test('answers the example in one sentence', async () => {
    const page = await examplePage();
    expect(await page.textContent('h1')).toMatch(/^You /);
  });

  test.each([
    ['the first screen', 'light', consolePage],
    ['the first screen', 'dark', consolePage],
    ['the report', 'light', examplePage],
    ['the report', 'dark', examplePage],
  ] as const)('%s in %s breaks no rule of accessibility', async (_view, colorScheme, opened) => {
    const page = await opened({ colorScheme });
    for (const summary of (await page.locator('summary:visible').all()).slice(0, 6)) await summary.click();
    await page.waitForTimeout(100);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

test.skipIf(hasChromium)(
  `the browser tests were skipped: ${chromiumPath} is missing. Install Chromium (Debian: apt-get install chromium), then npm run test:browser`,
  () => {},
);
