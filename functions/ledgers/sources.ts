import { byCodeUnit } from '#shared/engine/rows/order.ts';
import { type Mapping, parseMapping } from '#shared/files/mapping/mapping.ts';
import { EMPTY_FILE, rejectFile } from '#shared/files/source-file.ts';
import { readChannelRows } from '#shared/pipeline/read/channel-rows.ts';
import { SOURCE_FIELDS, type Source } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { listBillFiles } from '#shared/pipeline/settings/bill-settings.ts';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import { Rejection } from '#shared/rejections.ts';
import { type LedgerInput, parsePrices } from './input.ts';
import type { ListedObject, S3Objects } from './objects/s3-objects.ts';

/** Object that a run reads, with the version and size from the listing. */
export interface ListedSource extends Source, Pick<ListedObject, 'version' | 'bytes'> {}

/** Reads the object of the bucket with a key as JSON. Throws a Rejection if it does not exist or is not JSON. */
export async function readJson(key: string, objects: S3Objects): Promise<unknown> {
  const text = await objects.readText(key);
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('invalid_request', 'An object cannot be read.', [`${key}: is not JSON`]);
  }
}

/**
 * Lists the objects below the prefixes that the input names for log, bill and payments, sorted by key, with the column
 * mappings that the input names. Throws a Rejection if a prefix has no objects, an object is empty, or a mapping is
 * invalid.
 */
export async function listSources(input: LedgerInput, objects: S3Objects): Promise<ListedSource[]> {
  const mappings = new Map<string, Mapping>();
  for (const [table, key] of Object.entries(input.mapping ?? {}))
    mappings.set(table, parseMapping(await readJson(key, objects), key));
  const all: Omit<ListedSource, 'source'>[] = [];
  for (const field of SOURCE_FIELDS) {
    const found = new Map<string, (typeof all)[number]>();
    for (const { file: prefix, ...about } of listBillFiles(input[field])) {
      // Skip "folders" of the S3 console: empty objects whose keys end with a slash.
      const listed = (await objects.list(prefix)).filter(({ key }) => !key.endsWith('/'));
      if (listed.length === 0)
        throw new Rejection('invalid_request', 'There is nothing to read.', [
          `${field}: no object in the bucket has a key that begins with this prefix. Check the prefix`,
        ]);
      for (const { key, version, bytes } of listed) {
        const mapping = mappings.get(key);
        const more = { ...(mapping && { mapping }), ...about };
        found.set(key, { name: key, location: key, field, version, bytes, ...more });
      }
    }
    for (const source of found.values()) all.push(source);
  }
  // Refuse empty objects by their listed size, before any object is read.
  const empty = all.find(({ bytes }) => bytes === 0);
  if (empty) throw rejectFile(empty.name, EMPTY_FILE);
  return all.sort((a, b) => byCodeUnit(a.name, b.name)).map((found, source) => ({ source, ...found }));
}

/** Builds the settings of a run from its input, and reads the objects with prices and channels that it names. */
export async function readRunSettings(input: LedgerInput, objects: S3Objects): Promise<RunSettings> {
  const { connector, channels, partial = false } = input;
  const prices = typeof input.prices === 'string' ? await readJson(input.prices, objects) : input.prices;
  return {
    ...configureRun(
      { ...input, ...(input.upstreamCharges && { upstream: input.upstreamCharges }) },
      partial,
      prices === undefined ? undefined : parsePrices(prices),
    ),
    connector,
    supplied: { upstreamCharges: 'upstreamCharges' in input, payments: 'payments' in input },
    ...(channels && { channels: await readChannelRows({ name: channels, bytes: objects.read(channels) }) }),
  };
}
