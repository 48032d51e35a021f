import { CAUSES_MAX } from '../../limits.ts';
import { Sum } from '../../money/sum.ts';
import { type Decimal, plain } from '../../money.ts';
import { SIDES, type Side, type Summary } from '../../schemas/report.ts';
import type { Words } from '../checks/check.ts';
import { codes } from '../checks/registry.ts';
import { absentFirst, byCodeUnit } from '../rows/order.ts';
import { SEVERITIES, type Severity } from '../tally/evidence.ts';
import { type Bounded, bounded } from './bounded.ts';
import {
  byRank,
  type Draft,
  findingId,
  largerFirst,
  type Magnitude,
  magnitudeOf,
  nameIn,
} from './findings.ts';
import { nested, type Shown } from './nested.ts';

/** Findings that share code, model and channel. */
export interface Cause {
  /** Of the finding's request, or its own; `undefined` where it is unknown. */
  model: string | undefined;
  channelId: string | undefined;
  /** That which comes first in the report's order, so none is graver. */
  worst: Draft;
  count: number;
  /** When the earliest group was made that shows it, in epoch milliseconds. */
  since: number | undefined;
  /** Exact sum of the amounts. */
  magnitude: Magnitude;
  /** Exact sum of what the findings count. */
  counted: Magnitude;
}

type ByName<T> = Map<string | undefined, T>;

/** What a map holds for a name; an empty map if it holds nothing yet. */
function mapAt<T>(maps: ByName<ByName<T>>, name: string | undefined): ByName<T> {
  const known = maps.get(name) ?? new Map();
  if (known.size === 0) maps.set(name, known);
  return known;
}

/** Whose money it is; null where it is nobody's, or only shows what other causes count. */
export const sideOf = (cause: Cause): Side | null => codes.get(codeOf(cause))?.side ?? null;

/** The place of a side; what has none comes last. */
const placeOf = (side: Side | null): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/** By side, then what counts most, the largest amount, the gravest, and by code, model and channel; what is unknown first. */
const byMoney = (a: Cause, b: Cause): number =>
  placeOf(sideOf(a)) - placeOf(sideOf(b)) ||
  largerFirst(a.counted, b.counted) ||
  largerFirst(a.magnitude, b.magnitude) ||
  a.worst.rank - b.worst.rank ||
  byCodeUnit(codeOf(a), codeOf(b)) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

const codeOf = ({ worst }: Cause): string => worst.evidence.code;

const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** A cause while it is being gathered. */
class Gathering {
  worst: Draft;
  count = 0;
  since: number | undefined;
  readonly sum = new Sum();
  readonly counted = new Sum();
  readonly model: string | undefined;
  readonly channelId: string | undefined;

  constructor(first: Draft, model: string | undefined, channelId: string | undefined) {
    this.worst = first;
    this.model = model;
    this.channelId = channelId;
  }

  add(worst: Draft, count: number, since: number | undefined, amount: Decimal, counted: Decimal): void {
    if (byRank(worst, this.worst) < 0) this.worst = worst;
    this.count += count;
    this.since = earlier(this.since, since);
    this.sum.add(amount);
    this.counted.add(counted);
  }

  get cause(): Cause {
    const { model, channelId, worst, count, since, sum, counted } = this;
    const sums = { magnitude: magnitudeOf(sum.value), counted: magnitudeOf(counted.value) };
    return { model, channelId, worst, count, since, ...sums };
  }
}

/** Causes by code, model and channel. */
class Gatherings {
  readonly #byCode: ByName<ByName<ByName<Gathering>>> = new Map();
  readonly #all: Gathering[] = [];

