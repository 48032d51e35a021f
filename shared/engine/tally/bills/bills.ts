import { type Decimal, isPositive, sumBy, ZERO } from '../../../money/money.ts';
import { addDisplayTies, groupModels, type ModelGroup } from '../../rows/agreeing-models.ts';
import { byCodeUnit, findFirst } from '../../rows/order.ts';
import type { Context } from '../../survey/context.ts';
import { type Accumulator, AccumulatorMap, fields, sum } from '../accumulators.ts';
import { findDisjointChannels } from '../channel-matches.ts';
import { toLocalHour } from '../totals/local-hour.ts';
import { isBillWithoutIds, type Totals } from '../totals/totals.ts';
import { type BillPart, type Comparison, compareCostAndRevenue } from './common-span.ts';
import type { LooseSaleSlots, LooseTotals } from './loose-totals.ts';
import { slotStart } from './slots.ts';

/** A part of a group that is compared on its own: all of it, or one channel if all rows of its bill name theirs. */
export interface ComparedPart extends BillPart, Comparison {
  readonly channel: string | undefined;
}

/** A group of models with a bill without request ids, and its comparison by totals. */
export interface BilledGroup extends ModelGroup, Omit<Comparison, 'buckets'> {
  readonly parts: readonly ComparedPart[];
  /** Model with the largest revenue, which findings name. */
  readonly model: string;
  /** Number of its delivered requests without an upstream row of their own. */
  readonly delivered: number;
  /** Share of its tokens that free requests used; share of requests if it has no tokens. */
  readonly freeShare: number;
  /** Amount that findings of these requests count as lost. */
  readonly lost: Decimal;
  /** Channels in the bill; absent, which means all, if some row names none. */
  readonly channels: ReadonlySet<string> | undefined;
}

/** Channel of which only the whole cost is known, compared with the revenue of its requests of all models. */
export interface BilledChannel extends Comparison {
  readonly channelId: string;
}

/** Bills without request ids. */
export interface Bills {
  readonly groups: readonly BilledGroup[];
  /** Bills that name no model, by channel. */
  readonly channels: readonly BilledChannel[];
  /** Cost by billed names that agree with no model sold. */
  readonly notSold: ReadonlyMap<string, Decimal>;
  /** Whether every row names its channel. */
  readonly nameChannels: boolean;
}

/** Splits a group into parts that are compared separately: by channel if all rows of the bill name theirs. */
function partsOf({ names, models }: ModelGroup, { bills, channelBills, looseSales }: LooseTotals) {
  const rows = names.flatMap((name) => [...(bills.get(name) ?? [])]);
  // Leave out channels that have a bill of their own, which contains the cost of their requests.
  const requests = models.flatMap((model) =>
    [...(looseSales.get(model)?.channels ?? [])].filter(([channel]) => !channelBills.has(channel)),
  );
  const channels = rows.every(([channel]) => channel !== '') ? new Set(rows.map(([of]) => of)) : undefined;
  // Group once for all channels: filtering for each of them would be quadratic.
  const keyOf = ([channel]: readonly [string, unknown]): string => (channels ? channel : '');
  const salesOn = Map.groupBy(requests, keyOf);
  const parts = [...Map.groupBy(rows, keyOf)].map(([channel, own]) => ({
    channel: channel || undefined,
    bill: own.map(([, bill]) => bill),
    looseSales: (salesOn.get(channel) ?? []).map(([, sales]) => sales),
  }));
  return { channels, parts };
}

const revenueIn = (slots: LooseSaleSlots): Decimal =>
  sumBy([...slots.values()], ({ revenue }) => revenue.value);

/** Returns the model with the largest revenue, by name if equal. */
function mostSold(models: readonly string[], { looseSales }: LooseTotals): string {
  const revenueOf = (model: string): Decimal =>
    sumBy([...(looseSales.get(model)?.channels.values() ?? [])], revenueIn);
  const first = findFirst(
    models.map((model) => ({ model, revenue: revenueOf(model) })),
    (a, b) => b.revenue.comparedTo(a.revenue) || byCodeUnit(a.model, b.model),
  );
  return first?.model ?? '';
}

const AMOUNTS = [
  'cost',
  'revenue',
  'revenueAtBounds',
  'costAtBounds',
  'costOutsideLog',
  'revenueOutsideBill',
  'costOfMissingDays',
  'rounding',
] as const satisfies (keyof Comparison)[];
const sumAmounts = (parts: readonly Comparison[]) =>
  Object.fromEntries(AMOUNTS.map((name) => [name, sumBy(parts, (part) => part[name])])) as Record<
    (typeof AMOUNTS)[number],
    Decimal
  >;

