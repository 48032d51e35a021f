import { type Decimal, decimal, plain } from '../../money.ts';
import { byCodeUnit } from '../rows/order.ts';
import { byKey, type Keyed, type Part } from './monoid.ts';

/** Gravest first: the order of the report. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

export const ID_LISTS = ['requestIds', 'upstreamIds', 'transactionIds'] as const;

/** What the finding's own fields name. `null`: the observations that make up the finding disagree. */
export const NAMES = ['requestId', 'transactionId', 'model', 'channelId'] as const;
type Names = Partial<Record<(typeof NAMES)[number], string | null | undefined>>;

interface Facts {
  /** Money at risk in the report's currency; the report counts what is below 0 as 0. */
  amount?: Decimal | undefined;
  /** Exact decimals that explain the amount. They are added up where observations become one finding. */
  figures?: Readonly<Record<string, Decimal>> | undefined;
  /** Whole numbers that do the same. */
  counts?: Readonly<Record<string, number>> | undefined;
  requestIds?: readonly string[] | undefined;
  upstreamIds?: readonly string[] | undefined;
  transactionIds?: readonly string[] | undefined;
  names?: Names | undefined;
}

/** One thing that a check saw. */
export interface Observation extends Facts {
  /** What it is about; without one it is about the group that the check looks at. */
  subject?: string;
}

/**
 * Everything that was seen about one code and one subject. Observations add up, whatever their order; of the ids
 * only the first few by code unit are kept. Most evidence is a single observation, so its parts are taken as they
 * are, and written anew only where a second one joins them.
 */
export interface Evidence extends Facts {
  severity: Severity;
  /** How many observations it is made of; 0 while it is empty. */
  cases: number;
}

const graver = (a: Severity, b: Severity): Severity =>
  SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;

const bothOr = <T>(a: T | undefined, b: T | undefined, both: (a: T, b: T) => T): T | undefined =>
  a === undefined ? b : b === undefined ? a : both(a, b);

const plus = (a: Decimal, b: Decimal): Decimal => a.plus(b);

const added =
  <T>(add: (a: T, b: T) => T) =>
  (a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>) => {
    const sums: Record<string, T> = { ...a };
    for (const [name, value] of Object.entries(b))
      sums[name] = sums[name] === undefined ? value : add(sums[name], value);
    return sums;
  };
const addedFigures = added(plus);
const addedCounts = added((a: number, b: number) => a + b);

const firstFew = (ids: readonly string[]): readonly string[] =>
  ids.length < 2 ? ids : [...new Set(ids)].sort(byCodeUnit).slice(0, DETAIL_IDS_MAX);

/** The first few ids of two sorted lists. */
function union(a: readonly string[], b: readonly string[]): readonly string[] {
  const [last, only] = [a[DETAIL_IDS_MAX - 1], b[0]];
  if (last !== undefined && b.length === 1 && only !== undefined && only >= last) return a;
  return firstFew([...a, ...b]);
}

function agreed(a: Names, b: Names): Names {
  const names: Names = {};
  for (const field of NAMES) {
    const [known, name] = [a[field], b[field]];
    names[field] = known === undefined ? name : name === undefined || name === known ? known : null;
  }
  return names;
}

/** Adds what was seen to evidence of the same code and subject; the graver severity stays. */
export function addFacts(into: Evidence, severity: Severity, cases: number, seen: Facts): void {
  into.severity = into.cases === 0 ? severity : graver(into.severity, severity);
  into.cases += cases;
  into.amount = bothOr(into.amount, seen.amount, plus);
  into.figures = bothOr(into.figures, seen.figures, addedFigures);
  into.counts = bothOr(into.counts, seen.counts, addedCounts);
  addIds(into, seen);
  addNames(into, seen.names);
}

/** Adds ids to the lists of a finding. */
export function addIds(into: Evidence, seen: Facts): void {
  for (const list of ID_LISTS) {
    const ids = seen[list];
    if (ids !== undefined) into[list] = bothOr(into[list], firstFew(ids), union);
  }
}

/** Adds what the finding's own fields name. */
export function addNames(into: Evidence, names: Names | undefined): void {
  if (names !== undefined) into.names = bothOr(into.names, names, agreed);
}

type Wire = Omit<Evidence, 'amount' | 'figures'> & { amount?: string; figures?: [string, string][] };

const evidence: Part<Evidence, Wire> = {
  empty: () => ({ severity: 'info', cases: 0 }),
  merge: (into, other) => addFacts(into, other.severity, other.cases, other),
  pack: ({ amount, figures, ...rest }) => ({
    ...rest,
    ...(amount && { amount: plain(amount) }),
    ...(figures && { figures: Object.entries(figures).map(([name, value]) => [name, plain(value)]) }),
  }),
  unpack: ({ amount, figures, ...rest }) => ({
    ...rest,
    ...(amount !== undefined && { amount: decimal(amount) }),
    ...(figures && { figures: Object.fromEntries(figures.map(([name, text]) => [name, decimal(text)])) }),
  }),
};

/** All evidence, by code, then by subject: one cause, one finding. */
export const casebook = byKey(byKey(evidence));
export type Casebook = Keyed<Keyed<Evidence>>;
