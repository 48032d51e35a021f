import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { parseArgs } from 'node:util';
import { handler as normalize } from '#functions/normalize/handler.ts';
import { handler as reconcile } from '#functions/reconcile/handler.ts';
import { monthCommand } from '#tools/month/command.ts';
import { CONTEXT, eventOf } from '../bench/handlers.ts';
import { parseCases } from '../support/engine/case-file.ts';
import { reconcileText } from '../support/engine/text-ledger.ts';

const USAGE = `npm run hashes -- --save FILE [FOLDER...]     hashes the reports of all books of the project, and of further folders
npm run hashes -- --compare FILE [FOLDER...]  prints which of them are not as they were saved
A line is a name, the hash of the whole, and the hash of its figures (- where a file is made for people): what only
its whole has changed was worded anew.`;

const OWN = [
  'test/unit/engine/cases',
  'test/golden/worked-examples.json',
  'test/support/fixtures',
  'examples',
];
/** Time of all reports. */
const NOW = Date.parse('2026-11-21T00:00:00Z');
/** Keys of JSON with sentences. */
const WORDS = new Set(['message', 'title', 'remedy', 'text', 'notes', 'reason', 'sentence']);
/** Tables with columns of sentences; report.json contains their figures. */
const WORDED = /^(?:findings|causes|rejected)\.csv$|\.html$/;
/** The program of the page and its hashes, which change with any line of code. */
const PROGRAM = /<script(?![^>]*application\/json)[^>]*>.*?<\/script>|<style.*?<\/style>|'sha256-[^']*'/gs;
/** Progress lines with the duration of a stage. */
const PROGRESS = /^[\d.]+ ?(?:s|秒)\s?[:：].*\n/gm;

