import type { Side } from '#shared/schemas/lists.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';
import { tableRows } from '../table.ts';

/** A row of one of the three ledgers. */
interface Row {
  readonly sale?: DownstreamRecord;
  readonly charge?: UpstreamRecord;
  readonly payment?: PaymentRecord;
}

/** Rows with an error of a known amount (in millionths), and the same rows after the error is corrected. */
export interface Leak {
  readonly side: Side;
  readonly amount: number;
  readonly rows: readonly Row[];
  readonly corrected: readonly Row[];
}

/** Names and amounts of the rows of a leak, in millionths: `price` is above `cost`, and `more` is above both tolerances. */
export interface LeakTarget {
  readonly name: string;
  readonly model: string;
  readonly channelId: string;
  readonly cost: number;
  readonly price: number;
  readonly more: number;
}

/** Formats millionths as an amount of the contract. */
export const formatMillionths = (millionths: number): string => {
  const digits = `${millionths}`.padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const timeOf = (minutes: number): string => new Date(Date.UTC(2026, 2, 10, 12, minutes)).toISOString();

/** Computes an expression such as `p+2m-c/3` in millionths: `c` is the cost, `p` the price, `m` is `more`. */
function computeAmount(text: string, { cost, price, more }: LeakTarget): number {
  const units: Readonly<Record<string, number>> = { c: cost, p: price, m: more };
  return [...text.matchAll(/([+-]?)(\d*)([cpm])(?:\/(\d))?/g)].reduce(
    (sum, [, sign, times, unit = '', parts = '1']) =>
      sum + (sign === '-' ? -1 : 1) * Math.floor((Number(times || 1) * (units[unit] ?? 0)) / Number(parts)),
    0,
  );
}

/** Parses a row such as `down p+m refunded refund=p expected=none at=2`, `up c id=b` or `pay p credited=0`. */
function parseRow(text: string, target: LeakTarget): Row {
  const { name, model, channelId } = target;
  const [kind, gross = '', ...words] = text.split(' ');
  const options = new Map(words.map((word) => word.split('=') as [string, string | undefined]));
  const amount = (expression: string) => formatMillionths(computeAmount(expression, target));
  const status = words.find((word) => !word.includes('=')) ?? (kind === 'pay' ? 'settled' : 'success');
  const minutes = Number(options.get('at') ?? 0);
  const refund = options.get('refund');
  const common = {
    ...{ status: status as never, occurredAt: timeOf(kind === 'up' ? minutes + 1 : minutes) },
    ...(refund && { refundAmount: amount(refund) }),
  };
  const userId = `of ${name}`;
  if (kind === 'pay') {
    const creditedAmount = amount(options.get('credited') ?? gross);
    return { payment: { ...common, transactionId: name, userId, amount: amount(gross), creditedAmount } };
  }
  const usage = { ...common, requestId: name, model, channelId };
  if (kind === 'up')
    return {
      charge: { ...usage, upstreamId: `${name} ${options.get('id') ?? ''}`, costAmount: amount(gross) },
    };
  const expected = options.get('expected') ?? gross;
  const isPriced = expected !== 'none' && status !== 'failed';
  return {
    sale: {
      ...{ ...usage, userId, chargedAmount: amount(gross) },
      ...(isPriced && { expectedCharge: amount(expected) }),
    },
  };
}

const parseRows = (text: string, target: LeakTarget): Row[] =>
  text.split('; ').map((row) => parseRow(row, target));

// name | amount that is lost, owed or doubtful | rows | corrected rows
const LEAK_TABLE = tableRows(`
  a request that is not in the log                   | lost c       | up c                             | down p; up c
  a charge twice in the bill                         | lost c       | down p; up c; up c               | down p; up c
  a charge three times in the bill                   | lost 2c      | down p; up c; up c; up c         | down p; up c
  a request charged twice                            | owed p       | down p; down p at=2; up c        | down p; down p at=2 refund=p; up c
  a failed request that was charged                  | owed p       | down p failed                    | down p failed refund=p
  a failed request that was charged twice            | owed 2p      | down p failed; down p failed at=2 | down p failed refund=p; down p failed refund=p at=2
  a failed attempt charged besides the answer        | owed m       | down m failed; down p at=2; up c | down 0 failed; down p at=2; up c
  charged above its price, and failed at every provider | owed p+m  | down p+m expected=p; up 0 failed | down p refund=p; up 0 failed
  a partial refund                                   | owed p-p/3   | down p refunded refund=p/3; up c refunded refund=c | down p refunded refund=p; up c refunded refund=c
  charged above its price                            | owed m       | down p+m expected=p; up c        | down p; up c
  charged above its price, twice                     | owed p+2m    | down p+m expected=p; down p+m expected=p; up c | down p; up c
  charged below its price                            | lost p-c/2-p/2 | down c/2+p/2 expected=p; up c  | down p; up c
  charged below its price and its cost               | lost p-c/3   | down c/3 expected=p; up c        | down p; up c
  charged below a price that is below the cost       | lost p+m-c/2 | down c/2 expected=p; up p+m      | down p+2m; up p+m
  sold below cost                                    | lost m       | down p; up p+m                   | down p+2m; up p+m
  a retry paid twice                                 | lost c       | down p; up c; up c id=b at=9     | down p; up c refund=c; up c id=b at=9
  a retry paid twice, and sold below cost            | lost p+m     | down p; up p; up p+m id=b at=9   | down p+2m; up p refund=p; up p+m id=b at=9
  a failed request that the provider charged         | lost c       | down p; up c failed; up c id=b at=9 | down p; up c failed refund=c; up c id=b at=9
  a partial refund of the provider                   | lost c-c/4   | down p; up c refunded refund=c/4; up c id=b at=9 | down p; up c refunded refund=c; up c id=b at=9
  refunded to the customer, but not by the provider  | lost c       | down p refunded refund=p; up c   | down p refunded refund=p; up c refunded refund=c
  charged nothing                                    | lost c       | down 0 expected=none; up c       | down p; up c
  refunded more than it was charged                  | lost m       | down p refunded refund=p+m; up c refunded refund=c | down p refunded refund=p; up c refunded refund=c
  a request without a bill                           | doubtful p   | down p                           | down p; up c
  a payment never credited                           | owed p       | pay p credited=0                 | pay p
  a payment credited in part                         | owed p-c     | pay p credited=c                 | pay p
  a payment credited above its amount, twice         | lost p+2m    | pay p credited=p+m; pay p credited=p+m at=1 | pay p
  a payment charged back, with its credit            | lost p       | pay p chargeback                 | pay p chargeback credited=0
  a payment refunded, with more than its credit      | lost p+m     | pay p refunded refund=p credited=p+m | pay p refunded refund=p credited=0
  a failed payment credited                          | lost p       | pay p failed                     | pay p failed credited=0
  a payment refunded twice                           | lost m       | pay p refunded refund=p+m credited=0 | pay p refunded refund=p credited=0
`);

/** Leaks by name. */
export const leaks: Readonly<Record<string, (target: LeakTarget) => Leak>> = Object.fromEntries(
  LEAK_TABLE.map(([name = '', money = '', rows = '', corrected = '']) => {
    const [side, amount = ''] = money.split(' ') as [Side, string];
    return [
      name,
      (target: LeakTarget) => ({
        ...{ side, amount: computeAmount(amount, target) },
        ...{ rows: parseRows(rows, target), corrected: parseRows(corrected, target) },
      }),
    ];
  }),
);

/** A profitable request at a minute of the hour, and a credited payment. */
export const buildSoundRows = (target: LeakTarget, minutes = 0): readonly Row[] =>
  parseRows(`down p at=${minutes}; up c at=${minutes}; pay p`, target);

/** Sorts rows into ledgers. */
export const collectLedgers = (rows: readonly Row[]): ReconciliationInput => ({
  downstreamUsage: rows.flatMap(({ sale = [] }) => sale),
  upstreamCharges: rows.flatMap(({ charge = [] }) => charge),
  payments: rows.flatMap(({ payment = [] }) => payment),
});
