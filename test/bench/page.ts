import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../support/browser/chromium.ts';
import { writeMonth } from './months/books.ts';

/**
 * `npm run bench:page` measures the page with a large month: CPU time, waiting time and memory of its process from
 * choosing the files to the answer, and the longest task of its main thread in each step. `-- --beside FOLDER` measures
 * the page of another checkout in turns.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '590000' },
    /** One request in so many is wrong. */
    wrong: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '2' },
    beside: { type: 'string', multiple: true, default: [] },
  },
});
const MEGABYTE_KB = 1024;
const ASK_MS = 200;

/** Starts the gateway of a checkout, and waits until it serves the page. */
async function serve(folder: string) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { readonly port: number };
  probe.close();
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [, ...command] = scripts.start.split(' ');
  const child = spawn(process.execPath, [...command, '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const base = `http://127.0.0.1:${port}/`;
  const isReady = () =>
    fetch(base).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await setTimeout(ASK_MS);
  return { folder, base, child };
}

/** CPU seconds and memory of the page's process, its worker included. */
async function costOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const { id = 0, cpuTime = 0 } = renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0] ?? {};
  const megabytes = (file: string, name: string): number => {
    const [, kilobytes] =
      new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${id}/${file}`, 'utf8')) ?? [];
    return Number(kilobytes) / MEGABYTE_KB;
  };
  return { cpu: cpuTime, peak: megabytes('status', 'VmHWM'), pss: megabytes('smaps_rollup', 'Pss') };
}

/** Waits until an expression is true. Asks seldom, because Playwright's own waiting takes time in each frame. */
async function until(page: Page, condition: string): Promise<void> {
  while (!(await page.evaluate(`Boolean(${condition})`))) await setTimeout(ASK_MS);
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Does a step. Returns the CPU time of the longest task of the main thread, in milliseconds. */
async function longestTask(browser: Browser, page: Page, step: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await step();
  await setTimeout(2 * ASK_MS);
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const mains = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && mains.has(`${pid} ${tid}`));
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

/** All files are read, and the page knows which logs are the upstream's. */
const ARE_READ = `!document.querySelector('.file progress') && [...document.querySelectorAll('.file')].every(
  (file) => !file.textContent.includes('upstream-') || file.querySelector('select').value === 'upstreamLogs')`;

/** What a reader does with an answer. */
const STEPS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'last page': (page) => page.click('#findings-pages-last'),
  search: (page) => page.fill('#search-findings', 'gpt-5'),
  'no search': (page) => page.fill('#search-findings', ''),
  table: (page) => page.click('#tab-byUser'),
  sort: (page) => page.locator('#table-panel thead button').nth(2).click(),
  filter: (page) => page.selectOption('#filter-model', { index: 2 }),
  'no filter': (page) => page.click('#clear'),
};

async function measure(base: string, paths: readonly string[]): Promise<string> {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  await page.goto(base);
  const start = await costOf(browser);
  const tasks: [string, number][] = [];
  const step = async (name: string, work: () => Promise<unknown>): Promise<number> => {
    let seconds = 0;
    const task = await longestTask(browser, page, async () => {
      const from = performance.now();
      await work();
      seconds = (performance.now() - from) / 1000;
    });
    tasks.push([name, task]);
    return seconds;
  };
  let pss = 0;
  const sampling = setInterval(async () => {
    pss = Math.max(
      pss,
      await costOf(browser).then(
        (cost) => cost.pss,
        () => 0,
      ),
    );
  }, 500);
  const readSeconds = await step('read', async () => {
    await page.setInputFiles('#picker', [...paths]);
    await until(page, `document.querySelectorAll('.file').length === ${paths.length}`);
    await until(page, ARE_READ);
  });
  const read = await costOf(browser);
  const answerSeconds = await step('answer', async () => {
    await page.click('#run:enabled');
    await until(page, `document.querySelector('.report, .problem')`);
  });
  clearInterval(sampling);
  const end = await costOf(browser);
  const headline = await page.textContent('h1');
  for (const [name, work] of Object.entries(STEPS)) await step(name, () => work(page)).catch(() => {});
  await browser.close();
  return [
    `${headline}`,
    `  CPU ${(end.cpu - start.cpu).toFixed(1)} s (reading ${(read.cpu - start.cpu).toFixed(1)} s)`,
    `  waiting ${(readSeconds + answerSeconds).toFixed(1)} s (reading ${readSeconds.toFixed(1)} s)`,
    `  memory ${end.peak.toFixed(0)} MB, without what processes share ${pss.toFixed(0)} MB`,
    `  longest tasks in ms: ${tasks.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')}`,
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const rows = writeMonth(folder, { requests: Number(options.rows) / 2, wrongEvery: Number(options.wrong) });
writeFileSync(join(folder, 'month.json'), JSON.stringify({ quotaPerUnit: 500_000, connector: 'new-api' }));
const paths = ['logs', 'upstream'].flatMap((ledger) =>
  readdirSync(join(folder, ledger)).map((name) => {
    const path = join(folder, `${ledger}-${name}`);
    renameSync(join(folder, ledger, name), path);
    return path;
  }),
);
paths.push(join(folder, 'month.json'));
console.log(`${rows} rows`);
const servers = [];
for (const checkout of ['.', ...options.beside]) servers.push(await serve(checkout));
for (let round = 0; round < Number(options.rounds); round++)
  for (const { folder: checkout, base } of servers) console.log(`${checkout}: ${await measure(base, paths)}`);
for (const { child } of servers) child.kill();
