import type { Decimal } from '../../money/money.ts';
import { NumberStore } from '../../money/number-store.ts';
import type { Reasons } from '../../schemas/finding-facts.ts';
import type { Subject } from '../entities/subject.ts';
import { NO_IDS } from '../rows/few-ids.ts';
import type { Evidence, Severity } from './evidence.ts';

const NO_NAMES: readonly string[] = [];
const namesOf = (values: object | undefined): readonly string[] =>
  values === undefined ? NO_NAMES : Object.keys(values);
const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, place) => name === b[place]);

/** Places of a record: time and cases, then the amounts, two places each, then the counts. */
const CASES = 1;
const AMOUNTS = 2;
const AMOUNT_PLACES = 2;

/** Records that have the same figures, which are of one code and one kind of subject. */
class Records {
  readonly figures = new NumberStore();
  readonly code: string;
  readonly kind: Subject['kind'];
  readonly hasAmount: boolean;
  readonly hasUncounted: boolean;
  readonly amounts: readonly string[];
  readonly counts: readonly string[];
  /** Where the named amounts of a record begin, and its counts. */
  readonly amountsAt: number;
  readonly countsAt: number;

  constructor({ code, subject, amount, uncounted, amounts, counts }: Evidence) {
    this.code = code;
    this.kind = subject.kind;
    this.hasAmount = amount !== undefined;
    this.hasUncounted = uncounted !== undefined;
    this.amounts = namesOf(amounts);
    this.counts = namesOf(counts);
    const unnamed = (this.hasAmount ? 1 : 0) + (this.hasUncounted ? 1 : 0);
    this.amountsAt = AMOUNTS + AMOUNT_PLACES * unnamed;
    this.countsAt = this.amountsAt + AMOUNT_PLACES * this.amounts.length;
  }

  fits({ code, subject, amount, uncounted, amounts, counts }: Evidence): boolean {
    return (
      this.code === code &&
      this.kind === subject.kind &&
      this.hasAmount === (amount !== undefined) &&
      this.hasUncounted === (uncounted !== undefined) &&
      areEqual(this.amounts, namesOf(amounts)) &&
      areEqual(this.counts, namesOf(counts))
    );
  }

  /** @returns the place of the new record */
  add({ since = Number.NaN, cases, amount, uncounted, amounts, counts }: Evidence): number {
    const { figures } = this;
    const place = figures.length;
    figures.addNumber(since);
    figures.addNumber(cases);
    if (amount !== undefined) figures.addDecimal(amount);
    if (uncounted !== undefined) figures.addDecimal(uncounted);
    for (const name of this.amounts) figures.addDecimal(amounts?.[name] as Decimal);
    for (const name of this.counts) figures.addNumber(counts?.[name] as number);
    return place;
  }
}

/** Evidence of one observation as a record: reads its figures when they are asked for. */
class PackedEvidence implements Evidence {
  severity: Severity;
  readonly reasons: Reasons | undefined;
  readonly #records: Records;
  readonly #place: number;
  readonly #name: Subject['name'];
  readonly #model: string | null | undefined;
  readonly #channelId: string | null | undefined;
  readonly #userId: string | undefined;

  constructor(records: Records, seen: Evidence) {
    this.severity = seen.severity;
    this.reasons = seen.reasons;
    this.#records = records;
    this.#place = records.add(seen);
    this.#name = seen.subject.name;
    this.#model = seen.names?.model;
    this.#channelId = seen.names?.channelId;
    this.#userId = seen.userIds?.[0];
  }

  get code(): string {
    return this.#records.code;
  }

  get subject(): Subject {
    return { kind: this.#records.kind, name: this.#name } as Subject;
  }

  get names(): Evidence['names'] {
    return { model: this.#model, channelId: this.#channelId };
  }

  get userIds(): readonly string[] {
    return this.#userId === undefined ? NO_IDS : [this.#userId];
  }

  #numberAt(place: number): number {
    return this.#records.figures.readNumber(this.#place + place);
  }

  #decimalAt(place: number): Decimal {
    return this.#records.figures.readDecimal(this.#place + place);
  }

  get since(): number | undefined {
    const since = this.#numberAt(0);
    return Number.isNaN(since) ? undefined : since;
  }

  get cases(): number {
    return this.#numberAt(CASES);
  }

  get amount(): Decimal | undefined {
    return this.#records.hasAmount ? this.#decimalAt(AMOUNTS) : undefined;
  }

  get uncounted(): Decimal | undefined {
    const { hasUncounted, amountsAt } = this.#records;
    return hasUncounted ? this.#decimalAt(amountsAt - AMOUNT_PLACES) : undefined;
  }

  get amounts(): Evidence['amounts'] {
    const { amounts: names, amountsAt } = this.#records;
    if (names.length === 0) return undefined;
    const amounts: Record<string, Decimal> = {};
    let place = amountsAt;
    for (const name of names) {
      amounts[name] = this.#decimalAt(place);
      place += AMOUNT_PLACES;
    }
    return amounts;
  }

  get counts(): Evidence['counts'] {
    const { counts: names, countsAt } = this.#records;
    if (names.length === 0) return undefined;
    const counts: Record<string, number> = {};
    let place = countsAt;
    for (const name of names) counts[name] = this.#numberAt(place++);
    return counts;
  }
}

/** Whether a record has a place for all that is known. */
const isPackable = (seen: Evidence): boolean =>
  seen.requestIds === undefined &&
  seen.upstreamIds === undefined &&
  seen.transactionIds === undefined &&
  seen.amountsByUser === undefined &&
  seen.amountsByModel === undefined &&
  seen.rowsByKind === undefined &&
  seen.names?.requestId === undefined &&
  seen.names?.transactionId === undefined &&
  (seen.userIds === undefined || seen.userIds.length < 2);

/** Makes records of evidence. */
export class EvidencePacker {
  readonly #records: Records[] = [];

  /** @returns a record with a fifth of the memory of objects and decimals; the same evidence where it has no place in one */
  pack(seen: Evidence): Evidence {
    return isPackable(seen) ? new PackedEvidence(this.#recordsFor(seen), seen) : seen;
  }

  #recordsFor(seen: Evidence): Records {
    const known = this.#records.find((records) => records.fits(seen));
    if (known !== undefined) return known;
    const records = new Records(seen);
    this.#records.push(records);
    return records;
  }
}

/** Evidence to which more can be added. */
export function unpack(seen: Evidence): Evidence {
  if (!(seen instanceof PackedEvidence)) return seen;
  const { code, subject, severity, cases, since, amount, uncounted, amounts, counts } = seen;
  const { reasons, names, userIds } = seen;
  return {
    code,
    subject,
    severity,
    cases,
    since,
    amount,
    uncounted,
    amounts,
    counts,
    reasons,
    names,
    userIds,
  };
}
