import { Dictionary } from './dictionary.ts';
import { IdColumn } from './ids.ts';
import { Table } from './table.ts';

/** What is said of a row by a bit. */
export const Flag = {
  /** The row has a count of input tokens, of output tokens. */
  input: 1,
  output: 2,
  /** Its price is known. */
  priced: 4,
  /** It was paid from a subscription. */
  subscription: 8,
  /** It succeeded after other attempts. */
  afterRetry: 16,
  /** It repeats an earlier row: pages overlap. */
  repeated: 32,
  /** Its number is that of another row, too, and names neither. */
  renumbered: 64,
  /** It has a count of tokens of another kind. */
  moreTokens: 128,
} as const;

const LOG = {
  /** Number of the source, and of the row there: where a finding's evidence stands. */
  source: Uint16Array,
  row: Uint32Array,
  /** The gateway's own number of the row; 0 where it has none. */
  rowId: Float64Array,
  /** Milliseconds since 1970. */
  time: Float64Array,
  user: Uint32Array,
  token: Uint32Array,
  model: Uint32Array,
  channel: Uint32Array,
  /** The connector that wrote it, by its place in the registry. */
  gateway: Uint8Array,
  /** Whole quota units, 0 or more; `expected` where the row is priced. */
  quota: Uint32Array,
  expected: Uint32Array,
  input: Uint32Array,
  output: Uint32Array,
  /** 1 more than its place among the rows that say more; 0 where it does not. */
  more: Uint32Array,
  /** What the model cost whose group, by its place among all prices; 0 where the row does not say. */
  price: Uint32Array,
  /** How long the request took. */
  seconds: Uint16Array,
  /** Attempts that the gateway knows; 0 where the row does not say. */
  attempts: Uint8Array,
  flags: Uint8Array,
  /** What tells it from every row that differs in any field. */
  content: Float64Array,
  /** What is worth a note about it: 0, or 1 more than the note's place. */
  note: Uint8Array,
} as const;

/** What only some rows have. */
const MORE = {
  cacheRead: Uint32Array,
  cacheWrite: Uint32Array,
  reasoning: Uint32Array,
  media: Uint32Array,
  /** Of the tokens written to a cache, those kept for an hour; only where purchases are priced. */
  cacheWrite1h: Uint32Array,
  /** What else the row says of what was bought, by its place among all that is said. */
  purchase: Uint32Array,
} as const;

/** Texts that many rows share, and the column of their numbers: of all rows, or of those that say more. */
interface SharedTexts {
  readonly dictionary: Dictionary;
  readonly column: Uint32Array;
  readonly isOfMore?: true;
}

/** Plain log rows of a gateway: consume rows that stand for themselves, whatever other rows say. */
export class LogColumns {
  readonly table = new Table(LOG);
  readonly more = new Table(MORE);
  /** The gateway's own ids of the requests, and those of the upstream gateway. */
  readonly requestIds = new IdColumn();
  readonly upstreamIds = new IdColumn();
  readonly users = new Dictionary();
  readonly tokens = new Dictionary();
  readonly models = new Dictionary();
  readonly channels = new Dictionary();
  /** What rows say of purchases, beside counts of tokens, as JSON. */
  readonly purchases = new Dictionary();
  /** What models cost whom, as JSON. */
  readonly prices = new Dictionary();

  get length(): number {
    return this.table.length;
  }

  /** What all rows take. */
  get bytes(): number {
    const { table, more, requestIds, upstreamIds } = this;
    return table.bytes + more.bytes + requestIds.byteLength + upstreamIds.byteLength;
  }

  /** What a row says of what was bought, by its place in `purchases`. */
  purchaseNumber(row: number): number {
    const place = this.table.columns.more[row] as number;
    return place === 0 ? 0 : (this.more.columns.purchase[place - 1] as number);
  }

  /** Gives back the room that no row has taken. */
  trim(): void {
    this.table.trim();
    this.more.trim();
    this.requestIds.trim();
    this.upstreamIds.trim();
  }

  /** Gives back what only linking and its guards ask for. */
  dropLinkingColumns(): void {
    this.table.free('content', 'note');
    this.upstreamIds.free();
  }

  /** Moves the rows of others to the end of these. */
  append(others: readonly LogColumns[]): void {
    const parts = others.map((other) => ({
      rows: other.length,
      places: other.more.length,
      sharedTexts: other.sharedTexts,
    }));
    let [row, place] = [this.length, this.more.length];
    this.table.append(others.map(({ table }) => table));
    this.more.append(others.map(({ more }) => more));
    this.requestIds.append(others.map(({ requestIds }) => requestIds));
    this.upstreamIds.append(others.map(({ upstreamIds }) => upstreamIds));
    const { more } = this.table.columns;
    for (const { rows, places, sharedTexts } of parts) {
      for (const [n, { dictionary, column, isOfMore }] of this.sharedTexts.entries()) {
        const [from, count] = isOfMore ? [place, places] : [row, rows];
        (sharedTexts[n] as SharedTexts).dictionary.renumber(column.subarray(from, from + count), dictionary);
      }
      for (const end = row + rows; row < end; row++)
        if ((more[row] as number) > 0) more[row] = (more[row] as number) + place;
      place += places;
    }
  }

  /** What many rows share, each with the column of its numbers. */
  get sharedTexts(): readonly SharedTexts[] {
    const { user, token, model, channel, price } = this.table.columns;
    const { purchase } = this.more.columns;
    return [
      { dictionary: this.users, column: user },
      { dictionary: this.tokens, column: token },
      { dictionary: this.models, column: model },
      { dictionary: this.channels, column: channel },
      { dictionary: this.purchases, column: purchase, isOfMore: true },
      { dictionary: this.prices, column: price },
    ];
  }
}

export const survives = ({ table }: LogColumns, row: number): boolean =>
  ((table.columns.flags[row] as number) & Flag.repeated) === 0;
