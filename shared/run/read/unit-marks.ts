import type { Snapshot } from '../../normalizer/fields/snapshot.ts';
import { isByCall } from '../../normalizer/price/ratio-price.ts';

/** What rows of a fixed price say about the quota per unit: sums, which add up over sources. Plain JSON. */
export interface UnitMarks {
  /** Rows of a fixed price. */
  readonly rows: number;
  /** Those that agree on one unit, by it, to three digits. */
  readonly units: readonly (readonly [unit: number, rows: number])[];
}

/** So fine a unit that rounding to it changes no price. */
export const REFERENCE_UNIT = 5e8;

export const hasFixedPrice = (snapshot: Snapshot | undefined): boolean =>
  snapshot?.has('model_price') === true && isByCall(snapshot);

/** Counts the units that rows of a fixed price were charged by: money for a call, which alone depends on the unit. */
export class UnitCounter {
  readonly #units = new Map<number, number>();
  #rows = 0;

  /** @param expected quota at the unit of reference */
  add(quota: number, expected: number | undefined): void {
    if (expected === undefined || expected <= 0 || quota <= 0) return;
    this.#rows++;
    const unit = Number(((quota * REFERENCE_UNIT) / expected).toPrecision(3));
    this.#units.set(unit, (this.#units.get(unit) ?? 0) + 1);
  }

  get marks(): UnitMarks {
    return { rows: this.#rows, units: [...this.#units] };
  }
}

/** So many rows prove a unit, if nearly all of their kind agree. */
const ROWS_MIN = 20;
const SHARE_MIN = 0.9;
/** What gateways count a unit of money as, unless their operator says otherwise. */
const DEFAULT_UNIT = 500_000;
/**
 * Fewer do, if all agree, where the difference is an order of magnitude: prices are not wrong like that. One row is
 * enough for the unit that gateways come with.
 */
const FEW_ROWS_MIN = 3;
const MAGNITUDE = 9.9;
/** Roundings of a price do not make another unit. */
const TOLERANCE = 0.01;

/** The unit that most rows of a fixed price say, how many do, and how many such rows there are. */
function mostSaid(parts: readonly UnitMarks[]): { unit: number; rows: number; all: number } | undefined {
  const all = parts.reduce((sum, { rows }) => sum + rows, 0);
  const counts = new Map<number, number>();
  for (const { units } of parts)
    for (const [unit, rows] of units) counts.set(unit, (counts.get(unit) ?? 0) + rows);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most && { unit: most[0], rows: most[1], all };
}

const areMany = ({ rows, all }: { rows: number; all: number }): boolean =>
  rows >= ROWS_MIN && rows >= SHARE_MIN * all;

/** The unit that rows of a fixed price agree on, where nobody has given one. */
export function agreedUnit(parts: readonly UnitMarks[]): number | undefined {
  const said = mostSaid(parts);
  return said && areMany(said) ? said.unit : undefined;
}

/** The unit that rows of a fixed price agree on, where it is another than the one that was given. */
export function otherUnit(
  parts: readonly UnitMarks[],
  given: number,
): { unit: number; rows: number } | undefined {
  const said = mostSaid(parts);
  if (said === undefined) return undefined;
  const { unit, rows, all } = said;
  const factor = Math.max(unit / given, given / unit);
  const areFew = rows >= FEW_ROWS_MIN || unit === DEFAULT_UNIT;
  const areFarOff = areFew && rows === all && factor >= MAGNITUDE;
  return (areMany(said) && factor > 1 + TOLERANCE) || areFarOff ? { unit, rows } : undefined;
}
