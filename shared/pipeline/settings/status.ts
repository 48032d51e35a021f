import * as v from 'valibot';

/** Smallest and largest quota per unit of any gateway. */
export const [UNIT_MIN, UNIT_MAX] = [1, 1_000_000_000];

/** A number, which some versions write as text. */
const unitSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}(?:\.\d{1,10})?$/), v.transform(Number))]),
  v.minValue(UNIT_MIN),
  v.maxValue(UNIT_MAX),
);
const statusSchema = v.object({ data: v.object({ quota_per_unit: unitSchema }) });

/**
 * Reads the quota per unit of money from a reply of `/api/status`; `undefined` if it has none, or an impossible one.
 */
export function readStatusUnit(content: unknown): number | undefined {
  const { success, output } = v.safeParse(statusSchema, content);
  return success ? output.data.quota_per_unit : undefined;
}