  /** The cause of a finding, begun if it is new. */
  of(finding: Draft, model: string | undefined, channelId: string | undefined): Gathering {
    const byChannel = mapAt(mapAt(this.#byCode, finding.evidence.code), model);
    let gathering = byChannel.get(channelId);
    if (gathering === undefined) {
      gathering = new Gathering(finding, model, channelId);
      byChannel.set(channelId, gathering);
      this.#all.push(gathering);
    }
    return gathering;
  }

  /** In the report's order. */
  get causes(): Cause[] {
    return this.#all.map(({ cause }) => cause).sort(byMoney);
  }
}

/** Where the money goes: findings by code, model and channel, in the report's order. */
export function causesOf(list: readonly Draft[]): Cause[] {
  const gatherings = new Gatherings();
  for (const draft of list) {
    const { evidence, exact, counted } = draft;
    const [model, channelId] = [nameIn(evidence, 'model'), nameIn(evidence, 'channelId')];
    gatherings.of(draft, model, channelId).add(draft, 1, evidence.since, exact, counted);
  }
  return gatherings.causes;
}

/** Gathers causes that are one, in the report's order. */
export function gathered(causes: Iterable<Cause>): Cause[] {
  const gatherings = new Gatherings();
  for (const { worst, model, channelId, count, since, magnitude, counted } of causes)
    gatherings.of(worst, model, channelId).add(worst, count, since, magnitude.exact, counted.exact);
  return gatherings.causes;
}

/** A code either has amounts or has none. */
const amountText = ({ evidence }: Draft, { text }: Magnitude): string | null =>
  evidence.amount === undefined ? null : text;

/**
 * The causes as the report lists them.
 * @param shown which codes look at the same requests
 */
export function causeLines(
  causes: readonly Cause[],
  shown: Shown,
  max: number,
): Bounded<Summary['causes'][number]> {
  const under = nested(causes, shown);
  return bounded(causes, max, (cause) => {
    const { worst, model, channelId, count, magnitude, counted } = cause;
    const of = under.get(cause);
    return {
      severity: worst.evidence.severity,
      side: sideOf(cause),
      code: worst.evidence.code,
      model: model ?? null,
      channelId: channelId ?? null,
      count,
      amount: amountText(worst, magnitude),
      counted: counted.text,
      findingId: findingId(worst.evidence),
      ...(of && { of: findingId(of.worst.evidence) }),
    };
  });
}

/** What all causes count, by side: each cent once. */
export function moneyOf(causes: readonly Cause[]): Summary['money'] {
  const sums = { lost: new Sum(), owed: new Sum(), doubtful: new Sum() };
  for (const cause of causes) {
    const side = sideOf(cause);
    if (side !== null) sums[side].add(cause.counted.exact);
  }
  return {
    lost: plain(sums.lost.value),
    owed: plain(sums.owed.value),
    doubtful: plain(sums.doubtful.value),
  };
}

/** The first UTC day of each listed cause, as `2026-03-10`; null where only the whole shows it. No part of a report. */
export const firstDays = (causes: readonly Cause[]): (string | null)[] =>
  causes
    .slice(0, CAUSES_MAX)
    .map(({ since }) => (since === undefined ? null : new Date(since).toISOString().slice(0, 10)));

/** What all findings of each code come to, in the order of the codes. */
function codeLines(
  causes: readonly Cause[],
  wordsOf: (code: string) => Words,
): Summary['findings']['byCode'] {
  const lines: Summary['findings']['byCode'] = {};
  for (const [code, own] of [...Map.groupBy(causes, codeOf)].sort(([a], [b]) => byCodeUnit(a, b))) {
    const worst = own.map((cause) => cause.worst).reduce((a, b) => (byRank(b, a) < 0 ? b : a));
    const { severity } = worst.evidence;
    const { title, remedy } = wordsOf(code);
    const sum = new Sum();
    let count = 0;
    for (const cause of own) {
      sum.add(cause.magnitude.exact);
      count += cause.count;
    }
    lines[code] = { severity, count, amount: amountText(worst, magnitudeOf(sum.value)), title, remedy };
  }
  return lines;
}

/** How many findings of each severity. */
export type SeverityCounts = Record<Severity, number>;

export function severityCounts(list: readonly Draft[]): SeverityCounts {
  const counts: SeverityCounts = { critical: 0, warning: 0, info: 0 };
  for (const { rank } of list) counts[SEVERITIES[rank] as Severity]++;
  return counts;
}

/**
 * How many findings there are, listed or not.
 * @param causes what all of them come to
 */
export const countsOf = (
  bySeverity: SeverityCounts,
  causes: readonly Cause[],
  wordsOf: (code: string) => Words,
): Omit<Summary['findings'], 'listed'> => ({
  total: bySeverity.critical + bySeverity.warning + bySeverity.info,
  ...bySeverity,
  byCode: codeLines(causes, wordsOf),
});
