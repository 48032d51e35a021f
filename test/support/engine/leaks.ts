import type { Side } from '#shared/schemas/lists.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';

/** Rows of all three ledgers. */
export interface Rows {
  readonly down?: readonly DownstreamRecord[];
  readonly up?: readonly UpstreamRecord[];
  readonly pay?: readonly PaymentRecord[];
}

/** An error of known money, and the same rows once they are mended. Money is in millionths. */
export interface Leak extends Rows {
  readonly side: Side;
  readonly amount: number;
  readonly mended: Rows;
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
  readonly refund?: number;
  readonly minutes?: number;
}

/** Makes the rows of one place. */
function rowsAt({ name, model, channelId }: Place) {
  const optional = (refund: number | undefined) => refund !== undefined && { refundAmount: money(refund) };
  return {
    down(
      charged: number,
      more: More<DownstreamRecord['status']> & { readonly expected?: number | null } = {},
    ): DownstreamRecord {
      const { status = 'success', refund, minutes = 0, expected = charged } = more;
      return {
        ...{ requestId: name, model, channelId, status, occurredAt: timeOf(minutes), userId: `of ${name}` },
        chargedAmount: money(charged),
        ...optional(refund),
        ...(expected !== null && status !== 'failed' && { expectedCharge: money(expected) }),
      };
    },
    up(cost: number, more: More<UpstreamRecord['status']> & { readonly id?: string } = {}): UpstreamRecord {
      const { status = 'success', refund, minutes = 0, id = '' } = more;
      return {
        ...{ requestId: name, model, channelId, status, occurredAt: timeOf(minutes + 1) },
        ...{ upstreamId: `${name} ${id}`, costAmount: money(cost), ...optional(refund) },
      };
    },
    pay(
      paid: number,
      more: More<PaymentRecord['status']> & { readonly credited?: number } = {},
    ): PaymentRecord {
      const { status = 'settled', refund, minutes = 0, credited = paid } = more;
      return {
        ...{ transactionId: name, status, occurredAt: timeOf(minutes), userId: `of ${name}` },
        ...{ amount: money(paid), ...optional(refund), creditedAmount: money(credited) },
      };
    },
  };
}

type Plant = (place: Place, rows: ReturnType<typeof rowsAt>) => Leak;
const lost = (amount: number, rows: Rows, mended: Rows): Leak => ({ side: 'lost', amount, ...rows, mended });
const owed = (amount: number, rows: Rows, mended: Rows): Leak => ({ side: 'owed', amount, ...rows, mended });

