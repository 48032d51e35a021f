import type { Code } from '../../engine/checks/check.ts';
import { codes } from '../../engine/checks/registry.ts';
import { nameTextOf, type SubjectKind } from '../../engine/groups/subject.ts';
import { byCodeUnit } from '../../engine/rows/order.ts';
import { type Context, quotaOf } from '../../engine/survey/context.ts';
import { type Evidence, type NAMES, SEVERITIES } from '../../engine/tally/evidence.ts';
import type { EvidenceByCode } from '../../engine/tally/evidence-by-code.ts';
import { hashToHex } from '../../hash/hash.ts';
import {
  atLeastZero,
  compare,
  type Decimal,
  exceeds,
  subtract,
  toNearestNumber,
  toPlainText,
  ZERO,
} from '../../money/money.ts';

/** An amount whose sign is gone, or that was below 0 and is 0. */
export interface Magnitude {
  readonly exact: Decimal;
  /** As it is printed. */
  readonly text: string;
  /** The nearest JSON number, which orders most amounts by itself. */
  readonly nearest: number;
  /** Whether no other amount has that nearest number. */
  readonly isDistinct: boolean;
}

/** Texts of no more characters have at most 15 digits, which a number keeps apart. */
const DISTINCT_LENGTH = 16;
const nearestTo = (text: string) => ({
  nearest: toNearestNumber(text),
  isDistinct: text.length <= DISTINCT_LENGTH,
});

export const magnitudeOf = (exact: Decimal): Magnitude => {
  const text = toPlainText(exact);
  return { exact, text, ...nearestTo(text) };
};

/** Rounding never turns two amounts round, so the exact ones are asked only where they round to the same number. */
export const moreMoneyFirst = (a: Magnitude, b: Magnitude): number => {
  if (a.nearest !== b.nearest) return a.nearest > b.nearest ? -1 : 1;
  return a.isDistinct && b.isDistinct ? 0 : compare(b.exact, a.exact);
};

/** What all findings of a code share. */
interface CodeOfDrafts {
  readonly declared: Code;
  /** A unit of quota, in the report's currency. */
  readonly quota: Decimal;
}

/**
 * A finding before it is put into words: its evidence, and the amount at risk, which is 0 where the code has none. There
 * may be one for every row, so a draft keeps only what orders it; decimals and texts are made when they are asked for.
 */
export class Draft implements Magnitude {
  readonly evidence: Evidence;
  /** Place of its severity; 0 is the gravest. */
  readonly rank: number;
  readonly nearest: number;
  readonly isDistinct: boolean;
  readonly #of: CodeOfDrafts;
  #id: string | undefined;

  constructor(evidence: Evidence, of: CodeOfDrafts) {
    this.evidence = evidence;
    this.rank = SEVERITIES.indexOf(evidence.severity);
    this.#of = of;
    const { nearest, isDistinct } = nearestTo(this.text);
    this.nearest = nearest;
    this.isDistinct = isDistinct;
  }

  get exact(): Decimal {
    const sum = this.evidence.amount ?? ZERO;
    return this.#of.declared.signed ? sum.abs() : atLeastZero(sum);
  }

  get text(): string {
    return toPlainText(this.exact);
  }

  /** The name of its subject, as one text. */
  get name(): string {
    return nameTextOf(this.evidence.subject);
  }

  /** Names the finding after its content, so that it can be acknowledged once and for all. */
  get id(): string {
    const { code, subject } = this.evidence;
    // As JSON, which keeps lone surrogates apart: UTF-8 would not.
    this.#id ??= `fnd_${hashToHex(JSON.stringify([code, subject.kind, subject.name]), 16)}`;
    return this.#id;
  }

  /** What of the amount no other finding counts; 0 where it is explained, or shows what others count. */
  get counted(): Decimal {
    return this.countedOf(this.exact);
  }

  /**
   * Each cent once: less what is counted elsewhere, and nothing of what is nobody's or explained. What is left of it is
   * rounding where it is within a quota unit for each request.
   * @param amount the exact amount, which is returned itself where all of it counts
   */
  countedOf(amount: Decimal): Decimal {
    const { severity, uncounted, cases, counts } = this.evidence;
    const { declared, quota } = this.#of;
    if (declared.side === null || severity === 'info') return ZERO;
    if (uncounted === undefined) return amount;
    const left = subtract(amount, uncounted);
    return exceeds(left, quota.times(counts?.requests ?? cases)) ? left : ZERO;
  }
}

/**
 * The place of a finding: severity, amount descending (exact), code, kind and name of its subject. No two findings
 * share code and subject, so the order is total, and the list can be cut at any place.
 */
export const byRank = (a: Draft, b: Draft): number =>
  a.rank - b.rank ||
  moreMoneyFirst(a, b) ||
  byCodeUnit(a.evidence.code, b.evidence.code) ||
  byCodeUnit(a.evidence.subject.kind, b.evidence.subject.kind) ||
  byCodeUnit(a.name, b.name);

/** Lists all findings, without those that another one explains, in no order. */
export function draftsOf(evidenceByCode: EvidenceByCode, context: Pick<Context, 'currency'>): Draft[] {
  const list: Draft[] = [];
  const quota = quotaOf(context);
  for (const [code, kinds] of evidenceByCode) {
    const declared = codes.get(code) as Code;
    const { explainedBy } = declared;
    if (explainedBy !== undefined && evidenceByCode.has(explainedBy)) continue;
    const of: CodeOfDrafts = { declared, quota };
    for (const subjects of kinds.values())
      for (const evidence of subjects.values()) list.push(new Draft(evidence, of));
  }
  return list;
}

/** The same in the report's order. */
export const inOrder = (...from: Parameters<typeof draftsOf>): Draft[] => draftsOf(...from).sort(byRank);

/** The contract's field that carries the name of a subject of this kind. */
export const FIELDS: Partial<Record<SubjectKind, (typeof NAMES)[number]>> = {
  request: 'requestId',
  payment: 'transactionId',
  model: 'model',
  channel: 'channelId',
};

/** What a field of the contract names in a finding: its subject, or what its observations agree on. */
export function nameIn({ subject, names }: Evidence, field: (typeof NAMES)[number]): string | undefined {
  if (field !== FIELDS[subject.kind]) return names?.[field] ?? undefined;
  // Of a name of two parts the last is the id.
  return typeof subject.name === 'string' ? subject.name : subject.name[1];
}
