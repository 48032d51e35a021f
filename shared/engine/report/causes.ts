import { CAUSES_MAX } from '../../limits.ts';
import { Sum } from '../../money/sum.ts';
import type { Decimal } from '../../money.ts';
import type { Summary } from '../../schemas/report.ts';
import type { Words } from '../checks/check.ts';
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
}

type ByName<T> = Map<string | undefined, T>;

/** What a map holds for a name; an empty map if it holds nothing yet. */
function mapAt<T>(maps: ByName<ByName<T>>, name: string | undefined): ByName<T> {
  const known = maps.get(name) ?? new Map();
  if (known.size === 0) maps.set(name, known);
  return known;
}

/** As findings are ordered, then by model and channel; what is unknown first. */
const byMoney = (a: Cause, b: Cause): number =>
  a.worst.rank - b.worst.rank ||
  largerFirst(a.magnitude, b.magnitude) ||
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
  readonly model: string | undefined;
  readonly channelId: string | undefined;

  constructor(first: Draft, model: string | undefined, channelId: string | undefined) {
    this.worst = first;
    this.model = model;
    this.channelId = channelId;
  }

  add(worst: Draft, count: number, since: number | undefined, amount: Decimal): void {
    if (byRank(worst, this.worst) < 0) this.worst = worst;
    this.count += count;
    this.since = earlier(this.since, since);
    this.sum.add(amount);
  }

  get cause(): Cause {
    const { model, channelId, worst, count, since, sum } = this;
    return { model, channelId, worst, count, since, magnitude: magnitudeOf(sum.value) };
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

  /** Worst first. */
  get causes(): Cause[] {
    return this.#all.map(({ cause }) => cause).sort(byMoney);
  }
}

/** Where the money goes: findings by code, model and channel, worst first. */
export function causesOf(list: readonly Draft[]): Cause[] {
  const gatherings = new Gatherings();
  for (const draft of list) {
    const { evidence, exact } = draft;
    const [model, channelId] = [nameIn(evidence, 'model'), nameIn(evidence, 'channelId')];
    gatherings.of(draft, model, channelId).add(draft, 1, evidence.since, exact);
  }
  return gatherings.causes;
}

/** Gathers causes that are one, worst first. */
export function gathered(causes: Iterable<Cause>): Cause[] {
  const gatherings = new Gatherings();
  for (const { worst, model, channelId, count, since, magnitude } of causes)
    gatherings.of(worst, model, channelId).add(worst, count, since, magnitude.exact);
  return gatherings.causes;
}

/** A code either has amounts or has none. */
const amountText = ({ evidence }: Draft, { text }: Magnitude): string | null =>
  evidence.amount === undefined ? null : text;

/** The causes as the report lists them. */
export const causeLines = (causes: readonly Cause[], max: number): Bounded<Summary['causes'][number]> =>
  bounded(causes, max, ({ worst, model, channelId, count, magnitude }) => ({
    severity: worst.evidence.severity,
    code: worst.evidence.code,
    model: model ?? null,
    channelId: channelId ?? null,
    count,
    amount: amountText(worst, magnitude),
    findingId: findingId(worst.evidence),
  }));

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
    // The worst comes first, so none of the others is graver.
    const [{ worst }] = own as [Cause, ...Cause[]];
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
