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

/** An error of known money, and the same rows once they are mended. Money is in millionths. */
export interface Leak {
  readonly side: Side;
  readonly amount: number;
  readonly rows: readonly Row[];
  readonly mended: readonly Row[];
}

/** Where a leak is planted, and how dear it is: the price is above the cost, and `more` above both tolerances. */
export interface LeakTarget {
  readonly name: string;
  readonly model: string;
  readonly channelId: string;
  readonly cost: number;
  readonly price: number;
  readonly more: number;
}

/** Millionths as an amount of the contract. */
export const formatMillionths = (millionths: number): string => {
  const digits = `${millionths}`.padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const timeOf = (minutes: number): string => new Date(Date.UTC(2026, 2, 10, 12, minutes)).toISOString();

/** An amount such as `p+2m-c/3`, in whole millionths: the cost `c`, the price `p` and `m`, which is `more`. */
function amountOf(text: string, { cost, price, more }: LeakTarget): number {
  const units: Readonly<Record<string, number>> = { c: cost, p: price, m: more };
  return [...text.matchAll(/([+-]?)(\d*)([cpm])(?:\/(\d))?/g)].reduce(
    (sum, [, sign, times, unit = '', parts = '1']) =>
      sum + (sign === '-' ? -1 : 1) * Math.floor((Number(times || 1) * (units[unit] ?? 0)) / Number(parts)),
    0,
  );
}

/** A row as `down p+m refunded refund=p expected=none at=2`, `up c id=b` or `pay p credited=0`. */
function rowIn(text: string, place: LeakTarget): Row {
  const { name, model, channelId } = place;
  const [kind, gross = '', ...words] = text.split(' ');
  const options = new Map(words.map((word) => word.split('=') as [string, string | undefined]));
  const amount = (expression: string) => formatMillionths(amountOf(expression, place));
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

const rowsIn = (text: string, place: LeakTarget): Row[] => text.split('; ').map((row) => rowIn(row, place));

// The first are each on a request of its own, the others on a payment: what is lost or owed | rows | mended rows
const LEAKS = tableRows(`
  a request that nobody logged                       | lost c       | up c                             | down p; up c
  a charge twice in the bill                         | lost c       | down p; up c; up c               | down p; up c
  a charge three times in the bill                   | lost 2c      | down p; up c; up c; up c         | down p; up c
  a request charged twice                            | owed p       | down p; down p at=2; up c        | down p; down p at=2 refund=p; up c
  a failure charged                                  | owed p       | down p failed                    | down p failed refund=p
  a failure charged twice                            | owed 2p      | down p failed; down p failed at=2 | down p failed refund=p; down p failed refund=p at=2
  a failed try charged beside the answer             | owed m       | down m failed; down p at=2; up c | down 0 failed; down p at=2; up c
  charged above its price, and failed by every provider | owed p+m  | down p+m expected=p; up 0 failed | down p refund=p; up 0 failed
  a refund that is not whole                         | owed p-p/3   | down p refunded refund=p/3; up c refunded refund=c | down p refunded refund=p; up c refunded refund=c
  charged above its price                            | owed m       | down p+m expected=p; up c        | down p; up c
  charged above its price, twice                     | owed p+2m    | down p+m expected=p; down p+m expected=p; up c | down p; up c
  charged below its price                            | lost p-c/2-p/2 | down c/2+p/2 expected=p; up c  | down p; up c
  charged below its price and its cost               | lost p-c/3   | down c/3 expected=p; up c        | down p; up c
  charged below a price that is below the cost       | lost p+m-c/2 | down c/2 expected=p; up p+m      | down p+2m; up p+m
  sold below cost                                    | lost m       | down p; up p+m                   | down p+2m; up p+m
  a retry paid twice                                 | lost c       | down p; up c; up c id=b at=9     | down p; up c refund=c; up c id=b at=9
  a retry paid twice, and sold below cost            | lost p+m     | down p; up p; up p+m id=b at=9   | down p+2m; up p refund=p; up p+m id=b at=9
  a failure that the provider was paid for           | lost c       | down p; up c failed; up c id=b at=9 | down p; up c failed refund=c; up c id=b at=9
  a part refund of the provider                      | lost c-c/4   | down p; up c refunded refund=c/4; up c id=b at=9 | down p; up c refunded refund=c; up c id=b at=9
  given back to the customer, kept by the provider   | lost c       | down p refunded refund=p; up c   | down p refunded refund=p; up c refunded refund=c
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
export const leaks: Readonly<Record<string, (place: LeakTarget) => Leak>> = Object.fromEntries(
  LEAKS.map(([name = '', what = '', rows = '', mended = '']) => {
    const [side, amount = ''] = what.split(' ') as [Side, string];
    return [
      name,
      (place: LeakTarget) => ({
        ...{ side, amount: amountOf(amount, place) },
        ...{ rows: rowsIn(rows, place), mended: rowsIn(mended, place) },
      }),
    ];
  }),
);

/** A request that earns, at a minute of the hour, and a payment that is credited. */
export const buildSoundRows = (place: LeakTarget, minutes = 0): readonly Row[] =>
  rowsIn(`down p at=${minutes}; up c at=${minutes}; pay p`, place);

/** The ledgers of some rows. */
export const collectLedgers = (rows: readonly Row[]): ReconciliationInput => ({
  downstreamUsage: rows.flatMap(({ sale = [] }) => sale),
  upstreamCharges: rows.flatMap(({ charge = [] }) => charge),
  payments: rows.flatMap(({ payment = [] }) => payment),
});
