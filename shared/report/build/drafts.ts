import type { Code } from '../../engine/checks/check.ts';
import { codes } from '../../engine/checks/registry.ts';
import type { SubjectKind } from '../../engine/groups/subject.ts';
import { byCodeUnit } from '../../engine/rows/order.ts';
import { type Context, quotaOf } from '../../engine/survey/context.ts';
import { type Evidence, type EvidenceByCode, type NAMES, SEVERITIES } from '../../engine/tally/evidence.ts';
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
  exact: Decimal;
  /** As it is printed. */
  text: string;
  /** The nearest JSON number, which orders most amounts by itself. */
  nearest: number;
}

export const magnitudeOf = (exact: Decimal): Magnitude => {
  const text = toPlainText(exact);
  return { exact, text, nearest: toNearestNumber(text) };
};

/** Rounding never turns two amounts round, so the exact ones are asked only where they round to the same number. */
export const moreMoneyFirst = (a: Magnitude, b: Magnitude): number => {
  if (a.nearest !== b.nearest) return a.nearest > b.nearest ? -1 : 1;
  return a.text === b.text ? 0 : compare(b.exact, a.exact);
};

/**
 * A finding before it is put into words: its evidence, and the amount at risk, which is 0 where the code has none.
 * What orders findings stands here, so that sorting thousands of them does not look into each evidence.
 */
export interface Draft extends Magnitude {
  evidence: Evidence;
  /** The name of its subject, as one text. */
  name: string;
  /** Place of its severity; 0 is the gravest. */
  rank: number;
  /** What of the amount no other finding counts; 0 where it is explained, or shows what others count. */
  counted: Decimal;
  /** Once somebody has asked for it. */
  id: string | undefined;
}

/**
 * Each cent once: less what is counted elsewhere, and nothing of what is nobody's or explained. What is left of it is
 * rounding where it is within a quota unit for each request.
 */
function countedOf(
  { severity, uncounted, cases, counts }: Evidence,
  { side }: Code,
  amount: Decimal,
  quota: Decimal,
): Decimal {
  if (side === null || severity === 'info') return ZERO;
  if (uncounted === undefined) return amount;
  const left = subtract(amount, uncounted);
  return exceeds(left, quota.times(counts?.requests ?? cases)) ? left : ZERO;
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
    const { explainedBy, signed } = declared;
    if (explainedBy !== undefined && evidenceByCode.has(explainedBy)) continue;
    for (const subjects of kinds.values())
      for (const [name, evidence] of subjects) {
        const sum = evidence.amount ?? ZERO;
        const { exact, text, nearest } = magnitudeOf(signed ? sum.abs() : atLeastZero(sum));
        const counted = countedOf(evidence, declared, exact, quota);
        const rank = SEVERITIES.indexOf(evidence.severity);
        list.push({ evidence, name, rank, exact, text, nearest, counted, id: undefined });
      }
  }
  return list;
}

/** The same in the report's order. */
export const inOrder = (...from: Parameters<typeof draftsOf>): Draft[] => draftsOf(...from).sort(byRank);

/** Names a finding after its content, so that it can be acknowledged once and for all. */
export function findingId(draft: Draft): string {
  const { code, subject } = draft.evidence;
  // As JSON, which keeps lone surrogates apart: UTF-8 would not.
  draft.id ??= `fnd_${hashToHex(JSON.stringify([code, subject.kind, subject.name]), 16)}`;
  return draft.id;
}

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
