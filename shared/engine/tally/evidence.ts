import { type Decimal, decimal, plain, sumOf } from '../../money.ts';
import { nameTextOf, REPORT, type Subject } from '../groups/subject.ts';
import { type FewIds, NO_IDS, together, withId } from '../rows/few-ids.ts';
import { byKey, type Keyed, type Monoid } from './monoid.ts';

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
  /** Texts that say why; of a conclusion only, so never added up. Their names are none of the amounts'. */
  texts?: Readonly<Record<string, string>> | undefined;
  requestIds?: readonly string[] | undefined;
  upstreamIds?: readonly string[] | undefined;
  transactionIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
  names?: Names | undefined;
  /** The largest amounts by customer, in the order that they are listed in; of a conclusion only, so never added up. */
  amountsByUser?: ReadonlyMap<string, Decimal> | undefined;
  /** Amounts by model; of a conclusion only as well. */
  amountsByModel?: ReadonlyMap<string, Decimal> | undefined;
  /** What of the amount others count, as the whole may show: by the ends of the period that are open (`endsText`). */
  uncountedAt?: Readonly<Record<string, Decimal>> | undefined;
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
const addedAmounts = added(sumOf);
const addedCounts = added((a: number, b: number) => a + b);

/** The first few ids by code unit, as details list them. */
export interface FirstIds {
  value: FewIds;
}
export const firstIds: Monoid<FirstIds, FewIds> = {
  empty: () => ({ value: NO_IDS }),
  merge: (into, other) => {
    into.value = together(into.value, other.value);
  },
  pack: ({ value }) => value,
  unpack: (value) => ({ value }),
};

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
function merge(into: Evidence, other: Evidence): void {
  into.code = other.code;
  into.subject = other.subject;
  into.severity = graver(into.severity, other.severity);
  into.cases += other.cases;
  into.since = bothOr(into.since, other.since, Math.min);
  into.amount = bothOr(into.amount, other.amount, sumOf);
  into.uncounted = bothOr(into.uncounted, other.uncounted, sumOf);
  into.uncountedAt = bothOr(into.uncountedAt, other.uncountedAt, addedAmounts);
  into.amounts = bothOr(into.amounts, other.amounts, addedAmounts);
  into.counts = bothOr(into.counts, other.counts, addedCounts);
  into.names = bothOr(into.names, other.names, agreed);
  into.amountsByUser ??= other.amountsByUser;
  into.texts ??= other.texts;
  into.amountsByModel ??= other.amountsByModel;
  into.rowsByKind ??= other.rowsByKind;
  for (const list of ID_LISTS) into[list] = bothOr(into[list], other[list], together);
}

type Texts = readonly (readonly [name: string, amount: string])[];
const asTexts = (amounts: Iterable<readonly [string, Decimal]>): Texts =>
  Array.from(amounts, ([name, value]) => [name, plain(value)]);
const asDecimals = (texts: Texts) => texts.map(([name, text]) => [name, decimal(text)] as const);

/** Decimals as text, as JSON keeps them; it leaves out what is `undefined`. */
const pack = (seen: Evidence) => ({
  ...seen,
  amount: seen.amount && plain(seen.amount),
  uncounted: seen.uncounted && plain(seen.uncounted),
  uncountedAt: seen.uncountedAt && asTexts(Object.entries(seen.uncountedAt)),
  amounts: seen.amounts && asTexts(Object.entries(seen.amounts)),
  amountsByUser: seen.amountsByUser && asTexts(seen.amountsByUser),
  amountsByModel: seen.amountsByModel && asTexts(seen.amountsByModel),
});

const evidence: Monoid<Evidence, ReturnType<typeof pack>> = {
  empty: () => ({ code: '', subject: REPORT, severity: 'info', cases: 0 }),
  merge,
  pack,
  unpack: (wire) => ({
    ...wire,
    amount: wire.amount === undefined ? undefined : decimal(wire.amount),
    uncounted: wire.uncounted === undefined ? undefined : decimal(wire.uncounted),
    uncountedAt: wire.uncountedAt && Object.fromEntries(asDecimals(wire.uncountedAt)),
    amounts: wire.amounts && Object.fromEntries(asDecimals(wire.amounts)),
    amountsByUser: wire.amountsByUser && new Map(asDecimals(wire.amountsByUser)),
    amountsByModel: wire.amountsByModel && new Map(asDecimals(wire.amountsByModel)),
  }),
};

/** All evidence, by code, then by kind and name of the subject: one cause, one finding. */
export const evidenceByCode = byKey(byKey(byKey(evidence)));
export type EvidenceByCode = Keyed<Keyed<Keyed<Evidence>>>;

/** Adds what one observation shows. */
export const addEvidence = (all: EvidenceByCode, seen: Evidence): void =>
  all.at(seen.code).at(seen.subject.kind).add(nameTextOf(seen.subject), seen);

/**
 * Looks again at one finding, now that everything is known, perhaps on another machine than its neighbours. The
 * verdict is the severity that it has, or what of its amount others count; without one it is not listed.
 */
export type Verdict = (seen: Evidence) => Severity | Pick<Evidence, 'uncounted'> | undefined;

/** Gives all evidence of a code what a verdict says. */
export function review(all: EvidenceByCode, code: string, verdict: Verdict): void {
  for (const subjects of all.get(code)?.values() ?? [])
    for (const [name, seen] of subjects) {
      const said = verdict(seen);
      if (said === undefined) subjects.delete(name);
      else Object.assign(seen, typeof said === 'string' ? { severity: said } : said);
    }
}
