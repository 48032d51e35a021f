import { HOUR_MS, MINUTE_MS, parseInstant } from '../../instant.ts';
import { type Decimal, decimal, exceeds } from '../../money/money.ts';
import type { Placed } from '../../normalizer/context.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeats.ts';

export type Usage = readonly Placed<DownstreamRecord>[];

/** What was charged for a request, and the source that says so. */
interface Sale {
  readonly source: number;
  readonly model: string;
  readonly time: number;
  /** In units of quota. */
  readonly quota: Decimal;
}

/** Zones lie whole quarters of an hour from UTC, 14 hours at most. */
const QUARTER_MS = 15 * MINUTE_MS;
const ZONE_MS_MAX = 14 * HOUR_MS;

/** Whether two times are one, printed in two zones and without its seconds. */
function mayBeOneTime(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return apart <= ZONE_MS_MAX && Math.abs(apart - QUARTER_MS * Math.round(apart / QUARTER_MS)) < MINUTE_MS;
}

/** Pages print amounts that are rounded. */
const APART_MAX = decimal('0.5');

const isOne = (a: Sale, b: Sale): boolean =>
  a.source !== b.source &&
  a.model === b.model &&
  mayBeOneTime(a.time, b.time) &&
  !exceeds(a.quota.minus(b.quota).abs(), APART_MAX);

/**
 * Leaves out canonical usage that another file has, too, in its gateway's words or with other columns: a page prints a
 * log otherwise than its gateway lists it.
 */
export function statedOnce(
  { sales, salesByRequest }: PlainRows,
  sourceAt: (index: number) => number,
  quotaPerUnit: number | undefined = 1,
  repeated: RepeatCounter,
) {
  const { models, table } = sales;
  const { source, model, time, quota } = table.columns;
  const saleOf = ({ index, record }: Usage[number]): Sale => ({
    source: sourceAt(index),
    model: record.model,
    time: parseInstant(record.occurredAt),
    quota: decimal(record.chargedAmount).times(quotaPerUnit),
  });
  const plainSale = (row: number): Sale => ({
    source: source[row] as number,
    model: models.texts[model[row] as number] as string,
    time: time[row] as number,
    quota: decimal(quota[row] as number),
  });
  /** @param native what gateways' rows became that are not plain */
  return (stated: Usage, native: Usage): Usage => {
    if (stated.length === 0) return stated;
    const known = new Map<string, Sale[]>();
    const salesOf = (id: string): Sale[] => {
      const all = known.get(id) ?? [...salesByRequest.having(id)].map(plainSale);
      known.set(id, all);
      return all;
    };
    for (const placed of native) salesOf(placed.record.requestId).push(saleOf(placed));
    return stated.filter((placed) => {
      const [sale, others] = [saleOf(placed), salesOf(placed.record.requestId)];
      const same = others.find((other) => isOne(sale, other));
      if (same === undefined) others.push(sale);
      else repeated.leaveOut(sale.source, same.source);
      return same === undefined;
    });
  };
}
