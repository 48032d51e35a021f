import { parseInstant } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { toDecimal, toPlainText } from '../../money/money.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';

/** Payments that two files of one provider contain under different numbers. */
export interface PaymentsInTwoFiles {
  readonly provider: string;
  /** Number of payments that both files contain. */
  readonly payments: number;
  /** Numbers of the files. */
  readonly sources: readonly [number, number];
}

/** Fewest payments in both files, and their least share of the shorter file, so that it is not a coincidence. */
const PAYMENTS_MIN = 2;
const SHARE_MIN = 0.9;
const MINUTE_MS = 60_000;
/** Largest difference between times of one payment in two time zones. */
const ZONES_MOST_MS = 26 * 60 * MINUTE_MS;

/** A payment in a file, with the key that payments of one amount, currency and minute (in any time zone) share. */
interface Candidate {
  readonly key: string;
  readonly time: number;
}

function toCandidate({ record: { amount, currency, occurredAt } }: IndexedRecord<PaymentRecord>): Candidate {
  const time = parseInstant(occurredAt);
  const minute = Math.floor(time / MINUTE_MS) % 60;
  return { key: `${toCurrencyCode(currency ?? '')} ${toPlainText(toDecimal(amount))} ${minute}`, time };
}

/** Whether two times of one minute are of the same payment: some exports leave out the seconds. */
function isSameTime(a: number, b: number): boolean {
  const [first, second] = [a % MINUTE_MS, b % MINUTE_MS];
  return (first === second || first === 0 || second === 0) && Math.abs(a - b) <= ZONES_MOST_MS;
}

const groupByKey = (candidates: readonly Candidate[]): Map<string, Candidate[]> =>
  Map.groupBy(
    candidates.toSorted((a, b) => a.time - b.time),
    ({ key }) => key,
  );

/** Counts the payments of two files that are probably the same. Walks both in the order of their times, once. */
function countPairs(some: readonly Candidate[], others: readonly Candidate[]): number {
  const byKey = groupByKey(others);
  let pairs = 0;
  for (const [key, own] of groupByKey(some)) {
    const partners = byKey.get(key) ?? [];
    let [at, next] = [0, 0];
    while (at < own.length && next < partners.length) {
      const [one, other] = [own[at] as Candidate, partners[next] as Candidate];
      const isPair = isSameTime(one.time, other.time);
      if (isPair) pairs++;
      if (isPair || one.time <= other.time) at++;
      if (isPair || one.time > other.time) next++;
    }
  }
  return pairs;
}

/**
 * Finds two files with the same payments of one provider under different numbers: equal amounts at equal times, which may
 * be in different time zones. Such payments were not merged, so they count twice.
 * @param reported payments of providers' reports
 * @param sourceAt returns the number of the file of a row
 */
export function findPaymentsInTwoFiles(
  reported: readonly IndexedRecord<PaymentRecord>[],
  sourceAt: (index: number) => number,
): PaymentsInTwoFiles | undefined {
  for (const [provider, payments] of Map.groupBy(reported, ({ record }) => record.provider ?? '')) {
    const files = [...Map.groupBy(payments, ({ index }) => sourceAt(index))].map(
      ([source, own]) => [source, own.map(toCandidate)] as const,
    );
    for (const [at, [source, some]] of files.entries())
      for (const [other, others] of files.slice(at + 1)) {
        const count = countPairs(some, others);
        if (count >= PAYMENTS_MIN && count >= SHARE_MIN * Math.min(some.length, others.length))
          return { provider, payments: count, sources: [source, other] };
      }
  }
  return undefined;
}
