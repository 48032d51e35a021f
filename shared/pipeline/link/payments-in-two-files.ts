import { parseInstant } from '../../civil-time.ts';
import { HOUR_MS, MINUTE_MS } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';

/** Payments that two files of one provider contain under different numbers. */
export interface PaymentsInTwoFiles {
  readonly provider: string;
  /** Number of payments that both files contain. */
  readonly payments: number;
  readonly sources: readonly [number, number];
}

/** Fewest payments in both files, and their least share of the shorter file, so that it is not a coincidence. */
const PAYMENTS_MIN = 2;
const SHARE_MIN = 0.9;
/** Largest difference between times of one payment in two time zones. */
const ZONES_MOST_MS = 26 * HOUR_MS;

/** A payment in a file, with the key that payments of one provider, amount, currency and minute (in any zone) share. */
interface Candidate {
  readonly source: number;
  readonly key: string;
  readonly time: number;
}

function toCandidate({ amount, currency, occurredAt, provider }: PaymentRecord, source: number): Candidate {
  const time = parseInstant(occurredAt);
  const minute = Math.floor(time / MINUTE_MS) % 60;
  const key = [provider, toCurrencyCode(currency ?? ''), toPlainText(toDecimal(amount)), minute];
  return { source, key: JSON.stringify(key), time };
}

/** Whether two times of one minute are of the same payment: some exports leave out the seconds. */
function isSameTime(a: number, b: number): boolean {
  const [first, second] = [a % MINUTE_MS, b % MINUTE_MS];
  return (first === second || first === 0 || second === 0) && Math.abs(a - b) <= ZONES_MOST_MS;
}

/**
 * Counts the payments that two files share. Pairs each payment with the next one of its key in another file, so that
 * the work grows with the payments and not with the pairs of files.
 */
function countPairs(candidates: readonly Candidate[]) {
  const counts = new Map<string, { sources: [number, number]; pairs: number }>();
  const inOrder = candidates.toSorted((a, b) => a.time - b.time || a.source - b.source);
  const open = new Map<string, Candidate>();
  for (const next of inOrder) {
    const last = open.get(next.key);
    if (last === undefined || last.source === next.source || !isSameTime(last.time, next.time)) {
      open.set(next.key, next);
      continue;
    }
    open.delete(next.key);
    const [first = 0, second = 0] = [last.source, next.source].sort((a, b) => a - b);
    const count = counts.get(`${first} ${second}`) ?? { sources: [first, second], pairs: 0 };
    counts.set(`${first} ${second}`, count);
    count.pairs++;
  }
  return counts;
}

/**
 * Finds two files that contain the same payments of one payment processor under different payment ids: equal amounts at
 * equal times, which may be in different time zones. Such payments were not merged, so they count twice.
 */
export function findPaymentsInTwoFiles(
  reported: readonly IndexedRecord<PaymentRecord>[],
  sourceAt: (index: number) => number,
): PaymentsInTwoFiles | undefined {
  for (const [provider, payments] of Map.groupBy(reported, ({ record }) => record.provider ?? '')) {
    const candidates = payments.map(({ record, index }) => toCandidate(record, sourceAt(index)));
    const sizes = new Map<number, number>();
    for (const { source } of candidates) sizes.set(source, (sizes.get(source) ?? 0) + 1);
    for (const { sources, pairs } of countPairs(candidates).values()) {
      const [first = 0, second = 0] = sources.map((source) => sizes.get(source));
      if (pairs >= PAYMENTS_MIN && pairs >= SHARE_MIN * Math.min(first, second))
        return { provider, payments: pairs, sources };
    }
  }
  return undefined;
}
