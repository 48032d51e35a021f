import { closeSync, createReadStream, globSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Sentence, withPrefix } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import { withOptionName } from '../system-error.ts';
import type { S3Location } from './buckets.ts';

const READ_BYTES = 256 * 1024;
const READ_BYTES_MIN = 4096;

/** Splits `s3://bucket/key` into bucket and key. Returns undefined for any other text. */
export function parseS3Url(location: string): S3Location | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(location) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** Streams the bytes of a file, or of an S3 object if the location is an `s3://…` URL. */
export function openInput(location: string): AsyncIterable<Uint8Array> {
  const object = parseS3Url(location);
  // Fit the buffer to the file, because allocating a large buffer takes longer than reading a small file.
  if (object === undefined)
    return createReadStream(location, {
      highWaterMark: Math.min(Math.max(statSync(location).size, READ_BYTES_MIN), READ_BYTES),
    });
  return (async function* () {
    yield* (await import('./buckets.ts')).readObject(object);
  })();
}

const SPECIAL = /[*?[\]{}]/;
/** Most patterns to which the braces of one pattern may expand. Each searches the folders again. */
const ALTERNATIVES_MAX = 1000;

const RANGE = /^(?:(-?\d+)\.\.(-?\d+)|[a-z]\.\.[a-z])/i;
const LETTERS = 26;

/** Number of texts to which a part of braces expands: 31 for `01..31`, 1 for plain text. */
function countTexts(part: string): number {
  const [range, from, to] = RANGE.exec(part) ?? [];
  if (range === undefined) return 1;
  return from === undefined ? 2 * LETTERS : Math.abs(Number(to) - Number(from)) + 1;
}

/** Upper bound of the patterns to which braces expand: at most 6 for `{a,b}-{1..3}`. */
const countAlternatives = (pattern: string): number =>
  pattern
    .split('{')
    .slice(1)
    .map((braces) => braces.split(',').reduce((sum, part) => sum + countTexts(part), 0))
    .reduce((product, texts) => product * texts, 1);

const notAFile = (path: string): Sentence => ({
  en: `${path} is a pipe or a device, but the input is read more than once. Save it as a file first.`,
  zh: `${path} 是管道或设备，而文件需要读取多次。请先存成文件。`,
});
const tooManyAlternatives = (pattern: string): Sentence => ({
  en: `the braces of ${pattern} expand to more than ${ALTERNATIVES_MAX} patterns. Use *, or pass a folder.`,
  zh: `${pattern} 的花括号展开后超过 ${ALTERNATIVES_MAX} 个模式。请改用 *，或指定文件夹。`,
});

function findFiles(option: string, pattern: string): string[] {
  const stats = statSync(pattern, { throwIfNoEntry: false });
  const onlyFiles = (paths: string[]) => paths.filter((path) => statSync(path).isFile());
  if (stats?.isFile()) return [pattern];
  if (stats?.isDirectory()) {
    // Fail if the folder may not be read. The search below would find nothing in it, without an error.
    readdirSync(pattern);
    return onlyFiles(globSync('**/*', { cwd: pattern }).map((path) => join(pattern, path)));
  }
  if (stats !== undefined) throw new Problem(withPrefix(`--${option}`, notAFile(pattern)));
  if (!SPECIAL.test(pattern)) return [];
  if (countAlternatives(pattern) > ALTERNATIVES_MAX)
    throw new Problem(withPrefix(`--${option}`, tooManyAlternatives(pattern)));
  return onlyFiles(globSync(pattern));
}

async function expandPattern(option: string, pattern: string): Promise<string[]> {
  const location = parseS3Url(pattern);
  if (location !== undefined) return (await import('./buckets.ts')).listObjects(option, location);
  const files = findFiles(option, pattern);
  if (files.length === 0)
    throw new Problem({
      en: `--${option}: no file matches ${pattern}. Check the path.`,
      zh: `--${option}：找不到匹配 ${pattern} 的文件，请检查路径。`,
    });
  for (const file of files) closeSync(openSync(file, 'r'));
  return files;
}

/**
 * Lists the input files and S3 objects of an option, sorted and without duplicates. Skips hidden files in folders.
 * @param patterns paths of files and folders, patterns such as `export/*.json`, and `s3://…` prefixes
 * @throws Problem if there is no file or object for a pattern, or if a file may not be read
 */
export const listInputs = (option: string, patterns: readonly string[]): Promise<string[]> =>
  withOptionName(option, async () => {
    const found = await Promise.all(patterns.map((pattern) => expandPattern(option, pattern)));
    return [...new Set(found.flat())].sort();
  });

/** Largest JSON file of settings, a mapping or prices. Without a limit, a device would never end. */
const JSON_BYTES_MAX = 16 * 1024 ** 2;

async function readTextInput(option: string, place: string): Promise<string> {
  const decoder = new TextDecoder();
  let content = '';
  let bytes = 0;
  for await (const chunk of openInput(place)) {
    bytes += chunk.length;
    if (bytes > JSON_BYTES_MAX)
      throw new Problem({
        en: `--${option}: ${place} has more than ${JSON_BYTES_MAX} bytes. Choose a smaller file.`,
        zh: `--${option}：${place} 超过 ${JSON_BYTES_MAX} 字节，请选择较小的文件。`,
      });
    content += decoder.decode(chunk, { stream: true });
  }
  return content + decoder.decode();
}

/** Reads a file, pipe or S3 object of at most 16 MB as JSON. A Problem names the option. */
export const readJsonInput = (option: string, place: string): Promise<unknown> =>
  withOptionName(option, async () => {
    const content = await readTextInput(option, place);
    try {
      return JSON.parse(content);
    } catch {
      throw new Problem({
        en: `--${option}: ${place} is not JSON. Choose a JSON file.`,
        zh: `--${option}：${place} 不是 JSON，请指定 JSON 文件。`,
      });
    }
  });
