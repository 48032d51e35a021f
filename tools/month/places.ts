import { closeSync, createReadStream, globSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Problem } from '../problem.ts';
import type { S3Place } from './buckets.ts';
import { aboutOption } from './system-error.ts';

const READ_BYTES = 256 * 1024;

/** What `s3://bucket/key` names; `undefined` for paths of files. */
export function s3Place(place: string): S3Place | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(place) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** The bytes of a file, or of an object. The SDK is loaded where there is a bucket. */
export function openPlace(place: string): AsyncIterable<Uint8Array> {
  const at = s3Place(place);
  if (at === undefined) return createReadStream(place, { highWaterMark: READ_BYTES });
  return (async function* () {
    yield* (await import('./buckets.ts')).readObject(at);
  })();
}

const SPECIAL = /[*?[\]{}]/;

function filesAt(pattern: string): string[] {
  const stats = statSync(pattern, { throwIfNoEntry: false });
  const areFiles = (paths: string[]) => paths.filter((path) => statSync(path).isFile());
  if (stats?.isFile()) return [pattern];
  if (stats?.isDirectory()) {
    // A pattern finds nothing in a folder that may not be read.
    readdirSync(pattern);
    return areFiles(globSync(join(pattern, '**/*')));
  }
  return SPECIAL.test(pattern) ? areFiles(globSync(pattern)) : [];
}

async function placesIn(option: string, pattern: string): Promise<string[]> {
  const at = s3Place(pattern);
  if (at !== undefined) return (await import('./buckets.ts')).objectsAt(option, at);
  const files = filesAt(pattern);
  if (files.length === 0)
    throw new Problem({
      en: `--${option}: there is no file ${pattern}.`,
      zh: `--${option}：没有文件 ${pattern}。`,
    });
  for (const file of files) closeSync(openSync(file, 'r'));
  return files;
}

/**
 * What folders, patterns, paths and prefixes of buckets name, in the order of the names. Hidden files are none.
 * @throws Problem where one names nothing, or what may not be read
 */
export const placesAt = (option: string, patterns: readonly string[]): Promise<string[]> =>
  aboutOption(option, async () => {
    const found = await Promise.all(patterns.map((pattern) => placesIn(option, pattern)));
    return [...new Set(found.flat())].sort();
  });

/**
 * The JSON of a file or object.
 * @throws Problem where it cannot be read, or is no JSON
 */
export const jsonAt = (option: string, place: string): Promise<unknown> =>
  aboutOption(option, async () => {
    const content = await text(openPlace(place));
    try {
      return JSON.parse(content);
    } catch {
      throw new Problem({
        en: `--${option}: ${place} is not JSON.`,
        zh: `--${option}：${place} 不是 JSON。`,
      });
    }
  });
