import { expect, test } from 'vitest';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';

const occurredAt = '2026-03-10T10:00:00Z';
const sale: DownstreamRecord = {
  requestId: 'r',
  occurredAt,
  model: 'm',
  status: 'success',
  chargedAmount: '1',
};
const charge: UpstreamRecord = { occurredAt, model: 'm', status: 'success', costAmount: '1' };
const payment: PaymentRecord = { transactionId: 't', occurredAt, status: 'settled', amount: '1' };

const printOf = (input: ReconciliationInput): string => surveyLedgers(readLedgers(input)).inputFingerprint;
const ofSale = (change: Partial<DownstreamRecord> = {}) =>
  printOf({ downstreamUsage: [{ ...sale, ...change }] });
const ofCharge = (change: Partial<UpstreamRecord> = {}) =>
  printOf({ downstreamUsage: [], upstreamCharges: [{ ...charge, ...change }] });
const ofPayment = (change: Partial<PaymentRecord> = {}) =>
  printOf({ downstreamUsage: [], payments: [{ ...payment, ...change }] });

test('it names its algorithm, and is 128 bits long', () => {
  expect(printOf({ downstreamUsage: [] })).toMatch(/^rowsum128-3:[0-9a-f]{32}$/);
});

test('it is the same on every machine and in every version that bears the name', () => {
  expect(ofSale({ channelId: 'c', tokens: { input: 1.5 } })).toBe(
    'rowsum128-3:9dab2a4fb8aec37497b6bf8067f475bd',
  );
});

/** Every other field is proven with the copies (copies.test.ts). */
test('ids and what they read like, states, tokens, the number of rows, ledgers and the head count', () => {
  const statuses = ['failed', 'pending', 'refunded', 'chargeback'] as const;
  const prints = [
    ofSale(),
    ofSale({ requestId: 's' }),
    ofSale({ requestId: 'r\u0000' }),
    ofSale({ requestId: 'rr' }),
    ofSale({ userId: 'u' }),
    ofSale({ tokenId: 'u' }),
    ofSale({ channelId: 'u' }),
    ...(['failed', 'pending', 'refunded'] as const).map((status) => ofSale({ status })),
    ofSale({ refundAmount: '0' }),
    ofSale({ expectedCharge: '0' }),
    ofSale({ tokens: { input: 0 } }),
    ofSale({ tokens: { output: 0 } }),
    ofSale({ tokens: { output: 4294967296 } }),
    ofCharge(),
    ofCharge({ requestId: 'a' }),
    ofCharge({ upstreamId: 'a' }),
    ofCharge({ channelId: 'a' }),
    ofCharge({ tokens: { media: 1 } }),
    ofPayment(),
    ofPayment({ transactionId: 'u' }),
    ofPayment({ userId: 'a' }),
    ofPayment({ provider: 'a' }),
    ...statuses.map((status) => ofPayment({ status })),
    printOf({ downstreamUsage: [sale, sale] }),
    printOf({ downstreamUsage: [sale, sale, sale] }),
    printOf({ downstreamUsage: [] }),
    printOf({ downstreamUsage: [sale], upstreamCharges: [] }),
    printOf({ downstreamUsage: [sale], payments: [] }),
    printOf({ downstreamUsage: [sale], period: { start: occurredAt } }),
    printOf({ downstreamUsage: [sale], period: { end: occurredAt } }),
    printOf({ downstreamUsage: [{ ...sale, currency: 'USD' }], currency: 'EUR' }),
  ];
  // In each of the four words of the print.
  for (const at of [12, 20, 28, 36])
    expect(new Set(prints.map((print) => print.slice(at, at + 8))).size).toBe(prints.length);
});

test('how a row is written, and in which order, does not count', () => {
  expect(
    ofSale({
      occurredAt: '2026-03-10T11:00:00.0009+01:00',
      userId: '',
      channelId: '',
      chargedAmount: 1,
      currency: ' usd ',
      tokens: {},
    }),
  ).toBe(ofSale());
  const other = { ...sale, requestId: 's' };
  expect(printOf({ downstreamUsage: [sale, other] })).toBe(
    printOf({ downstreamUsage: [other, sale], currency: 'usd' }),
  );
});
