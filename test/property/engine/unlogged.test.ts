import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { prove, reconcileInput } from '../../support/engine/prove.ts';

const PERIOD = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const TIMES = {
  start: '2026-03-01T00:10:00Z',
  inside: '2026-03-10T10:00:00Z',
  end: '2026-03-31T23:50:00Z',
} as const;

/** Also the first and last day, so that the log covers the time of the bill. */
const DELIVERED = [TIMES.inside, TIMES.inside, TIMES.inside, '2026-03-01T12:00:00Z', '2026-03-31T12:00:00Z'];

/** One charge of a provider in several rows: the number of rows for each of its requests. */
const charge = fc.record({
  cost: fc.integer({ min: 1, max: 9 }),
  at: fc.constantFrom('start', 'inside', 'end'),
  rows: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
  isSold: fc.boolean(),
  status: fc.constantFrom('success', 'failed'),
  /** The last request also has a row in another currency. */
  isForeign: fc.boolean(),
});
const books = fc.record({
  charges: fc.array(charge, { minLength: 1, maxLength: 6 }),
  /** One request is in both ledgers. */
  hasMatch: fc.boolean(),
  /** The log has requests outside these bounds of the period. */
  beyond: fc.subarray(['start', 'end'] as const),
});
type Books = typeof books extends fc.Arbitrary<infer TBooks> ? TBooks : never;

const sale = (requestId: string, occurredAt: string) =>
  ({ requestId, occurredAt, model: 'm', status: 'success', chargedAmount: '1000' }) as const;
const cost = (requestId: string, occurredAt: string, costAmount: number, more: object) =>
  ({ requestId, occurredAt, model: 'm', status: 'success', costAmount: `${costAmount}`, ...more }) as const;

function buildInput({ charges, hasMatch, beyond }: Books): ReconciliationInput {
  const [sales, costs] = [
    DELIVERED.map((time, i) => sale(`delivered ${i}`, time)),
    [] as ReturnType<typeof cost>[],
  ];
  if (hasMatch) costs.push(cost('delivered 0', TIMES.inside, 1, {}));
  if (beyond.includes('start')) sales.push(sale('before', '2026-02-28T23:00:00Z'));
  if (beyond.includes('end')) sales.push(sale('after', '2026-04-01T01:00:00Z'));
  for (const [i, { rows, at, isSold, status, isForeign, cost: amount }] of charges.entries()) {
    for (const [j, times] of rows.entries())
      for (let time = 0; time < times; time++)
        costs.push(cost(`${i} ${j}`, TIMES[at], amount, { upstreamId: `u${i}`, status }));
    if (isSold) sales.push(sale(`${i} 0`, TIMES[at]));
    if (isForeign) costs.push(cost(`${i} ${rows.length - 1}`, TIMES[at], amount, { currency: 'CNY' }));
  }
  return { period: PERIOD, downstreamUsage: sales, upstreamCharges: costs };
}

/**
 * Computes the expected loss. All rows of a charge are lost, except for one if the charge was sold, or may have been
 * sold in the neighbouring export or under another id.
 */
function computeLoss({ charges, hasMatch, beyond }: Books): number {
  const requests = charges.reduce((sum, { rows }) => sum + rows.length, 0);
  const isDisjoint = !hasMatch && charges.every(({ isSold }) => !isSold) && requests >= 5;
  const lost = charges.map(({ cost, at, rows, isSold, isForeign, status }) => {
    const isOpen = at !== 'inside' && !beyond.includes(at);
    const judged = rows.length - (isSold ? 1 : 0) - (isForeign && !(isSold && rows.length === 1) ? 1 : 0);
    const isUnsold = !isSold && !isOpen && !isDisjoint && judged > 0;
    const rowCount = rows.reduce((sum, times) => sum + times, 0);
    // A failed charge with a cost, although the request was delivered.
    const isFailure = isSold && status === 'failed';
    return cost * (rowCount - 1 + (isUnsold ? 1 : 0) + (isFailure ? 1 : 0));
  });
  return lost.reduce((sum, amount) => sum + amount, 0);
}

test('a charge found by several rules is counted as lost once per row', () => {
  prove([books], (drawn) => {
    const { summary } = reconcileInput(buildInput(drawn));
    expect(summary.money.lost).toBe(`${computeLoss(drawn)}`);
  });
});
