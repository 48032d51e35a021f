import type { Connector } from '#shared/connectors/connector.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { ExportFolder } from './export-folder.ts';
import { GatewayClient, POLITENESS, ReadingProblem } from './gateway-client.ts';
import type { ReadOptions } from './options.ts';
import { type List, pages } from './pages.ts';

const DAY_MS = 86_400_000;

/** What the reader tells the person who watches. */
export interface Progress {
  /** Something happened that should stay on the screen. */
  say(sentence: string): void;
  /** Rows of the list at hand so far. */
  rows(name: string, count: number): void;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The deployment's own unit: a number, in some versions as text. */
function quotaPerUnitOf(status: unknown, path: string): number {
  const data = isObject(status) ? status.data : undefined;
  const unit = Number(isObject(data) ? data.quota_per_unit : undefined);
  if (!(unit > 0 && Number.isFinite(unit)))
    throw new ReadingProblem(`${path}: the reply has no data.quota_per_unit. Is this the gateway's address?`);
  return unit;
}

/** UTC days from `from` to `to`: a run that was cut reads one of them again, at most. */
function* days(from: number, to: number): Generator<{ name: string; from: number; to: number }> {
  for (let start = from; start < to; ) {
    const end = Math.min((Math.floor(start / DAY_MS) + 1) * DAY_MS, to);
    yield { name: new Date(start).toISOString().slice(0, 10), from: start, to: end };
    start = end;
  }
}

const pathOf = ({ source }: Connector, resource: string): string => {
  const found = source.resources.find(({ id }) => id === resource);
  if (found === undefined) throw new Error(`no resource ${resource}`);
  return found.path;
};

async function* stripped(
  rows: AsyncIterable<readonly unknown[]>,
  stripper: Stripper,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of rows) yield page.map((row) => stripper.strip(row));
}

/**
 * Reads logs, payments and channels of one gateway into a folder, with the settings file that `npm run month` takes.
 * Whatever is whole there already is not read again.
 * @throws ReadingProblem with a sentence for the person who runs it
 */
export async function readExport(
  { connector, baseUrl, from, to, out, headers }: ReadOptions,
  progress: Progress,
  politeness = POLITENESS,
): Promise<{ rows: number }> {
  const { reading } = connector;
  const client = new GatewayClient(baseUrl, headers, politeness, (sentence) => progress.say(sentence));
  const statusPath = pathOf(connector, reading.status);
  const quotaPerUnit = quotaPerUnitOf(await client.get(statusPath), statusPath);
  const period = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const origin = { connector: connector.id, gateway: baseUrl.href, from: period.start, to: period.end };
  // Only now: a mistyped address must not claim the folder.
  const folder = new ExportFolder(out, origin);
  let total = 0;
  const readList = async (file: string, list: List, field: RowField): Promise<void> => {
    if (folder.has(file)) return progress.say(`${file}: there already`);
    const rows = stripped(pages(client, list), new Stripper(field));
    let count = 0;
    await folder.writeRows(file, rows, (sofar) => {
      count = sofar;
      progress.rows(file, count);
    });
    total += count;
    progress.say(`${file}: ${count} rows`);
  };
  const listOf = ({ resource, query = {} }: NonNullable<typeof reading.payments>): List => ({
    ...{ path: pathOf(connector, resource), query, paging: reading.paging },
  });
  for (const day of days(from, to)) {
    const logs = listOf(reading.logs);
    const window = {
      [reading.window.from]: `${Math.floor(day.from / 1000)}`,
      // Both ends are inclusive, and rows are dated to the second.
      [reading.window.to]: `${Math.ceil(day.to / 1000) - 1}`,
    };
    await readList(`logs-${day.name}.jsonl`, { ...logs, query: { ...logs.query, ...window } }, 'logs');
  }
  if (reading.payments) await readList('payments.jsonl', listOf(reading.payments), 'payments');
  await readList('channels.jsonl', listOf(reading.channels), 'channels');
  folder.writeJson('month.json', {
    connector: connector.id,
    ...{ quotaPerUnit, period },
    logs: ['logs-*.jsonl'],
    ...(reading.payments && { payments: ['payments.jsonl'] }),
    channels: 'channels.jsonl',
  });
  return { rows: total };
}
