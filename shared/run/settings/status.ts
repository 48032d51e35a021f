import * as v from 'valibot';

const statusSchema = v.object({
  data: v.object({ quota_per_unit: v.pipe(v.number(), v.finite(), v.gtValue(0)) }),
});

/** The quota per unit that a gateway's status reply states; `undefined` where it is none. */
export function statusUnit(content: unknown): number | undefined {
  const read = v.safeParse(statusSchema, content);
  return read.success ? read.output.data.quota_per_unit : undefined;
}
