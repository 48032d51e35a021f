import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { reconcileInput } from '../../support/engine/prove.ts';

/** Codes that need facts of files: unreadable rows, both sides of payments, or prices. */
const FILE_CODES = new Set([
  'unread_rows',
  'row_types_missing',
  'upstream_unit_unknown',
  'payments_unjoined',
  'payments_in_two_files',
  'payment_without_credit_row',
  'credit_without_payment',
  'payment_not_judged',
  'discount_granted',
  'payment_currency_unknown',
  'bill_exceeds_estimate',
  'bill_below_estimate',
  'estimated_loss_model',
  'estimated_loss_channel',
  'estimated_loss_user',
]);

const BATCH = 200;
const BATCHES_MAX = 20;

test('random ledgers produce most codes; case tables cover the rest', () => {
  const reachable = [...codes.keys()].filter((code) => !FILE_CODES.has(code));
  const enough = 0.9 * reachable.length;
  const reached = new Set<string>();
  for (let seed = 1; seed <= BATCHES_MAX && reached.size <= enough; seed++)
    for (const input of fc.sample(inputs, { numRuns: BATCH, seed }))
      for (const { code } of reconcileInput(input).findings) reached.add(code);
  expect(reached.size).toBeGreaterThan(enough);
});
