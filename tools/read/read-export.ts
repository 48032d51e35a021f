import type { Connector } from '#shared/connectors/connector.ts';
import { connectors } from '#shared/connectors/registry.ts';
import { MINUTE_MS } from '#shared/instant.ts';
import { type KeptList, keeperOf } from '#shared/normalizer/intake/keep.ts';
import { asNumber, isNative } from '#shared/normalizer/intake/native.ts';
import { withStatedQuota } from '#shared/normalizer/intake/stated-quota.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import type { Sentence } from '#shared/sentence.ts';
import { ExportFolder } from './export-folder.ts';
import { GatewayClient, POLITENESS } from './gateway-client.ts';
import type { ReadOptions } from './options.ts';
import { type List, pages } from './pages.ts';
import { ReadingProblem, Refused } from './reading-problem.ts';
import { sizeAhead } from './size-ahead.ts';
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

/** The deployment's own unit: a number, in some versions as text. */
function quotaPerUnitOf(status: unknown, path: string): number {
  const data = isNative(status) ? status.data : undefined;
  const unit = asNumber(isNative(data) ? data.quota_per_unit : undefined);
  if (!(unit > 0 && Number.isFinite(unit))) throw new ReadingProblem(words.noUnit(path));
  return unit;
}

const pathOf = ({ source }: Connector, resource: string): string => {
  const found = source.resources.find(({ id }) => id === resource);
  if (found === undefined) throw new Error(`no resource ${resource}`);
  return found.path;
};

/** Rows as they may be written down: what the gateway's data names, less what no row may carry. */
async function* kept(
  rows: AsyncIterable<readonly unknown[]>,
  list: KeptList,
  connector: Connector,
  quotaPerUnit: number,
): AsyncGenerator<readonly unknown[]> {
  const keep = keeperOf(list, connector, connectors);
  const stripper = new Stripper(list);
  const ofRow = (row: unknown): unknown => {
    const settled = list === 'logs' && isNative(row) ? withStatedQuota(row, connector, quotaPerUnit) : row;
    return stripper.strip(keep(settled) ?? {});
  };
  for await (const page of rows) yield page.map(ofRow);
}

/** One reading of one gateway into one folder. */
class Reading {
  readonly #connector: ReadOptions['connector'];
  readonly #client: GatewayClient;
  readonly #folder: ExportFolder;
  readonly #progress: Progress;
  readonly #quotaPerUnit: number;
  rows = 0;

  constructor(
    connector: ReadOptions['connector'],
    quotaPerUnit: number,
    client: GatewayClient,
    folder: ExportFolder,
    progress: Progress,
  ) {
    this.#connector = connector;
    this.#quotaPerUnit = quotaPerUnit;
    this.#client = client;
    this.#folder = folder;
    this.#progress = progress;
  }

  #list({ resource, query = {} }: { resource: string; query?: Readonly<Record<string, string>> }): List {
    return { path: pathOf(this.#connector, resource), query, paging: this.#connector.reading.paging };
  }

  #logs({ from, to }: Window): List {
    const { logs, window } = this.#connector.reading;
    const list = this.#list(logs);
    // Both ends are inclusive, and rows are dated to the second.
    const [first, last] = [Math.floor(from / 1000), Math.ceil(to / 1000) - 1];
    return { ...list, query: { ...list.query, [window.from]: `${first}`, [window.to]: `${last}` } };
  }

  async #read(file: string, list: List, what: KeptList): Promise<void> {
    if (this.#folder.has(file)) return this.#progress.say(words.there(file));
    let count = 0;
    const rows = kept(pages(this.#client, list), what, this.#connector, this.#quotaPerUnit);
    await this.#folder.writeRows(file, rows, (sofar) => {
      count = sofar;
      this.#progress.rows(file, count);
    });
    this.rows += count;
    this.#progress.say(words.rows(file, count));
  }

  /** How long the days that are not there yet will take; a gateway with small pages takes hours. */
  async #tellTime(window: Window, intervalMs: number): Promise<void> {
    const open = [...days(window)].filter(({ name }) => !this.#folder.has(logFile(name)));
    const [first, last] = [open.at(0), open.at(-1)];
    if (first === undefined || last === undefined) return;
    const size = await sizeAhead(this.#client, this.#logs({ from: first.from, to: last.to }));
    if (size === undefined || size.rows === 0) return;
    const requests = Math.ceil(size.rows / size.pageRows) + open.length;
    this.#progress.say(
      words.ahead(size.rows, requests, requests * intervalMs, Math.round(MINUTE_MS / intervalMs)),
    );
  }

  async logs(window: Window, intervalMs: number): Promise<void> {
    await this.#tellTime(window, intervalMs);
    for (const day of days(window)) await this.#read(logFile(day.name), this.#logs(day), 'logs');
  }

  channels(): Promise<void> {
    return this.#read(CHANNELS_FILE, this.#list(this.#connector.reading.channels), 'channels');
  }

  /** @returns why there are none, where there are none to be had */
  async payments(): Promise<Sentence | undefined> {
    const { payments } = this.#connector.reading;
    if (payments === undefined) return words.noPaymentList(this.#connector.name);
    try {
      await this.#read(PAYMENTS_FILE, this.#list(payments), 'payments');
    } catch (error) {
      const { absent } = payments;
      const isAbsent = error instanceof Refused && absent !== undefined && error.quote.includes(absent.says);
      if (!isAbsent) throw error;
      this.#progress.say(words.missing(PAYMENTS_FILE, absent.why));
      return absent.why;
    }
    return undefined;
  }
}

/**
 * Reads logs, payments and channels of one gateway into a folder, with the settings file that `npm run month` takes.
 * Whatever is whole there already is not read again.
 * @throws ReadingProblem with a sentence for the person who runs it
 */
export async function readExport(
  { connector, access, from, to, out }: ReadOptions,
  progress: Progress,
  politeness = POLITENESS,
): Promise<{ rows: number }> {
  const client = new GatewayClient(access, politeness, (sentence) => progress.say(sentence));
  const statusPath = pathOf(connector, connector.reading.status);
  const quotaPerUnit = quotaPerUnitOf(await client.get(statusPath), statusPath);
  const period = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const origin = {
    connector: connector.id,
    gateway: access.baseUrl.href,
    from: period.start,
    to: period.end,
  };
  const logFiles = [...days({ from, to })].map(({ name }) => logFile(name));
  const files = [...logFiles, PAYMENTS_FILE, CHANNELS_FILE, SETTINGS_FILE];
  const folder = await ExportFolder.open(out, origin, files);
  const reading = new Reading(connector, quotaPerUnit, client, folder, progress);
  await reading.logs({ from, to }, politeness.intervalMs);
  const missing = await reading.payments();
  await reading.channels();
  await folder.writeJson(SETTINGS_FILE, {
    connector: connector.id,
    quotaPerUnit,
    period,
    logs: logFiles,
    ...(missing === undefined ? { payments: [PAYMENTS_FILE] } : { missing: { payments: missing } }),
    channels: CHANNELS_FILE,
  });
  return { rows: reading.rows };
}
