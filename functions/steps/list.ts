import { isGzip } from '#shared/files/gunzip.ts';
import { type Mapping, mappingOf } from '#shared/files/mapping/mapping.ts';
import { sha256Hex } from '#shared/hash.ts';
import { DEALT_FIELDS, type DealtField } from '#shared/ledger/keys.ts';
import type { LedgerSettings } from '#shared/ledger/settings.ts';
import { partsFor } from '#shared/ledger/size.ts';
import type { Source } from '#shared/ledger/source.ts';
import { begin } from '#shared/ledger/steps.ts';
import { ahead } from '#shared/ledger/store/ahead.ts';
import { Rejection } from '#shared/rejections.ts';
import { channelRows } from '#shared/run/read/channel-rows.ts';
import { type Deployment, SCRATCH_PREFIX } from './deployment.ts';
import { type LedgerInput, readInput } from './input.ts';
import { latestRun } from './latest.ts';
import { type RunPlace, reportFolder } from './run-place.ts';
import type { ListedObject, S3Objects } from './s3-objects.ts';
import { S3Store } from './s3-store.ts';

/** A larger source is read in pieces of about this size, by as many readers. */
const PIECE_BYTES = 64 * 1024 * 1024;
/** Native text of a part: a function of 3 GB has it to itself, and the pieces that all parts exchange grow with their square. */
const PART_BYTES = 96 * 1024 * 1024;
const REJECTED_SHARE_MAX = 0.01;
/** Objects that are looked at side by side. */
const LOOKS_AT_ONCE = 32;

interface FieldObject extends ListedObject {
  readonly field: DealtField;
}

async function objectsOf(input: LedgerInput, objects: S3Objects): Promise<FieldObject[]> {
  const all: FieldObject[] = [];
  for (const field of DEALT_FIELDS) {
    const prefix = input[field];
    if (prefix === undefined) continue;
    // A console's "folder" is an empty object whose key ends with a slash.
    const listed = (await objects.list(prefix)).filter(({ key }) => !key.endsWith('/'));
    if (listed.length === 0)
      throw new Rejection('invalid_request', 'There is nothing to read.', [
        `${field}: no object of the bucket has a key that begins so`,
      ]);
    all.push(...listed.map((object) => ({ ...object, field })));
  }
  return all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

async function mappingsOf(input: LedgerInput, objects: S3Objects): Promise<ReadonlyMap<string, Mapping>> {
  const mappings = new Map<string, Mapping>();
  for (const [table, key] of Object.entries(input.mapping ?? {})) {
    const text = await objects.readText(key);
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      throw new Rejection('invalid_request', 'A mapping cannot be read.', [`${key}: is not JSON`]);
    }
    mappings.set(table, mappingOf(content, key));
  }
  return mappings;
}

/** Bytes of text in packed objects, and in others. */
async function volumeOf(listed: readonly FieldObject[], objects: S3Objects) {
  const volume = { plain: 0, packed: 0 };
  const looks = ahead(listed, LOOKS_AT_ONCE, async ({ key, bytes, version }) => {
    let head = new Uint8Array();
    for await (const chunk of objects.read(key, { start: 0, end: Math.min(bytes, 2) }, version))
      head = new Uint8Array([...head, ...chunk]);
    return { bytes, isPacked: isGzip(head) };
  });
  for await (const { bytes, isPacked } of looks) volume[isPacked ? 'packed' : 'plain'] += bytes;
  return volume;
}

/**
 * Finds the objects that the input names, and leaves what the first stage begins with.
 * @param generatedAt when the execution was started
 * @returns where: a name that follows from objects, settings, time and code, so that a repeated call finds the same
 */
export async function list(
  payload: unknown,
  generatedAt: string,
  objects: S3Objects,
  deployment: Deployment,
): Promise<RunPlace> {
  const input = readInput(payload, deployment);
  const listed = await objectsOf(input, objects);
  const mappings = await mappingsOf(input, objects);
  const sources = listed.map(({ key, bytes, version, field }, source): Source => {
    const mapping = mappings.get(key);
    return { source, name: key, place: key, field, bytes, version, ...(mapping && { mapping }) };
  });
  const { connector, quotaPerUnit, currency, period, channels, language, output } = input;
  const { plain, packed } = await volumeOf(listed, objects);
  const parts = input.parts ?? partsFor(plain, packed, PART_BYTES);
  const earlier = await latestRun(output, objects);
  const settings: LedgerSettings = {
    connector,
    ...(quotaPerUnit !== undefined && { quotaPerUnit }),
    ...(currency !== undefined && { currency }),
    ...(period !== undefined && { period }),
    supplied: { upstreamCharges: 'upstreamCharges' in input, payments: 'payments' in input },
    ...(channels && { channels: await channelRows({ name: channels, bytes: objects.read(channels) }) }),
    ...{ parts, shards: parts, pieceBytes: PIECE_BYTES, packsFindings: true, generatedAt },
    rejectedShareMax: input.rejectedShare ?? REJECTED_SHARE_MAX,
    ...(language && { language }),
    ...(earlier && { earlier }),
  };
  const { stamp } = deployment;
  const runId = sha256Hex(JSON.stringify([stamp, output, settings, sources]), 32);
  const run = `${SCRATCH_PREFIX}${runId}/`;
  await begin(settings, sources, new S3Store(objects, run, stamp));
  return { run, output: reportFolder(output, generatedAt, runId) };
}
