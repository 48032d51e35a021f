import * as v from 'valibot';
import { closedObject, uniformObject } from './closed.ts';
import { countSchema } from './fields.ts';
import { NOTES_MAX } from './lists.ts';

/** Reasons why a native row is skipped, in the order of the documentation. */
export const SKIPS = [
  'topup',
  'manage',
  'system',
  'login',
  'channelTest',
  'retriedAttempt',
  'refundJoined',
  'settlementJoined',
  'toolInCharge',
  'pageOverlap',
  'apart',
  'unknown',
] as const;
/** Reason why a native row is skipped. */
export type Skip = (typeof SKIPS)[number];

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
