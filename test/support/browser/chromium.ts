import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Debian installs it; `CHROMIUM` names another. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const hasChromium = existsSync(chromiumPath);

/** Headless, and silent: nothing that a browser asks of its own accord. */
const ARGUMENTS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args: ARGUMENTS });

/** An open page, and the list of its offences: errors in its log, and requests to any host once it is loaded. */
export interface OpenPage {
  readonly page: Page;
  readonly errors: string[];
  readonly requests: string[];
}

/** Opens an address in a context of its own. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  let engines = 0;
  page.on('console', (message) => {
    if (message.type() !== 'log') errors.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address, { waitUntil: 'load' });
  page.on('request', (request) => {
    // A blob is the page's own memory: its worker starts from one. The engine comes once, from where the page is from.
    const isEngine = request.url() === new URL('/engine.js', address).href;
    if (!request.url().startsWith('blob:') && !(isEngine && engines++ === 0)) requests.push(request.url());
  });
  return { page, errors, requests };
}
