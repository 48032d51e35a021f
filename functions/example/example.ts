import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import day from './example.json' with { type: 'json' };

/**
 * One day of a small gateway. Each request id says what happened to it, so that the findings of its report read
 * without this file.
 */
export const example = day as ReconciliationInput & Required<Pick<ReconciliationInput, keyof typeof day>>;
