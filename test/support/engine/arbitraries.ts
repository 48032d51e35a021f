import fc from 'fast-check';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import { toDecimal, toPlainText } from '#shared/money/money.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';
import { PAYMENT_STATUSES, USAGE_STATUSES } from '#shared/schemas/reconciliation-input.ts';

/**
 * Small ledgers with all faults of large ones: copies, retries, refunds, pending rows, foreign currencies, times at and
 * outside the bounds of the period, blank and hostile ids. Few ids and values, so that rows match.
 */
export const PERIOD = { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' };
const START_MS = Date.parse(PERIOD.start);
const HOUR_MS = 3_600_000;

const requestIds = [
  'r1',
  'r2',
  'r3',
  'r4',
  'r5',
  'R1',
  ' ',
  '__proto__',
  'constructor',
  '\ud800',
  '\ud801',
  'upstreamCharges',
];
const upstreamIds = ['u1', 'u2', 'u3', '__proto__', 'r1', ''];
const models = ['gpt-4o', 'OpenAI/GPT-4o-2024-08-06', 'claude', '__proto__', 'r1'];
const channels = ['c1', 'c2', 'unassigned', ''];
const currencies = ['USD', ' usd ', '', 'CNY', 'eur'];
const amounts = [
  '0',
  '0.00',
  '0.1',
  '0.10',
  '0.2',
  '1',
  '1.000000000001',
  '0.000000000001',
  '999999999999',
  '12.5',
  '3',
];

const optional = <T>(arbitrary: fc.Arbitrary<T>, absent = 2) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: absent }, { arbitrary, weight: 1 });

const among = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** Mostly inside the period, sometimes around its bounds. */
const time = fc
  .oneof(
    { arbitrary: fc.integer({ min: 0, max: 30 * 24 }), weight: 8 },
    { arbitrary: among([-1, 0, 744 - 24, 743, 744, 745, 800]), weight: 3 },
  )
  .map((hours) => new Date(START_MS + hours * HOUR_MS).toISOString());
/** Few times, so that rows coincide. */
const sharedTime = fc.oneof(
  {
    arbitrary: among([10, 11, 12].map((hours) => new Date(START_MS + hours * HOUR_MS).toISOString())),
    weight: 2,
  },
  { arbitrary: time, weight: 1 },
);

const amount = among(amounts);
const usageStatus = among<(typeof USAGE_STATUSES)[number]>([...USAGE_STATUSES, 'success', 'success']);
const paymentStatus = among<(typeof PAYMENT_STATUSES)[number]>([...PAYMENT_STATUSES, 'settled', 'settled']);

const tokens = fc
  .record(
    {
      input: among([0, 100, 1000, 1100]),
      output: among([0, 50, 51]),
      cacheRead: among([100]),
      cacheWrite: among([50]),
    },
    { requiredKeys: [] },
  )
  .map((counts) => counts);

type Loose<T> = { [TKey in keyof T]: T[TKey] | undefined };
/** Removes fields that are undefined. */
const record = <T>(loose: Loose<T>): T =>
  Object.fromEntries(Object.entries(loose).filter(([, value]) => value !== undefined)) as T;

/** A correct price, or one that is wrong by more than a quota unit. */
const expectedOf = (charged: string, drift: 'same' | 'more' | 'less' | undefined): string | undefined => {
  if (drift === undefined) return undefined;
  const exact = toDecimal(charged);
  if (drift === 'more') return toPlainText(exact.plus('0.01'));
  return toPlainText(drift === 'less' && exact.gt('0.01') ? exact.minus('0.01') : exact);
};

const sale: fc.Arbitrary<DownstreamRecord> = fc
  .record({
    requestId: among(requestIds),
    occurredAt: sharedTime,
    userId: optional(among(['a', '']), 4),
    model: among(models),
    channelId: optional(among(channels)),
    status: usageStatus,
    chargedAmount: amount,
    refundAmount: optional(amount, 3),
    drift: optional(among(['same', 'more', 'less'] as const)),
    currency: optional(among(currencies), 5),
    tokens: optional(tokens),
  })
  .map(({ drift, ...row }) =>
    record<DownstreamRecord>({
      ...row,
      tokenId: undefined,
      expectedCharge: expectedOf(row.chargedAmount, drift),
    }),
  );

const charge: fc.Arbitrary<UpstreamRecord> = fc
  .record({
    requestId: fc.oneof(
      { arbitrary: among(requestIds), weight: 9 },
      { arbitrary: among([undefined, '']), weight: 1 },
    ),
    upstreamId: optional(among(upstreamIds), 1),
    occurredAt: sharedTime,
    model: among(models),
    channelId: optional(among(channels)),
    status: usageStatus,
    costAmount: amount,
    refundAmount: optional(amount, 4),
    currency: optional(among(currencies), 5),
    tokens: optional(tokens),
  })
  .map((row) => record<UpstreamRecord>(row));