function billedGroup(group: ModelGroup, looseTotals: LooseTotals, context: Context): BilledGroup | undefined {
  const own = group.models.flatMap((model) => looseTotals.looseSales.get(model) ?? []);
  const { channels, parts } = partsOf(group, looseTotals);
  if (parts.every(({ looseSales }) => looseSales.length === 0)) return undefined;
  const all = parts.map((part) => ({ ...part, ...compareCostAndRevenue(part, looseTotals, context) }));
  const count = (of: (entry: (typeof own)[number]) => number) =>
    own.reduce((sum, entry) => sum + of(entry), 0);
  const [tokens, requests] = [count((entry) => entry.tokens.value), count((entry) => entry.requests.value)];
  return {
    ...group,
    channels,
    model: mostSold(group.models, looseTotals),
    parts: all,
    delivered: count((entry) => entry.delivered.value),
    freeShare:
      tokens > 0
        ? count((entry) => entry.free.tokens.value) / tokens
        : count((entry) => entry.free.requests.value) / Math.max(requests, 1),
    lost: sumBy(own, (entry) => entry.lost.value),
    ...sumAmounts(all),
    comparedRequests: all.reduce((sum, part) => sum + part.comparedRequests, 0),
    outside: all.flatMap(({ outside }) => outside),
  };
}

function billedChannels(looseTotals: LooseTotals, context: Context): BilledChannel[] {
  return [...looseTotals.channelBills].map(([channelId, bill]) => {
    const looseSales = [...looseTotals.looseSales.values()].flatMap(
      ({ channels }) => channels.get(channelId) ?? [],
    );
    return { channelId, ...compareCostAndRevenue({ bill: [bill], looseSales }, looseTotals, context, true) };
  });
}

/** Compares bills without request ids with the log, by groups of billed names and the models sold (`sold`). */
export function compareBills(looseTotals: LooseTotals, sold: readonly string[], context: Context): Bills {
  const groups: BilledGroup[] = [];
  const notSold = new Map<string, Decimal>();
  const names = [...looseTotals.bills.keys()];
  const toMatch = addDisplayTies({ names, models: sold, ties: context.ties });
  for (const group of groupModels(toMatch)) {
    const billed = billedGroup(group, looseTotals, context);
    if (billed) groups.push(billed);
    else if (group.models.length === 0)
      for (const name of group.names) {
        const cost = sumBy([...(looseTotals.bills.get(name)?.values() ?? [])], (bill) =>
          sumBy([...bill.slots.values()], ({ net }) => net.value),
        );
        if (isPositive(cost)) notSold.set(name, cost);
      }
  }
  const nameChannels = [...looseTotals.bills.values()].every((channels) => !channels.has(''));
  return {
    groups: groups.sort((a, b) => byCodeUnit(a.model, b.model)),
    channels: billedChannels(looseTotals, context),
    notSold,
    nameChannels,
  };
}

const unbilledTally = fields({ revenue: sum, cost: sum });
/** Revenue whose cost is in no bill, and cost that may belong to it. */
export type UnbilledTally = Accumulator<typeof unbilledTally>;

type ModelChannelTest = (model: string, channel: string) => boolean;

/** Builds the test whether a bill with ids unlike the log's may contain the cost of a model: it names the model. */
function billedByName({ models }: Totals, { ties }: Context): ModelChannelTest {
  const [names, sold] = [[], []] as [string[], string[]];
  for (const [model, { requests, soldRequests }] of models) {
    if (soldRequests.value > 0) sold.push(model);
    if (requests.value > soldRequests.value) names.push(model);
  }
  const groups = groupModels(addDisplayTies({ names, models: sold, ties }));
  const billed = new Set(groups.flatMap((group) => group.models));
  return (model) => billed.has(model);
}

/** Builds the test for a bill that shares ids: channels of which log or bill alone has requests are not billed. */
function billedByChannel({ channelMatches }: Totals): ModelChannelTest {
  const [sold, billed] = (['downstream', 'upstream'] as const).map(
    (ledger) => new Set(findDisjointChannels(channelMatches, ledger).map(([channel]) => channel)),
  );
  return (_, channel) => !sold?.has(channel) || billed?.has(channel) === true;
}

/** Builds the test whether a bill without request ids has the cost of a model on a channel (empty if unknown). */
export function buildLooseBillTest({ groups, channels }: Bills): ModelChannelTest {
  const whole = new Set(channels.map(({ channelId }) => channelId));
  // One entry for each model is enough, because it is in at most one group.
  const groupOf = new Map(groups.flatMap((group) => group.models.map((model) => [model, group] as const)));
  return (model, channel) => {
    if (whole.has(channel)) return true;
    const group = groupOf.get(model);
    return group !== undefined && (group.channels === undefined || group.channels.has(channel));
  };
}

