import { sha256Hex } from '../../hash.ts';
import { atLeastZero, compare, jsonNumber, plain, ZERO } from '../../money.ts';
import type { Finding } from '../../schemas/report.ts';
import type { Code, Wording } from '../checks/check.ts';
import { nameTextOf, type Subject, type SubjectKind } from '../groups/subject.ts';
import { byCodeUnit } from '../rows/order.ts';
import { type Evidence, type EvidenceByCode, ID_LISTS, NAMES, SEVERITIES } from '../tally/evidence.ts';

const bySubject = (a: Subject, b: Subject): number =>
  byCodeUnit(a.kind, b.kind) || byCodeUnit(nameTextOf(a), nameTextOf(b));

/**
 * The place of a finding: severity, amount descending (exact), code, kind and name of its subject. No two findings
 * share code and subject, so the order is total, and the list can be cut at any place.
 */
const byRank = (a: Evidence, b: Evidence): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  compare(b.amount ?? ZERO, a.amount ?? ZERO) ||
  byCodeUnit(a.code, b.code) ||
  bySubject(a.subject, b.subject);

/**
 * The evidence of all findings in the report's order, without those that another one explains.
 * From here on amounts are magnitudes: their sign is gone, or what was below 0 is 0.
 */
export function inOrder(evidenceByCode: EvidenceByCode, codes: ReadonlyMap<string, Code>): Evidence[] {
  const list: Evidence[] = [];
  for (const [code, kinds] of evidenceByCode) {
    const { explainedBy, signed } = codes.get(code) as Code;
    if (explainedBy !== undefined && evidenceByCode.has(explainedBy)) continue;
    for (const subjects of kinds.values())
      for (const evidence of subjects.values()) {
        const { amount } = evidence;
        if (amount !== undefined) evidence.amount = signed ? amount.abs() : atLeastZero(amount);
        list.push(evidence);
      }
  }
  return list.sort(byRank);
}

/** Names a finding by what it says, so that it can be acknowledged once and for all. */
const findingId = ({ code, subject: { kind, name } }: Evidence): string =>
  // JSON keeps lone surrogates apart, which UTF-8 would not.
  `fnd_${sha256Hex(JSON.stringify([code, kind, name]), 16)}`;

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

function wordingOf(evidence: Evidence, currency: string): Wording {
  const { kind, name } = evidence.subject;
  const names = typeof name === 'string' ? [name] : name;
  return {
    kind,
    name: nameTextOf(evidence.subject),
    names,
    severity: evidence.severity,
    currency,
    amount: plain(evidence.amount ?? ZERO),
    cases: evidence.cases,
    amounts: byName(evidence.amounts, plain),
    counts: byName(evidence.counts, itself),
    requestIds: evidence.requestIds ?? NONE,
    upstreamIds: evidence.upstreamIds ?? NONE,
    transactionIds: evidence.transactionIds ?? NONE,
  };
}

/** The contract's field that carries the name of a subject of this kind. */
const FIELDS: Partial<Record<SubjectKind, (typeof NAMES)[number]>> = {
  request: 'requestId',
  payment: 'transactionId',
  model: 'model',
  channel: 'channelId',
};

function detailsOf(wording: Wording, evidence: Evidence): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  const { subject } = evidence;
  // Where no field of the contract carries the whole name.
  if (FIELDS[subject.kind] === undefined || wording.names.length > 1) details.subject = subject.name;
  details.count = wording.cases;
  if (evidence.amount) details.amount = wording.amount;
  Object.assign(details, wording.amounts, wording.counts);
  for (const list of ID_LISTS) if (evidence[list]) details[list] = wording[list];
  return details;
}

/** The finding in words: contract fields first, then the exact evidence. */
export function finding(evidence: Evidence, code: Code, currency: string): Finding {
  const wording = wordingOf(evidence, currency);
  const written: Finding = {
    id: findingId(evidence),
    severity: wording.severity,
    code: evidence.code,
    message: code.words.en.message(wording),
  };
  const own = FIELDS[wording.kind];
  for (const field of NAMES) {
    // Of a name of two parts the last is the id.
    const name = field === own ? wording.names.at(-1) : evidence.names?.[field];
    if (typeof name === 'string') written[field] = name;
  }
  // Nothing at risk is no amount; a magnitude that no finite number carries stays in the details.
  const amount = wording.amount === '0' ? undefined : jsonNumber(wording.amount);
  if (amount !== undefined) written.amount = amount;
  written.details = detailsOf(wording, evidence);
  return written;
}
