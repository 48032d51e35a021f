import { BODY_BYTES_MAX, RECORDS_MAX } from '#shared/limits.ts';
import { Random } from '../random.ts';
import type { Pattern, Patterns } from './patterns.ts';
import * as patterns from './patterns.ts';

const ID_OR_NONE: Patterns = { ...patterns.absent, ...patterns.ids };
const AMOUNT_OR_NONE: Patterns = { ...patterns.absent, ...patterns.amounts };

/** The patterns of each field of a row. */
type Fields = Readonly<Record<string, Patterns>>;

/** Fields that decide how a row is recognized, and an unknown one (`x`). */
const ANYWHERE: Fields = Object.fromEntries(
  ['x', 'data', 'items', 'results', 'start_time', 'total', 'message', 'code', 'success', 'other', 'channel']
    .concat('id', 'created_at', 'quota', 'cost', 'currency', 'costAmount', 'requestId', 'occurredAt')
    .map((field) => [field, patterns.junk]),
);
/** Envelopes of rows. */
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
  occurredAt: patterns.times,
  model: patterns.models,
  channelId: ID_OR_NONE,
  status: patterns.usageStatuses,
  refundAmount: AMOUNT_OR_NONE,
  currency: patterns.currencies,
  tokens: patterns.tokens,
};
const log: Fields = {
  id: patterns.numbers,
  type: patterns.logTypes,
  created_at: patterns.seconds,
  request_id: ID_OR_NONE,
  upstream_request_id: ID_OR_NONE,
  user_id: patterns.numbers,
  token_id: patterns.numbers,
  channel: patterns.numbers,
  model_name: patterns.models,
  quota: patterns.quotas,
  prompt_tokens: patterns.numbers,
  completion_tokens: patterns.numbers,
  other: patterns.snapshots,
};
const provider: Fields = {
  request_id: ID_OR_NONE,
  id: ID_OR_NONE,
  cost: patterns.amounts,
  created_at: patterns.seconds,
  model: patterns.models,
};
const movements: Fields = {
  balance_transaction_id: patterns.ids,
  source_id: patterns.ids,
  reporting_category: {
    charge: () => 'charge',
    all: (i) => ['charge', 'refund', 'dispute', 'dispute_reversal'][i % 4],
  },
  created_utc: { same: () => '2026-03-01 00:00:00' },
  currency: { usd: () => 'usd' },
  gross: patterns.amounts,
  fee: patterns.amounts,
};
const topUps: Fields = {
  id: patterns.numbers,
  user_id: patterns.numbers,
  trade_no: patterns.ids,
  money: patterns.amounts,
  amount: patterns.numbers,
  create_time: patterns.seconds,
  complete_time: patterns.seconds,
  payment_method: { stripe: () => 'stripe', epay: () => 'alipay' },
  status: { success: () => 'success', all: (i) => ['success', 'pending', 'failed'][i % 3] },
};
/** The bodies of an endpoint: fields of rows by list. A list may have several kinds of rows. */
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
          requestId: patterns.ids,
          chargedAmount: patterns.amounts,
          expectedCharge: AMOUNT_OR_NONE,
          userId: ID_OR_NONE,
          tokenId: ID_OR_NONE,
          ...usage,
        },
      ],
      upstreamCharges: [
        { requestId: ID_OR_NONE, upstreamId: ID_OR_NONE, costAmount: patterns.amounts, ...usage },
      ],
      payments: [
        {
          transactionId: patterns.ids,
          occurredAt: patterns.times,
          userId: ID_OR_NONE,
          provider: ID_OR_NONE,
          status: patterns.paymentStatuses,
          amount: patterns.amounts,
          feeAmount: AMOUNT_OR_NONE,
          refundAmount: AMOUNT_OR_NONE,
          creditedAmount: AMOUNT_OR_NONE,
          currency: patterns.currencies,
        },
      ],
    },
  },
  normalize: {
    head: { connector: 'new-api', quotaPerUnit: 500_000 },
    lists: {
      logs: [log],
      channels: [{ id: patterns.numbers, name: patterns.ids }],
      upstreamCharges: [log, provider],
      payments: [topUps, movements],
    },
  },
} as const satisfies Record<string, Surface>;
export type SurfaceName = keyof typeof SURFACES;
const surfaces: Readonly<Record<SurfaceName, Surface>> = SURFACES;

/** The rows of a list: their kind, the name of a pattern for each field, and their envelope if it is not an array. */
interface Rows {
  readonly kind: number;
  readonly patterns: Readonly<Record<string, string>>;
  readonly wrap?: Wrap;
}

