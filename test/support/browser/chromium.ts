import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Path of Chromium: from the variable CHROMIUM, or where Debian installs it. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const hasChromium = existsSync(chromiumPath);

/** Headless, and without requests that the browser makes on its own. */
const ARGUMENTS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath, args: ARGUMENTS });

/** An open page, the errors in its console, and its requests after it has loaded. */
export interface OpenPage {
  readonly page: Page;
  readonly errors: string[];
  readonly requests: string[];
}

/** Opens an address in a new browser context. */
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
    // Ignore blobs (the worker starts from one), and the engine the first time.
    const isEngine = request.url() === new URL('/engine.js', address).href;
    if (!request.url().startsWith('blob:') && !(isEngine && engines++ === 0)) requests.push(request.url());
  });
  return { page, errors, requests };
}
