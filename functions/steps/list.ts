import { byCodeUnit } from '#shared/engine/rows/order.ts';
import { type Mapping, mappingOf } from '#shared/files/mapping/mapping.ts';
import { EMPTY, unreadable } from '#shared/files/native-file.ts';
import { sha256Hex } from '#shared/hash.ts';
import { Rejection } from '#shared/rejections.ts';
import { channelRows } from '#shared/run/read/channel-rows.ts';
import type { SourceField } from '#shared/run/read/source.ts';
import { statedRun } from '#shared/run/settings/stated-run.ts';
import { billOf } from '#shared/run/settings/stated-settings.ts';
import type { RunSettings } from '#shared/run/settings.ts';
import { type Deployment, type RunPlace, reportFolder, SCRATCH_PREFIX } from './deployment.ts';
import { knownOf, type LedgerInput, pricesOf, readInput } from './input.ts';
import { latestRun } from './latest.ts';
import type { ListedObject, S3Objects } from './objects/s3-objects.ts';
import { type ListedSource, type RunFile, writeRunFile } from './run-file.ts';

/** The history of an execution holds 25 000 events, of which each task leaves 7, and 3 more whenever it is tried again. */
const TASKS_MAX = 500;

const FIELDS = ['logs', 'upstreamCharges', 'payments'] as const satisfies readonly SourceField[];

/** @throws Rejection where an object is no JSON */
async function jsonAt(key: string, objects: S3Objects): Promise<unknown> {
  const text = await objects.readText(key);
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('invalid_request', 'An object cannot be read.', [`${key}: is not JSON`]);
  }
}

/** The objects that the input names, in the order of their keys, and their bytes. */
async function objectsOf(input: LedgerInput, objects: S3Objects) {
  const mappings = new Map<string, Mapping>();
  for (const [table, key] of Object.entries(input.mapping ?? {}))
    mappings.set(table, mappingOf(await jsonAt(key, objects), key));
  const all: (Omit<ListedSource, 'source'> & Pick<ListedObject, 'bytes'>)[] = [];
  for (const field of FIELDS) {
    const found = new Map<string, (typeof all)[number]>();
    for (const { file: prefix, channel } of [input[field] ?? []].flat().map(billOf)) {
      // A console's "folder" is an empty object whose key ends with a slash.
      const listed = (await objects.list(prefix)).filter(({ key }) => !key.endsWith('/'));
      if (listed.length === 0)
        throw new Rejection('invalid_request', 'There is nothing to read.', [
          `${field}: no object of the bucket has a key that begins so`,
        ]);
      for (const { key, version, bytes } of listed) {
        const mapping = mappings.get(key);
        const more = { ...(mapping && { mapping }), ...(channel !== undefined && { channel }) };
        found.set(key, { name: key, place: key, field, version, bytes, ...more });
      }
    }
    all.push(...found.values());
  }
  // All that a listing tells of rows, before any is read.
  const empty = all.find(({ bytes }) => bytes === 0);
  if (empty) throw unreadable(empty.name, EMPTY);
  return all.sort((a, b) => byCodeUnit(a.name, b.name));
}

/** Deals sources to tasks, in their order: one each, but for those that are small beside the others. */
function tasksOf(listed: readonly Pick<ListedObject, 'bytes'>[]): number[][] {
  const enough = listed.reduce((sum, { bytes }) => sum + bytes, 0) / TASKS_MAX;
  const tasks: number[][] = [];
  let waiting = Number.POSITIVE_INFINITY;
  for (const [source, { bytes }] of listed.entries()) {
    if (waiting >= enough) {
      tasks.push([]);
      waiting = 0;
    }
    tasks.at(-1)?.push(source);
    waiting += bytes;
  }
  return tasks;
}

async function settingsOf(input: LedgerInput, objects: S3Objects): Promise<RunSettings> {
  const { connector, channels, partial = false } = input;
  const prices = typeof input.prices === 'string' ? await jsonAt(input.prices, objects) : input.prices;
  return {
    ...statedRun(input, partial, prices === undefined ? undefined : pricesOf(prices)),
    connector,
    supplied: { upstreamCharges: 'upstreamCharges' in input, payments: 'payments' in input },
    ...(channels && { channels: await channelRows({ name: channels, bytes: objects.read(channels) }) }),
  };
}

/** Where a run is, and how many tasks read its objects. */
export interface Listed extends RunPlace {
  readonly tasks: number;
}

/**
 * Finds the objects that the input names, and leaves what all other steps must know.
 * @param generatedAt when the execution was started
 * @returns where: a name that follows from objects, settings, time and code, so that a repeated call finds the same
 */
export async function list(
  payload: unknown,
  generatedAt: string,
  objects: S3Objects,
  deployment: Deployment,
): Promise<Listed> {
  const input = readInput(payload, deployment);
  const listed = await objectsOf(input, objects);
  const earlier = await latestRun(input.output, objects);
  const run: RunFile = {
    settings: await settingsOf(input, objects),
    sources: listed.map(({ bytes: _, ...object }, source) => ({ source, ...object })),
    tasks: tasksOf(listed),
    generatedAt,
    known: knownOf(typeof input.known === 'string' ? await jsonAt(input.known, objects) : input.known),
    ...(input.language && { language: input.language }),
    ...(earlier && { earlier }),
  };
  const { stamp } = deployment;
  const runId = sha256Hex(JSON.stringify([stamp, input.output, run]), 32);
  const place = `${SCRATCH_PREFIX}${runId}/`;
  await writeRunFile(objects, place, run, stamp);
  return { run: place, output: reportFolder(input.output, generatedAt, runId), tasks: run.tasks.length };
}
