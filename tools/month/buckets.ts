import { S3Client } from '@aws-sdk/client-s3';
import { buildRunPrefixes } from '#functions/ledgers/deployment.ts';
import { readLatestRun, updateLatestRun } from '#functions/ledgers/latest-run.ts';
import { isTemporary } from '#functions/ledgers/objects/s3-errors.ts';
import { S3Objects } from '#functions/ledgers/objects/s3-objects.ts';
import { publish, type SourceWithoutAcknowledged } from '#functions/ledgers/publish.ts';
import { hashToHex } from '#shared/hash/hash.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { Problem } from '../problem.ts';

/** An object of a bucket, or all objects whose keys begin with `key`. */
export interface S3Location {
  readonly bucket: string;
  readonly key: string;
}

// Region, credentials and address come from the standard configuration of the AWS SDK.
const customEndpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
const client = new S3Client({
  maxAttempts: 8,
  followRegionRedirects: true,
  forcePathStyle: Boolean(customEndpoint),
});

const openBucket = (bucket: string): S3Objects => new S3Objects(client, bucket);

/** Runs work on a bucket. If S3 cannot be reached, throws a problem that says what to check. */
async function withS3Problems<T>(bucket: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTemporary(error)) throw error;
    throw new Problem({
      en: `s3://${bucket} cannot be reached: ${error.message} Check the credentials, AWS_REGION and the network, and try again.`,
      zh: `无法访问 s3://${bucket}：${error.message} 请检查凭证、AWS_REGION 和网络后重试。`,
    });
  }
}

/** Version of each listed object by URL. Reading fails if the object was overwritten since. */
const versions = new Map<string, string>();

/**
 * Lists the objects below a prefix as `s3://…` URLs, without folder markers (keys that end with a slash). Remembers
 * their versions: `readObject` fails for an object that was overwritten since.
 * @param option name of the option, for error messages
 * @throws Problem or Rejection if there are no objects, or S3 refuses
 */
export async function listObjects(option: string, { bucket, key: prefix }: S3Location): Promise<string[]> {
  const listed = await withS3Problems(bucket, () => openBucket(bucket).list(prefix));
  // Skip "folders" of the S3 console: empty objects whose keys end with a slash.
  const urls = listed.flatMap(({ key, version }) => {
    const url = `s3://${bucket}/${key}`;
    versions.set(url, version);
    return key.endsWith('/') ? [] : [url];
  });
  if (urls.length > 0) return urls;
  throw new Problem({
    en: `--${option}: there is no object below s3://${bucket}/${prefix}. Check the prefix.`,
    zh: `--${option}：没有以 s3://${bucket}/${prefix} 开头的对象，请检查前缀。`,
  });
}

/** Streams the bytes of an S3 object. Throws a Rejection if it was overwritten after `listObjects` listed it. */
export async function* readObject({ bucket, key }: S3Location): AsyncGenerator<Uint8Array> {
  const chunks = openBucket(bucket).read(key, versions.get(`s3://${bucket}/${key}`));
  for (;;) {
    const { done, value } = await withS3Problems(bucket, () => chunks.next());
    if (done) return;
    yield value;
  }
}

/**
 * Writes the files of a report below an S3 prefix, as the ledger workflow does, and updates `latest.json` there.
 * Returns the keys of the files, relative to the prefix.
 */
export async function publishMonth(
  { bucket, key }: S3Location,
  source: SourceWithoutAcknowledged,
  sources: readonly Source[],
  rejected: number,
): Promise<string[]> {
  const prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  const { generatedAt } = source.head;
  const runId = hashToHex(JSON.stringify([prefix, generatedAt, sources]), 32);
  const prefixes = buildRunPrefixes(prefix, generatedAt, runId);
  const objects = openBucket(bucket);
  return withS3Problems(bucket, async () => {
    const earlier = await readLatestRun(prefix, objects);
    const { language } = source;
    const run = { sources, ...(earlier && { earlier }), ...(language && { language }) };
    const { latest } = await publish(run, source, rejected, prefixes, objects);
    await updateLatestRun(latest, objects);
    const files = await objects.list(prefixes.report);
    return files.map((file) => file.key.slice(prefix.length));
  });
}