/** Leaks, each on a request or a payment of its own. */
export const leaks: Readonly<Record<string, (place: Place) => Leak>> = Object.fromEntries(
  Object.entries<Plant>({
    'a request that nobody logged': ({ cost, price }, { down, up }) =>
      lost(cost, { up: [up(cost)] }, { down: [down(price)], up: [up(cost)] }),
    'a charge twice in the bill': ({ cost, price }, { down, up }) =>
      lost(cost, { down: [down(price)], up: [up(cost), up(cost)] }, { down: [down(price)], up: [up(cost)] }),
    'a charge three times in the bill': ({ cost, price }, { down, up }) =>
      lost(
        2 * cost,
        { down: [down(price)], up: [up(cost), up(cost), up(cost)] },
        { down: [down(price)], up: [up(cost)] },
      ),
    'a request charged twice': ({ cost, price }, { down, up }) =>
      owed(
        price,
        { down: [down(price), down(price, { minutes: 2 })], up: [up(cost)] },
        { down: [down(price), down(price, { minutes: 2, refund: price })], up: [up(cost)] },
      ),
    'a failure charged': ({ price }, { down }) =>
      owed(
        price,
        { down: [down(price, { status: 'failed' })] },
        { down: [down(price, { status: 'failed', refund: price })] },
      ),
    'a failure charged twice': ({ price }, { down }) =>
      owed(
        2 * price,
        { down: [down(price, { status: 'failed' }), down(price, { status: 'failed', minutes: 2 })] },
        {
          down: [
            down(price, { status: 'failed', refund: price }),
            down(price, { status: 'failed', refund: price, minutes: 2 }),
          ],
        },
      ),
    'a failed try charged beside the answer': ({ cost, price, more }, { down, up }) =>
      owed(
        more,
        { down: [down(more, { status: 'failed' }), down(price, { minutes: 2 })], up: [up(cost)] },
        { down: [down(0, { status: 'failed' }), down(price, { minutes: 2 })], up: [up(cost)] },
      ),
    'charged above its price, and failed by every provider': ({ price, more }, { down, up }) =>
      owed(
        price + more,
        { down: [down(price + more, { expected: price })], up: [up(0, { status: 'failed' })] },
        { down: [down(price, { refund: price })], up: [up(0, { status: 'failed' })] },
      ),
    'a refund that is not whole': ({ cost, price }, { down, up }) => {
      const back = Math.floor(price / 3);
      const bill = [up(cost, { status: 'refunded', refund: cost })];
      return owed(
        price - back,
        { down: [down(price, { status: 'refunded', refund: back })], up: bill },
        { down: [down(price, { status: 'refunded', refund: price })], up: bill },
      );
    },
    'charged above its price': ({ cost, price, more }, { down, up }) =>
      owed(
        more,
        { down: [down(price + more, { expected: price })], up: [up(cost)] },
        { down: [down(price)], up: [up(cost)] },
      ),
    'charged above its price, twice': ({ cost, price, more }, { down, up }) => {
      const sale = down(price + more, { expected: price });
      return owed(
        price + 2 * more,
        { down: [sale, sale], up: [up(cost)] },
        { down: [down(price)], up: [up(cost)] },
      );
    },
    'charged below its price': ({ cost, price }, { down, up }) => {
      const charged = Math.floor((cost + price) / 2);
      return lost(
        price - charged,
        { down: [down(charged, { expected: price })], up: [up(cost)] },
        { down: [down(price)], up: [up(cost)] },
      );
    },
    'charged below its price and its cost': ({ cost, price }, { down, up }) => {
      const charged = Math.floor(cost / 3);
      return lost(
        price - charged,
        { down: [down(charged, { expected: price })], up: [up(cost)] },
        { down: [down(price)], up: [up(cost)] },
      );
    },
    'charged below a price that is below the cost': ({ cost, price, more }, { down, up }) => {
      const charged = Math.floor(cost / 2);
      return lost(
        price + more - charged,
        { down: [down(charged, { expected: price })], up: [up(price + more)] },
        { down: [down(price + 2 * more)], up: [up(price + more)] },
      );
    },
    'sold below cost': ({ price, more }, { down, up }) =>
      lost(
        more,
        { down: [down(price)], up: [up(price + more)] },
        { down: [down(price + 2 * more)], up: [up(price + more)] },
      ),
    'a retry paid twice': ({ cost, price }, { down, up }) => {
      const served = up(cost, { id: 'b', minutes: 9 });
      return lost(
        cost,
        { down: [down(price)], up: [up(cost), served] },
        { down: [down(price)], up: [up(cost, { refund: cost }), served] },
      );
    },
    'a retry paid twice, and sold below cost': ({ price, more }, { down, up }) => {
      const served = up(price + more, { id: 'b', minutes: 9 });
      return lost(
        price + more,
        { down: [down(price)], up: [up(price), served] },
        { down: [down(price + 2 * more)], up: [up(price, { refund: price }), served] },
      );
    },
    'a failure that the provider was paid for': ({ cost, price }, { down, up }) => {
      const served = up(cost, { id: 'b', minutes: 9 });
      return lost(
        cost,
        { down: [down(price)], up: [up(cost, { status: 'failed' }), served] },
        { down: [down(price)], up: [up(cost, { status: 'failed', refund: cost }), served] },
      );
    },
    'a part refund of the provider': ({ cost, price }, { down, up }) => {
      const served = up(cost, { id: 'b', minutes: 9 });
      const back = Math.floor(cost / 4);
      return lost(
        cost - back,
        { down: [down(price)], up: [up(cost, { status: 'refunded', refund: back }), served] },
        { down: [down(price)], up: [up(cost, { status: 'refunded', refund: cost }), served] },
      );
    },
    'given back to the customer, kept by the provider': ({ cost, price }, { down, up }) => {
      const sale = down(price, { status: 'refunded', refund: price });
      return lost(
        cost,
        { down: [sale], up: [up(cost)] },
        { down: [sale], up: [up(cost, { status: 'refunded', refund: cost })] },
      );
    },
    'charged nothing': ({ cost, price }, { down, up }) =>
      lost(
        cost,
        { down: [down(0, { expected: null })], up: [up(cost)] },
        { down: [down(price)], up: [up(cost)] },
      ),
    'refunded more than it was charged': ({ cost, price, more }, { down, up }) => {
      const bill = [up(cost, { status: 'refunded', refund: cost })];
      return lost(
        more,
        { down: [down(price, { status: 'refunded', refund: price + more })], up: bill },
        { down: [down(price, { status: 'refunded', refund: price })], up: bill },
      );
    },
    'a request without a bill': ({ cost, price }, { down, up }) => ({
      ...{ side: 'doubtful', amount: price, down: [down(price)] },
      mended: { down: [down(price)], up: [up(cost)] },
    }),
    'a payment never credited': ({ price }, { pay }) =>
      owed(price, { pay: [pay(price, { credited: 0 })] }, { pay: [pay(price)] }),
    'a payment credited in part': ({ cost, price }, { pay }) =>
      owed(price - cost, { pay: [pay(price, { credited: cost })] }, { pay: [pay(price)] }),
    'a payment credited above its amount, twice': ({ price, more }, { pay }) =>
      lost(
        price + 2 * more,
        { pay: [pay(price, { credited: price + more }), pay(price, { credited: price + more, minutes: 1 })] },
        { pay: [pay(price)] },
      ),
    'a payment charged back, with its credit': ({ price }, { pay }) =>
      lost(
        price,
        { pay: [pay(price, { status: 'chargeback' })] },
        { pay: [pay(price, { status: 'chargeback', credited: 0 })] },
      ),
    'a payment refunded, with more than its credit': ({ price, more }, { pay }) =>
      lost(
        price + more,
        { pay: [pay(price, { status: 'refunded', refund: price, credited: price + more })] },
        { pay: [pay(price, { status: 'refunded', refund: price, credited: 0 })] },
      ),
    'a failed payment credited': ({ price }, { pay }) =>
      lost(
        price,
        { pay: [pay(price, { status: 'failed' })] },
        { pay: [pay(price, { status: 'failed', credited: 0 })] },
      ),
    'a payment refunded twice': ({ price, more }, { pay }) =>
      lost(
        more,
        { pay: [pay(price, { status: 'refunded', refund: price + more, credited: 0 })] },
        { pay: [pay(price, { status: 'refunded', refund: price, credited: 0 })] },
      ),
  }).map(([name, plant]) => [name, (place: Place) => plant(place, rowsAt(place))]),
);

/** A request that earns and a payment that is credited. */
export function honest(place: Place): Rows {
  const { down, up, pay } = rowsAt(place);
  return { down: [down(place.price)], up: [up(place.cost)], pay: [pay(place.price)] };
}

/** The ledgers of some rows. */
export const ledgersOf = (all: readonly Rows[]): ReconciliationInput => ({
  downstreamUsage: all.flatMap(({ down = [] }) => down),
  upstreamCharges: all.flatMap(({ up = [] }) => up),
  payments: all.flatMap(({ pay = [] }) => pay),
});
