import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingCatalogue } from '#shared/engine/checks/registry.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { reportOf } from '../../support/engine/prove.ts';

/** What only local doors know beside the ledgers: rows that could not be read, both sides of payments, prices. */
const LOCAL = new Set([
  'unread_rows',
  'payment_without_credit_row',
  'credit_without_payment',
  'discount_granted',
  'payment_currency_unknown',
  'bill_exceeds_estimate',
  'bill_below_estimate',
  'estimated_loss_model',
  'estimated_loss_channel',
  'estimated_loss_user',
]);

test('random ledgers reach most codes, so that the laws are tried on them; the case tables have the others', () => {
  const reached = new Set(
    fc
      .sample(inputs, { numRuns: 4000, seed: 1 })
      .flatMap((input) => reportOf(input).findings.map(({ code }) => code)),
  );
  const reachable = findingCatalogue.filter(({ code }) => !LOCAL.has(code));
  expect(reached.size / reachable.length).toBeGreaterThan(0.9);
});
