import { addExact, type Decimal } from '../../money/money.ts';
import type { Reasons } from '../../schemas/finding-facts.ts';
import type { Subject } from '../entities/subject.ts';
import { type FewIds, mergeIds, NO_IDS, withId } from '../rows/few-ids.ts';

/** Gravest first: the order of the report. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

const ID_LISTS = ['requestIds', 'upstreamIds', 'transactionIds', 'userIds'] as const;

/** What the contract's fields of a finding name beside its subject. `null`: its observations disagree. */
export const NAMES = ['requestId', 'transactionId', 'model', 'channelId'] as const;
type Names = Partial<Record<(typeof NAMES)[number], string | null | undefined>>;

/**
 * One of four shapes that a finding takes: a check makes an observation; observations about one subject add up
 * to evidence; a wording is evidence ready for a sentence (check.ts); the finding is what the contract shows.
 */
export interface Observation {
  /** Money at risk in the report's currency; the report counts what is below 0 as 0. */
  amount?: Decimal | undefined;
  /** Exact decimals that explain the amount. They are added up where observations become one finding. */
  amounts?: Readonly<Record<string, Decimal>> | undefined;
  /** Whole numbers that do the same. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** Why, where figures alone do not show it; never added up. */
  reasons?: Reasons | undefined;
  requestIds?: readonly string[] | undefined;
  upstreamIds?: readonly string[] | undefined;
  transactionIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
  names?: Names | undefined;
  /** The largest amounts by customer, in the order that they are listed in; of a conclusion only, so never added up. */
  amountsByUser?: ReadonlyMap<string, Decimal> | undefined;
  /** Amounts by model; of a conclusion only as well. */
  amountsByModel?: ReadonlyMap<string, Decimal> | undefined;
  /** Rows by their kind, most first; of a conclusion only as well. */
  rowsByKind?: readonly (readonly [kind: string, rows: number])[] | undefined;
}

/**
 * Everything that was seen about one code and one subject. Observations add up, whatever their order; of the ids
 * only the first few by code unit are kept. Most evidence is a single observation, so its parts are taken as they
 * are, and written anew only where a second one joins them.
 */
export interface Evidence extends Observation {
  code: string;
  subject: Subject;
  severity: Severity;
  /** How many observations it is made of. */
  cases: number;
  /** When the earliest group was made that shows it, in epoch milliseconds; a conclusion has no time. */
  since?: number | undefined;
  /** What of the amount is counted elsewhere, or is explained. */
  uncounted?: Decimal | undefined;
}

const graver = (a: Severity, b: Severity): Severity =>
  SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;

const bothOr = <T>(a: T | undefined, b: T | undefined, both: (a: T, b: T) => T): T | undefined =>
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

/** The first few ids by code unit, as details list them. */
export interface FirstIds {
  value: FewIds;
}
export const firstIds = (): FirstIds => ({ value: NO_IDS });

export const addId = (into: FirstIds, id: string): void => {
  into.value = withId(into.value, id);
};

function agreed(a: Names, b: Names): Names {
  const names: Names = {};
  for (const field of NAMES) {
    const [known, name] = [a[field], b[field]];
    names[field] = known === undefined ? name : name === undefined || name === known ? known : null;
  }
  return names;
}

/** Adds evidence of the same code and subject; the graver severity stays. */
export function merge(into: Evidence, other: Evidence): void {
  into.severity = graver(into.severity, other.severity);
  into.cases += other.cases;
  into.since = bothOr(into.since, other.since, Math.min);
  into.amount = bothOr(into.amount, other.amount, addExact);
  into.uncounted = bothOr(into.uncounted, other.uncounted, addExact);
  into.amounts = bothOr(into.amounts, other.amounts, addedAmounts);
  into.counts = bothOr(into.counts, other.counts, addedCounts);
  into.names = bothOr(into.names, other.names, agreed);
  into.amountsByUser ??= other.amountsByUser;
  into.reasons ??= other.reasons;
  into.amountsByModel ??= other.amountsByModel;
  into.rowsByKind ??= other.rowsByKind;
  for (const list of ID_LISTS) into[list] = bothOr(into[list], other[list], mergeIds);
}

/**
 * Looks again at one finding, now that everything is known.
 * @returns its severity; without one it is not listed
 */
export type Verdict = (seen: Evidence) => Severity | undefined;
