import type { Connector } from '../../gateways/connector.ts';
import { DEFAULT_QUOTA_PER_UNIT } from '../../log-facts.ts';
import { tryReadField } from '../fields/codecs.ts';
import { buildQuotaConverter } from '../fields/quota-converter.ts';
import { asNumber, type NativeObject } from '../intake/native.ts';
import type { LogRow } from '../logs/log-row.ts';
import { computeExpectedQuota } from '../price/expected-quota.ts';
import { isPricedByCall } from '../price/ratio-price.ts';
import { isTiered } from '../price/tiered-price.ts';
import type { NoteTaker } from '../row-outcomes.ts';

/** Number of rows by the rounded unit that they imply. */
type UnitVotes = ReadonlyMap<number, number>;

/** Quota per unit of money that the rows of a source imply, by kind of row. */
export interface UnitEvidence {
  /** Charges with a fixed price. */
  readonly priced: UnitVotes;
  /** Rows of the gateway itself with an amount in both quota and money. */
  readonly declared: UnitVotes;
  /** Charges with both quota and money. */
  readonly charged: UnitVotes;
}

const SILENT: NoteTaker = { note: () => {} };
/** A unit so fine that rounding to it changes no price. */
const REFERENCE_UNIT = 5e8;
const reference = buildQuotaConverter(REFERENCE_UNIT, SILENT);

function countUnit(counts: Map<number, number>, unit: number, significantDigits: number): void {
  const rounded = Number(unit.toPrecision(significantDigits));
  counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
}

/** Returns whether a row has a fixed price per call. Rows priced by an expression have a fixed price of 0. */
const hasFixedPrice = ({ snapshot }: LogRow): boolean =>
  snapshot !== undefined &&
  snapshot.ratio('model_price') > 0 &&
  isPricedByCall(snapshot) &&
  !isTiered(snapshot);

/** Significant digits of a unit derived from a price, which is rounded to whole quota. */
const PRICE_DIGITS = 3;
/** An amount of money as gateways write it, with six decimals. */
const MONEY = /＄(\d{1,15}\.\d{6})(?!\d)/g;
const MONEY_MIN = 1;
const MONEY_DIGITS = 6;

/** Counts which values of `quotaPerUnit` rows imply, by a fixed price, or by both quota and money. */
export class UnitCounter {
  /** The values so far. */
  readonly evidence = {
    priced: new Map<number, number>(),
    declared: new Map<number, number>(),
    charged: new Map<number, number>(),
  } satisfies UnitEvidence;

  addCharge(row: LogRow, connector: Connector): void {
    if (row.money) this.#chargeInMoney(row, connector);
    if (row.money || !hasFixedPrice(row)) return;
    const [quota = 0, expected = 0] = [row.quota, computeExpectedQuota(row, connector, reference, SILENT)];
    if (expected > 0 && quota > 0)
      countUnit(this.evidence.priced, (quota * REFERENCE_UNIT) / expected, PRICE_DIGITS);
  }

  #chargeInMoney({ native, money: explicit, currency }: LogRow, { log: { fields } }: Connector): void {
    const [quota, money] = [tryReadField(native, fields.quota) ?? 0, Number(explicit?.amount)];
    if (currency === undefined && quota > 0 && money > 0)
      countUnit(this.evidence.charged, quota / money, PRICE_DIGITS);
  }

  /** Adds a row that charges no request, such as a system row that has a quota and an amount of money in its text. */
  addFree({ quota, content }: NativeObject): void {
    const units = Math.abs(asNumber(quota));
    if (!(units > 0) || typeof content !== 'string') return;
    const amounts = [...content.matchAll(MONEY)].map(([, amount]) => Number(amount));
    const [money = 0] = amounts;
    if (amounts.length === 1 && money >= MONEY_MIN)
      countUnit(this.evidence.declared, units / money, MONEY_DIGITS);
  }
}

/** Number of rows that prove a unit, and the share of them that must agree. */
const ROWS_MIN = 20;
const SHARE_MIN = 0.9;
/** Fewer rows are enough if all agree and the units differ by an order of magnitude, which no wrong price does. */
const FEW_ROWS_MIN = 3;
const MAGNITUDE = 9.9;
/** Relative difference up to which two units are equal, because prices are rounded. */
const TOLERANCE = 0.01;

/** Finds the most frequent unit, the number of its rows, and the number of all rows. */
function findMajority(parts: readonly UnitVotes[]) {
  const counts = new Map<number, number>();
  for (const part of parts) for (const [unit, rows] of part) counts.set(unit, (counts.get(unit) ?? 0) + rows);
  const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most && { unit: most[0], rows: most[1], all };
}

const isClearMajority = ({ rows, all }: { rows: number; all: number }): boolean =>
  rows >= ROWS_MIN && rows >= SHARE_MIN * all;

const findMajorities = (parts: readonly UnitEvidence[]) => {
  const most = (by: keyof UnitEvidence) => findMajority(parts.map((part) => part[by]));
  return { declared: most('declared'), charged: most('charged'), priced: most('priced') };
};

/** Finds the `quotaPerUnit` on which enough rows of all sources agree, if any. For runs without this setting. */
export function findAgreedUnit(parts: readonly UnitEvidence[]): number | undefined {
  const { declared, charged, priced } = findMajorities(parts);
  if (declared !== undefined && declared.rows === declared.all) return declared.unit;
  return [charged, priced].find((majority) => majority && isClearMajority(majority))?.unit;
}

/**
 * Finds a `quotaPerUnit` other than the configured one on which enough rows of all sources agree, if any: the value,
 * the
 * number of its rows, and how they imply it (`by`).
 */
export function findConflictingUnit(
  parts: readonly UnitEvidence[],
  configured: number,
): { unit: number; rows: number; by: keyof UnitEvidence } | undefined {
  const isOther = (unit: number, least = 1 + TOLERANCE): boolean =>
    Math.max(unit / configured, configured / unit) > least;
  const { declared, charged, priced } = findMajorities(parts);
  if (declared !== undefined && declared.rows === declared.all)
    return isOther(declared.unit) ? { ...declared, by: 'declared' } : undefined;
  if (charged && isClearMajority(charged) && isOther(charged.unit)) return { ...charged, by: 'charged' };
  if (priced === undefined) return undefined;
  const { unit, rows, all } = priced;
  // If all rows imply the default unit, any number of rows is enough: a wrong price does not imply it by chance.
  const areCertain = isClearMajority(priced) || (rows === all && unit === DEFAULT_QUOTA_PER_UNIT);
  const areFew = rows === all && rows >= FEW_ROWS_MIN && isOther(unit, MAGNITUDE);
  return (areCertain && isOther(unit)) || areFew ? { ...priced, by: 'priced' } : undefined;
}
