import { sha256Hex } from '../../hash.ts';
import { atLeastZero, compare, type Decimal, jsonNumber, plain, ZERO } from '../../money.ts';
import type { Finding } from '../../schemas/report.ts';
import type { Code, Worded } from '../checks/check.ts';
import { byCodeUnit } from '../rows/order.ts';
import { type Casebook, type Evidence, ID_LISTS, NAMES, SEVERITIES } from '../tally/evidence.ts';

/** A finding before it is put into words: what its place in the list depends on, and its evidence. */
export interface Draft {
  code: string;
  subject: string;
  /** Place of the severity: 0 is the gravest. */
  gravity: number;
  /** 0 where the code has no amount. */
  amount: Decimal;
  evidence: Evidence;
}

/**
 * The place of a finding: severity, amount descending (exact), code, subject. No two findings share code and
 * subject, so the order is total, and the list can be cut at any place.
 */
const byGravity = (a: Draft, b: Draft): number =>
  a.gravity - b.gravity ||
  compare(b.amount, a.amount) ||
  byCodeUnit(a.code, b.code) ||
  byCodeUnit(a.subject, b.subject);

/** All findings in the report's order, without those that another one explains. */
export function drafts(casebook: Casebook, codes: ReadonlyMap<string, Code>): Draft[] {
  const list: Draft[] = [];
  for (const [code, subjects] of casebook) {
    const { explainedBy, signed } = codes.get(code) as Code;
    if (explainedBy !== undefined && casebook.has(explainedBy)) continue;
    for (const [subject, evidence] of subjects) {
      const sum = evidence.amount ?? ZERO;
      const amount = signed ? sum.abs() : atLeastZero(sum);
      list.push({ code, subject, gravity: SEVERITIES.indexOf(evidence.severity), amount, evidence });
    }
  }
  return list.sort(byGravity);
}

/** Names a finding by what it says, so that it can be acknowledged once and for all. */
const findingId = (code: string, subject: string): string =>
  // JSON keeps lone surrogates apart, which UTF-8 would not.
  `fnd_${sha256Hex(JSON.stringify([code, subject]), 16)}`;

/** Named values, ordered by name: which observation came first must not show. */
function byName<TFrom, TTo>(
  values: Readonly<Record<string, TFrom>> | undefined,
  to: (value: TFrom) => TTo,
): Record<string, TTo> {
  const ordered: Record<string, TTo> = {};
  if (values) for (const name of Object.keys(values).sort()) ordered[name] = to(values[name] as TFrom);
  return ordered;
}

const itself = (value: number): number => value;
const NONE: readonly string[] = [];

function worded({ subject, amount, evidence }: Draft, currency: string): Worded {
  return {
    subject,
    severity: evidence.severity,
    currency,
    amount: plain(amount),
    cases: evidence.cases,
    figures: byName(evidence.figures, plain),
    counts: byName(evidence.counts, itself),
    requestIds: evidence.requestIds ?? NONE,
    upstreamIds: evidence.upstreamIds ?? NONE,
    transactionIds: evidence.transactionIds ?? NONE,
  };
}

function detailsOf(words: Worded, evidence: Evidence, isNamed: boolean): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  if (!isNamed) details.subject = words.subject;
  details.count = words.cases;
  if (evidence.amount) details.amount = words.amount;
  Object.assign(details, words.figures, words.counts);
  for (const list of ID_LISTS) if (evidence[list]) details[list] = words[list];
  return details;
}

/** The finding in words: contract fields first, then the exact evidence. */
export function finding(draft: Draft, code: Code, currency: string): Finding {
  const { subject, evidence } = draft;
  const words = worded(draft, currency);
  const written: Finding = {
    id: findingId(draft.code, subject),
    severity: words.severity,
    code: draft.code,
    message: code.message(words),
  };
  let isNamed = false;
  for (const field of NAMES) {
    const name = evidence.names?.[field];
    if (typeof name !== 'string') continue;
    written[field] = name;
    isNamed ||= name === subject;
  }
  // Nothing at risk is no amount; a magnitude that no finite number carries stays in the details.
  const amount = draft.amount.isZero() ? undefined : jsonNumber(words.amount);
  if (amount !== undefined) written.amount = amount;
  written.details = detailsOf(words, evidence, isNamed);
  return written;
}
