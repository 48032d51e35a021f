import { BODY_BYTES_MAX, RECORDS_MAX } from '#shared/limits.ts';

/** One row of each ledger; an empty object stands for no row. */
type Rows = (index: number) => { sale?: object; charge?: object; payment?: object };

/** As many rows as a body has room for, at most `RECORDS_MAX` of each ledger. */
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
  /** Text that each name is padded with. */
  filler?: string;
  charged?: string | number;
  cost?: string | number;
  isMatched?: boolean;
}

/** Distinct models, channels and ids everywhere, every usage row a leak, every payment odd. */
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

/** The same without payments: more room for lines in the tables. */
export const leakRowsWithoutPayments =
  (shape: Shape): Rows =>
  (i) => {
    const { sale, charge } = leakRows(shape)(i);
    return { ...(sale && { sale }), ...(charge && { charge }) };
  };

/** A customer and a day of its own for each row, beside a model and a channel: every list of the report is as long as it can be. */
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

/** A currency of its own for each row, of letters that grow when they are upper-cased. */
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
