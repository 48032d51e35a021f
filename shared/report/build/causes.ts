import { codes } from '../../engine/checks/registry.ts';
import { absentFirst, byCodeUnit } from '../../engine/rows/order.ts';
import { SEVERITIES, type Severity } from '../../engine/tally/evidence.ts';
import { CAUSES_MAX } from '../../limits.ts';
import { isEqual } from '../../money/money.ts';
import { Sum } from '../../money/sum.ts';
import { SIDES, type Side } from '../../schemas/lists.ts';
import {
  compareDrafts,
  compareMagnitudes,
  type Draft,
  findName,
  type Magnitude,
  toMagnitude,
} from './drafts.ts';

/** Findings that share code, model and channel. */
export interface DraftCause {
  /** Model that the findings name; undefined if unknown. */
  model: string | undefined;
  channelId: string | undefined;
  /** Whose money it is: `lost`, `owed` or `doubtful`. Null if its code counts no money. */
  side: Side | null;
  /** Finding that comes first in the order of the report. Its severity is the highest of the cause. */
  worst: Draft;
  /** Number of findings. */
  count: number;
  /** Time of the earliest request or payment with a finding, in epoch milliseconds. */
  since: number | undefined;
  /** Exact sum of the amounts. */
  magnitude: Magnitude;
  /** Exact sum of the amounts that no other cause counts. */
  counted: Magnitude;
}

/** Returns the code that all findings of a cause have. */
export const codeOf = ({ worst }: DraftCause): string => worst.evidence.code;

/** Rank of a side. Causes without a side come last. */
const sideRank = (side: Side | null): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/**
 * Order of causes: by side, counted amount, amount (both descending), severity, code, model and channel. An unknown
 * model or channel comes first.
 */
const byMoney = (a: DraftCause, b: DraftCause): number =>
  sideRank(a.side) - sideRank(b.side) ||
  compareMagnitudes(a.counted, b.counted) ||
  compareMagnitudes(a.magnitude, b.magnitude) ||
  a.worst.rank - b.worst.rank ||
  byCodeUnit(codeOf(a), codeOf(b)) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

/** Builds a cause from findings of one code, model and channel. */
function buildCause(
  drafts: readonly Draft[],
  model: string | undefined,
  channelId: string | undefined,
): DraftCause {
  const worst = drafts.reduce((a, b) => (compareDrafts(b, a) < 0 ? b : a));
  let since = Number.POSITIVE_INFINITY;
  const [sum, counted] = [new Sum(), new Sum()];
  for (const draft of drafts) {
    since = Math.min(since, draft.evidence.since ?? since);
    const { exact } = draft;
    sum.add(exact);
    counted.add(draft.computeCounted(exact));
  }
  const magnitude = drafts.length === 1 ? worst : toMagnitude(sum.value);
  return {
    model,
    channelId,
    side: codes.get(worst.evidence.code)?.side ?? null,
    worst,
    count: drafts.length,
    since: since === Number.POSITIVE_INFINITY ? undefined : since,
    magnitude,
    counted: isEqual(counted.value, sum.value) ? magnitude : toMagnitude(counted.value),
  };
}

/**
 * Moves the causes that a report lists to the front: of each side the first, and those with the most counted money. All
 * keep their order, so that many small losses do not displace what is owed.
 */
function moveListedToFront(causes: readonly DraftCause[]): readonly DraftCause[] {
  if (causes.length <= CAUSES_MAX) return causes;
  const firsts = SIDES.flatMap((side) => causes.find((cause) => cause.side === side) ?? []);
  const listed = new Set(firsts);
  for (const cause of causes.toSorted((a, b) => compareMagnitudes(a.counted, b.counted)))
    if (listed.size < CAUSES_MAX) listed.add(cause);
  return [...causes.filter((cause) => listed.has(cause)), ...causes.filter((cause) => !listed.has(cause))];
}

/** Groups findings by code, model and channel into causes, in the order of the report; those that it lists come first. */
export const groupIntoCauses = (list: readonly Draft[]): readonly DraftCause[] =>
  moveListedToFront(
    [...Map.groupBy(list, ({ evidence }) => evidence.code).values()]
      .flatMap((ofCode) => [...Map.groupBy(ofCode, ({ evidence }) => findName(evidence, 'model'))])
      .flatMap(([model, ofModel]) =>
        [...Map.groupBy(ofModel, ({ evidence }) => findName(evidence, 'channelId'))].map(
          ([channelId, ofChannel]) => buildCause(ofChannel, model, channelId),
        ),
      )
      .sort(byMoney),
  );

/** Number of findings by severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** Findings by severity, and their causes in the order of the report. */
export interface CountedFindings {
  readonly bySeverity: SeverityCounts;
  readonly causes: readonly DraftCause[];
}

/** Counts findings by severity and groups them into causes. */
export function countFindings(list: readonly Draft[]): CountedFindings {
  const bySeverity = { critical: 0, warning: 0, info: 0 };
  for (const { rank } of list) bySeverity[SEVERITIES[rank] as Severity]++;
  return { bySeverity, causes: groupIntoCauses(list) };
}
