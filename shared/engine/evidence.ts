import { type Decimal, Sum, ZERO } from '../money.ts';
import { byKey, type Keyed, Least, least, type Part, sum } from './monoid.ts';

/** Gravest first: the order of the report. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

const ID_LISTS = ['requestIds', 'upstreamIds', 'transactionIds'] as const;
export type IdList = (typeof ID_LISTS)[number];

/** What the finding's own fields name. `null`: the observations that make up the finding disagree. */
export const NAMES = ['requestId', 'transactionId', 'model', 'channelId'] as const;
export type Names = Partial<Record<(typeof NAMES)[number], string | null | undefined>>;

/** One thing that a check saw. */
export interface Observation {
  /** What it is about; without one it is about the group that the check looks at. */
  subject?: string;
  /** Money at risk in the report's currency; the report counts what is below 0 as 0. */
  amount?: Decimal;
  /** Exact decimals that explain the amount. They are added up where observations become one finding. */
  figures?: Record<string, Decimal>;
  /** Whole numbers that do the same. */
  counts?: Record<string, number>;
  requestIds?: Iterable<string>;
  upstreamIds?: Iterable<string>;
  transactionIds?: Iterable<string>;
  names?: Names | undefined;
}

/** Everything that was seen about one code and one subject: observations add up, whatever their order. */
export interface Evidence {
  severity: Severity;
  /** How many observations it is made of. */
  cases: number;
  amount: Sum | undefined;
  figures: Record<string, Sum>;
  counts: Record<string, number>;
  ids: Partial<Record<IdList, Least>>;
  names: Names;
}

const graver = (a: Severity, b: Severity): Severity =>
  SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b;

export const newEvidence = (severity: Severity): Evidence => ({
  severity,
  cases: 0,
  amount: undefined,
  figures: {},
  counts: {},
  ids: {},
  names: {},
});

function addAmount(into: Evidence, amount: Decimal): void {
  if (into.amount) into.amount.add(amount);
  else into.amount = new Sum(amount);
}

function addFigures(into: Evidence, figures: Record<string, Decimal>): void {
  for (const name in figures) {
    const known = into.figures[name];
    const figure = figures[name] ?? ZERO;
    if (known) known.add(figure);
    else into.figures[name] = new Sum(figure);
  }
}

function addIds(into: Evidence, list: IdList, ids: Iterable<string> | undefined): void {
  if (ids === undefined) return;
  into.ids[list] ??= new Least(DETAIL_IDS_MAX);
  for (const id of ids) into.ids[list].add(id);
}

function addNames(into: Evidence, names: Names): void {
  for (const field of NAMES) {
    const name = names[field];
    if (name === undefined) continue;
    const known = into.names[field];
    into.names[field] = known === undefined || known === name ? name : null;
  }
}

/** Adds one observation; the graver severity stays. */
export function observe(into: Evidence, severity: Severity, seen: Observation): void {
  into.severity = graver(into.severity, severity);
  into.cases += 1;
  if (seen.amount) addAmount(into, seen.amount);
  if (seen.figures) addFigures(into, seen.figures);
  for (const name in seen.counts) into.counts[name] = (into.counts[name] ?? 0) + (seen.counts[name] ?? 0);
  for (const list of ID_LISTS) addIds(into, list, seen[list]);
  if (seen.names) addNames(into, seen.names);
}

interface EvidenceWire extends Pick<Evidence, 'severity' | 'cases' | 'counts' | 'names'> {
  amount?: string;
  figures: [string, string][];
  ids: [IdList, string[]][];
}

const ids = least(DETAIL_IDS_MAX);

const evidence: Part<Evidence, EvidenceWire> = {
  empty: () => newEvidence('info'),
  merge(into, other) {
    into.severity = graver(into.severity, other.severity);
    into.cases += other.cases;
    if (other.amount) addAmount(into, other.amount.value);
    for (const name in other.figures) addFigures(into, { [name]: other.figures[name]?.value ?? ZERO });
    for (const name in other.counts) into.counts[name] = (into.counts[name] ?? 0) + (other.counts[name] ?? 0);
    for (const list of ID_LISTS) addIds(into, list, other.ids[list]?.texts);
    addNames(into, other.names);
  },
  pack: ({ severity, cases, counts, names, ...box }) => ({
    severity,
    cases,
    counts,
    names,
    ...(box.amount && { amount: sum.pack(box.amount) }),
    figures: Object.entries(box.figures).map(([name, figure]) => [name, sum.pack(figure)]),
    ids: Object.entries(box.ids).map(([list, least]) => [list as IdList, ids.pack(least)]),
  }),
  unpack: ({ amount, figures, ids: lists, ...rest }) => ({
    ...rest,
    amount: amount === undefined ? undefined : sum.unpack(amount),
    figures: Object.fromEntries(figures.map(([name, figure]) => [name, sum.unpack(figure)])),
    ids: Object.fromEntries(lists.map(([list, texts]) => [list, ids.unpack(texts)])),
  }),
};

/** All evidence, by code, then by subject: one cause, one finding. */
export const casebook = byKey(byKey(evidence));
export type Casebook = Keyed<Keyed<Evidence>>;
