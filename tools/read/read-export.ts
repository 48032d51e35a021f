import type { Connector } from '#shared/gateways/connector.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { MINUTE_MS } from '#shared/instant.ts';
import { type AllowedList, buildRowFilter } from '#shared/normalizer/intake/filter-row.ts';
import { isObject } from '#shared/normalizer/intake/native.ts';
import { withQuotaFromText } from '#shared/normalizer/intake/quota-in-text.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { readStatusUnit } from '#shared/pipeline/settings/status.ts';
import type { Sentence } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';
import { createGatewayClient, type GatewayClient, GatewayRefusal, POLITENESS } from './gateway-client.ts';
import { findListSize, type List } from './list-page.ts';
import { ListReader } from './list-reader.ts';
import type { ReadOptions } from './options.ts';
import { splitIntoDays, type Window } from './window.ts';
import { words } from './words.ts';

const PAYMENTS_FILE = 'payments.jsonl';
const CHANNELS_FILE = 'channels.jsonl';
const SETTINGS_FILE = 'month.json';
const logFile = (day: string): string => `logs-${day}.jsonl`;

/** Prints what the read command does while it runs. */
export interface ReadProgress {
  /** Prints a sentence that stays on the screen. */
  say(sentence: Sentence): void;
  /** Shows how many rows of a list (name of its file) have been read so far. */
  rows(name: string, count: number): void;
}

interface Reading {
  readonly connector: ReadOptions['connector'];
  readonly get: GatewayClient;
  readonly quotaPerUnit: number;
  readonly folder: ExportFolder;
  readonly progress: ReadProgress;
  /** A sentence for each list of which rows are missing. */
  readonly shortages: Sentence[];
}

const findPath = ({ source }: Connector, resource: string): string => {
  const found = source.resources.find(({ id }) => id === resource);
  if (found === undefined) throw new Error(`no resource ${resource}`);
  return found.path;
};

const describeList = (connector: ReadOptions['connector'], resource: string): List => ({
  path: findPath(connector, resource),
  query: {},
  paging: connector.reading.paging,
});

function describeLogList(connector: ReadOptions['connector'], { from, to }: Window): List {
  // Name the first and the last second of the window, because the gateway includes both ends.
  const [first, last] = [Math.floor(from / 1000), Math.ceil(to / 1000) - 1];
  return {
    ...describeList(connector, 'logs'),
    query: { start_timestamp: `${first}`, end_timestamp: `${last}` },
    until: { key: 'end_timestamp', column: connector.log.fields.occurredAt.at[0] as string },
  };
}

/** Reads a list into a file, without personal data, unless the file is complete. Returns the number of rows. */
async function readList(file: string, list: List, kind: AllowedList, reading: Reading): Promise<number> {
  const { connector, get, quotaPerUnit, folder, progress, shortages } = reading;
  if (folder.has(file)) {
    progress.say(words.there(file));
    return 0;
  }
  const keep = buildRowFilter(kind, connector, connectors);
  const stripper = new Stripper(kind);
  const strip = (row: unknown): unknown => {
    const settled = kind === 'logs' && isObject(row) ? withQuotaFromText(row, connector, quotaPerUnit) : row;
    return stripper.strip(keep(settled) ?? {});
  };
  const reader = new ListReader(get, list);
  async function* rows() {
    for await (const page of reader.read()) yield page.map(strip);
  }
  const count = await folder.writeRows(
    file,
    rows(),
    (soFar) => progress.rows(file, soFar),
    () => reader.shortage !== undefined,
  );
  const shortage = reader.shortage && words.shortage(file, reader.shortage);
  if (shortage) shortages.push(shortage);
  progress.say(shortage ?? words.rows(file, count));
  return count;
}

/** Prints how long it will take to read the missing days. A gateway with small pages takes hours. */
async function announceDuration(window: Window, intervalMs: number, reading: Reading): Promise<void> {
  const { connector, get, folder, progress } = reading;
  const open = [...splitIntoDays(window)].filter(({ name }) => !folder.has(logFile(name)));
  const [first, last] = [open.at(0), open.at(-1)];
  if (first === undefined || last === undefined) return;
  const size = await findListSize(get, describeLogList(connector, { from: first.from, to: last.to }));
  if (size === undefined || size.rows === 0) return;
  // Add three requests per day: one for a short last page, and two to check that no row is missing.
  const requests = Math.ceil(size.rows / size.pageRows) + 3 * open.length;
  const perMinute = Math.round(MINUTE_MS / intervalMs);
  progress.say(words.ahead(size.rows, requests, requests * intervalMs, perMinute));
}

/** Reads the payments. Returns the number of rows, or the reason why the gateway has no list of payments. */
async function readPayments(reading: Reading): Promise<number | Sentence> {
  const { connector, progress } = reading;
  const { payments } = connector.reading;
  if (payments === undefined) return words.noPaymentList(connector.name);
  const { resource, absent } = payments;
  try {
    return await readList(PAYMENTS_FILE, describeList(connector, resource), 'payments', reading);
  } catch (error) {
    const isAbsent =
      error instanceof GatewayRefusal && absent !== undefined && error.quote.includes(absent.says);
    if (!isAbsent) throw error;
    progress.say(words.missing(PAYMENTS_FILE, absent.why));
    return absent.why;
  }
}

/**
 * Reads logs, payments and channels from the API of a gateway into a folder, and writes the settings file for `npm run
 * month`. Skips files that an earlier run has completed. Returns the number of rows read.
 * @throws Problem if a list cannot be read; also, after everything was written, if rows of a list are missing
 */
export async function readExport(
  { connector, access, from, to, out }: ReadOptions,
  progress: ReadProgress,
  politeness = POLITENESS,
): Promise<number> {
  const get = createGatewayClient(access, politeness, (sentence) => progress.say(sentence));
  const statusPath = findPath(connector, 'status');
  const quotaPerUnit = readStatusUnit(await get(statusPath));
  if (quotaPerUnit === undefined) throw new Problem(words.noUnit(statusPath));
  const period = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const gateway = access.baseUrl.href;
  const origin = { connector: connector.id, gateway, from: period.start, to: period.end };
  const logs = [...splitIntoDays({ from, to })].map(({ name }) => logFile(name));
  const folder = await openExportFolder(out, origin, [...logs, PAYMENTS_FILE, CHANNELS_FILE, SETTINGS_FILE]);
  const shortages: Sentence[] = [];
  const reading = { connector, get, quotaPerUnit, folder, progress, shortages };
  await announceDuration({ from, to }, politeness.intervalMs, reading);
  let rows = 0;
  for (const day of splitIntoDays({ from, to }))
    rows += await readList(logFile(day.name), describeLogList(connector, day), 'logs', reading);
  const payments = await readPayments(reading);
  const hasPayments = typeof payments === 'number';
  if (hasPayments) rows += payments;
  // Copy the shortages before those of the channels are added: without channels, the report only lacks their names.
  const missing = {
    ...(shortages.length > 0 && { rows: [...shortages] }),
    ...(!hasPayments && { payments }),
  };
  rows += await readList(CHANNELS_FILE, describeList(connector, 'channels'), 'channels', reading);
  await folder.writeJson(SETTINGS_FILE, {
    connector: connector.id,
    quotaPerUnit,
    period,
    logs,
    ...(hasPayments && { payments: [PAYMENTS_FILE] }),
    channels: CHANNELS_FILE,
    ...(Object.keys(missing).length > 0 && { missing }),
  });
  if (shortages.length > 0) throw new Problem(...shortages, words.incomplete);
  return rows;
}
