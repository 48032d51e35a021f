import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launch, type OpenPage, openPage } from './chromium.ts';

/** Folder of pictures to look at, not to compare: of failed tests, and with `PICTURES=1` of all tests. */
export const PICTURES = fileURLToPath(new URL('../../../reports/console/', import.meta.url));
const NATIVE = new URL('../fixtures/native/', import.meta.url);

type Options = Parameters<typeof openPage>[2];

/** Returns a fixture of native rows as a file to choose on the page. */
export const fixture = (name: string) => ({
  name,
  mimeType: '',
  buffer: readFileSync(new URL(name, NATIVE)),
});
/** Returns a file to choose on the page. Its content is a text, or a value that is written as JSON. */
export const file = (name: string, content: unknown) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

/** Returns the text of a downloaded file. */
export async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}

/** Returns rows of a gateway log: requests of 0.1 USD at 500,000 quota units to the dollar. */
export const logOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    created_at: 1_790_841_600 + i,
    type: 2,
    request_id: `r${i + 1}`,
    model_name: 'gpt-4o',
    upstream_request_id: '',
    quota: 50_000,
  }));

/**
 * Opens pages of the console in Chromium for the tests of a file. After each test it closes them, and fails if a page
 * had an error, made a request or is wider than the screen.
 */
export function drivePages() {
  let browser: Browser;
  let open: OpenPage[] = [];

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  afterEach(async ({ task }) => {
    const name = task.name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase();
    const faults: string[] = [];
    for (const { page, errors, requests } of open) {
      if (task.result?.state === 'fail' || process.env.PICTURES)
        await page.screenshot({ path: `${PICTURES}${name}.png` });
      const excess = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      faults.push(...errors, ...requests, ...(Number(excess) > 0 ? [`${excess} pixels too wide`] : []));
      await page.context().close();
    }
    open = [];
    expect(faults).toEqual([]);
  });

  /** Opens an address. */
  async function opened(address: string, options: Options = {}): Promise<Page> {
    const one = await openPage(browser, address, options);
    open.push(one);
    return one.page;
  }
  /** Opens the console without recording its faults, for a test that causes them. */
  async function unwatched(): Promise<Page> {
    const { page } = await openPage(browser, `${inject('baseUrl')}/`);
    open.push({ page, errors: [], requests: [] });
    return page;
  }
  /** Opens the console. */
  const consolePage = (options: Options = {}) => opened(`${inject('baseUrl')}/`, options);

  /** Opens the console with the report of the example. */
  async function examplePage(options: Options = {}): Promise<Page> {
    const page = await consolePage(options);
    await page.click('#example');
    await page.waitForSelector('.report');
    return page;
  }

  /** Opens the console with browser options, and waits until it has read these files. */
  async function pageIn(options: Options, ...files: ReturnType<typeof file>[]): Promise<Page> {
    const page = await consolePage(options);
    await page.setInputFiles('#picker', files);
    await page.waitForSelector(`.file:nth-child(${files.length})`);
    await read(page);
    return page;
  }

  /** Opens the console, and waits until it has read these files. */
  const pageWith = (...files: ReturnType<typeof file>[]): Promise<Page> => pageIn({}, ...files);

  /** Starts the run, after the quota per unit is filled in, and waits for its report or problem. */
  async function run(page: Page, quotaPerUnit?: string): Promise<void> {
    if (quotaPerUnit !== undefined) await page.fill('#setting-quotaPerUnit', quotaPerUnit);
    await page.click('#run');
    await page.waitForSelector('.report, .problem', { timeout: 60_000 });
  }

  /** Clicks a button and returns the download that it starts. */
  async function downloaded(page: Page, button: string): Promise<Download> {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return download;
  }

  /** Returns the download of an entry of the export menu. */
  async function exported(page: Page, name: string): Promise<Download> {
    await page.evaluate(`document.querySelector('#exports').open = true`);
    return downloaded(page, `.sheet button:has-text("${name}")`);
  }

  /** Waits until all files are read. */
  const read = (page: Page) => page.waitForSelector('.file progress', { state: 'detached', timeout: 60_000 });

  /** Returns the role of each file. */
  const rolesOf = async (page: Page): Promise<string[]> =>
    Promise.all((await page.locator('[id^="role-"]').all()).map((select) => select.inputValue()));

  /** Returns the exact amount of a step from list price to margin, without its sign; `unknown` if it is absent. */
  async function exactly(page: Page, step: string): Promise<string> {
    const amount = page.locator(`#step-${step} .amount`);
    if ((await amount.count()) === 0) return 'unknown';
    return ((await amount.getAttribute('title')) ?? '').replace(/^-| USD$/g, '');
  }

  /** Drops files or folders of this computer onto the page, as a file manager does. */
  async function drop(page: Page, ...paths: readonly string[]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }

  return {
    ...{ opened, unwatched, consolePage, examplePage, pageWith, pageIn },
    ...{ run, read, drop, downloaded, exported, rolesOf, exactly },
  };
}
