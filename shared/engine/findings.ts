import { sha256Hex } from '../hash.ts';
import { atLeastZero, compare, type Decimal, jsonNumber, nearest, plain, ZERO } from '../money.ts';
import type { Finding } from '../schemas/report.ts';
import type { Code, Worded } from './check.ts';
import { type Casebook, type Evidence, NAMES, SEVERITIES } from './evidence.ts';
import { byCodeUnit } from './order.ts';

/** A finding before it is put into words: what its place in the list depends on, and its evidence. */
export interface Draft {
  code: string;
  subject: string;
  /** 0 where the code has no amount. */
  amount: Decimal;
  /** The double nearest to the amount: it decides most comparisons. */
  nearest: number;
  evidence: Evidence;
}

/**
 * The place of a finding: severity, amount descending (exact), code, subject. No two findings share code and
 * subject, so the order is total, and the list can be cut at any place.
 */
const byGravity = (a: Draft, b: Draft): number =>
  SEVERITIES.indexOf(a.evidence.severity) - SEVERITIES.indexOf(b.evidence.severity) ||
  (b.nearest === a.nearest ? compare(b.amount, a.amount) : b.nearest > a.nearest ? 1 : -1) ||
  byCodeUnit(a.code, b.code) ||
  byCodeUnit(a.subject, b.subject);

/** All findings in the report's order, without those that another one explains. */
export function drafts(casebook: Casebook, codes: ReadonlyMap<string, Code>): Draft[] {
  const list: Draft[] = [];
  for (const [code, subjects] of casebook) {
    const { explainedBy, signed } = codes.get(code) as Code;
    if (explainedBy !== undefined && casebook.has(explainedBy)) continue;
    for (const [subject, evidence] of subjects) {
      const sum = evidence.amount?.value ?? ZERO;
      const amount = signed ? sum.abs() : atLeastZero(sum);
      list.push({ code, subject, amount, nearest: nearest(amount), evidence });
    }
  }
  return list.sort(byGravity);
}

/** Names a finding by what it says, so that it can be acknowledged once and for all. */
export const findingId = (code: string, subject: string): string =>
  // JSON keeps lone surrogates apart, which UTF-8 would not.
  `fnd_${sha256Hex(JSON.stringify([code, subject]), 16)}`;

const texts = (figures: Evidence['figures']): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, plain(figure.value)]));

function worded({ subject, amount, evidence }: Draft, currency: string): Worded {
  const { severity, cases, counts, figures, ids } = evidence;
  return {
    subject,
    severity,
    currency,
    amount: plain(amount),
    cases,
    figures: texts(figures),
    counts,
    requestIds: ids.requestIds?.texts ?? [],
    upstreamIds: ids.upstreamIds?.texts ?? [],
    transactionIds: ids.transactionIds?.texts ?? [],
  };
}

function detailsOf(
  { subject, evidence }: Draft,
  words: Worded,
  named: Partial<Finding>,
): Record<string, unknown> {
  const isNamed = NAMES.some((name) => named[name] === subject);
  return {
    ...(!isNamed && { subject }),
    count: words.cases,
    ...(evidence.amount && { amount: words.amount }),
    ...words.figures,
    ...words.counts,
    ...Object.fromEntries(Object.entries(evidence.ids).map(([list, ids]) => [list, ids.texts])),
  };
}

/** The finding in words: contract fields first, then the exact evidence. */
export function finding(draft: Draft, code: Code, currency: string): Finding {
  const words = worded(draft, currency);
  const named: Partial<Finding> = {};
  for (const name of NAMES) {
    const text = draft.evidence.names[name];
    if (typeof text === 'string') named[name] = text;
  }
  // Nothing at risk is no amount; a magnitude that no finite number carries stays in the details.
  const amount = draft.amount.isZero() ? undefined : jsonNumber(draft.amount);
  return {
    id: findingId(draft.code, draft.subject),
    severity: words.severity,
    code: draft.code,
    message: code.message(words),
    ...named,
    ...(amount !== undefined && { amount }),
    details: detailsOf(draft, words, named),
  };
}
