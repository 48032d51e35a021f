import { describe, expect, test } from 'vitest';
import { removeCopiedCharges, removeCopiedPayments, removeCopiedSales } from '#shared/engine/rows/copies.ts';
import { readLedgers, toDownstreamRow, toPaymentRow, toUpstreamRow } from '#shared/engine/rows/ledgers.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';

const occurredAt = '2026-03-10T10:00:00Z';
const sale: DownstreamRecord = {
  requestId: 'r',
  occurredAt,
  userId: 'u',
  tokenId: 't',
  model: 'm',
  channelId: 'c',
  status: 'success',
  chargedAmount: '1',
  refundAmount: '0',
  expectedCharge: '1',
  currency: 'USD',
  tokens: { input: 1 },
};
const charge: UpstreamRecord = {
  requestId: 'r',
  occurredAt,
  model: 'm',
  channelId: 'c',
  status: 'success',
  costAmount: '1',
  refundAmount: '0',
  currency: 'USD',
  tokens: { input: 1 },
};
const payment: PaymentRecord = {
  transactionId: 't',
  occurredAt,
  userId: 'u',
  provider: 'p',
  status: 'settled',
  amount: '1',
  feeAmount: '0',
  refundAmount: '0',
  creditedAmount: '1',
  currency: 'USD',
};

const salesOf = (...rows: DownstreamRecord[]) =>
  removeCopiedSales(rows.map((row) => toDownstreamRow(row, 'USD'))).length;
const attemptsOf = (...rows: UpstreamRecord[]) =>
  removeCopiedCharges(rows.map((row) => toUpstreamRow(row, 'USD'))).length;
const paymentsOf = (...rows: PaymentRecord[]) =>
  removeCopiedPayments(rows.map((row) => toPaymentRow(row, 'USD'))).length;
/** The name of books that hold one row. */
const printOf = (ledger: string, row: object): string =>
  surveyLedgers(readLedgers({ downstreamUsage: [], [ledger]: [row] }), []).inputFingerprint;

const without = <T extends object>(row: T, field: string): T =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== field)) as T;

/** Another value of each field but the ids, which tell groups apart. */
const OTHERS: Readonly<Record<string, unknown>> = {
  occurredAt: '2026-03-10T10:00:00.001Z',
  status: 'pending',
  currency: 'EUR',
  tokens: { output: 1 },
  userId: 'v',
  tokenId: 'v',
  model: 'M',
  channelId: 'C',
  provider: 'q',
  chargedAmount: '1.000000000000000000001',
  costAmount: '2',
  amount: '2',
  creditedAmount: '2',
  refundAmount: '1',
  feeAmount: '1',
  expectedCharge: '2',
};
const NEEDED = ['occurredAt', 'model', 'status', 'chargedAmount', 'costAmount', 'amount', 'currency'];

describe.each<[ledger: string, row: object, countOf: (...rows: never[]) => number]>([
  ['downstreamUsage', sale, salesOf],
  ['upstreamCharges', charge, attemptsOf],
  ['payments', payment, paymentsOf],
])('%s', (ledger, row, countOf) => {
  const count = countOf as (...rows: object[]) => number;
  const fields = Object.keys(row).filter((field) => field in OTHERS);

  test.each(fields)('rows with different %s are different rows', (field) => {
    const other = { ...row, [field]: OTHERS[field] };
    expect(count(row, other)).toBe(2);
    expect(printOf(ledger, other)).not.toBe(printOf(ledger, row));
  });

  test.each(fields.filter((field) => !NEEDED.includes(field)))(
    'a missing %s differs from a given one, and two missing ones are equal',
    (field) => {
      expect(count(row, without(row, field))).toBe(2);
      expect(count(without(row, field), without(row, field))).toBe(1);
      expect(printOf(ledger, without(row, field))).not.toBe(printOf(ledger, row));
    },
  );
});

describe('rows with equal fields are copies', () => {
  test('in any spelling of their values', () => {
    const rewritten = {
      occurredAt: '2026-03-10T11:00:00.0009+01:00',
      currency: ' usd ',
      refundAmount: '0.00',
    };
    expect(salesOf(sale, { ...sale, ...rewritten, chargedAmount: 1, expectedCharge: '1.0' }, sale)).toBe(1);
    expect(attemptsOf(charge, { ...charge, ...rewritten, costAmount: 1 }, charge)).toBe(1);
    expect(paymentsOf(payment, { ...payment, ...rewritten, amount: 1, feeAmount: 0 }, payment)).toBe(1);
  });

  test('rows with different token counts are different', () => {
    expect(salesOf(sale, { ...sale, tokens: { input: 2 } })).toBe(2);
  });

  test.each<[string, Partial<UpstreamRecord>, number]>([
    ['time', { occurredAt: '2026-03-10T10:00:01Z' }, 1],
    ['status', { status: 'failed' }, 1],
    ['channel', { channelId: 'C' }, 1],
    ['tokens', { tokens: { input: 2 } }, 1],
    ['cost', { costAmount: '2' }, 2],
    ['refund', { refundAmount: '1' }, 2],
    ['model', { model: 'M' }, 2],
    ['upstream id', { upstreamId: 'v' }, 2],
  ])('upstream, with an upstream id: another %s makes %i', (name, change, expected) => {
    const named = { ...charge, upstreamId: 'u' };
    expect(attemptsOf(named, { ...named, ...change }), name).toBe(expected);
    expect(attemptsOf(named, without(named, 'refundAmount'))).toBe(2);
  });

  test('empty text equals no text, and an empty token object equals none', () => {
    const [empty, bare] = [{ ...sale, userId: '', tokens: {} }, without(without(sale, 'userId'), 'tokens')];
    expect(salesOf(empty, bare)).toBe(1);
    expect(printOf('downstreamUsage', empty)).toBe(printOf('downstreamUsage', bare));
  });
});
