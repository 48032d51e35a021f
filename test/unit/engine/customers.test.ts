import { expect, test } from 'vitest';
import { USERS_MAX } from '#shared/limits.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { reconcileInput } from '../../support/engine/prove.ts';
import { reconcileWithFacts } from '../../support/engine/reconcile-with-facts.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

/** Customers of whom each spends a little more than the one before, on credit; all of them once got a model for nothing. */
const booksOf = (count: number): ReconciliationInput =>
  parseTextLedger([
    'pay t settled 1000000 credited=1000000 user=rich',
    ...Array.from({ length: count }, (_, n) => [
      `down r${n} success 1.${n} user=u${n}`,
      `up   r${n} success 1`,
      `down f${n} success 0 user=u${n} model=gift expected=0 at=03-11T00:00`,
      `up   f${n} success 0.001 model=gift at=03-11T00:00`,
    ]).flat(),
    'down p success 1 user=u7 model=gift',
    'up   p success 0.5 model=gift',
  ]);

const MANY = 2 * USERS_MAX + 7;
const books = booksOf(MANY);

test('sums include the customers that the report does not list', () => {
  const whole = reconcileInput(books);
  const { byUser, cut } = whole.summary;
  expect([byUser.length, cut]).toEqual([USERS_MAX, ['byUser']]);
  const [shortfall] = whole.findings.filter(({ code }) => code === 'funding_shortfall');
  expect(shortfall?.details).toMatchObject({ users: MANY, byUser: expect.any(Array) });
  const [gift] = whole.findings.filter(({ code }) => code === 'zero_charge_with_cost');
  expect(gift).toMatchObject({ model: 'gift', severity: 'warning' });
  expect(JSON.stringify(reconcileWithFacts(books, whole.generatedAt, {}, undefined, { isSlow: true }))).toBe(
    JSON.stringify(whole),
  );
});
