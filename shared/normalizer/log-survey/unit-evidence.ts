import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import { buildQuotaConverter } from '../fields/quota-converter.ts';
import { asNumber, type Native } from '../intake/native.ts';
import type { LogRow } from '../logs/log-row.ts';
import { computeExpectedQuota } from '../price/expected-quota.ts';
import { isPricedByCall } from '../price/ratio-price.ts';
import { isTiered } from '../price/tiered-price.ts';
import type { NoteTaker } from '../rejections-and-notes.ts';

/** The units that rows say, rounded, and how many rows say each. Plain JSON. */
type UnitVotes = readonly (readonly [unit: number, rows: number])[];

/** What rows say about the quota per unit: sums, which add up over sources. */
export interface UnitEvidence {
  /** Rows of a fixed price. */
  readonly priced: UnitVotes;
  /** Rows of the gateway itself that state one amount in quota and in money. */
  readonly stated: UnitVotes;
  /** Charges that state money beside their quota. */
  readonly charged: UnitVotes;
}

const SILENT: NoteTaker = { note: () => {} };
/** So fine a unit that rounding to it changes no price. */
const REFERENCE_UNIT = 5e8;
const reference = buildQuotaConverter(REFERENCE_UNIT, SILENT);

/** A price by an expression leaves a fixed one of 0 beside it. */
const hasFixedPrice = ({ snapshot }: LogRow): boolean =>
  snapshot !== undefined &&
  snapshot.ratio('model_price') > 0 &&
  isPricedByCall(snapshot) &&
  !isTiered(snapshot);

/** Prices are rounded to whole quota. */
const PRICE_DIGITS = 3;
/** An amount of money as gateways write it, with six decimals. */
const MONEY = /＄(\d{1,15}\.\d{6})(?!\d)/g;
const MONEY_MIN = 1;
const MONEY_DIGITS = 6;

/** Counts the units that rows were charged by: money for a call, and amounts of money, alone depend on the unit. */
export class UnitCounter {
  readonly #units = {
    priced: new Map<number, number>(),
    stated: new Map<number, number>(),
    charged: new Map<number, number>(),
  };

  /** @param digits to which the unit is known */
  #add(units: Map<number, number>, unit: number, digits: number): void {
    const rounded = Number(unit.toPrecision(digits));
    units.set(rounded, (units.get(rounded) ?? 0) + 1);
  }

  addCharge(row: LogRow, connector: Connector): void {
    if (row.stated) this.#chargeInMoney(row, connector);
    if (row.stated || !hasFixedPrice(row)) return;
    const [quota = 0, expected = 0] = [row.quota, computeExpectedQuota(row, connector, reference, SILENT)];
    if (expected > 0 && quota > 0)
      this.#add(this.#units.priced, (quota * REFERENCE_UNIT) / expected, PRICE_DIGITS);
  }

  #chargeInMoney({ native, stated, currency }: LogRow, { log: { fields } }: Connector): void {
    const [quota, money] = [tryReadField(native, fields.quota) ?? 0, Number(stated?.amount)];
    if (currency === undefined && quota > 0 && money > 0)
      this.#add(this.#units.charged, quota / money, PRICE_DIGITS);
  }

  /** @param native a row that charges nobody for a request: what it says is the gateway's own word */
  addFree({ quota, content }: Native): void {
    const units = Math.abs(asNumber(quota));
    if (!(units > 0) || typeof content !== 'string') return;
    const amounts = [...content.matchAll(MONEY)].map(([, amount]) => Number(amount));
    const [money = 0] = amounts;
    if (amounts.length === 1 && money >= MONEY_MIN)
      this.#add(this.#units.stated, units / money, MONEY_DIGITS);
  }

  get evidence(): UnitEvidence {
    const { priced, stated, charged } = this.#units;
    return { priced: [...priced], stated: [...stated], charged: [...charged] };
  }
}

/** So many rows of a fixed price prove a unit, if nearly all of their kind agree. */
const ROWS_MIN = 20;
const SHARE_MIN = 0.9;
/** What gateways count a unit of money as, unless their operator says otherwise. */
const DEFAULT_UNIT = 500_000;
/** Fewer do, if all agree, where the difference is an order of magnitude: prices are not wrong like that. */
const FEW_ROWS_MIN = 3;
const MAGNITUDE = 9.9;
/** Roundings of a price do not make another unit. */
const TOLERANCE = 0.01;

/** The unit that most rows say, how many do, and how many such rows there are. */
function findMajority(parts: readonly UnitVotes[]): { unit: number; rows: number; all: number } | undefined {
  const counts = new Map<number, number>();
  for (const [unit, rows] of parts.flat()) counts.set(unit, (counts.get(unit) ?? 0) + rows);
  const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most && { unit: most[0], rows: most[1], all };
}

const isClearMajority = ({ rows, all }: { rows: number; all: number }): boolean =>
  rows >= ROWS_MIN && rows >= SHARE_MIN * all;

/** The unit that each kind of row says. */
const findMajorities = (parts: readonly UnitEvidence[]) => {
  const most = (by: keyof UnitEvidence) => findMajority(parts.map((part) => part[by]));
  return { stated: most('stated'), charged: most('charged'), priced: most('priced') };
};

/** The unit that rows agree on, where nobody has given one. */
export function findAgreedUnit(parts: readonly UnitEvidence[]): number | undefined {
  const { stated, charged, priced } = findMajorities(parts);
  if (stated !== undefined && stated.rows === stated.all) return stated.unit;
  return [charged, priced].find((said) => said && isClearMajority(said))?.unit;
}

/** The unit that rows agree on, where it is another than the one that was given, and which rows do. */
export function findConflictingUnit(
  parts: readonly UnitEvidence[],
  given: number,
): { unit: number; rows: number; by: keyof UnitEvidence } | undefined {
  const isOther = (unit: number, least = 1 + TOLERANCE): boolean =>
    Math.max(unit / given, given / unit) > least;
  const { stated, charged, priced } = findMajorities(parts);
  if (stated !== undefined && stated.rows === stated.all)
    return isOther(stated.unit) ? { ...stated, by: 'stated' } : undefined;
  if (charged && isClearMajority(charged) && isOther(charged.unit)) return { ...charged, by: 'charged' };
  if (priced === undefined) return undefined;
  const { unit, rows, all } = priced;
  // The unit that gateways come with needs no more than one row: by chance no wrong price has it.
  const areCertain = isClearMajority(priced) || (rows === all && unit === DEFAULT_UNIT);
  const areFew = rows === all && rows >= FEW_ROWS_MIN && isOther(unit, MAGNITUDE);
  return (areCertain && isOther(unit)) || areFew ? { ...priced, by: 'priced' } : undefined;
}
