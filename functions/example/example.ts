import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import day from './example.json' with { type: 'json' };

/**
 * Example input: one day of a small gateway. The request ids describe the errors, so that the findings of the report
 * are understood without this file.
 */
export const example = day as ReconciliationInput & Required<Pick<ReconciliationInput, keyof typeof day>>;
