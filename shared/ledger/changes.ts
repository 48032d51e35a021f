import type { SeverityCounts } from '../engine/report/causes.ts';
import { inReportOrder, type Ranked } from '../engine/report/ranked.ts';
import { byCodeUnit } from '../engine/rows/order.ts';
import { SEVERITIES, type Severity } from '../engine/tally/evidence.ts';
import { byKey, count, fields, least, type Monoid, sum, type TallyOf } from '../engine/tally/monoid.ts';
import { compare, type Decimal, decimal, isPositive, plain } from '../money.ts';

/** Findings that are told one by one. */
const FIRST_MAX = 20;

/** The first findings in the report's order. */
const first: Monoid<Ranked[], readonly Ranked[]> = {
  empty: () => [],
  merge: (into, other) => {
    into.push(...other);
    into.sort(inReportOrder).splice(FIRST_MAX);
  },
  pack: (list) => list,
  unpack: (list) => [...list],
};

/** What findings come to that are only in one of two reports. */
const side = fields({ bySeverity: byKey(count), first });

const money = fields({ count, amount: sum });
/** Findings that share code, model and channel, in both reports. */
const cause = fields({ gravest: least, before: money, now: money, appeared: count, gone: count });

/** What has changed between two reports on the same books. */
export const changes = fields({
  appeared: side,
  gone: side,
  /** In both, with another amount or severity. */
  altered: count,
  /** By the code, model and channel as JSON. */
  causes: byKey(cause),
});
export type Changes = TallyOf<typeof changes>;
/** Plain JSON. */
export type ChangesWire = Readonly<Record<string, unknown>>;

const causeKeyOf = ({ code, model, channelId }: Ranked['finding']): string =>
  JSON.stringify([code, model ?? null, channelId ?? null]);

function addSide(into: TallyOf<typeof side>, ranked: Ranked): void {
  into.bySeverity.at(ranked.finding.severity).value++;
  const last = into.first[FIRST_MAX - 1];
  if (last === undefined || inReportOrder(ranked, last) < 0) first.merge(into.first, [ranked]);
}

function addMoney({ causes }: Changes, ranked: Ranked, when: 'before' | 'now'): TallyOf<typeof cause> {
  const entry = causes.at(causeKeyOf(ranked.finding));
  entry.gravest.add(SEVERITIES.indexOf(ranked.finding.severity));
  entry[when].count.value++;
  entry[when].amount.add(decimal(ranked.magnitude));
  return entry;
}

/** What all tasks of the comparison have told together. */
export async function mergedChanges(told: AsyncIterable<unknown>): Promise<Changes> {
  const all = changes.empty();
  for await (const wire of told) changes.merge(all, changes.unpack(wire));
  return all;
}

/** What the findings of one cause came to before, and come to now. */
export interface CauseChange {
  readonly severity: Severity;
  readonly code: string;
  readonly model: string | null;
  readonly channelId: string | null;
  readonly count: number;
  readonly amount: string;
  readonly before: { readonly count: number; readonly amount: string };
  readonly appeared: number;
  readonly gone: number;
}

/** How many findings of each severity are only in one of the reports. */
export function countsOf({ bySeverity }: Changes['appeared']): SeverityCounts {
  const of = (severity: Severity): number => bySeverity.get(severity)?.value ?? 0;
  return { critical: of('critical'), warning: of('warning'), info: of('info') };
}

const differenceOf = ({ now, before }: TallyOf<typeof cause>): Decimal =>
  now.amount.value.minus(before.amount.value).abs();

/** The causes that have changed: those first whose money changed most, then by their names. */
export function causeChanges({ causes }: Changes): CauseChange[] {
  const changed = [...causes].filter(
    ([, entry]) => entry.appeared.value + entry.gone.value > 0 || isPositive(differenceOf(entry)),
  );
  changed.sort(([a, one], [b, other]) => compare(differenceOf(other), differenceOf(one)) || byCodeUnit(a, b));
  return changed.map(([key, { gravest, now, before, appeared, gone }]) => {
    const [code, model, channelId] = JSON.parse(key) as [string, string | null, string | null];
    return {
      severity: SEVERITIES[gravest.value ?? 0] as Severity,
      ...{ code, model, channelId },
      ...{ count: now.count.value, amount: plain(now.amount.value) },
      before: { count: before.count.value, amount: plain(before.amount.value) },
      ...{ appeared: appeared.value, gone: gone.value },
    };
  });
}

/** Adds a finding as the earlier report had it, and as this one has it; in one of them it may be missing. */
export function addFinding(into: Changes, before: Ranked | undefined, now: Ranked | undefined): void {
  const was = before && addMoney(into, before, 'before');
  const is = now && addMoney(into, now, 'now');
  if (now && is && !before) {
    addSide(into.appeared, now);
    is.appeared.value++;
  }
  if (before && was && !now) {
    addSide(into.gone, before);
    was.gone.value++;
  }
  if (
    before &&
    now &&
    (before.magnitude !== now.magnitude || before.finding.severity !== now.finding.severity)
  )
    into.altered.value++;
}
