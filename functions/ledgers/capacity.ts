import { Rejection } from '#shared/rejections.ts';
import type { Sentence } from '#shared/sentence.ts';
import type { ListedSource } from './sources.ts';

/** Bytes of a log row in JSON, as gateways export it. A row of a table has less than half as many. */
const ROW_BYTES = 600;
/** Factor by which gzip shrinks exports. */
const GZIP_FACTOR = 10;

/** Memory that a run needs without any rows. */
const BASE_MB = 300;
/** Largest memory of a row in a run: in a month without errors, and with an error in each third row. */
const CLEAN_ROW_BYTES = 160;
const FAULTY_ROW_BYTES = 470;
const MEGABYTE = 1024 * 1024;

const maxRows = (memoryMb: number, rowBytes: number): number =>
  Math.floor(((memoryMb - BASE_MB) * MEGABYTE) / rowBytes);

/** Formats a number of rows as people write it, such as "1.2 million" and "120 万". */
function formatRows(rows: number): Sentence {
  const rounded = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 2 });
  return { en: `${rounded(rows / 1e6)} million`, zh: `${rounded(rows / 1e4)} 万` };
}

/** Describes to the operator how many rows fit into a function with this memory, and what to do with more rows. */
export function describeCapacity(memoryMb: number): Sentence {
  const clean = formatRows(maxRows(memoryMb, CLEAN_ROW_BYTES));
  const faulty = formatRows(maxRows(memoryMb, FAULTY_ROW_BYTES));
  return {
    en: `A function with ${memoryMb} MB of memory can hold about ${clean.en} rows, or ${faulty.en} if every third row has an error. Raise ledgerMemoryMb, run day by day, or run npm run month with s3:// on a machine of any size.`,
    zh: `${memoryMb} MB 的函数约可容纳 ${clean.zh}条记录；每三条有一条出错时约 ${faulty.zh}条。请调大 ledgerMemoryMb，或按天对账，或在任意大小的机器上用 npm run month 读取 s3://。`,
  };
}

type Sized = Pick<ListedSource, 'location' | 'bytes'>;

/** Estimates the number of rows of objects from their sizes. */
const estimateRows = (objects: readonly Sized[]): number =>
  objects.reduce(
    (rows, { location, bytes }) => rows + (bytes * (location.endsWith('.gz') ? GZIP_FACTOR : 1)) / ROW_BYTES,
    0,
  );

/**
 * Throws a Rejection if the objects, by their sizes, probably have more rows than fit into the memory of the function.
 * The limit assumes rows without errors, so an accepted run can still run out of memory.
 */
export function refuseTooLarge(objects: readonly Sized[], memoryMb: number): void {
  const rows = estimateRows(objects);
  if (rows <= maxRows(memoryMb, CLEAN_ROW_BYTES)) return;
  const text = formatRows(rows);
  throw new Rejection(
    'invalid_request',
    {
      en: `The files contain about ${text.en} rows, too many for one run.`,
      zh: `这些文件约有 ${text.zh}条记录，超出单次运行能处理的数量。`,
    },
    [describeCapacity(memoryMb)],
  );
}
