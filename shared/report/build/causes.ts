import { codes } from '../../engine/checks/registry.ts';
import { absentFirst, byCodeUnit } from '../../engine/rows/order.ts';
import { SEVERITIES, type Severity } from '../../engine/tally/evidence.ts';
import { Sum } from '../../money/sum.ts';
import { SIDES, type Side } from '../../schemas/lists.ts';
import { byRank, type Draft, type Magnitude, magnitudeOf, moreMoneyFirst, nameIn } from './drafts.ts';

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

export const codeOf = ({ worst }: Cause): string => worst.evidence.code;

/** Whose money it is; null where it is nobody's, or only shows what other causes count. */
export const sideOf = (cause: Cause): Side | null => codes.get(codeOf(cause))?.side ?? null;

/** The place of a side; what has none comes last. */
const placeOf = (side: Side | null): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/** By side, then what counts most, the largest amount, the gravest, and by code, model and channel; what is unknown first. */
const byMoney = (a: Cause, b: Cause): number =>
  placeOf(sideOf(a)) - placeOf(sideOf(b)) ||
  moreMoneyFirst(a.counted, b.counted) ||
  moreMoneyFirst(a.magnitude, b.magnitude) ||
  a.worst.rank - b.worst.rank ||
  byCodeUnit(codeOf(a), codeOf(b)) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

/** What findings of one code, model and channel come to. */
function causeOf(drafts: readonly Draft[], model: string | undefined, channelId: string | undefined): Cause {
  let [worst] = drafts as readonly [Draft];
  let since: number | undefined;
  const [sum, counted] = [new Sum(), new Sum()];
  for (const draft of drafts) {
    if (byRank(draft, worst) < 0) worst = draft;
    since = Math.min(since ?? Number.POSITIVE_INFINITY, draft.evidence.since ?? Number.POSITIVE_INFINITY);
    const { exact } = draft;
    sum.add(exact);
    counted.add(draft.countedOf(exact));
  }
  return {
    model,
    channelId,
    worst,
    count: drafts.length,
    since: since === Number.POSITIVE_INFINITY ? undefined : since,
    magnitude: magnitudeOf(sum.value),
    counted: magnitudeOf(counted.value),
  };
}

/** Where the money goes: findings by code, model and channel, in the report's order. */
export const causesOf = (list: readonly Draft[]): Cause[] =>
  [...Map.groupBy(list, ({ evidence }) => evidence.code).values()]
    .flatMap((ofCode) => [...Map.groupBy(ofCode, ({ evidence }) => nameIn(evidence, 'model'))])
    .flatMap(([model, ofModel]) =>
      [...Map.groupBy(ofModel, ({ evidence }) => nameIn(evidence, 'channelId'))].map(([channelId, own]) =>
        causeOf(own, model, channelId),
      ),
    )
    .sort(byMoney);

/** How many findings of each severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** What findings come to: how many there are, and their causes in the report's order. */
export interface Found {
  readonly bySeverity: SeverityCounts;
  readonly causes: readonly Cause[];
}

export function foundOf(list: readonly Draft[]): Found {
  const bySeverity = { critical: 0, warning: 0, info: 0 };
  for (const { rank } of list) bySeverity[SEVERITIES[rank] as Severity]++;
  return { bySeverity, causes: causesOf(list) };
}
