import { BODY_BYTES_MAX, RECORDS_MAX } from '#shared/limits.ts';
import { Random } from '../random.ts';
import type { Pattern, Patterns } from './patterns.ts';
import * as says from './patterns.ts';

const ID_OR_NONE: Patterns = { ...says.absent, ...says.ids };
const AMOUNT_OR_NONE: Patterns = { ...says.absent, ...says.amounts };

/** What each field of a row may say. */
type Fields = Readonly<Record<string, Patterns>>;

/** Fields that decide how a row is looked at before it is read, and one that nothing knows. */
const ANYWHERE: Fields = Object.fromEntries(
  ['x', 'data', 'items', 'results', 'start_time', 'total', 'message', 'code', 'success', 'other', 'channel']
    .concat('id', 'created_at', 'quota', 'cost', 'currency', 'costAmount', 'requestId', 'occurredAt')
    .map((field) => [field, says.junk]),
);
/** How rows may be sent. */
const WRAPS = {
  array: (rows) => rows,
  page: (rows) => ({ success: true, data: { total: rows.length, items: rows } }),
  pages: (rows) => rows.map((row) => ({ total: rows.length, data: [row] })),
  deepPages: (rows) => rows.map((row) => ({ data: { total: 1, data: { Total: 1, data: [row] } } })),
  day: (rows) => [{ start_time: 1, results: rows }],
  days: (rows) => rows.map((row) => ({ start_time: 1, results: [row] })),
  dayInDay: (rows) => [{ start_time: 1, results: [{ start_time: 1, results: rows }] }],
  object: (rows) => Object.fromEntries(rows.map((row, i) => [`k${i}`, row])),
  text: (rows) => ({ data: JSON.stringify(rows), items: null }),
  texts: (rows) => rows.map((row) => JSON.stringify(row)),
} as const satisfies Record<string, (rows: readonly object[]) => unknown>;
type Wrap = keyof typeof WRAPS;

const usage: Fields = {
  occurredAt: says.times,
  model: says.models,
  channelId: ID_OR_NONE,
  status: says.usageStatuses,
  refundAmount: AMOUNT_OR_NONE,
  currency: says.currencies,
  tokens: says.tokens,
};
const log: Fields = {
  id: says.numbers,
  type: says.logTypes,
  created_at: says.seconds,
  request_id: ID_OR_NONE,
  upstream_request_id: ID_OR_NONE,
  user_id: says.numbers,
  token_id: says.numbers,
  channel: says.numbers,
  model_name: says.models,
  quota: says.quotas,
  prompt_tokens: says.numbers,
  completion_tokens: says.numbers,
  other: says.snapshots,
};
const provider: Fields = {
  request_id: ID_OR_NONE,
  id: ID_OR_NONE,
  cost: says.amounts,
  created_at: says.seconds,
  model: says.models,
};
const movements: Fields = {
  balance_transaction_id: says.ids,
  source_id: says.ids,
  reporting_category: {
    charge: () => 'charge',
    all: (i) => ['charge', 'refund', 'dispute', 'dispute_reversal'][i % 4],
  },
  created_utc: { same: () => '2026-03-01 00:00:00' },
  currency: { usd: () => 'usd' },
  gross: says.amounts,
  fee: says.amounts,
};
const topUps: Fields = {
  id: says.numbers,
  user_id: says.numbers,
  trade_no: says.ids,
  money: says.amounts,
  amount: says.numbers,
  create_time: says.seconds,
  complete_time: says.seconds,
  payment_method: { stripe: () => 'stripe', epay: () => 'alipay' },
  status: { success: () => 'success', all: (i) => ['success', 'pending', 'failed'][i % 3] },
};
/** An endpoint's bodies: its rows by the name of their list, where a list may have rows of several kinds. */
interface Surface {
  readonly head: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, readonly Fields[]>>;
}

const SURFACES = {
  reconcile: {
    head: {},
    lists: {
      downstreamUsage: [
        {
          requestId: says.ids,
          chargedAmount: says.amounts,
          expectedCharge: AMOUNT_OR_NONE,
          userId: ID_OR_NONE,
          tokenId: ID_OR_NONE,
          ...usage,
        },
      ],
      upstreamCharges: [
        { requestId: ID_OR_NONE, upstreamId: ID_OR_NONE, costAmount: says.amounts, ...usage },
      ],
      payments: [
        {
          transactionId: says.ids,
          occurredAt: says.times,
          userId: ID_OR_NONE,
          provider: ID_OR_NONE,
          status: says.paymentStatuses,
          amount: says.amounts,
          feeAmount: AMOUNT_OR_NONE,
          refundAmount: AMOUNT_OR_NONE,
          creditedAmount: AMOUNT_OR_NONE,
          currency: says.currencies,
        },
      ],
    },
  },
  normalize: {
    head: { connector: 'new-api', quotaPerUnit: 500_000 },
    lists: {
      logs: [log],
      channels: [{ id: says.numbers, name: says.ids }],
      upstreamCharges: [log, provider],
      payments: [topUps, movements],
    },
  },
} as const satisfies Record<string, Surface>;
export type SurfaceName = keyof typeof SURFACES;
const surfaces: Readonly<Record<SurfaceName, Surface>> = SURFACES;

