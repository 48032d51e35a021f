import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { buildPage } from '#infra/build-page.ts';
import { launch } from '../support/browser/chromium.ts';

/**
 * Draws the images of the READMEs: the page with the example of direct purchases, and its saved report, in both
 * languages. Needs Chromium and fonts with Chinese characters: `npm run images`.
 */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const EXAMPLE = ['month.json', 'log.jsonl', 'cost-2026-10.csv', 'topups.json', 'wechat-2026-10.csv'];
const SIZE = { width: 1200, height: 588 };
const BYTES_MAX = 200_000;

const { page: html, engine } = buildPage();
const server = createServer(({ url }, reply) => {
  const isEngine = url === '/engine.js';
  reply.setHeader('Content-Type', isEngine ? 'text/javascript' : 'text/html; charset=utf-8');
  reply.end(isEngine ? engine : html);
});

async function draw(page: Page, name: string): Promise<void> {
  await page.evaluate('document.activeElement.blur()');
  const path = at(`docs/images/${name}`);
  writeFileSync(path, await page.screenshot());
  const { size } = statSync(path);
  if (size > BYTES_MAX) throw new Error(`${name} has ${size} bytes`);
  console.log(`docs/images/${name}: ${size} bytes`);
}

await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await launch();
for (const [locale, ending] of [
  ['en-US', '.png'],
  ['zh-CN', '.zh-CN.png'],
] as const) {
  const context = await browser.newContext({ locale, viewport: SIZE, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(address);
  const files = EXAMPLE.map((name) => ({ name, path: at(`examples/direct/${name}`) }));
  await page.setInputFiles(
    '#picker',
    files.map(({ name, path }) => ({ name, mimeType: '', buffer: readFileSync(path) })),
  );
  await page.click('#run:enabled');
  await page.waitForSelector('.report');
  await draw(page, `page${ending}`);
  await page.click('#exports > summary');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('.sheet button')]);
  const path = join(tmpdir(), saved.suggestedFilename());
  await saved.saveAs(path);
  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector('.report');
  await page.locator('.chart').evaluate((chart) => chart.scrollIntoView());
  await draw(page, `report${ending}`);
  await context.close();
}
await browser.close();
server.close();
