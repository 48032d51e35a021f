import { normalize } from '#shared/normalizer/normalize.ts';
import { Rejection } from '#shared/rejections.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { normalizeMetaSchema } from '#shared/schemas/normalize-meta.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { Row } from '../fixtures/native-rows.ts';

/** Adds default settings, and removes undefined fields, which JSON cannot contain. */
const payloadOf = (payload: Row): Row =>
  Object.fromEntries(
    Object.entries({ connector: 'new-api', quotaPerUnit: 500_000, ...payload }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/** Normalizes a payload, and checks that the output is valid, can be reconciled and accounts for every row. */
export function normalizeAndCheck(payload: Row) {
  const { data, meta } = normalize(payloadOf(payload));
  const report = reconcile(readBody(reconciliationInputSchema, data), '2026-11-21T00:00:00Z');
  readBody(normalizeMetaSchema, meta);
  const { received, skipped, downstreamUsage, upstreamCharges, payments } = meta.rows;
  const skips = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  if (received !== downstreamUsage + upstreamCharges + payments + skips)
    throw new Error(`received ${received} rows, but accounted for ${JSON.stringify(meta.rows)}`);
  return { ...data, meta, skipped, notes: meta.notes, report };
}

/** Returns the rejection of a payload; throws if the payload is accepted. */
export function catchRefusal(payload: Row): Pick<Rejection, 'code' | 'message' | 'details'> {
  try {
    normalize(payloadOf(payload));
  } catch (rejection) {
    if (!(rejection instanceof Rejection)) throw rejection;
    const { code, message, quotingDetails: details } = rejection;
    return { code, message, details };
  }
  throw new Error('The payload was not refused.');
}
