import { Sum } from '../../money/sum.ts';
import { SIDES, type Side } from '../../schemas/lists.ts';
import { codes } from '../checks/registry.ts';
import { absentFirst, byCodeUnit } from '../rows/order.ts';
import { SEVERITIES, type Severity } from '../tally/evidence.ts';
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

/** What is kept by a name that may be unknown. */
export type ByName<T> = Map<string | undefined, T>;

/** What a map holds for a name; an empty map if it holds nothing yet. */
export function mapAt<T>(maps: ByName<ByName<T>>, name: string | undefined): ByName<T> {
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
  moreMoneyFirst(a.counted, b.counted) ||
  moreMoneyFirst(a.magnitude, b.magnitude) ||
  a.worst.rank - b.worst.rank ||
  byCodeUnit(codeOf(a), codeOf(b)) ||
  absentFirst(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId);

export const codeOf = ({ worst }: Cause): string => worst.evidence.code;

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

  add(draft: Draft): void {
    if (byRank(draft, this.worst) < 0) this.worst = draft;
    this.count++;
    this.since = earlier(this.since, draft.evidence.since);
    this.sum.add(draft.exact);
    this.counted.add(draft.counted);
  }

  get cause(): Cause {
    const { model, channelId, worst, count, since, sum, counted } = this;
    // The amount of one finding has been written already.
    const magnitude = count === 1 ? worst : magnitudeOf(sum.value);
    const isAll = count === 1 && worst.counted === worst.exact;
    return {
      model,
      channelId,
      worst,
      count,
      since,
      magnitude,
      counted: isAll ? worst : magnitudeOf(counted.value),
    };
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
    const [model, channelId] = [nameIn(draft.evidence, 'model'), nameIn(draft.evidence, 'channelId')];
    gatherings.of(draft, model, channelId).add(draft);
  }
  return gatherings.causes;
}

/** How many findings of each severity. */
export type SeverityCounts = Record<Severity, number>;

export function severityCounts(list: readonly Draft[]): SeverityCounts {
  const counts: SeverityCounts = { critical: 0, warning: 0, info: 0 };
  for (const { rank } of list) counts[SEVERITIES[rank] as Severity]++;
  return counts;
}
