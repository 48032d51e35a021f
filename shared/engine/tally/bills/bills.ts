import { type Decimal, isPositive, sumBy, ZERO } from '../../../money/money.ts';
import { groupModels, type ModelGroup } from '../../rows/agreeing-models.ts';
import { withDisplayTies } from '../../rows/display-name.ts';
import { byCodeUnit, findFirst } from '../../rows/order.ts';
import type { Context } from '../../survey/context.ts';
import { findDisjointChannels } from '../channel-matches.ts';
import { isBillWithoutIds, type Totals } from '../totals/totals.ts';
import { type Bucket, type Comparison, compared, type Part } from './common-span.ts';
import type { Coverage, CoveredSlots } from './coverage.ts';

/** What is compared of a group by itself: all of it, or one channel where all rows of its bill name theirs. */
export interface ComparedPart extends Part {
  readonly channel: string | undefined;
  readonly buckets: readonly Bucket[];
}

/** A group of models with a bill that names no request, and what can be said of it by totals. */
export interface BilledGroup extends ModelGroup, Omit<Comparison, 'buckets'> {
  readonly parts: readonly ComparedPart[];
  /** The model with most revenue: what findings about the group name. */
  readonly model: string;
  /** Of its requests without an upstream row of their own: how many, how many were delivered, how many priced at 0. */
  readonly requests: number;
  readonly delivered: number;
  /** The share of its tokens that free requests have; of its requests where it counts no tokens. */
  readonly freeShare: number;
  /** What findings of these requests count as lost. */
  readonly lost: Decimal;
  /** What rounding may make of its rows. */
  readonly rounding: Decimal;
  /** The channels that the bill is about; all where some row names none. */
  readonly channels: ReadonlySet<string> | undefined;
}

/** All that bills without request ids say. */
export interface Bills {
  readonly groups: readonly BilledGroup[];
  /** Billed names that agree with no model sold, with what they cost. */
  readonly notSold: ReadonlyMap<string, Decimal>;
  /** Every row of them names its channel. */
  readonly nameChannels: boolean;
}

type OnChannel<T> = readonly (readonly [channel: string, own: T])[];
const ownOf = <T>(some: OnChannel<T> = []): T[] => some.map(([, own]) => own);

/** The parts of a group that are compared each by itself: its channels, where all rows name theirs. */
function partsOf({ names, models }: ModelGroup, { bills, covered }: Coverage) {
  const rows = names.flatMap((name) => [...(bills.get(name) ?? [])]);
  const requests = models.flatMap((model) => [...(covered.get(model)?.channels ?? [])]);
  // Each is looked at once, however many channels there are.
  const [rowsOn, requestsOn] = [Map.groupBy(rows, ([of]) => of), Map.groupBy(requests, ([of]) => of)];
  const channels = rowsOn.has('') ? undefined : new Set(rowsOn.keys());
  const parts: (Part & { channel?: string })[] = channels
    ? [...rowsOn].map(([channel, own]) => ({
        channel,
        bill: ownOf(own),
        covered: ownOf(requestsOn.get(channel)),
      }))
    : [{ bill: ownOf(rows), covered: ownOf(requests) }];
  return { channels, parts };
}

const revenueIn = (slots: CoveredSlots): Decimal =>
  sumBy([...slots.values()], ({ revenue }) => revenue.value);

/** The first by revenue, then by name. */
function mostSold(models: readonly string[], { covered }: Coverage): string {
  const revenueOf = (model: string): Decimal =>
    sumBy([...(covered.get(model)?.channels.values() ?? [])], revenueIn);
  const first = findFirst(
    models.map((model) => ({ model, revenue: revenueOf(model) })),
    (a, b) => b.revenue.comparedTo(a.revenue) || byCodeUnit(a.model, b.model),
  );
  return first?.model ?? '';
}

function billedGroup(group: ModelGroup, coverage: Coverage, context: Context): BilledGroup | undefined {
  const own = group.models.flatMap((model) => coverage.covered.get(model) ?? []);
  const { channels, parts } = partsOf(group, coverage);
  if (parts.every(({ covered }) => covered.length === 0)) return undefined;
  const all = parts.map((part) => ({ ...part, ...compared(part, coverage.log, context) }));
  const sumOf = (of: (part: Comparison) => Decimal): Decimal => sumBy(all, of);
  const count = (of: (entry: (typeof own)[number]) => number) =>
    own.reduce((sum, entry) => sum + of(entry), 0);
  const [tokens, requests] = [count((entry) => entry.tokens.value), count((entry) => entry.requests.value)];
  return {
    ...group,
    channels,
    requests,
    model: mostSold(group.models, coverage),
    parts: all.map(({ channel, bill, covered, buckets }) => ({ channel, bill, covered, buckets })),
    delivered: count((entry) => entry.delivered.value),
    freeShare:
      tokens > 0
        ? count((entry) => entry.free.tokens.value) / tokens
        : count((entry) => entry.free.requests.value) / Math.max(requests, 1),
    lost: sumBy(own, (entry) => entry.lost.value),
    cost: sumOf(({ cost }) => cost),
    revenue: sumOf(({ revenue }) => revenue),
    compared: all.reduce((sum, part) => sum + part.compared, 0),
    atBounds: sumOf(({ atBounds }) => atBounds),
    eventsAtBounds: sumOf(({ eventsAtBounds }) => eventsAtBounds),
    beyondLog: sumOf(({ beyondLog }) => beyondLog),
    beyondBill: sumOf(({ beyondBill }) => beyondBill),
    missing: sumOf(({ missing }) => missing),
    rounding: sumBy(parts, ({ bill }) => sumBy(bill, ({ rounding }) => rounding.value)),
  };
}