/**
 * Lists, by model and channel, the sums of requests of a ledger that are dated outside the time of the other one.
 * Leaves out what a bill without request ids covers, because it is compared with that.
 */
export function listOutsideByModel(
  ledger: 'downstream' | 'upstream',
  { outsideRequests }: Totals,
  bills: Bills,
) {
  const isLoose = ledger === 'downstream' ? buildLooseBillTest(bills) : () => false;
  return [...outsideRequests[ledger]].flatMap(([model, channels]) =>
    [...channels].flatMap(([channel, cell]) => (isLoose(model, channel) ? [] : [{ model, ...cell }])),
  );
}

/** Sums the revenue of requests without an upstream row of their own, by a name for model and channel. */
function revenueBy(
  { looseSales }: LooseTotals,
  nameOf: (model: string, channel: string) => string | undefined,
): Map<string, Decimal> {
  const revenue = new Map<string, Decimal>();
  for (const [model, { channels }] of looseSales)
    for (const [channel, slots] of channels) {
      const name = nameOf(model, channel);
      if (name !== undefined) revenue.set(name, (revenue.get(name) ?? ZERO).plus(revenueIn(slots)));
    }
  return revenue;
}

/** Builds the test whether no bill can contain the cost of requests of a model on a channel. Undefined without a bill. */
function buildUnbilledTest(totals: Totals, bills: Bills, context: Context): ModelChannelTest | undefined {
  const { named, loose } = totals.bill;
  if (named.value + loose.value === 0) return undefined;
  const isDisjoint = named.value > 0 && totals.channelMatches.both.value === 0;
  const mayBeBilled = isDisjoint ? billedByName(totals, context) : billedByChannel(totals);
  const isLoose = buildLooseBillTest(bills);
  return (model, channel) => !((named.value > 0 && mayBeBilled(model, channel)) || isLoose(model, channel));
}

/**
 * Sums, by model, the revenue of requests whose bill seems to be missing. A request counts if no bill without request
 * ids covers its model and channel, and no bill with request ids contains any request of its channel.
 */
export function sumUnbilledRevenueByModel(
  totals: Totals,
  bills: Bills,
  context: Context,
): Map<string, Decimal> {
  const isUnbilled = buildUnbilledTest(totals, bills, context);
  if (isUnbilled === undefined) return new Map();
  const revenue = revenueBy(totals.looseTotals, (model, channel) =>
    isUnbilled(model, channel) ? model : undefined,
  );
  return new Map([...revenue].filter(([, own]) => isPositive(own)));
}

/**
 * Sums, by day or by hour (in the report's time zone), the revenue of requests whose bill seems to be missing, and the
 * cost of billed names that were not sold, which may belong to them.
 * @param isCounted whether requests of a model count; if not, they cost nothing
 */
export function sumUnbilledByTime(
  totals: Totals,
  bills: Bills,
  context: Context,
  unit: 'day' | 'hour',
  isCounted: (model: string) => boolean,
): ReadonlyMap<string, UnbilledTally> {
  const byTime = new AccumulatorMap(unbilledTally);
  const timeOf = (slot: string) => byTime.at(toLocalHour(slotStart(slot), context)[unit]);
  const isUnbilled = buildUnbilledTest(totals, bills, context);
  if (isUnbilled === undefined) return byTime;
  for (const [model, { channels }] of totals.looseTotals.looseSales)
    for (const [channel, slots] of channels)
      if (isUnbilled(model, channel) && isCounted(model))
        for (const [slot, { revenue }] of slots) timeOf(slot).revenue.add(revenue.value);
  if (!isBillWithoutIds(totals) || ![...byTime.values()].some(({ revenue }) => isPositive(revenue.value)))
    return byTime;
  for (const name of bills.notSold.keys())
    for (const { slots } of totals.looseTotals.bills.get(name)?.values() ?? [])
      for (const [slot, { net }] of slots) timeOf(slot).cost.add(net.value);
  return byTime;
}

/** Sums, by channel, the revenue of requests whose cost is in a bill without request ids. */
export function sumLooseRevenueByChannel(looseTotals: LooseTotals, bills: Bills): Map<string, Decimal> {
  const isLoose = buildLooseBillTest(bills);
  return revenueBy(looseTotals, (model, channel) => (isLoose(model, channel) ? channel : undefined));
}
