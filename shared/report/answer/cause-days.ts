import { BILL_FREE_CODES, isPaymentCode } from './gaps/gap-effects.ts';
import type { LocalizedReport } from './localized-report.ts';
import { isCompared, isLogged, isPartlyCompared } from './scope.ts';
import type { CauseDays } from './words/parts.ts';

/** Most days that a sentence lists. */
const LISTED_MAX = 3;
/** Days without the cause that must precede its first day; fewer are chance. */
const DAYS_BEFORE_MIN = 3;

/** Lists the days on which a cause can be found, in order: those that are compared, if its code needs a bill. */
function listPossibleDays(code: string, found: readonly string[], { report }: LocalizedReport): string[] {
  const { byDay } = report.summary;
  const all = byDay.map(({ day }) => day);
  if (isPaymentCode(code)) return [...new Set([...all, ...found])].sort();
  const ofBill = byDay.filter(isCompared);
  if (BILL_FREE_CODES.has(code) || ofBill.length === 0)
    return byDay
      .filter(isLogged)
      .map(({ day }) => day)
      .sort();
  // The cause may be about a bill for the whole of a day that another bill covers in part.
  const isWhole = (line: (typeof ofBill)[number]) => !isPartlyCompared(line) || found.includes(line.day);
  return ofBill
    .filter(isWhole)
    .map(({ day }) => day)
    .sort();
}

/**
 * Describes when a cause was found. Null if no day is known.
 * @param days all days with findings of the cause, in order; undefined if some are unknown
 * @param since first day; null if unknown
 */
export function describeDays(
  code: string,
  { days: found, since }: { readonly days: readonly string[] | undefined; readonly since: string | null },
  localized: LocalizedReport,
): CauseDays | null {
  const possible = listPossibleDays(code, found ?? [], localized);
  const isPossible = new Set(possible);
  const within = found?.filter((day) => isPossible.has(day)) ?? [];
  const days = within.length > 0 ? within : (found ?? []);
  const first = days[0] ?? since;
  if (first === null) return null;
  const isFromStart = possible[0] !== undefined && first <= possible[0];
  if (days.length === 0 && possible.length !== 1)
    return isFromStart ? { kind: 'start' } : { kind: 'since', day: first };
  if (days.length <= 1) return { kind: 'on', days: [first] };
  const [count, of] = [days.length, possible.length];
  if (count >= of) return { kind: 'every' };
  if (count <= LISTED_MAX) return { kind: 'on', days };
  const later = possible.filter((day) => day >= first).length;
  if (isFromStart || (of - later < DAYS_BEFORE_MIN && count < later))
    return { kind: 'some', count, day: first };
  return { kind: 'since', day: first, ...(3 * count < later && { count }) };
}
