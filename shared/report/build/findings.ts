import { codeWords } from '../../engine/checks/registry.words.ts';
import { splitSubject } from '../../engine/entities/subject.ts';
import { byCodeUnit } from '../../engine/rows/order.ts';
import { DETAIL_IDS_MAX } from '../../engine/rows/row.ts';
import { NAME_FIELDS, SEVERITIES } from '../../engine/tally/evidence.ts';
import { type CodeText, formatMessage, type Wording } from '../../engine/words/code-text.ts';
import type { Language } from '../../language.ts';
import { compare, type Decimal, toDecimal, toPlainText } from '../../money/money.ts';
import type { Finding } from '../../schemas/report.ts';
import { type Draft, FIELD_BY_SUBJECT, findName } from './drafts.ts';
import { formatReasonDetails } from './reason-details.ts';

/** Converts values and sorts them by name, so that the report does not depend on the order of rows. */
function sortByName<TFrom, TTo>(
  values: Readonly<Record<string, TFrom>> = {},
  to: (value: TFrom) => TTo,
): Record<string, TTo> {
  const ordered: Record<string, TTo> = {};
  for (const name of Object.keys(values).sort()) ordered[name] = to(values[name] as TFrom);
  return ordered;
}

const itself = <TValue>(value: TValue): TValue => value;

function buildWording({ evidence, name }: Draft, exact: Decimal, currency: string): Wording {
  return {
    kind: evidence.subject.kind,
    name,
    names: splitSubject(evidence.subject),
    severity: evidence.severity,
    currency,
    amount: toPlainText(exact),
    cases: evidence.cases,
    amounts: sortByName(evidence.amounts, toPlainText),
    counts: sortByName(evidence.counts, itself),
    reasons: evidence.reasons,
  };
}

/** Amounts of customers, in the given order. */
const linesByUser = (amounts: ReadonlyMap<string, Decimal>) =>
  [...amounts].map(([userId, amount]) => ({ userId, amount: toPlainText(amount) }));

/** Largest amounts of models. */
const linesByModel = (amounts: ReadonlyMap<string, Decimal>) =>
  [...amounts]
    .sort(([a, first], [b, second]) => compare(second, first) || byCodeUnit(a, b))
    .slice(0, DETAIL_IDS_MAX)
    .map(([model, amount]) => ({ model, amount: toPlainText(amount) }));

function buildDetails(wording: Wording, draft: Draft, exact: Decimal): Record<string, unknown> {
  const { evidence } = draft;
  const details: Record<string, unknown> = {};
  const { subject } = evidence;
  // Add the subject if no field of the finding names it in full: it has no field, or consists of two names.
  if (FIELD_BY_SUBJECT[subject.kind] === undefined || wording.names.length > 0)
    details.subject = subject.name;
  details.count = wording.cases;
  if (evidence.amount) {
    details.amount = wording.amount;
    const counted = draft.computeCounted(exact);
    details.counted = counted === exact ? wording.amount : toPlainText(counted);
  }
  const { amounts, reasons } = wording;
  Object.assign(
    details,
    reasons ? sortByName({ ...amounts, ...formatReasonDetails(reasons) }, itself) : amounts,
    wording.counts,
  );
  const { requestIds, upstreamIds, transactionIds, userIds = [] } = evidence;
  if (requestIds) details.requestIds = requestIds;
  if (upstreamIds) details.upstreamIds = upstreamIds;
  if (transactionIds) details.transactionIds = transactionIds;
  if (userIds.length > 1) details.userIds = userIds;
  else if (userIds.length === 1) details.userId = userIds[0];
  if (evidence.rowsByKind)
    details.kinds = evidence.rowsByKind.slice(0, DETAIL_IDS_MAX).map(([kind, rows]) => ({ kind, rows }));
  if (evidence.amountsByModel) details.byModel = linesByModel(evidence.amountsByModel);
  if (evidence.amountsByUser) details.byUser = linesByUser(evidence.amountsByUser);
  return details;
}

/** Adds the names and the amount of a finding. */
function addFields(
  fields: Omit<Finding, 'message'>,
  { evidence, nearest }: Draft,
  { amount }: Wording,
): void {
  for (const field of NAME_FIELDS) {
    const name = findName(evidence, field);
    if (name !== undefined) fields[field] = name;
  }
  // Leave out an amount that is 0 or too large for a JSON number. `details.amount` contains it as text.
  if (amount !== '0' && Number.isFinite(nearest)) fields.amount = nearest;
}

/** Returns the texts of a finding code (title, remedy, message) in a language. The code must exist. */
export const findTexts = (code: string, language: Language): CodeText =>
  codeWords.get(code)?.[language] as CodeText;

/** Builds a finding with its message in a language, its fields and its details. */
export function buildFinding(draft: Draft, currency: string, language: Language): Finding {
  const { code, severity } = draft.evidence;
  const { exact } = draft;
  const wording = buildWording(draft, exact, currency);
  const message = formatMessage(findTexts(code, language), wording);
  const result: Finding = { id: draft.id, severity, code, message };
  addFields(result, draft, wording);
  result.details = buildDetails(wording, draft, exact);
  return result;
}

/**
 * A finding with the facts of its message instead of the message. Plain JSON, stored for comparison with the next run.
 */
export interface FindingRecord extends Omit<Finding, 'message' | 'details'> {
  readonly facts: Wording;
}

/** Converts a finding to the record that is stored for comparison with the next run. Amounts are in `currency`. */
export function buildRecord(draft: Draft, currency: string): FindingRecord {
  const { code, severity } = draft.evidence;
  const facts = buildWording(draft, draft.exact, currency);
  const record = { id: draft.id, severity, code, facts };
  addFields(record, draft, facts);
  return record;
}

/** Builds the message of a stored finding. Returns its code if this version has no such code. */
export function buildMessage({ code, facts }: FindingRecord, language: Language): string {
  const words = codeWords.get(code);
  return words ? formatMessage(words[language], facts) : code;
}

/** Compares stored findings for the order in a report: by severity, amount (descending), code and subject. */
export const compareRecords = (a: FindingRecord, b: FindingRecord): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  compare(toDecimal(b.facts.amount), toDecimal(a.facts.amount)) ||
  byCodeUnit(a.code, b.code) ||
  byCodeUnit(a.facts.kind, b.facts.kind) ||
  byCodeUnit(a.facts.name, b.facts.name);
