import { describe, expect, test } from 'vitest';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { survey } from '#shared/engine/survey/survey.ts';
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

const printOf = (input: ReconciliationInput): string => survey(readLedgers(input)).inputFingerprint;
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

describe('every field counts', () => {
  test('downstream', () => {
    const prints = [
      ofSale(),
      ofSale({ requestId: 's' }),
      ofSale({ requestId: 'r\u0000' }),
      ofSale({ requestId: 'rr' }),
      ofSale({ occurredAt: '2026-03-10T10:00:00.001Z' }),
      ofSale({ userId: 'u' }),
      ofSale({ tokenId: 'u' }),
      ofSale({ model: 'n' }),
      ofSale({ channelId: 'c' }),
      ...(['failed', 'pending', 'refunded'] as const).map((status) => ofSale({ status })),
      ofSale({ chargedAmount: '2' }),
      ofSale({ refundAmount: '0' }),
      ofSale({ expectedCharge: '0' }),
      ofSale({ currency: 'EUR' }),
      ofSale({ tokens: { input: 0 } }),
      ofSale({ tokens: { output: 0 } }),
      ofSale({ tokens: { output: 1 } }),
      ofSale({ tokens: { output: 4294967296 } }),
      printOf({ downstreamUsage: [sale, sale] }),
      printOf({ downstreamUsage: [sale, sale, sale] }),
      printOf({ downstreamUsage: [] }),
      printOf({ downstreamUsage: [sale], upstreamCharges: [] }),
      printOf({ downstreamUsage: [sale], payments: [] }),
      printOf({ downstreamUsage: [sale], period: { start: occurredAt } }),
      printOf({ downstreamUsage: [sale], period: { end: occurredAt } }),
      printOf({ downstreamUsage: [{ ...sale, currency: 'USD' }], currency: 'EUR' }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    const lanes = [0, 8, 16, 24].map(
      (at) => new Set(prints.map((print) => print.slice(12 + at, 20 + at))).size,
    );
    expect(lanes).toEqual([prints.length, prints.length, prints.length, prints.length]);
  });

  test('upstream', () => {
    const prints = [
      ofCharge(),
      ofCharge({ requestId: 'a' }),
      ofCharge({ upstreamId: 'a' }),
      ofCharge({ channelId: 'a' }),
      ofCharge({ costAmount: '2' }),
      ofCharge({ refundAmount: '1' }),
      ofCharge({ tokens: { media: 1 } }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  test('payments', () => {
    const prints = [
      ofPayment(),
      ofPayment({ transactionId: 'u' }),
      ofPayment({ userId: 'a' }),
      ofPayment({ provider: 'a' }),
      ...(['pending', 'failed', 'refunded', 'chargeback'] as const).map((status) => ofPayment({ status })),
      ofPayment({ amount: '2' }),
      ofPayment({ feeAmount: '1' }),
      ofPayment({ refundAmount: '1' }),
      ofPayment({ creditedAmount: '1' }),
      ofPayment({ currency: 'EUR' }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
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
