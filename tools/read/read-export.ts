import type { Connector } from '#shared/connectors/connector.ts';
import { connectors } from '#shared/connectors/registry.ts';
import { MINUTE_MS } from '#shared/instant.ts';
import { type KeptList, keeperOf } from '#shared/normalizer/intake/keep.ts';
import { asNumber, isNative } from '#shared/normalizer/intake/native.ts';
import { withStatedQuota } from '#shared/normalizer/intake/stated-quota.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import type { Sentence } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import { type ExportFolder, exportFolder } from './export-folder.ts';
import { type GatewayClient, gatewayClient, POLITENESS, Refused } from './gateway-client.ts';
import type { ReadOptions } from './options.ts';
import { type List, pages, sizeAhead } from './pages.ts';
import { days, type Window } from './window.ts';
import { words } from './words.ts';

const PAYMENTS_FILE = 'payments.jsonl';
const CHANNELS_FILE = 'channels.jsonl';
const SETTINGS_FILE = 'month.json';
const logFile = (day: string): string => `logs-${day}.jsonl`;

/** What the reader tells the person who watches. */
export interface Progress {
  /** Something happened that should stay on the screen. */
  say(sentence: Sentence): void;
  /** Rows of the list at hand so far. */
  rows(name: string, count: number): void;
}

/** One reading of one gateway into one folder. */
interface Reading {
  readonly connector: ReadOptions['connector'];
  readonly get: GatewayClient;
  readonly quotaPerUnit: number;
  readonly folder: ExportFolder;
  readonly progress: Progress;
}

/** The deployment's own unit: a number, in some versions as text. */
function quotaPerUnitOf(status: unknown, path: string): number {
  const data = isNative(status) ? status.data : undefined;
  const unit = asNumber(isNative(data) ? data.quota_per_unit : undefined);
  if (!(unit > 0 && Number.isFinite(unit))) throw new Problem(words.noUnit(path));
  return unit;
}

const pathOf = ({ source }: Connector, resource: string): string => {
  const found = source.resources.find(({ id }) => id === resource);
  if (found === undefined) throw new Error(`no resource ${resource}`);
  return found.path;
};

const listOf = (
  connector: ReadOptions['connector'],
  { resource, query = {} }: { resource: string; query?: List['query'] },
): List => ({ path: pathOf(connector, resource), query, paging: connector.reading.paging });

function logsOf(connector: ReadOptions['connector'], { from, to }: Window): List {
  const { logs, window } = connector.reading;
  const list = listOf(connector, logs);
  // Both ends are inclusive, and rows are dated to the second.
  const [first, last] = [Math.floor(from / 1000), Math.ceil(to / 1000) - 1];
  return { ...list, query: { ...list.query, [window.from]: `${first}`, [window.to]: `${last}` } };
}

/** Reads a list into a file, unless that is there: what the gateway's data names, less what no row may carry. */
async function readList(file: string, list: List, what: KeptList, reading: Reading): Promise<number> {
  const { connector, get, quotaPerUnit, folder, progress } = reading;
  if (folder.has(file)) {
    progress.say(words.there(file));
    return 0;
  }
  const keep = keeperOf(what, connector, connectors);
  const stripper = new Stripper(what);
  const kept = (row: unknown): unknown => {
    const settled = what === 'logs' && isNative(row) ? withStatedQuota(row, connector, quotaPerUnit) : row;
    return stripper.strip(keep(settled) ?? {});
  };
  async function* rows() {
    for await (const page of pages(get, list)) yield page.map(kept);
  }
  const count = await folder.writeRows(file, rows(), (sofar) => progress.rows(file, sofar));
  progress.say(words.rows(file, count));
  return count;
}

/** How long the days that are not there yet will take; a gateway with small pages takes hours. */
async function tellTime(window: Window, intervalMs: number, reading: Reading): Promise<void> {
  const { connector, get, folder, progress } = reading;
  const open = [...days(window)].filter(({ name }) => !folder.has(logFile(name)));
  const [first, last] = [open.at(0), open.at(-1)];
  if (first === undefined || last === undefined) return;
  const size = await sizeAhead(get, logsOf(connector, { from: first.from, to: last.to }));
  if (size === undefined || size.rows === 0) return;
  const requests = Math.ceil(size.rows / size.pageRows) + open.length;
  const perMinute = Math.round(MINUTE_MS / intervalMs);
  progress.say(words.ahead(size.rows, requests, requests * intervalMs, perMinute));
}

/** @returns how many there are, or why there are none to be had */
async function readPayments(reading: Reading): Promise<number | Sentence> {
  const { connector, progress } = reading;
  const { payments } = connector.reading;
  if (payments === undefined) return words.noPaymentList(connector.name);
  try {
    return await readList(PAYMENTS_FILE, listOf(connector, payments), 'payments', reading);
  } catch (error) {
    const { absent } = payments;
    const isAbsent = error instanceof Refused && absent !== undefined && error.quote.includes(absent.says);
    if (!isAbsent) throw error;
    progress.say(words.missing(PAYMENTS_FILE, absent.why));
    return absent.why;
  }
}

/**
 * Reads logs, payments and channels of one gateway into a folder, with the settings file that `npm run month` takes.
 * Whatever is whole there already is not read again.
 * @returns how many rows were read
 * @throws Problem with a sentence for the person who runs it
 */
export async function readExport(
  { connector, access, from, to, out }: ReadOptions,
  progress: Progress,
  politeness = POLITENESS,
): Promise<number> {
  const get = gatewayClient(access, politeness, (sentence) => progress.say(sentence));
  const statusPath = pathOf(connector, connector.reading.status);
  const quotaPerUnit = quotaPerUnitOf(await get(statusPath), statusPath);
  const period = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const gateway = access.baseUrl.href;
  const origin = { connector: connector.id, gateway, from: period.start, to: period.end };
  const logs = [...days({ from, to })].map(({ name }) => logFile(name));
  const folder = await exportFolder(out, origin, [...logs, PAYMENTS_FILE, CHANNELS_FILE, SETTINGS_FILE]);
  const reading = { connector, get, quotaPerUnit, folder, progress };
  await tellTime({ from, to }, politeness.intervalMs, reading);
  let rows = 0;
  for (const day of days({ from, to }))
    rows += await readList(logFile(day.name), logsOf(connector, day), 'logs', reading);
  const payments = await readPayments(reading);
  if (typeof payments === 'number') rows += payments;
  rows += await readList(CHANNELS_FILE, listOf(connector, connector.reading.channels), 'channels', reading);
  await folder.writeJson(SETTINGS_FILE, {
    connector: connector.id,
    quotaPerUnit,
    period,
    logs,
    ...(typeof payments === 'number' ? { payments: [PAYMENTS_FILE] } : { missing: { payments } }),
    channels: CHANNELS_FILE,
  });
  return rows;
}
