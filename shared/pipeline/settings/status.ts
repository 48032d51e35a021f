import * as v from 'valibot';

/** Quota per unit of money of any gateway. Quota is counted in whole numbers of 32 bits or little more. */
export const [UNIT_MIN, UNIT_MAX] = [1, 1_000_000_000];

/** A number, which some versions write as text. */
const unitSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}(?:\.\d{1,10})?$/), v.transform(Number))]),
  v.minValue(UNIT_MIN),
  v.maxValue(UNIT_MAX),
);
const statusSchema = v.object({ data: v.object({ quota_per_unit: unitSchema }) });

/** The quota per unit of money in the status reply of a gateway; `undefined` if it has none, or one that cannot be right. */
export function readStatusUnit(content: unknown): number | undefined {
  const { success, output } = v.safeParse(statusSchema, content);
  return success ? output.data.quota_per_unit : undefined;
}
