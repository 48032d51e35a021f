import * as v from 'valibot';
import { closedObject } from './closed.ts';
import { countSchema } from './fields.ts';
import { NOTES_MAX, SKIPS, type Skip } from './lists.ts';

const skippedSchema = closedObject(
  Object.fromEntries(SKIPS.map((skip) => [skip, countSchema])) as Record<Skip, typeof countSchema>,
);

/**
 * Where every native row went: `received` is the sum of the three kinds of records and of all skips, over
 * `logs`, `upstreamCharges` and `payments`.
 */
export const normalizeMetaSchema = closedObject({
  connector: v.string(),
  manifestVersion: v.string(),
  rows: closedObject({
    received: countSchema,
    downstreamUsage: countSchema,
    upstreamCharges: countSchema,
    payments: countSchema,
    skipped: skippedSchema,
  }),
  notes: v.pipe(v.array(v.string()), v.maxLength(NOTES_MAX)),
});
export type NormalizeMeta = v.InferOutput<typeof normalizeMetaSchema>;
