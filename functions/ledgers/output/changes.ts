import { byCodeUnit } from '#shared/engine/rows/order.ts';
import { SEVERITIES, type Severity } from '#shared/engine/tally/evidence.ts';
import { compare, type Decimal, isPositive, toDecimal, toPlainText } from '#shared/money/money.ts';
import { Sum } from '#shared/money/sum.ts';
import { compareRecords, type FindingRecord } from '#shared/report/build/findings.ts';

/** Most findings that are listed one by one. */
const FIRST_MAX = 20;

/** Findings that are only in one of two reports: counts by severity, and the first in the order of the report. */
class FindingList {
  readonly counts: Record<Severity, number> = { critical: 0, warning: 0, info: 0 };
  readonly first: FindingRecord[] = [];

  add(finding: FindingRecord): void {
    this.counts[finding.severity]++;
    const last = this.first[FIRST_MAX - 1];
    if (last !== undefined && compareRecords(finding, last) > 0) return;
    this.first.push(finding);
    this.first.sort(compareRecords).splice(FIRST_MAX);
  }
}

/** Findings that have the same code, model and channel: their number and amount in both reports. */
class CauseTally {
  readonly before = { count: 0, amount: new Sum() };
  readonly now = { count: 0, amount: new Sum() };
  severityRank = SEVERITIES.length - 1;
  appeared = 0;
  gone = 0;

  get difference(): Decimal {
    return this.now.amount.value.minus(this.before.amount.value).abs();
  }
}

/** Collects the differences between an earlier and a later report. Each finding must be added exactly once. */
export class Changes {
  /** Findings that only the later report has: counts by severity, and the first 20. */
  readonly appeared = new FindingList();
  /** Findings that only the earlier report has. */
  readonly gone = new FindingList();
  /** Number of findings that are in both reports with another amount or severity. */
  altered = 0;
  /** Tallies by code, model and channel, as JSON. */
  readonly #causes = new Map<string, CauseTally>();

  #count(finding: FindingRecord, when: 'before' | 'now', only: 'gone' | 'appeared' | undefined): void {
    const { code, model, channelId, severity, facts } = finding;
    const key = JSON.stringify([code, model ?? null, channelId ?? null]);
    const cause = this.#causes.get(key) ?? new CauseTally();
    this.#causes.set(key, cause);
    cause.severityRank = Math.min(cause.severityRank, SEVERITIES.indexOf(severity));
    cause[when].count++;
    cause[when].amount.add(toDecimal(facts.amount));
    if (only === undefined) return;
    cause[only]++;
    this[only].add(finding);
  }

  /** Adds a finding as each of the reports has it. Pass undefined for a report without it. */
  add(before: FindingRecord | undefined, now: FindingRecord | undefined): void {
    if (before !== undefined) this.#count(before, 'before', now ? undefined : 'gone');
    if (now !== undefined) this.#count(now, 'now', before ? undefined : 'appeared');
    if (before === undefined || now === undefined) return;
    if (before.facts.amount !== now.facts.amount || before.severity !== now.severity) this.altered++;
  }

  /**
   * Causes (code, model and channel) with changed findings: by the change of their amount, largest first, then by name.
   */
  get causes() {
    return [...this.#causes]
      .filter(([, { appeared, gone, difference }]) => appeared + gone > 0 || isPositive(difference))
      .sort(([a, first], [b, second]) => compare(second.difference, first.difference) || byCodeUnit(a, b))
      .map(([key, { severityRank, now, before, appeared, gone }]) => {
        const [code, model, channelId] = JSON.parse(key) as [string, string | null, string | null];
        return {
          severity: SEVERITIES[severityRank] as Severity,
          code,
          model,
          channelId,
          count: now.count,
          amount: toPlainText(now.amount.value),
          before: { count: before.count, amount: toPlainText(before.amount.value) },
          appeared,
          gone,
        };
      });
  }
}

/** Change of one cause (code, model and channel): counts and amounts in both reports. */
export type CauseChange = Changes['causes'][number];

/** Compares the findings of two reports, both sorted by id, one at a time to limit memory. */
export async function compareFindings(
  before: AsyncIterable<FindingRecord>,
  now: Iterable<FindingRecord>,
): Promise<Changes> {
  const changes = new Changes();
  const current = now[Symbol.iterator]();
  let next = current.next();
  for await (const earlier of before) {
    for (; !next.done && next.value.id < earlier.id; next = current.next())
      changes.add(undefined, next.value);
    const isSame = !next.done && next.value.id === earlier.id;
    changes.add(earlier, isSame ? next.value : undefined);
    if (isSame) next = current.next();
  }
  for (; !next.done; next = current.next()) changes.add(undefined, next.value);
  return changes;
}
