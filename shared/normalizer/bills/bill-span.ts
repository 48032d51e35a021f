import type { ChargeBill } from '../../bills/bill.ts';
import type { Grain } from '../../bills/vocabulary.ts';
import { parseCivilTime } from '../../civil-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../instant.ts';
import type { Sentence } from '../../sentence.ts';
import { endOfGrain } from '../../zoned-period.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import type { NativeObject } from '../intake/native.ts';
import { findDefaultZone, isDateOnly, readBillField } from './bill-values.ts';

const SECOND_MS = 1000;
/** Unix seconds of the years 2001 to 2100. */
const [UNIX_MIN, UNIX_MAX] = [Date.UTC(2001) / SECOND_MS, Date.UTC(2101) / SECOND_MS];

const BEFORE_START: Sentence = {
  en: 'is before the start of the time that the row covers',
  zh: '早于该行计费时段的开始',
};

/**
 * Converts the end of a billed time to an exclusive end (epoch milliseconds). A date includes its whole day. An end a
 * second or a millisecond before a full minute, such as 23:59:59, is inclusive. Throws a `FieldProblem` if it is before
 * the start.
 * @param isDate whether `end` is the start of a date without a time of day, in `zone`
 */
export function toExclusiveEnd(start: number, end: number, isDate: boolean, zone: string, at: string) {
  const fullMinute = [1, SECOND_MS].map((short) => end + short).find((instant) => instant % MINUTE_MS === 0);
  const bound = isDate ? endOfGrain(end, 'day', zone) : (fullMinute ?? end);
  if (bound < start || (isDate && bound === start)) throw new FieldProblem(at, BEFORE_START);
  return bound;
}

/**
 * Reads the exclusive end (epoch milliseconds) of an unknown provider's row from the first column with a time, if any.
 * Throws a `FieldProblem` if it is before `start`.
 */
export function readEndColumn(
  row: NativeObject,
  columns: readonly string[],
  start: number,
): number | undefined {
  for (const column of columns) {
    const value = row[column];
    const civil = typeof value === 'string' ? parseCivilTime(value, 'Z') : undefined;
    if (civil) return toExclusiveEnd(start, civil.instant, civil.isDateOnly, 'UTC', column);
    if (typeof value === 'number' && value > UNIX_MIN && value < UNIX_MAX)
      return toExclusiveEnd(start, value * SECOND_MS, false, 'UTC', column);
  }
  return undefined;
}

function findGrain(row: NativeObject, { grain }: ChargeBill, start: number): Grain | undefined {
  const ofColumn = Array.isArray(grain) ? grain.find(([column]) => Object.hasOwn(row, column))?.[1] : grain;
  if (ofColumn !== 'stamped') return ofColumn;
  return start % HOUR_MS === 0 ? 'hour' : 'minute';
}

/** Reads the exclusive end (epoch milliseconds) of a known provider's row: its own, or by the bill's usual length. */
export function readSpanEnd(row: NativeObject, bill: ChargeBill, start: number): number | undefined {
  const { endsAt, occurredAt } = bill.fields;
  const zone = findDefaultZone(occurredAt.as);
  const end = readBillField(row, endsAt);
  if (endsAt && end !== undefined)
    return toExclusiveEnd(start, end, isDateOnly(row, endsAt), zone, endsAt.at.join(', '));
  const grain = findGrain(row, bill, start);
  return grain && endOfGrain(start, grain, zone);
}
