import type { Decimal } from '../../money/money.ts';
import { NumberStore } from '../../money/number-store.ts';
import type { Reasons } from '../../schemas/finding-facts.ts';
import { formatSubject, type Subject } from '../entities/subject.ts';
import { NO_IDS } from '../rows/row.ts';
import { type Accumulator, byKey } from './accumulators.ts';
import { type Evidence, mergeEvidence, type Severity, type Verdict } from './evidence.ts';

/** Elements of a record: time, cases, amount and uncounted amount, then the named amounts, then the named counts. */
const CASES_AT = 1;
const AMOUNT_AT = 2;
/** Elements of a decimal. */
const DECIMAL = 2;
const UNCOUNTED_AT = AMOUNT_AT + DECIMAL;
const NAMED_AT = UNCOUNTED_AT + DECIMAL;

const NO_NAMES: readonly string[] = [];
const namesOf = (values: object | undefined): readonly string[] =>
  values === undefined ? NO_NAMES : Object.keys(values);

/** Records of one code and one kind of subject that have the same named amounts and counts. */
class Records {
  readonly store = new NumberStore();
  readonly code: string;
  readonly kind: Subject['kind'];
  readonly amounts: readonly string[];
  readonly counts: readonly string[];

  constructor({ code, subject, amounts, counts }: Evidence) {
    this.code = code;
    this.kind = subject.kind;
    this.amounts = namesOf(amounts);
    this.counts = namesOf(counts);
  }

  /** Adds a record. Returns the index of its first element. */
  add({ since = Number.NaN, cases, amount, uncounted, amounts, counts }: Evidence): number {
    const { store } = this;
    const start = store.length;
    store.addNumber(since);
    store.addNumber(cases);
    store.addDecimal(amount);
    store.addDecimal(uncounted);
    for (const name of this.amounts) store.addDecimal(amounts?.[name]);
    for (const name of this.counts) store.addNumber(counts?.[name] as number);
    return start;
  }

  readAmounts(start: number): Evidence['amounts'] {
    if (this.amounts.length === 0) return undefined;
    const amounts: Record<string, Decimal> = {};
    for (const [index, name] of this.amounts.entries())
      amounts[name] = this.store.readDecimal(start + NAMED_AT + DECIMAL * index) as Decimal;
    return amounts;
  }

  readCounts(start: number): Evidence['counts'] {
    if (this.counts.length === 0) return undefined;
    const counts: Record<string, number> = {};
    let at = start + NAMED_AT + DECIMAL * this.amounts.length;
    for (const name of this.counts) counts[name] = this.store.readNumber(at++);
    return counts;
  }
}

/** Evidence of one observation that reads its figures from a record on access. */
class PackedEvidence implements Evidence {
  severity: Severity;
  readonly reasons: Reasons | undefined;
  readonly #records: Records;
  readonly #start: number;
  readonly #name: Subject['name'];
  readonly #model: string | null | undefined;
  readonly #channelId: string | null | undefined;
  readonly #userId: string | undefined;

  constructor(records: Records, evidence: Evidence) {
    this.severity = evidence.severity;
    this.reasons = evidence.reasons;
    this.#records = records;
    this.#start = records.add(evidence);
    this.#name = evidence.subject.name;
    this.#model = evidence.names?.model;
    this.#channelId = evidence.names?.channelId;
    this.#userId = evidence.userIds?.[0];
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

  get since(): number | undefined {
    const since = this.#records.store.readNumber(this.#start);
    return Number.isNaN(since) ? undefined : since;
  }

  get cases(): number {
    return this.#records.store.readNumber(this.#start + CASES_AT);
  }

  get amount(): Decimal | undefined {
    return this.#records.store.readDecimal(this.#start + AMOUNT_AT);
  }

  get uncounted(): Decimal | undefined {
    return this.#records.store.readDecimal(this.#start + UNCOUNTED_AT);
  }

  get amounts(): Evidence['amounts'] {
    return this.#records.readAmounts(this.#start);
  }

  get counts(): Evidence['counts'] {
    return this.#records.readCounts(this.#start);
  }
}

/** Returns whether a record can contain all fields of some evidence. */
const isPackable = (evidence: Evidence): boolean =>
  evidence.requestIds === undefined &&
  evidence.upstreamIds === undefined &&
  evidence.transactionIds === undefined &&
  evidence.amountsByUser === undefined &&
  evidence.amountsByModel === undefined &&
  evidence.rowsByKind === undefined &&
  evidence.days === undefined &&
  evidence.names?.requestId === undefined &&
  evidence.names?.transactionId === undefined &&
  (evidence.userIds === undefined || evidence.userIds.length < 2);

/** Stores evidence in compact records, which take a fifth of the memory of objects and decimals. */
export class EvidencePacker {
  readonly #records = new Map<string, Records>();

  /** Stores evidence as a record that reads as equal evidence; returns it unchanged if it has lists of ids. */
  pack(evidence: Evidence): Evidence {
    return isPackable(evidence) ? new PackedEvidence(this.#recordsFor(evidence), evidence) : evidence;
  }

  #recordsFor(evidence: Evidence): Records {
    const key = `${evidence.code} ${evidence.subject.kind} ${namesOf(evidence.amounts)} ${namesOf(evidence.counts)}`;
    const records = this.#records.get(key) ?? new Records(evidence);
    this.#records.set(key, records);
    return records;
  }
}

/** Converts a record of `EvidencePacker` to an object, to which evidence can be added; returns others unchanged. */
export function unpackEvidence(evidence: Evidence): Evidence {
  if (!(evidence instanceof PackedEvidence)) return evidence;
  const { code, subject, severity } = evidence;
  const unpacked: Evidence = { code, subject, severity, cases: 0 };
  mergeEvidence(unpacked, evidence);
  return unpacked;
}

/** Evidence of one code and kind of subject, by name. The first observation is packed, a second one unpacks it. */
class EvidenceByName extends Map<string, Evidence> {
  readonly #packer = new EvidencePacker();

  add(evidence: Evidence): void {
    const name = formatSubject(evidence.subject);
    const existing = this.get(name);
    const sum = existing && unpackEvidence(existing);
    if (sum) mergeEvidence(sum, evidence);
    this.set(name, sum ?? this.#packer.pack(evidence));
  }
}

/** All evidence, by code, then by kind and name of the subject: one finding for each. */
export const evidenceByCode = byKey(byKey(() => new EvidenceByName()));
/** All evidence, by code, kind and name of the subject. */
export type EvidenceByCode = Accumulator<typeof evidenceByCode>;

/** Adds evidence to the evidence already recorded for the same code and subject. Together they become one finding. */
export const addEvidence = (all: EvidenceByCode, evidence: Evidence): void =>
  all.at(evidence.code).at(evidence.subject.kind).add(evidence);

/** Sets the severity of each finding of a code to the verdict on it; removes the finding if it is `undefined`. */
export function applyVerdict(all: EvidenceByCode, code: string, verdict: Verdict): void {
  for (const subjects of all.get(code)?.values() ?? [])
    for (const [name, evidence] of subjects) {
      const severity = verdict(evidence);
      if (severity === undefined) subjects.delete(name);
      else evidence.severity = severity;
    }
}
