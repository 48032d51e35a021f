import { CAUSES_MAX } from '../../limits.ts';
import { Sum } from '../../money.ts';
import type { Summary } from '../../schemas/report.ts';
import type { Words } from '../checks/check.ts';
import { absentFirst, byCodeUnit } from '../rows/order.ts';
import { SEVERITIES, type Severity } from '../tally/evidence.ts';
import { type Bounded, bounded } from './bounded.ts';
import { byRank, type Draft, findingId, largerFirst, magnitudeOf, nameIn } from './findings.ts';

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
  magnitude: Draft['magnitude'];
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
  SEVERITIES.indexOf(severityOf(a)) - SEVERITIES.indexOf(severityOf(b)) ||
  largerFirst(a.magnitude, b.magnitude) ||
  byCodeUnit(codeOf(a), codeOf(b)) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

const codeOf = ({ worst }: Cause): string => worst.evidence.code;
const severityOf = ({ worst }: Cause): Severity => worst.evidence.severity;

const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);

/** Gathers causes that are one, worst first. Uses them up. */
export function gathered(causes: Iterable<Cause>): Cause[] {
  const byCode: ByName<ByName<ByName<{ cause: Cause; sum: Sum | undefined }>>> = new Map();
  const all: { cause: Cause; sum: Sum | undefined }[] = [];
  for (const cause of causes) {
    const byChannel = mapAt(mapAt(byCode, codeOf(cause)), cause.model);
    const known = byChannel.get(cause.channelId);
    if (known === undefined) {
      const entry = { cause, sum: undefined };
      byChannel.set(cause.channelId, entry);
      all.push(entry);
      continue;
    }
    known.sum ??= new Sum(known.cause.magnitude.exact);
    known.sum.add(cause.magnitude.exact);
    known.cause.count += cause.count;
    known.cause.since = earlier(known.cause.since, cause.since);
    if (byRank(cause.worst, known.cause.worst) < 0) known.cause.worst = cause.worst;
  }
  for (const { cause, sum } of all) if (sum) cause.magnitude = magnitudeOf(sum.value);
  return all.map(({ cause }) => cause).sort(byMoney);
}

/** Where the money goes: findings by code, model and channel, worst first. */
export const causesOf = (list: readonly Draft[]): Cause[] =>
  gathered(
    list.map((draft) => ({
      model: nameIn(draft.evidence, 'model'),
      channelId: nameIn(draft.evidence, 'channelId'),
      worst: draft,
      count: 1,
      since: draft.evidence.since,
      magnitude: draft.magnitude,
    })),
  );

/** A code either has amounts or has none. */
const amountText = ({ evidence }: Draft, { text }: Draft['magnitude']): string | null =>
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
  for (const { evidence } of list) counts[evidence.severity]++;
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