const NO_BILLS: Bills = { groups: [], notSold: new Map(), nameChannels: true };

/** @param sold models with a request */
export function billsOf(coverage: Coverage, sold: readonly string[], context: Context): Bills {
  if (coverage.bills.size === 0) return NO_BILLS;
  const groups: BilledGroup[] = [];
  const notSold = new Map<string, Decimal>();
  const names = [...coverage.bills.keys()];
  for (const group of groupModels(names, sold, withDisplayTies(names, sold, context.ties))) {
    const billed = billedGroup(group, coverage, context);
    if (billed) groups.push(billed);
    else if (group.models.length === 0)
      for (const name of group.names) {
        const cost = sumBy([...(coverage.bills.get(name)?.values() ?? [])], (bill) =>
          sumBy([...bill.slots.values()], ({ net }) => net.value),
        );
        if (isPositive(cost)) notSold.set(name, cost);
      }
  }
  const nameChannels = [...coverage.bills.values()].every((channels) => !channels.has(''));
  return { groups: groups.sort((a, b) => byCodeUnit(a.model, b.model)), notSold, nameChannels };
}

type Cell = (model: string, channel: string) => boolean;

/** What a bill can hold the cost of, where its ids and those of the log are different ones: models that it names. */
function billedByName({ models }: Totals, { ties }: Context): Cell {
  const [names, sold] = [[], []] as [string[], string[]];
  for (const [model, { requests, soldRequests }] of models) {
    if (soldRequests.value > 0) sold.push(model);
    if (requests.value > soldRequests.value) names.push(model);
  }
  const billed = new Set(
    groupModels(names, sold, withDisplayTies(names, sold, ties)).flatMap((group) => group.models),
  );
  return (model) => billed.has(model);
}

/** The same where it shares ids with the log: all but requests of channels of which it has none. */
function billedByChannel({ partners }: Totals): Cell {
  const [sold, billed] = (['downstream', 'upstream'] as const).map(
    (side) => new Set(findDisjointChannels(partners, side).map(([channel]) => channel)),
  );
  return (_, channel) => !sold?.has(channel) || billed?.has(channel) === true;
}

/** Whether a bill that names no request is about what was sold of a model over a channel, a blank where none is known. */
export function billedCells(groups: Bills['groups']): Cell {
  // No model is in two groups.
  const groupOf = new Map(groups.flatMap((group) => group.models.map((model) => [model, group] as const)));
  return (model, channel) => {
    const group = groupOf.get(model);
    return group !== undefined && (group.channels === undefined || group.channels.has(channel));
  };
}

/** What requests without an upstream row of their own earn, by the name that their model and channel count under. */
function revenueBy(
  { covered }: Coverage,
  nameOf: (model: string, channel: string) => string | undefined,
): Map<string, Decimal> {
  const revenue = new Map<string, Decimal>();
  for (const [model, { channels }] of covered)
    for (const [channel, slots] of channels) {
      const name = nameOf(model, channel);
      if (name !== undefined) revenue.set(name, (revenue.get(name) ?? ZERO).plus(revenueIn(slots)));
    }
  return revenue;
}

/**
 * What requests of each model earn whose cost no bill can hold: a bill by totals names none of their models, or the
 * bill names requests, and none of their channel. Requests that miss their row one by one are findings of their own.
 */
export function unbilledByModel(totals: Totals, { groups }: Bills, context: Context): Map<string, Decimal> {
  const isDisjoint = totals.bill.named.value > 0 && totals.partners.both.value === 0;
  const mayBeBilled: Cell = isBillWithoutIds(totals)
    ? () => false
    : isDisjoint
      ? billedByName(totals, context)
      : billedByChannel(totals);
  const isLoose = billedCells(groups);
  if (totals.bill.named.value + totals.bill.loose.value === 0) return new Map();
  const revenue = revenueBy(totals.coverage, (model, channel) =>
    mayBeBilled(model, channel) || isLoose(model, channel) ? undefined : model,
  );
  return new Map([...revenue].filter(([, own]) => isPositive(own)));
}

/** What requests of a channel earn whose cost a bill without request ids holds; `undefined` where it has none. */
export function looseByChannel(coverage: Coverage, { groups }: Bills): Map<string, Decimal> {
  const isLoose = billedCells(groups);
  return revenueBy(coverage, (model, channel) => (isLoose(model, channel) ? channel : undefined));
}
