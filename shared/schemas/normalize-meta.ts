import * as v from 'valibot';
import { closedObject, uniformObject } from './closed.ts';
import { countSchema } from './fields.ts';
import { NOTES_MAX } from './lists.ts';
import { SKIPS } from './skips.ts';

/** Schema of `meta` of normalize. `received` is the sum of the records of all ledgers and all skipped rows. */
export const normalizeMetaSchema = closedObject({
  connector: v.string(),
  manifestVersion: v.string(),
  rows: closedObject({
    received: countSchema,
    downstreamUsage: countSchema,
    upstreamCharges: countSchema,
    payments: countSchema,
    skipped: uniformObject(SKIPS, countSchema),
  }),
  notes: v.pipe(v.array(v.string()), v.maxLength(NOTES_MAX)),
});
/** `meta` in the reply of normalize. */
export type NormalizeMeta = v.InferOutput<typeof normalizeMetaSchema>;
