import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';

const PERIOD = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
const START_MS = Date.parse(PERIOD.start);

const instant = (index: number): string =>
  new Date(START_MS + (index + 1) * 61_000).toISOString().replace('.000', '');

/** Charge and cost of a request, in millionths: a cost of 70 % of the charge. */
const money = (millionths: number): string => (millionths / 1e6).toFixed(6).replace(/\.?0+$/, '');
const chargeOf = (index: number): string => money(1000 + ((index * 7919) % 100_000) * 10);
const costOf = (index: number): string => money(700 + ((index * 7919) % 100_000) * 7);

const cleanSale = (index: number): DownstreamRecord => ({
  requestId: `req-${index}`,
  occurredAt: instant(index),
  model: `m-${index % 20}`,
  channelId: `c-${index % 7}`,
  status: 'success',
  chargedAmount: chargeOf(index),
  expectedCharge: chargeOf(index),
});

const cleanCharge = (index: number): UpstreamRecord => ({
  requestId: `req-${index}`,
  upstreamId: `up-${index}`,
  occurredAt: instant(index),
  model: `m-${index % 20}`,
  channelId: `c-${index % 7}`,
  status: 'success',
  costAmount: costOf(index),
});

const cleanPayment = (index: number): PaymentRecord => ({
  transactionId: `tx-${index}`,
  occurredAt: instant(index),
  status: 'settled',
  amount: '1000',
  ...(index % 2 === 0 && { feeAmount: '14.5' }),
  creditedAmount: '1000',
});

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Builds ledgers without an error, with `count` rows each. */
export const cleanBooks = (count: number): ReconciliationInput => ({
  period: PERIOD,
  downstreamUsage: times(count, cleanSale),
  upstreamCharges: times(count, cleanCharge),
  payments: times(count, cleanPayment),
});

/** Changes one row in `every`. */
const changeEvery =
  <T>(every: number, change: (row: T, index: number) => Partial<T>) =>
  (row: T, index: number): T =>
    index % every === 0 ? { ...row, ...change(row, index) } : row;

/** Builds ledgers in which one row in `every` has an error, of two kinds in turn. */
export const leakyBooks = (count: number, every: number): ReconciliationInput => ({
  period: PERIOD,
  downstreamUsage: times(count, cleanSale).map(
    changeEvery(every, (_, i) => (i % (2 * every) ? { expectedCharge: costOf(i) } : { status: 'failed' })),
  ),
  upstreamCharges: times(count, cleanCharge).map(
    changeEvery(every, (_, i) =>
      i % (2 * every) ? { requestId: `lost-${i}` } : { costAmount: chargeOf(i + 1) },
    ),
  ),
  payments: times(count, cleanPayment).map(
    changeEvery(every, (_, i) => ({ creditedAmount: i % (2 * every) ? '0' : '2000' })),
  ),
});
