import type { Side } from '#shared/schemas/lists.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';

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
export interface Place {
  readonly name: string;
  readonly model: string;
  readonly channelId: string;
  readonly cost: number;
  readonly price: number;
  readonly more: number;
}

/** Millionths as an amount of the contract. */
export const money = (millionths: number): string => {
  const digits = `${millionths}`.padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const timeOf = (minutes: number): string => new Date(Date.UTC(2026, 2, 10, 12, minutes)).toISOString();

interface More<TStatus> {
  readonly status?: TStatus;
  /** What is given back: a sum, or the whole. */
  readonly back?: number | 'all';
  readonly minutes?: number;
}

/** Makes the rows of one place. */
function rowsAt({ name, model, channelId }: Place) {
  const returned = (back: number | 'all' | undefined, amount: number) =>
    back !== undefined && { refundAmount: money(back === 'all' ? amount : back) };
  const down = (
    charged: number,
    more: More<DownstreamRecord['status']> & { readonly expected?: number | null } = {},
  ): Row => {
    const { status = 'success', back, minutes = 0, expected = charged } = more;
    const sale = {
      requestId: name,
      model,
      channelId,
      status,
      occurredAt: timeOf(minutes),
      userId: `of ${name}`,
      chargedAmount: money(charged),
      ...returned(back, charged),
      ...(expected !== null && status !== 'failed' && { expectedCharge: money(expected) }),
    };
    return { sale };
  };
  const up = (cost: number, more: More<UpstreamRecord['status']> & { readonly id?: string } = {}): Row => {
    const { status = 'success', back, minutes = 0, id = '' } = more;
    const charge = {
      requestId: name,
      model,
      channelId,
      status,
      occurredAt: timeOf(minutes + 1),
      upstreamId: `${name} ${id}`,
      costAmount: money(cost),
      ...returned(back, cost),
    };
    return { charge };
  };
  const pay = (
    paid: number,
    more: More<PaymentRecord['status']> & { readonly credited?: number } = {},
  ): Row => {
    const { status = 'settled', back, minutes = 0, credited = paid } = more;
    const payment = {
      transactionId: name,
      status,
      occurredAt: timeOf(minutes),
      userId: `of ${name}`,
      amount: money(paid),
      ...returned(back, paid),
      creditedAmount: money(credited),
    };
    return { payment };
  };
  return { down, up, pay };
}

type Plant = (place: Place, rows: ReturnType<typeof rowsAt>) => Leak;
type Rows = readonly Row[];
const lost = (amount: number, rows: Rows, mended: Rows): Leak => ({ side: 'lost', amount, rows, mended });
const owed = (amount: number, rows: Rows, mended: Rows): Leak => ({ side: 'owed', amount, rows, mended });

const FAILED = { status: 'failed' } as const;
const REFUNDED = { status: 'refunded', back: 'all' } as const;
/** The attempt that served, after another. */
const SERVED = { id: 'b', minutes: 9 } as const;
const part = (amount: number, of: number): number => Math.floor(amount / of);

/** Each on a request of its own: `c` is its cost, `p` its price. */
const REQUESTS: Readonly<Record<string, Plant>> = {
  'a request that nobody logged': ({ cost: c, price: p }, { down, up }) => lost(c, [up(c)], [down(p), up(c)]),
  'a charge twice in the bill': ({ cost: c, price: p }, { down, up }) =>
    lost(c, [down(p), up(c), up(c)], [down(p), up(c)]),
  'a charge three times in the bill': ({ cost: c, price: p }, { down, up }) =>
    lost(2 * c, [down(p), up(c), up(c), up(c)], [down(p), up(c)]),
  'a request charged twice': ({ cost: c, price: p }, { down, up }) =>
    owed(
      p,
      [down(p), down(p, { minutes: 2 }), up(c)],
      [down(p), down(p, { minutes: 2, back: 'all' }), up(c)],
    ),
  'a failure charged': ({ price: p }, { down }) =>
    owed(p, [down(p, FAILED)], [down(p, { ...FAILED, back: 'all' })]),
  'a failure charged twice': ({ price: p }, { down }) => {
    const mended = { ...FAILED, back: 'all' } as const;
    const rows = [down(p, FAILED), down(p, { ...FAILED, minutes: 2 })];
    return owed(2 * p, rows, [down(p, mended), down(p, { ...mended, minutes: 2 })]);
  },
  'a failed try charged beside the answer': ({ cost: c, price: p, more }, { down, up }) => {
    const answer = [down(p, { minutes: 2 }), up(c)];
    return owed(more, [down(more, FAILED), ...answer], [down(0, FAILED), ...answer]);
  },
  'charged above its price, and failed by every provider': ({ price: p, more }, { down, up }) =>
    owed(
      p + more,
      [down(p + more, { expected: p }), up(0, FAILED)],
      [down(p, { back: 'all' }), up(0, FAILED)],
    ),
  'a refund that is not whole': ({ cost: c, price: p }, { down, up }) => {
    const rows = [down(p, { ...REFUNDED, back: part(p, 3) }), up(c, REFUNDED)];
    return owed(p - part(p, 3), rows, [down(p, REFUNDED), up(c, REFUNDED)]);
  },
  'charged above its price': ({ cost: c, price: p, more }, { down, up }) =>
    owed(more, [down(p + more, { expected: p }), up(c)], [down(p), up(c)]),
  'charged above its price, twice': ({ cost: c, price: p, more }, { down, up }) => {
    const sale = down(p + more, { expected: p });
    return owed(p + 2 * more, [sale, sale, up(c)], [down(p), up(c)]);
  },
  'charged below its price': ({ cost: c, price: p }, { down, up }) => {
    const charged = part(c + p, 2);
    return lost(p - charged, [down(charged, { expected: p }), up(c)], [down(p), up(c)]);
  },
  'charged below its price and its cost': ({ cost: c, price: p }, { down, up }) => {
    const charged = part(c, 3);
    return lost(p - charged, [down(charged, { expected: p }), up(c)], [down(p), up(c)]);
  },
  'charged below a price that is below the cost': ({ cost: c, price: p, more }, { down, up }) => {
    const [charged, dear] = [part(c, 2), p + more];
    return lost(dear - charged, [down(charged, { expected: p }), up(dear)], [down(dear + more), up(dear)]);
  },
  'sold below cost': ({ price: p, more }, { down, up }) =>
    lost(more, [down(p), up(p + more)], [down(p + 2 * more), up(p + more)]),
  'a retry paid twice': ({ cost: c, price: p }, { down, up }) =>
    lost(c, [down(p), up(c), up(c, SERVED)], [down(p), up(c, { back: 'all' }), up(c, SERVED)]),
  'a retry paid twice, and sold below cost': ({ price: p, more }, { down, up }) => {
    const served = up(p + more, SERVED);
    return lost(p + more, [down(p), up(p), served], [down(p + 2 * more), up(p, { back: 'all' }), served]);
  },
  'a failure that the provider was paid for': ({ cost: c, price: p }, { down, up }) =>
    lost(
      c,
      [down(p), up(c, FAILED), up(c, SERVED)],
      [down(p), up(c, { ...FAILED, back: 'all' }), up(c, SERVED)],
    ),
  'a part refund of the provider': ({ cost: c, price: p }, { down, up }) => {
    const rows = [down(p), up(c, { ...REFUNDED, back: part(c, 4) }), up(c, SERVED)];
    return lost(c - part(c, 4), rows, [down(p), up(c, REFUNDED), up(c, SERVED)]);
  },
  'given back to the customer, kept by the provider': ({ cost: c, price: p }, { down, up }) =>
    lost(c, [down(p, REFUNDED), up(c)], [down(p, REFUNDED), up(c, REFUNDED)]),
  'charged nothing': ({ cost: c, price: p }, { down, up }) =>
    lost(c, [down(0, { expected: null }), up(c)], [down(p), up(c)]),
  'refunded more than it was charged': ({ cost: c, price: p, more }, { down, up }) => {
    const rows = [down(p, { ...REFUNDED, back: p + more }), up(c, REFUNDED)];
    return lost(more, rows, [down(p, REFUNDED), up(c, REFUNDED)]);
  },
  'a request without a bill': ({ cost: c, price: p }, { down, up }) => ({
    side: 'doubtful',
    amount: p,
    rows: [down(p)],
    mended: [down(p), up(c)],
  }),
};

/** Each on a payment of its own. */
const PAYMENTS: Readonly<Record<string, Plant>> = {
  'a payment never credited': ({ price: p }, { pay }) => owed(p, [pay(p, { credited: 0 })], [pay(p)]),
  'a payment credited in part': ({ cost: c, price: p }, { pay }) =>
    owed(p - c, [pay(p, { credited: c })], [pay(p)]),
  'a payment credited above its amount, twice': ({ price: p, more }, { pay }) => {
    const credited = p + more;
    return lost(credited + more, [pay(p, { credited }), pay(p, { credited, minutes: 1 })], [pay(p)]);
  },
  'a payment charged back, with its credit': ({ price: p }, { pay }) =>
    lost(p, [pay(p, { status: 'chargeback' })], [pay(p, { status: 'chargeback', credited: 0 })]),
  'a payment refunded, with more than its credit': ({ price: p, more }, { pay }) =>
    lost(p + more, [pay(p, { ...REFUNDED, credited: p + more })], [pay(p, { ...REFUNDED, credited: 0 })]),
  'a failed payment credited': ({ price: p }, { pay }) =>
    lost(p, [pay(p, FAILED)], [pay(p, { ...FAILED, credited: 0 })]),
  'a payment refunded twice': ({ price: p, more }, { pay }) => {
    const refunded = (back: number) => [pay(p, { ...REFUNDED, back, credited: 0 })];
    return lost(more, refunded(p + more), refunded(p));
  },
};

/** Leaks by name. */
export const leaks: Readonly<Record<string, (place: Place) => Leak>> = Object.fromEntries(
  Object.entries({ ...REQUESTS, ...PAYMENTS }).map(([name, plant]) => [
    name,
    (place: Place) => plant(place, rowsAt(place)),
  ]),
);

/** A request that earns, at a minute of the hour, and a payment that is credited. */
export function honest(place: Place, minutes = 0): Rows {
  const { down, up, pay } = rowsAt(place);
  return [down(place.price, { minutes }), up(place.cost, { minutes }), pay(place.price)];
}

/** The ledgers of some rows. */
export const ledgersOf = (rows: Rows): ReconciliationInput => ({
  downstreamUsage: rows.flatMap(({ sale = [] }) => sale),
  upstreamCharges: rows.flatMap(({ charge = [] }) => charge),
  payments: rows.flatMap(({ payment = [] }) => payment),
});
