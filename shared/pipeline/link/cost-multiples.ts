import { type Decimal, subtract, toDecimal } from '../../money/money.ts';
import type { IndexedRecord } from '../../normalizer/export-context.ts';
import type { LinkedCharge } from '../../normalizer/records/upstream.ts';
import type { DownstreamRecord } from '../../schemas/reconciliation-input.ts';
import { isCountedRow } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';
import type { PlainRows } from './plain-rows.ts';
import type { SaleLinker } from './sale-linker.ts';

/** Cost of requests in one upstream log as a multiple of their charges, in quota units. */
export interface CostMultiple {
  requests: number;
  charged: number;
  paid: number;
  /** Range of multiples that fit all requests; empty if `most` is less than `least`. */
  least: number;
  most: number;
}

/** Largest relative difference between a price and the multiple, in addition to one quota unit of rounding. */
const TOLERANCE = 0.01;

/** Adds a request to the multiple of an upstream log, unless it was free or cost nothing. */
function addRequest(multiples: Map<number, CostMultiple>, source: number, charged: number, paid: number) {
  if (!(charged > 0 && paid > 0)) return;
  const nothing = { requests: 0, charged: 0, paid: 0, least: 0, most: Number.POSITIVE_INFINITY };
  const multiple = multiples.get(source) ?? nothing;
  multiples.set(source, multiple);
  multiple.requests++;
  multiple.charged += charged;
  multiple.paid += paid;
  multiple.least = Math.max(multiple.least, (paid - 1) / (charged * (1 + TOLERANCE)));
  multiple.most = Math.min(multiple.most, (paid + 1) / (charged * (1 - TOLERANCE)));
}

/** Converts the net amount of a record to quota units of the run. */
const toNetQuota = (gross: string | number, refund: string | number | undefined, unit: Decimal): number =>
  subtract(toDecimal(gross), toDecimal(refund ?? 0))
    .times(unit)
    .toNumber();

/**
 * Computes, for each log of an upstream gateway, the cost of its requests as a multiple of what customers were charged.
 * A constant multiple above 1 shows that its quota has another unit. Charges with a unit of their own do not count.
 * @param billed charges kept as objects
 * @param sold log rows kept as objects
 * @param sourceAt returns the number of a charge's file by the index of the charge
 * @returns multiples by number of the file
 */
export function findCostMultiples(
  billed: readonly LinkedCharge[],
  { named, sale, firstCharge, nextCharge }: ReturnType<SaleLinker['linkCharges']>,
  { sales, salesByRequest, charges }: PlainRows,
  sold: readonly IndexedRecord<DownstreamRecord>[],
  quotaPerUnit: number,
  sourceAt: (index: number) => number,
): ReadonlyMap<number, CostMultiple> {
  const unit = toDecimal(quotaPerUnit);
  const multiples = new Map<number, CostMultiple>();
  const [paidIn, sources] = [charges.table.columns.quota, charges.table.columns.source];
  const chargedIn = sales.table.columns.quota;
  for (let row = 0; row < sales.length; row++) {
    const first = firstCharge[row] as number;
    if (first === NO_ROW) continue;
    let [charged, paid] = [0, 0];
    for (let other = row; other !== NO_ROW; other = salesByRequest.next(other))
      if (isCountedRow(sales, other)) charged += chargedIn[other] as number;
    for (let charge = first; charge !== NO_ROW; charge = nextCharge[charge] as number)
      paid += paidIn[charge] as number;
    addRequest(multiples, sources[first] as number, charged, paid);
  }
  const costs = new Map<string, { source: number; paid: number }>();
  const addCost = (requestId: string | undefined, source: number, paid: number): void => {
    const cost = costs.get(requestId ?? '') ?? { source, paid: 0 };
    if (requestId !== undefined) costs.set(requestId, { ...cost, paid: cost.paid + paid });
  };
  for (const { index, record, isInRunUnit } of billed)
    if (isInRunUnit)
      addCost(record.requestId, sourceAt(index), toNetQuota(record.costAmount, record.refundAmount, unit));
  for (const [charge, { requestId }] of named)
    if (sale[charge] === NO_ROW) addCost(requestId, sources[charge] as number, paidIn[charge] as number);
  const byRequest = costs.size === 0 ? new Map() : Map.groupBy(sold, ({ record }) => record.requestId);
  for (const [requestId, { source, paid }] of costs) {
    let charged = 0;
    for (const row of salesByRequest.findRows(requestId))
      if (isCountedRow(sales, row)) charged += chargedIn[row] as number;
    for (const { record } of byRequest.get(requestId) ?? [])
      charged += toNetQuota(record.chargedAmount, record.refundAmount, unit);
    addRequest(multiples, source, charged, paid);
  }
  return multiples;
}
