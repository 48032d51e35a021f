import type { Code } from '../../engine/checks/check.ts';
import { codes } from '../../engine/checks/registry.ts';
import { formatSubject, type SubjectKind } from '../../engine/entities/subject.ts';
import { byCodeUnit } from '../../engine/rows/order.ts';
import { type Context, toleranceOf } from '../../engine/survey/context.ts';
import { type Evidence, type NAME_FIELDS, SEVERITIES } from '../../engine/tally/evidence.ts';
import type { EvidenceByCode } from '../../engine/tally/evidence-by-code.ts';
import { hashToHex } from '../../hash/hash.ts';
import {
  atLeastZero,
  compare,
  type Decimal,
  exceeds,
  isPositive,
  subtract,
  toNearestNumber,
  toPlainText,
  ZERO,
} from '../../money/money.ts';

/** An amount of at least 0, with the values by which it is compared quickly. */
export interface Magnitude {
  readonly exact: Decimal;
  /** Plain decimal text. */
  readonly text: string;
  /** Nearest JSON number, which suffices to compare most amounts. */
  readonly nearest: number;
  /** Whether amounts with the same nearest number are equal. */
  readonly isDistinct: boolean;
}

/** Longest text with at most 15 digits, which a number represents without collisions. */
const DISTINCT_LENGTH = 16;
const nearestTo = (text: string) => ({
  nearest: toNearestNumber(text),
  isDistinct: text.length <= DISTINCT_LENGTH,
});

/** Adds to an exact amount its text and its nearest number, so that `compareMagnitudes` is quick. */
export const toMagnitude = (exact: Decimal): Magnitude => {
  const text = toPlainText(exact);
  return { exact, text, ...nearestTo(text) };
};

/**
 * Compares amounts for sorting, the larger first. To be quick, compares their nearest numbers, and the exact decimals
 * only if these numbers are equal.
 */
export const compareMagnitudes = (a: Magnitude, b: Magnitude): number => {
  if (a.nearest !== b.nearest) return a.nearest > b.nearest ? -1 : 1;
  return a.isDistinct && b.isDistinct ? 0 : compare(b.exact, a.exact);
};

/** Facts that all findings of a code share. */
interface CodeOfDrafts {
  readonly declared: Code;
  /** Value of one quota unit in the report's currency. */
  readonly quota: Decimal;
}

/**
 * A finding before its message is written: its evidence and its amount (0 for codes without an amount). There may be a
 * draft for every row. To save memory, it stores only numbers for sorting, and computes decimals and texts when they
 * are read.
 */
export class Draft implements Magnitude {
  readonly evidence: Evidence;
  /** Index of its severity: 0 is critical. */
  readonly rank: number;
  /** JavaScript number nearest to the exact amount. */
  readonly nearest: number;
  /** Whether `nearest` suffices to compare the amount: all amounts with this number are equal. */
  readonly isDistinct: boolean;
  readonly #code: CodeOfDrafts;
  #id: string | undefined;

  constructor(evidence: Evidence, code: CodeOfDrafts) {
    this.evidence = evidence;
    this.rank = SEVERITIES.indexOf(evidence.severity);
    this.#code = code;
    const { nearest, isDistinct } = nearestTo(this.text);
    this.nearest = nearest;
    this.isDistinct = isDistinct;
  }

  /** The exact amount. */
  get exact(): Decimal {
    const sum = this.evidence.amount ?? ZERO;
    return this.#code.declared.isSigned ? sum.abs() : atLeastZero(sum);
  }

  /** The exact amount as a plain decimal. */
  get text(): string {
    return toPlainText(this.exact);
  }

  /** Name of the finding's subject as one text. */
  get name(): string {
    return formatSubject(this.evidence.subject);
  }

  /** Id of the finding: a hash of code and subject, so that it is the same in every report. */
  get id(): string {
    const { code, subject } = this.evidence;
    // Hash the JSON text: it escapes lone surrogates, which UTF-8 would all replace by the same character.
    this.#id ??= `fnd_${hashToHex(JSON.stringify([code, subject.kind, subject.name]), 16)}`;
    return this.#id;
  }

  /** Part of the amount that no other finding counts. */
  get counted(): Decimal {
    return this.computeCounted(this.exact);
  }

  /**
   * Computes the part of the amount that no other finding counts, so that each cent counts once. It is 0 for codes
   * without a side and for information, and also if the rest is within one quota unit per request (rounding).
   * @param amount the exact amount, which is returned itself if all of it counts
   */
  computeCounted(amount: Decimal): Decimal {
    const { severity, uncounted, cases, counts } = this.evidence;
    const { declared, quota } = this.#code;
    if (declared.side === null || severity === 'info') return ZERO;
    if (uncounted === undefined) return amount;
    const left = subtract(amount, uncounted);
    return isPositive(left) && exceeds(left, quota.times(counts?.requests ?? cases)) ? left : ZERO;
  }
}

/**
 * Compares findings for the order in a report: by severity, exact amount (descending), code, and kind and name of the
 * subject. No two findings are equal, because no two have the same code and subject.
 */
export const compareDrafts = (a: Draft, b: Draft): number =>
  a.rank - b.rank ||
  compareMagnitudes(a, b) ||
  byCodeUnit(a.evidence.code, b.evidence.code) ||
  byCodeUnit(a.evidence.subject.kind, b.evidence.subject.kind) ||
  byCodeUnit(a.name, b.name);

/**
 * Lists all findings, unsorted. Leaves out findings of a code that names another code as its explanation
 * (`explainedBy`), if that other code is found as well.
 */
export function listDrafts(evidenceByCode: EvidenceByCode, context: Pick<Context, 'currency'>): Draft[] {
  const list: Draft[] = [];
  const quota = toleranceOf(context);
  for (const [code, kinds] of evidenceByCode) {
    const declared = codes.get(code) as Code;
    const { explainedBy } = declared;
    if (explainedBy !== undefined && evidenceByCode.has(explainedBy)) continue;
    const ofCode: CodeOfDrafts = { declared, quota };
    for (const subjects of kinds.values())
      for (const evidence of subjects.values()) list.push(new Draft(evidence, ofCode));
  }
  return list;
}

/** Lists the findings of `listDrafts`, sorted in the order of the report. */
export const listSortedDrafts = (...from: Parameters<typeof listDrafts>): Draft[] =>
  listDrafts(...from).sort(compareDrafts);

/** Field of a finding with the name of its subject, by kind of subject. */
export const FIELD_BY_SUBJECT: Partial<Record<SubjectKind, (typeof NAME_FIELDS)[number]>> = {
  request: 'requestId',
  payment: 'transactionId',
  model: 'model',
  channel: 'channelId',
};

/**
 * Finds the model, channel or id for a field of a finding: the name of its subject or, if the subject is of another
 * kind, the name that all of its observations have in common. `undefined` if there is none.
 */
export function findName(
  { subject, names }: Evidence,
  field: (typeof NAME_FIELDS)[number],
): string | undefined {
  if (field !== FIELD_BY_SUBJECT[subject.kind]) return names?.[field] ?? undefined;
  // A channel of one ledger is named [ledger, channelId]; the field contains only the id.
  return typeof subject.name === 'string' ? subject.name : subject.name[1];
}
