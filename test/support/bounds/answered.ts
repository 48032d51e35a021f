import { reconcile } from '#shared/engine/reconcile.ts';
import { normalize } from '#shared/normalizer/normalize.ts';
import { Rejection } from '#shared/rejections.ts';
import { readerOf } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { SurfaceName } from './shapes.ts';

const read = readerOf(reconciliationInputSchema);
const NOW = '2026-11-21T00:00:00Z';

const ANSWERS: Readonly<Record<SurfaceName, (body: unknown) => unknown>> = {
  reconcile: (body) => reconcile(read(body), NOW),
  normalize,
};

/** The reply to a body as text, without HTTP around it; what a refusal says of one that is refused. */
export function answered(surface: SurfaceName, body: unknown): string {
  try {
    return JSON.stringify({ data: ANSWERS[surface](body) });
  } catch (refusal) {
    if (refusal instanceof Rejection) return JSON.stringify(refusal.details);
    throw refusal;
  }
}