const payment: fc.Arbitrary<PaymentRecord> = fc
  .record({
    transactionId: among(['t1', 't2', 't3', '__proto__', 'r1']),
    occurredAt: sharedTime,
    userId: optional(among(['a', 'b', '']), 1),
    provider: optional(among(['stripe', '']), 4),
    status: paymentStatus,
    amount,
    feeAmount: optional(amount),
    refundAmount: optional(amount, 3),
    creditedAmount: fc.oneof(
      { arbitrary: amount, weight: 4 },
      { arbitrary: fc.constant(undefined), weight: 1 },
    ),
    currency: optional(among(currencies), 5),
  })
  .map((row) => record<PaymentRecord>(row));

/** Payments of few amounts, some with the same bonus, some refunded. */
const bonusPayment: fc.Arbitrary<PaymentRecord> = fc
  .record({
    transactionId: among(['t1', 't2', 't3', 't4']),
    occurredAt: sharedTime,
    userId: optional(among(['a', 'b'])),
    provider: fc.constant(undefined),
    status: among(['settled', 'settled', 'refunded'] as const),
    amount: among(['1', '10']),
    feeAmount: fc.constant(undefined),
    refundAmount: optional(among(['0.5', '7']), 3),
    creditedAmount: optional(among(['1.1', '11', '0.55', '3.3', '1.2', '12']), 0),
    currency: optional(among(currencies), 9),
  })
  .map((row) => record<PaymentRecord>(row));

/** Rows, some of which are repeated, unchanged or as their own refund. */
const ledger = <T extends { status: string }>(row: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> =>
  fc
    .tuple(fc.array(row, { maxLength }), fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 2 }))
    .map(([rows, again]) => [
      ...rows,
      ...again.flatMap(([index, isRefund]) =>
        rows
          .slice(index % (rows.length || 1))
          .slice(0, 1)
          .map((copy) => (isRefund ? { ...copy, status: 'refunded', refundAmount: '0.1' } : copy)),
      ),
    ]);

export type Ledgers = Required<Omit<ReconciliationInput, 'version' | 'currency'>>;

const ofPeriod = {
  period: fc.constant(PERIOD),
  downstreamUsage: ledger(sale, 9),
  upstreamCharges: ledger(charge, 9),
};

/** All three ledgers, in a period with both bounds, without bonus tiers. */
export const ledgers: fc.Arbitrary<Ledgers> = fc
  .record({ ...ofPeriod, payments: ledger(payment, 6) })
  .filter((input) => surveyLedgers(readLedgers(input), []).context.bonusTiers.length === 0);

/** Like `ledgers`, also with bonus tiers, an open period, omitted ledgers or another currency. */
export const inputs: fc.Arbitrary<ReconciliationInput> = fc
  .tuple(
    fc.oneof(
      { arbitrary: ledgers, weight: 2 },
      {
        arbitrary: fc.record({
          ...ofPeriod,
          payments: fc.array(bonusPayment, { minLength: 3, maxLength: 9 }),
        }),
        weight: 1,
      },
    ),
    fc.record({ start: fc.boolean(), end: fc.boolean() }),
    among([undefined, ' cny', 'USD']),
    among([0, 0, 0, 1, 2, 3]),
  )
  .map(([{ downstreamUsage, upstreamCharges, payments }, bounds, currency, omitted]) =>
    record<ReconciliationInput>({
      version: undefined,
      currency,
      period: { ...(bounds.start && { start: PERIOD.start }), ...(bounds.end && { end: PERIOD.end }) },
      downstreamUsage,
      upstreamCharges: omitted & 1 ? undefined : upstreamCharges,
      payments: omitted & 2 ? undefined : payments,
    }),
  );

/** Changes every row of every ledger. */
export const mapRows = (
  input: Ledgers,
  change: <T extends DownstreamRecord | UpstreamRecord | PaymentRecord>(row: T) => T,
): Ledgers => ({
  period: input.period,
  downstreamUsage: input.downstreamUsage.map(change),
  upstreamCharges: input.upstreamCharges.map(change),
  payments: input.payments.map(change),
});

const MONEY = /Amount$|^amount$|^expectedCharge$/;
/** Changes every amount of a row. */
export const mapMoney = <T extends object>(row: T, change: (amount: string) => string | number): T =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, MONEY.test(field) ? change(value as string) : value]),
  ) as T;