/** What the rows of a list say: which kind they are, and by field the name of a pattern; how they are sent, if not as an array. */
interface Rows {
  readonly kind: number;
  readonly says: Readonly<Record<string, string>>;
  readonly wrap?: Wrap;
}

/** A body of any size. Plain JSON, so that what a search has found can be repeated. */
export interface Shape {
  readonly surface: SurfaceName;
  readonly lists: Readonly<Record<string, Rows>>;
  /** Rows of each list, where they are not as many as the contract accepts. */
  readonly rowsMax?: number;
  /** It is a month: each list is two files, which have its rows in turns, or each row is a file. */
  readonly files?: 'two' | 'many';
}

const fieldsOf = (surface: SurfaceName, list: string, kind: number): Fields =>
  surfaces[surface].lists[list]?.[kind] ?? {};
const patternsOf = ({ surface }: Shape, list: string, { kind, says: names }: Rows): [string, Pattern][] => {
  const fields = fieldsOf(surface, list, kind);
  return Object.entries(names).map(([field, name]) => [
    field,
    (fields[field]?.[name] ?? says.junk[name]) as Pattern,
  ]);
};

/** The body with `n` rows in each list. */
export function buildBody(shape: Shape, n: number): Record<string, unknown> {
  const lists = Object.entries(shape.lists).map(([list, rows]) => {
    const patterns = patternsOf(shape, list, rows);
    const rowOf = (i: number) =>
      Object.fromEntries(patterns.map(([field, pattern]) => [field, pattern(i, n)]));
    return [list, WRAPS[rows.wrap ?? 'array'](Array.from({ length: n }, (_, i) => rowOf(i)))] as const;
  });
  const needed = shape.surface === 'reconcile' ? { downstreamUsage: [] } : { logs: [] };
  return { ...surfaces[shape.surface].head, ...needed, ...Object.fromEntries(lists) };
}

const FEW = 1000;

/** The largest body that the limits accept, as text, with so many rows in each list. */
export function buildLargestBody(shape: Shape): { readonly text: string; readonly rows: number } {
  const { rowsMax = RECORDS_MAX } = shape;
  const bytesOfFew = JSON.stringify(buildBody(shape, FEW)).length;
  let rows = Math.min(rowsMax, Math.ceil((BODY_BYTES_MAX / bytesOfFew) * FEW));
  for (;;) {
    const text = JSON.stringify(buildBody(shape, rows));
    const bytes = Buffer.byteLength(text);
    if (bytes <= BODY_BYTES_MAX) return { text, rows };
    rows = Math.floor(rows * Math.min(0.98, (BODY_BYTES_MAX / bytes) * 0.995));
  }
}

/** Share of lists that the contract does not foresee, and of fields in them. */
const WILD = 0.3;
const COUNTS = [1, 100, RECORDS_MAX - 10, 20_000, BODY_BYTES_MAX];

/** Draws shapes, and changes them. The same seed draws the same. */
export class ShapeGenerator extends Random {
  /** Says what a field may say, or anything. */
  #says(patterns: Patterns = {}, isWild: boolean): string {
    return this.one(Object.keys(isWild || Object.keys(patterns).length === 0 ? says.junk : patterns));
  }

  #rows(fields: Fields, kind: number): Rows {
    const isWild = this.is(WILD);
    const drawn = Object.entries(fields)
      .filter(() => !isWild || this.is(0.5))
      .map(([field, patterns]) => [field, this.#says(patterns, isWild && this.is(WILD))]);
    const more = Object.keys(ANYWHERE)
      .filter(() => isWild && this.is(WILD))
      .map((field) => [field, this.#says({}, true)]);
    const wrap = isWild && { wrap: this.one(Object.keys(WRAPS) as Wrap[]) };
    return { kind, says: Object.fromEntries([...drawn, ...more]), ...wrap };
  }

  shape(): Shape {
    const surface = this.one(['reconcile', 'normalize'] as const);
    const all = Object.entries(surfaces[surface].lists);
    const some = all.filter(() => this.is(0.6));
    const lists = (some.length > 0 ? some : [this.one(all)]).map(([list, kinds]) => {
      const kind = Math.floor(this.next() * kinds.length);
      return [list, this.#rows(kinds[kind] as Fields, kind)] as const;
    });
    return { surface, lists: Object.fromEntries(lists), ...(this.is(WILD) && { rowsMax: this.one(COUNTS) }) };
  }

  /** The same shape, one to three of its fields saying something else; sometimes a list less, or other numbers of rows. */
  changed(shape: Shape): Shape {
    const names = Object.keys(shape.lists);
    const lists: Record<string, Rows> = { ...shape.lists };
    if (names.length > 1 && this.is(0.1)) delete lists[this.one(names)];
    for (let changes = this.whole(1, 3); changes > 0; changes--) {
      const list = this.one(Object.keys(lists));
      const rows = lists[list] as Rows;
      const fields = fieldsOf(shape.surface, list, rows.kind);
      const isWild = this.is(0.2);
      const field = this.one(Object.keys(isWild ? { ...fields, ...ANYWHERE } : fields));
      const said = this.#says(fields[field], isWild);
      const wrap = this.is(0.1) && { wrap: this.one(Object.keys(WRAPS) as Wrap[]) };
      lists[list] = { ...rows, says: { ...rows.says, [field]: said }, ...wrap };
    }
    return { ...shape, lists, ...(this.is(0.1) && { rowsMax: this.one(COUNTS) }) };
  }
}