/** A body of any size, as plain JSON, so that the findings of a search can be repeated. */
export interface Shape {
  readonly surface: SurfaceName;
  readonly lists: Readonly<Record<string, Rows>>;
  /** Maximum rows of each list; defaults to the limit of the contract. */
  readonly rowsMax?: number;
  /** Makes it a month instead of a request: each list becomes two files with alternating rows, or one file per row. */
  readonly files?: 'two' | 'many';
}

const fieldsOf = (surface: SurfaceName, list: string, kind: number): Fields =>
  surfaces[surface].lists[list]?.[kind] ?? {};
const patternsOf = (
  { surface }: Shape,
  list: string,
  { kind, patterns: names }: Rows,
): [string, Pattern][] => {
  const fields = fieldsOf(surface, list, kind);
  return Object.entries(names).map(([field, name]) => [
    field,
    (fields[field]?.[name] ?? patterns.junk[name]) as Pattern,
  ]);
};

/** Builds the body with `n` rows in each list. */
export function buildBody(shape: Shape, n: number): Record<string, unknown> {
  const lists = Object.entries(shape.lists).map(([list, rows]) => {
    const fieldPatterns = patternsOf(shape, list, rows);
    const rowOf = (i: number) =>
      Object.fromEntries(fieldPatterns.map(([field, pattern]) => [field, pattern(i, n)]));
    return [list, WRAPS[rows.wrap ?? 'array'](Array.from({ length: n }, (_, i) => rowOf(i)))] as const;
  });
  const needed = shape.surface === 'reconcile' ? { downstreamUsage: [] } : { logs: [] };
  return { ...surfaces[shape.surface].head, ...needed, ...Object.fromEntries(lists) };
}

const FEW = 1000;

/** Builds the largest body that the limits accept. @returns its text, and the number of rows in each list */
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

/** Share of lists with values that the contract does not allow, and of fields in them. */
const WILD = 0.3;
const COUNTS = [1, 100, RECORDS_MAX - 10, 20_000, BODY_BYTES_MAX];

/** Draws and mutates shapes. The same seed draws the same shapes. */
export class ShapeGenerator extends Random {
  /** Draws the name of an allowed pattern, or of any. */
  #drawPattern(allowed: Patterns = {}, isWild: boolean): string {
    return this.one(Object.keys(isWild || Object.keys(allowed).length === 0 ? patterns.junk : allowed));
  }

  #rows(fields: Fields, kind: number): Rows {
    const isWild = this.is(WILD);
    const drawn = Object.entries(fields)
      .filter(() => !isWild || this.is(0.5))
      .map(([field, allowed]) => [field, this.#drawPattern(allowed, isWild && this.is(WILD))]);
    const more = Object.keys(ANYWHERE)
      .filter(() => isWild && this.is(WILD))
      .map((field) => [field, this.#drawPattern({}, true)]);
    const wrap = isWild && { wrap: this.one(Object.keys(WRAPS) as Wrap[]) };
    return { kind, patterns: Object.fromEntries([...drawn, ...more]), ...wrap };
  }

  drawShape(): Shape {
    const surface = this.one(['reconcile', 'normalize'] as const);
    const all = Object.entries(surfaces[surface].lists);
    const drawn = all.filter(() => this.is(0.6));
    const lists = (drawn.length > 0 ? drawn : [this.one(all)]).map(([list, kinds]) => {
      const kind = Math.floor(this.next() * kinds.length);
      return [list, this.#rows(kinds[kind] as Fields, kind)] as const;
    });
    return { surface, lists: Object.fromEntries(lists), ...(this.is(WILD) && { rowsMax: this.one(COUNTS) }) };
  }

  /** Changes one to three fields of a shape; sometimes also removes a list or changes the number of rows. */
  mutate(shape: Shape): Shape {
    const names = Object.keys(shape.lists);
    const lists: Record<string, Rows> = { ...shape.lists };
    if (names.length > 1 && this.is(0.1)) delete lists[this.one(names)];
    for (let changes = this.whole(1, 3); changes > 0; changes--) {
      const list = this.one(Object.keys(lists));
      const rows = lists[list] as Rows;
      const fields = fieldsOf(shape.surface, list, rows.kind);
      const isWild = this.is(0.2);
      const field = this.one(Object.keys(isWild ? { ...fields, ...ANYWHERE } : fields));
      const pattern = this.#drawPattern(fields[field], isWild);
      const wrap = this.is(0.1) && { wrap: this.one(Object.keys(WRAPS) as Wrap[]) };
      lists[list] = { ...rows, patterns: { ...rows.patterns, [field]: pattern }, ...wrap };
    }
    return { ...shape, lists, ...(this.is(0.1) && { rowsMax: this.one(COUNTS) }) };
  }
}
