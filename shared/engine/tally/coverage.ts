import { DAY_MS, HOUR_MS } from '../../instant.ts';
import { ZERO } from '../../money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import type { Request } from '../groups/request.ts';
import type { UsageRow } from '../rows/row.ts';
import { byKey, count, fields, greatest, least, type Monoid, sum, type TallyOf } from './monoid.ts';

/** Time is told in quarters of an hour: what is closer to a bound may belong to either side of it. */
export const SLOT_MS = 15 * 60_000;

/** Which quarters of an hour have a row. */
class Slots {
  readonly #slots = new Set<number>();
  /** Most rows are of the quarter of the row before. */
  #last: number | undefined;

  /** @param time in epoch milliseconds */
  add(time: number): void {
    this.addSlot(Math.floor(time / SLOT_MS));
  }

  addSlot(slot: number): void {
    if (slot === this.#last) return;
    this.#last = slot;
    this.#slots.add(slot);
  }

  /** Whether any quarter that begins in a stretch of time has a row. */
  hasIn(start: number, end: number): boolean {
    for (let slot = Math.floor(start / SLOT_MS); slot * SLOT_MS < end; slot++)
      if (this.#slots.has(slot)) return true;
    return false;
  }

  get all(): ReadonlySet<number> {
    return this.#slots;
  }
}
const slots: Monoid<Slots, number[]> = {
  empty: () => new Slots(),
  merge: (into, other) => {
    for (const slot of other.all) into.addSlot(slot);
  },
  pack: ({ all }) => [...all],
  unpack: (wire) => {
    const some = new Slots();
    for (const slot of wire) some.addSlot(slot);
    return some;
  },
};

/** What requests of one quarter came to that have no upstream row of their own. */
const coveredSlot = fields({ requests: count, sold: count, revenue: sum, estimated: sum });
const phase = fields({ first: least, last: greatest });

/** Requests without an upstream row of their own, and upstream rows without a request: what only totals can compare. */
export const coverage = fields({
  /** The rows of the log, wherever they count. */
  log: fields({ first: least, last: greatest, slots }),
  /** By the model sold. */
  covered: byKey(
    fields({
      requests: count,
      delivered: count,
      tokens: count,
      free: fields({ requests: count, tokens: count }),
      /** What findings of these requests count as lost. */
      lost: sum,
      /** By channel, a blank where none is known, and by quarter. */
      channels: byKey(byKey(coveredSlot)),
    }),
  ),
  /** By the model billed, and by channel, a blank where the row names none. */
  bills: byKey(
    byKey(
      fields({
        rows: count,
        /** The times of day, and the minutes of the hour, of all rows. */
        ofDay: phase,
        ofHour: phase,
        slots: byKey(sum),
      }),
    ),
  ),
});
export type Coverage = TallyOf<typeof coverage>;

export const addLogTime = ({ log }: Coverage, time: number): void => {
  log.first.add(time);
  log.last.add(time);
  log.slots.add(time);
};

/** Counts may have fractions, whose sum would depend on their order. */
const tokensOf = (tokens: Tokens = {}): number =>
  TOKEN_KINDS.reduce((all, kind) => all + (kind === 'reasoning' ? 0 : Math.round(tokens[kind] ?? 0)), 0);

/** @param lost what findings of the request count */
export function addCovered({ covered }: Coverage, request: Request, lost = ZERO): void {
  const { model, channelId = '', anchor, estimate } = request;
  const { delivered, free, net } = request.sold;
  const entry = covered.at(model);
  const tokens = tokensOf(request.sold.tokens);
  entry.requests.value++;
  entry.tokens.value += tokens;
  if (delivered) entry.delivered.value++;
  if (free) {
    entry.free.requests.value++;
    entry.free.tokens.value += tokens;
  }
  entry.lost.add(lost);
  const slot = entry.channels.at(channelId).at(`${Math.floor(anchor / SLOT_MS)}`);
  slot.requests.value++;
  slot.revenue.add(net);
  const estimated = typeof estimate === 'object' ? estimate.total : ZERO;
  slot.estimated.add(estimated);
  if (delivered && !(net.isZero() && estimated.isZero())) slot.sold.value++;
}

const positive = (value: number, modulus: number): number => ((value % modulus) + modulus) % modulus;

/** Adds an included, settled upstream row that names no request. */
export function addBilled({ bills }: Coverage, { model, channelId = '', occurredAt, net }: UsageRow): void {
  const entry = bills.at(model).at(channelId);
  entry.rows.value++;
  for (const [tally, modulus] of [
    [entry.ofDay, DAY_MS],
    [entry.ofHour, HOUR_MS],
  ] as const) {
    tally.first.add(positive(occurredAt, modulus));
    tally.last.add(positive(occurredAt, modulus));
  }
  entry.slots.at(`${Math.floor(occurredAt / SLOT_MS)}`).add(net);
}