const root = process.cwd();
const scratch = mkdtempSync(join(tmpdir(), 'hashes-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

const hashes = new Map<string, string>();
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Removes text that differs between checkouts. */
const anywhere = (text: string) =>
  text
    .replaceAll(scratch, '')
    .replaceAll(`${root}/`, '')
    .replaceAll(`${dirname(root)}/`, '../')
    .replace(PROGRAM, '');

function add(name: string, text: string, figures: string): void {
  let unique = name;
  for (let n = 2; hashes.has(unique); n++) unique = `${name} (${n})`;
  hashes.set(unique, `${hashOf(anywhere(text))}\t${figures === '' ? '-' : hashOf(anywhere(figures))}`);
}

const addJson = (name: string, text: string) =>
  add(
    name,
    text,
    JSON.stringify(JSON.parse(text), (key, value) => (WORDS.has(key) ? undefined : value)),
  );

/** Runs with captured output. @returns the output */
async function written(work: () => Promise<unknown>): Promise<string> {
  let text = '';
  const write = (chunk: string | Uint8Array) => {
    text += chunk.toString();
    return true;
  };
  const streams = [process.stdout, process.stderr].map((stream) => mock.method(stream, 'write', write));
  await work().finally(() => {
    for (const stream of streams) stream.mock.restore();
  });
  return text.replace(PROGRESS, '');
}

async function addCall(name: string, id: 'normalize' | 'reconcile', body: unknown): Promise<string> {
  let reply = { statusCode: 0, body: '' };
  const handler = { normalize, reconcile }[id];
  await written(async () => {
    reply = (await handler(eventOf(id, JSON.stringify(body)), CONTEXT as never)) as typeof reply;
  });
  addJson(`${name} ${id} ${reply.statusCode}`, reply.body);
  return reply.body;
}

/** Runs the month command. @returns the files of the report, the output and the exit code */
async function addMonth(name: string, args: readonly string[], out = join(scratch, 'report')): Promise<void> {
  let code = 0;
  const text = await written(async () => {
    code = await monthCommand(args);
  });
  add(`${name} terminal`, `${code} ${text}`, `${code}`);
  if (!existsSync(out) || !readdirSync(out).includes('report.json')) return;
  for (const file of readdirSync(out).sort()) {
    if (file.startsWith('.')) continue;
    const content = readFileSync(join(out, file), 'utf8');
    if (file.endsWith('.json')) addJson(`${name} ${file}`, content);
    else add(`${name} ${file}`, content, WORDED.test(file) ? '' : content);
  }
  rmSync(out, { recursive: true });
}

/** Runs a case: `case.json` contains the arguments of the command, which runs in a copy of the folder. */
async function addCase(folder: string): Promise<void> {
  const { args, env = {}, out = 'report' } = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8'));
  const copy = join(scratch, 'case');
  cpSync(folder, copy, { recursive: true });
  const before = { ...process.env };
  Object.assign(process.env, env);
  process.chdir(copy);
  await addMonth(folder, args, join(copy, out ?? 'report'));
  process.chdir(root);
  process.env = before;
  rmSync(copy, { recursive: true });
}

/** Calls the service with JSON: native rows or ledgers, alone, as `input`, or in a list. */
async function addBody(name: string, body: Record<string, unknown>): Promise<void> {
  if (Array.isArray(body)) for (const one of body) await addBody(`${name}: ${one.name ?? one.code}`, one);
  else if (body?.input !== undefined) await addBody(name, body.input as Record<string, unknown>);
  else if (body?.downstreamUsage !== undefined) await addCall(name, 'reconcile', body);
  else if (body?.connector !== undefined && body.logs !== undefined) {
    const { data } = JSON.parse(await addCall(name, 'normalize', body));
    if (data !== undefined) await addCall(name, 'reconcile', data);
  }
}

const GATEWAYS = { 'one-api': 'one-api', 'one-hub': 'one-hub', 'done-hub': 'one-hub', voapi: 'voapi' };
const RUN = ['--quota-per-unit', '500000', '--out', join(scratch, 'report')];

/** Processes a file by its name and content. */
async function addFile(file: string): Promise<void> {
  if (/\/cases\/[\w-]+\.txt$/.test(file))
    for (const { name, ledger } of parseCases(readFileSync(file, 'utf8')))
      addJson(`${file}: ${name}`, JSON.stringify(reconcileText(ledger)));
  else if (/\/(?:captures|native)\/.*\blogs\b[\w.-]*\.(?:json|csv)$/.test(file)) {
    const [, connector = 'new-api'] = Object.entries(GATEWAYS).find(([id]) => file.includes(id)) ?? [];
    await addMonth(file, ['--connector', connector, '--logs', file, ...RUN]);
  } else if (/\/bills\//.test(file))
    for (const ledger of ['--upstream', '--payments'])
      await addMonth(`${file} ${ledger}`, [
        ...['--connector', 'new-api', '--logs', 'examples/new-api-export.json', ledger, file, ...RUN],
      ]);
  else if (file.endsWith('month.json')) await addMonth(file, ['--settings', file, ...RUN.slice(2)]);
  else if (file.endsWith('.json')) await addBody(file, JSON.parse(readFileSync(file, 'utf8')));
}

async function addAll(place: string): Promise<void> {
  if (existsSync(join(place, 'case.json'))) return addCase(place);
  const entries =
    existsSync(place) && place.endsWith('.json') ? [] : readdirSync(place, { withFileTypes: true });
  if (entries.length === 0) return addFile(place);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(place, entry.name);
    await (entry.isDirectory() ? addAll(path) : addFile(path));
  }
}

/** Prints the differences from the saved hashes. @returns their number */
function compared(saved: string, places: readonly string[]): number {
  const lines = readFileSync(saved, 'utf8').split('\n').filter(Boolean);
  const before = new Map(lines.map((line) => line.split(/\t(.*)/, 2) as [name: string, pair: string]));
  const names = [...before.keys()].filter((name) => places.some((place) => name.startsWith(place)));
  const differing = [...new Set([...names, ...hashes.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name), hashes.get(name)];
    if (was === is) return [];
    if (was === undefined) return [`new      ${name}`];
    if (is === undefined) return [`gone     ${name}`];
    const hasFigures = !is.endsWith('\t-') && is.split('\t')[1] !== was.split('\t')[1];
    return [`${hasFigures ? 'figures' : 'words  '}  ${name}`];
  });
  for (const line of differing) console.log(line);
  console.log(`${hashes.size} hashes, ${differing.length} differ from ${saved}`);
  return differing.length;
}

const { values, positionals } = parseArgs({
  options: { save: { type: 'string' }, compare: { type: 'string' } },
  allowPositionals: true,
});
const { save, compare } = values;
if ((save === undefined) === (compare === undefined)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  // Fixed time, no terminal, English.
  mock.timers.enable({ apis: ['Date'], now: NOW });
  for (const stream of [process.stdout, process.stderr]) Object.assign(stream, { isTTY: false });
  Object.assign(process.env, { NO_COLOR: '1', LC_ALL: 'en_US.UTF-8', LOG_LEVEL: 'silent' });
  const places = [...OWN, ...positionals];
  for (const place of places) await addAll(place);
  if (save !== undefined)
    writeFileSync(save, [...hashes].map(([name, pair]) => `${name}\t${pair}\n`).join(''));
  else if (compare !== undefined) process.exitCode = compared(compare, places) > 0 ? 1 : 0;
}
