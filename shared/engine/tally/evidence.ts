import { addExact, type Decimal } from '../../money/money.ts';
import type { Reasons } from '../../schemas/finding-facts.ts';
import type { Subject } from '../entities/subject.ts';
import { addToFewIds, type FewIds, mergeIds, NO_IDS } from '../rows/row.ts';

/** Severities in the order of the report, the most severe first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
/** Severity of a finding. */
export type Severity = (typeof SEVERITIES)[number];

const ID_LISTS = ['requestIds', 'upstreamIds', 'transactionIds', 'userIds'] as const;

/** Fields of a finding in the contract, in addition to its subject. `null` if its observations disagree. */
export const NAME_FIELDS = ['requestId', 'transactionId', 'model', 'channelId'] as const;
type Names = Partial<Record<(typeof NAME_FIELDS)[number], string | null | undefined>>;

/** One report of a check about a subject: money, figures and ids. All of one code and subject become one finding. */
export interface Observation {
  /** Money at risk in the report's currency. A negative sum counts as 0, unless the code has `isSigned`. */
  amount?: Decimal | undefined;
  /** Exact decimals that explain the amount, added up over observations. */
  amounts?: Readonly<Record<string, Decimal>> | undefined;
  /** Whole numbers that explain the amount, added up over observations. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** Reasons that are not numbers, such as a price change; not added up. */
  reasons?: Reasons | undefined;
  /** Ids that the finding lists in addition to its subject. */
  requestIds?: readonly string[] | undefined;
  upstreamIds?: readonly string[] | undefined;
  transactionIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
  /** Model, channel, request and payment that the finding names in addition to its subject. */
  names?: Names | undefined;
  /** Largest amounts by customer id, the largest first. Only `conclude` sets them; they are not added up. */
  amountsByUser?: ReadonlyMap<string, Decimal> | undefined;
  /** Amounts by model. Only `conclude` sets them; they are not added up. */
  amountsByModel?: ReadonlyMap<string, Decimal> | undefined;
  /** Days in the report's zone on which it was found, as `2026-03-10`. Only `conclude` sets them. */
  days?: readonly string[] | undefined;
  /** Numbers of unread rows by kind, the most frequent first. Only `conclude` sets them; they are not added up. */
  rowsByKind?: readonly (readonly [kind: string, rows: number])[] | undefined;
}

/**
 * All observations of one code about one subject, added up in any order. Only the first few ids in code unit order
 * are kept. Most evidence is a single observation, so its parts are copied only when a second one is added.
 */
export interface Evidence extends Observation {
  code: string;
  subject: Subject;
  severity: Severity;
  /** Number of observations. */
  cases: number;
  /** Time of the earliest request, charge or payment with it, in epoch milliseconds; absent if from `conclude`. */
  since?: number | undefined;
  /** The part of the amount that is counted in another finding, or explained. */
  uncounted?: Decimal | undefined;
}

const moreSevere = (a: Severity, b: Severity): Severity =>
  SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;

const mergeOptional = <T>(a: T | undefined, b: T | undefined, both: (a: T, b: T) => T): T | undefined =>
  a === undefined ? b : b === undefined ? a : both(a, b);

const added =
  <T>(add: (a: T, b: T) => T) =>
  (a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>) => {
    const sums: Record<string, T> = { ...a };
    for (const [name, value] of Object.entries(b))
      sums[name] = sums[name] === undefined ? value : add(sums[name], value);
    return sums;
  };
const addedAmounts = added(addExact);
const addedCounts = added((a: number, b: number) => a + b);

/** The first few ids in code unit order, as details list them. */
export interface FirstIds {
  value: FewIds;
}
/** Creates an empty list of ids for `addId`, which keeps only the first 20 in code unit order. */
export const firstIds = (): FirstIds => ({ value: NO_IDS });

/** Adds an id to a list of `firstIds`, which keeps only the first 20 in code unit order, without duplicates. */
export const addId = (into: FirstIds, id: string): void => {
  into.value = addToFewIds(into.value, id);
};

function mergeNames(a: Names, b: Names): Names {
  const names: Names = {};
  for (const field of NAME_FIELDS) {
    const [known, name] = [a[field], b[field]];
    names[field] = known === undefined ? name : name === undefined || name === known ? known : null;
  }
  return names;
}

/** Adds evidence of the same code and subject to `into`: amounts, counts, ids, and the higher severity. */
export function mergeEvidence(into: Evidence, other: Evidence): void {
  into.severity = moreSevere(into.severity, other.severity);
  into.cases += other.cases;
  into.since = mergeOptional(into.since, other.since, Math.min);
  into.amount = mergeOptional(into.amount, other.amount, addExact);
  into.uncounted = mergeOptional(into.uncounted, other.uncounted, addExact);
  into.amounts = mergeOptional(into.amounts, other.amounts, addedAmounts);
  into.counts = mergeOptional(into.counts, other.counts, addedCounts);
  into.names = mergeOptional(into.names, other.names, mergeNames);
  into.amountsByUser ??= other.amountsByUser;
  into.reasons ??= other.reasons;
  into.amountsByModel ??= other.amountsByModel;
  into.rowsByKind ??= other.rowsByKind;
  into.days ??= other.days;
  for (const list of ID_LISTS) into[list] = mergeOptional(into[list], other[list], mergeIds);
}

/** Decides the severity of a finding when all rows are known; `undefined` removes the finding. */
export type Verdict = (evidence: Evidence) => Severity | undefined;
