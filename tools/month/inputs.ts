import { closeSync, createReadStream, globSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { prefixPlace, type Sentence } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import type { S3Location } from './buckets.ts';
import { withOptionName } from './system-error.ts';

const READ_BYTES = 256 * 1024;
const READ_BYTES_MIN = 4096;

/** What `s3://bucket/key` names; `undefined` for paths of files. */
export function parseS3Url(place: string): S3Location | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(place) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** The bytes of a file, or of an object. The SDK is loaded where there is a bucket. */
export function openInput(place: string): AsyncIterable<Uint8Array> {
  const at = parseS3Url(place);
  // A buffer that a small file does not fill costs more than reading the file.
  if (at === undefined)
    return createReadStream(place, {
      highWaterMark: Math.min(Math.max(statSync(place).size, READ_BYTES_MIN), READ_BYTES),
    });
  return (async function* () {
    yield* (await import('./buckets.ts')).readObject(at);
  })();
}

const SPECIAL = /[*?[\]{}]/;
/** Most patterns that the braces of one may stand for: each of them is a walk through folders. */
const ALTERNATIVES_MAX = 1000;

const RANGE = /^(?:(-?\d+)\.\.(-?\d+)|[a-z]\.\.[a-z])/i;
const LETTERS = 26;

/** How many texts a part of braces is: 31 of `01..31`, 1 of any other. */
function countTexts(part: string): number {
  const [range, from, to] = RANGE.exec(part) ?? [];
  if (range === undefined) return 1;
  return from === undefined ? 2 * LETTERS : Math.abs(Number(to) - Number(from)) + 1;
}

/** The most patterns that the braces of a pattern can be: 6 of `{a,b}-{1..3}`. */
const countAlternatives = (pattern: string): number =>
  pattern
    .split('{')
    .slice(1)
    .map((braces) => braces.split(',').reduce((sum, part) => sum + countTexts(part), 0))
    .reduce((product, texts) => product * texts, 1);

const notAFile = (path: string): Sentence => ({
  en: `${path} is a pipe or a device, and files are read more than once. Save it as a file first.`,
  zh: `${path} 是管道或设备，而文件需要读取多次。请先存成文件。`,
});
const tooManyAlternatives = (pattern: string): Sentence => ({
  en: `the braces of ${pattern} stand for more than ${ALTERNATIVES_MAX} patterns. Use *, or name a folder.`,
  zh: `${pattern} 的花括号展开后超过 ${ALTERNATIVES_MAX} 个模式。请改用 *，或指定文件夹。`,
});

function findFiles(option: string, pattern: string): string[] {
  const stats = statSync(pattern, { throwIfNoEntry: false });
  const areFiles = (paths: string[]) => paths.filter((path) => statSync(path).isFile());
  if (stats?.isFile()) return [pattern];
  if (stats?.isDirectory()) {
    // A pattern finds nothing in a folder that may not be read.
    readdirSync(pattern);
    return areFiles(globSync('**/*', { cwd: pattern }).map((path) => join(pattern, path)));
  }
  if (stats !== undefined) throw new Problem(prefixPlace(`--${option}`, notAFile(pattern)));
  if (!SPECIAL.test(pattern)) return [];
  if (countAlternatives(pattern) > ALTERNATIVES_MAX)
    throw new Problem(prefixPlace(`--${option}`, tooManyAlternatives(pattern)));
  return areFiles(globSync(pattern));
}

async function expandPattern(option: string, pattern: string): Promise<string[]> {
  const at = parseS3Url(pattern);
  if (at !== undefined) return (await import('./buckets.ts')).listObjects(option, at);
  const files = findFiles(option, pattern);
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
export const listInputs = (option: string, patterns: readonly string[]): Promise<string[]> =>
  withOptionName(option, async () => {
    const found = await Promise.all(patterns.map((pattern) => expandPattern(option, pattern)));
    return [...new Set(found.flat())].sort();
  });

/** Largest file of settings, a mapping or prices. A device has no end. */
const JSON_BYTES_MAX = 16 * 1024 ** 2;

async function readTextInput(option: string, place: string): Promise<string> {
  const decoder = new TextDecoder();
  let content = '';
  let bytes = 0;
  for await (const chunk of openInput(place)) {
    bytes += chunk.length;
    if (bytes > JSON_BYTES_MAX)
      throw new Problem({
        en: `--${option}: ${place} has more than ${JSON_BYTES_MAX} bytes.`,
        zh: `--${option}：${place} 超过 ${JSON_BYTES_MAX} 字节。`,
      });
    content += decoder.decode(chunk, { stream: true });
  }
  return content + decoder.decode();
}

/**
 * Reads the JSON of a file or object. It may be a pipe.
 * @throws Problem where it cannot be read, is too large or is not JSON
 */
export const readJsonInput = (option: string, place: string): Promise<unknown> =>
  withOptionName(option, async () => {
    const content = await readTextInput(option, place);
    try {
      return JSON.parse(content);
    } catch {
      throw new Problem({
        en: `--${option}: ${place} is not JSON.`,
        zh: `--${option}：${place} 不是 JSON。`,
      });
    }
  });
