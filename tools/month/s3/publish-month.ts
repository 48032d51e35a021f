import { reportFolder, SCRATCH_PREFIX } from '#functions/steps/deployment.ts';
import { latestRun, rememberRun } from '#functions/steps/latest.ts';
import { type KnownSource, publish } from '#functions/steps/publish.ts';
import { sha256Hex } from '#shared/hash.ts';
import type { Source } from '#shared/run/read/source.ts';
import { aboutS3, objectsIn } from './buckets.ts';
import type { S3Place } from './s3-place.ts';

/**
 * Publishes a report below a prefix, as the ledger workflow does: into a folder of the run, and the pointer last.
 * @returns keys of the report's files below the prefix
 */
export async function publishMonth(
  { bucket, key }: S3Place,
  source: KnownSource,
  sources: readonly Source[],
  rejected: number,
): Promise<string[]> {
  const prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  const { generatedAt } = source.head;
  const runId = sha256Hex(JSON.stringify([prefix, generatedAt, sources]), 32);
  const place = { run: `${SCRATCH_PREFIX}${runId}/`, output: reportFolder(prefix, generatedAt, runId) };
  const objects = objectsIn(bucket);
  return aboutS3(bucket, async () => {
    const earlier = await latestRun(prefix, objects);
    const { language } = source;
    const run = { sources, ...(earlier && { earlier }), ...(language && { language }) };
    const { latest } = await publish(run, source, rejected, place, objects);
    await rememberRun(latest, objects);
    const files = await objects.list(place.output);
    return files.map((file) => file.key.slice(prefix.length));
  });
}
