import type { ChargeBill } from '../../bills/bill.ts';
import type { Grain } from '../../bills/vocabulary.ts';
import { parseCivilTime } from '../../civil-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../instant.ts';
import type { Sentence } from '../../sentence.ts';
import { endOfGrain } from '../../zoned-time.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import type { Native } from '../intake/native.ts';
import { billValue, isDay, zoneOf } from './bill-values.ts';

const SECOND_MS = 1000;
/** Unix seconds of the years 2001 to 2100. */
const [UNIX_MIN, UNIX_MAX] = [Date.UTC(2001) / SECOND_MS, Date.UTC(2101) / SECOND_MS];
/** An end one second or one millisecond before a full minute is inclusive. */
const exclusive = (end: number): number =>
  [1, SECOND_MS].map((short) => end + short).find((instant) => instant % MINUTE_MS === 0) ?? end;

const BEFORE_START: Sentence = {
  en: 'is before the start of the time that the row bills',
  zh: '早于该行计费时段的开始',
};

/**
 * The end, exclusive, of what a row bills, where a column states it.
 * @param isDate whether the end is a date alone, which is inclusive
 * @throws FieldProblem if it ends before its start
 */
export function toExclusiveEnd(
  start: number,
  end: number,
  isDate: boolean,
  zone: string,
  at: string,
): number {
  const bound = isDate ? endOfGrain(end, 'day', zone) : exclusive(end);
  if (bound < start || (isDate && bound === start)) throw new FieldProblem(at, BEFORE_START);
  return bound;
}

/**
 * The end, exclusive, of what a row of an unknown bill is about, by the first of some columns that hold a time.
 * @throws FieldProblem if it ends before its start
 */
export function readEndColumn(native: Native, columns: readonly string[], start: number): number | undefined {
  for (const column of columns) {
    const value = native[column];
    const civil = typeof value === 'string' ? parseCivilTime(value, 'Z') : undefined;
    if (civil) return toExclusiveEnd(start, civil.instant, civil.isDateOnly, 'UTC', column);
    if (typeof value === 'number' && value > UNIX_MIN && value < UNIX_MAX)
      return toExclusiveEnd(start, value * SECOND_MS, false, 'UTC', column);
  }
  return undefined;
}

function grainIn(native: Native, { grain }: ChargeBill, start: number): Grain | undefined {
  const own =
    typeof grain === 'object' ? grain.find(([column]) => Object.hasOwn(native, column))?.[1] : grain;
  if (own !== 'stamped') return own;
  return start % HOUR_MS === 0 ? 'hour' : 'minute';
}

/**
 * When that ends which a row of a provider's bill is about; `undefined` where neither the row nor the format says it.
 * @throws FieldProblem
 */
export function spanEnd(native: Native, bill: ChargeBill, start: number): number | undefined {
  const { endsAt, occurredAt } = bill.fields;
  const zone = zoneOf(occurredAt.as);
  const end = billValue(native, endsAt);
  if (endsAt && end !== undefined)
    return toExclusiveEnd(start, end, isDay(native, endsAt), zone, endsAt.at.join(', '));
  const grain = grainIn(native, bill, start);
  return grain && endOfGrain(start, grain, zone);
}
