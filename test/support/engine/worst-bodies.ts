import { BODY_BYTES_MAX, RECORDS_MAX } from '#shared/limits.ts';

/** Builds one row of each ledger; a ledger that is left out gets no row. */
type Rows = (index: number) => { sale?: object; charge?: object; payment?: object };

/** Builds a body with as many rows as fit, at most `RECORDS_MAX` of each ledger. */
export function fillBody(rows: Rows, recordsMax = RECORDS_MAX): string {
  const ledgers = {
    downstreamUsage: [] as object[],
    upstreamCharges: [] as object[],
    payments: [] as object[],
  };
  let bytes = Buffer.byteLength(JSON.stringify(ledgers));
  for (let i = 0; i < recordsMax; i++) {
    const { sale, charge, payment } = rows(i);
    for (const row of [sale, charge, payment]) if (row) bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > BODY_BYTES_MAX) break;
    if (sale) ledgers.downstreamUsage.push(sale);
    if (charge) ledgers.upstreamCharges.push(charge);
    if (payment) ledgers.payments.push(payment);
  }
  return JSON.stringify(ledgers);
}

const occurredAt = '2026-01-01T00:00:00Z';
const DAY_MS = 86_400_000;
const short = (index: number): string => index.toString(36);

interface Shape {
  /** Padding of each name. */
  filler?: string;
  charged?: string | number;
  cost?: string | number;
  isMatched?: boolean;
}

/** Rows with distinct models, channels and ids: every usage row is a leak, and every failed payment is credited. */
export const leakRows =
  ({ filler = '', charged = '0.123456', cost = '0.654321', isMatched = false }: Shape): Rows =>
  (i) => {
    const name = `${short(i)}${filler}`;
    return {
      sale: {
        requestId: name,
        occurredAt,
        model: name,
        channelId: name,
        status: 'success',
        chargedAmount: charged,
      },
      charge: {
        requestId: isMatched ? name : `u${name}`,
        occurredAt,
        model: `u${name}`,
        channelId: `u${name}`,
        status: 'success',
        costAmount: cost,
      },
      ...(filler === '' && {
        payment: { transactionId: short(i), occurredAt, status: 'failed', amount: '1', creditedAmount: '1' },
      }),
    };
  };

/** Like `leakRows`, without payments, so that the tables get more rows. */
export const leakRowsWithoutPayments =
  (shape: Shape): Rows =>
  (i) => {
    const { sale, charge } = leakRows(shape)(i);
    return { ...(sale && { sale }), ...(charge && { charge }) };
  };

/** Rows with distinct customers, days, models and channels, so that every list of the report has its maximum length. */
export const rowsWithOwnDays =
  ({ filler = '', charged = '0.123456', cost = '0.654321' }: Shape): Rows =>
  (i) => {
    const { sale, charge } = leakRows({ filler, charged, cost, isMatched: true })(i);
    const day = new Date(Date.UTC(2026, 0, 1) - i * DAY_MS).toISOString();
    const name = `${short(i)}${filler}`;
    return {
      sale: { ...sale, occurredAt: day, userId: name },
      charge: { ...charge, occurredAt: day },
      payment: {
        transactionId: name,
        occurredAt: day,
        userId: `p${name}`,
        status: 'failed',
        amount: charged,
        creditedAmount: charged,
      },
    };
  };

/** Rows with distinct currencies, in letters that become longer in upper case. */
export const rowsWithOwnCurrency: Rows = (i) => ({
  sale: {
    requestId: 'r',
    occurredAt,
    model: 'm',
    status: 'failed',
    chargedAmount: '1',
    currency: `${short(i)}${'\u0390'.repeat(1000)}`,
  },
});
