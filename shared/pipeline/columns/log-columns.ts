import { Dictionary } from './dictionary.ts';
import { IdColumn } from './ids.ts';
import { Table } from './table.ts';

/** Facts about a row that take one bit each. */
export const Flag = {
  /** The row has a count of input tokens. */
  input: 1,
  /** It has a count of output tokens. */
  output: 2,
  /** Its expected price is known. */
  priced: 4,
  /** It was paid from a subscription. */
  subscription: 8,
  /** It succeeded after failed attempts. */
  afterRetry: 16,
  /** It repeats an earlier row. */
  repeated: 32,
  /** Its row number is also that of another row, so it identifies neither. */
  renumbered: 64,
  /** It has counts of other kinds of tokens. */
  moreTokens: 128,
} as const;

const LOG = {
  /** Number of the source, and of the row within it. Findings name rows by them. */
  source: Uint16Array,
  row: Uint32Array,
  /** Row number of the gateway; 0 if the row has none. */
  rowId: Float64Array,
  /** Epoch milliseconds. */
  time: Float64Array,
  user: Uint32Array,
  token: Uint32Array,
  model: Uint32Array,
  channel: Uint32Array,
  /** Index of its connector in the registry. */
  gateway: Uint8Array,
  /** Whole quota units; `expected` only if the row has a price. */
  quota: Uint32Array,
  expected: Uint32Array,
  input: Uint32Array,
  output: Uint32Array,
  /** Index in the table `more` plus 1; 0 if the row is not in it. */
  more: Uint32Array,
  /** Number of its price in `prices`; 0 if the row contains none. */
  price: Uint32Array,
  /** Duration of the request. */
  seconds: Uint16Array,
  /** Number of attempts; 0 if unknown. */
  attempts: Uint8Array,
  flags: Uint8Array,
  /** Hash of all fields. */
  content: Float64Array,
  /** Index of a note about the row plus 1; 0 if there is none. */
  note: Uint8Array,
} as const;

/** Columns of the second table, for fields that few rows have. */
const MORE = {
  cacheRead: Uint32Array,
  cacheWrite: Uint32Array,
  reasoning: Uint32Array,
  media: Uint32Array,
  /** Cache write tokens with a lifetime of one hour; only if purchases are priced. */
  cacheWrite1h: Uint32Array,
  /** Number of other purchase data in `purchases`. */
  purchase: Uint32Array,
} as const;

/** A dictionary, and the column of `table` or of `more` that contains its numbers. */
interface SharedTexts {
  readonly dictionary: Dictionary;
  readonly column: Uint32Array;
  readonly isOfMore?: true;
}

/**
 * Stores ordinary log rows (plain rows) as numbers and ids in columns, because an object for each row would take many
 * times the memory. Fields that few rows have are in a second table, `more`.
 */
export class LogColumns {
  /** Numbers of all rows. A text is stored as its number in one of the dictionaries below. */
  readonly table = new Table(LOG);
  /** Numbers that few rows have, such as cached tokens. `table.more` points into it. */
  readonly more = new Table(MORE);
  /** Request id of the gateway, for each row. */
  readonly requestIds = new IdColumn();
  /** Request id of the upstream, for each row. */
  readonly upstreamIds = new IdColumn();
  /** Ids of customers. */
  readonly users = new Dictionary();
  /** Ids of the API tokens of customers. */
  readonly tokens = new Dictionary();
  /** Names of models. */
  readonly models = new Dictionary();
  /** Ids of channels. */
  readonly channels = new Dictionary();
  /** Facts about the purchase from the provider other than token counts, such as the model requested there, as JSON. */
  readonly purchases = new Dictionary();
  /** Prices of models by customer group, as JSON. */
  readonly prices = new Dictionary();

  get length(): number {
    return this.table.length;
  }

  /** Returns the number of a row's text in `purchases`; 0 if it has none. */
  purchaseNumber(row: number): number {
    const more = this.table.columns.more[row] as number;
    return more === 0 ? 0 : (this.more.columns.purchase[more - 1] as number);
  }

  /** Frees memory that was reserved for more rows. */
  trim(): void {
    this.table.trim();
    this.more.trim();
    this.requestIds.trim();
    this.upstreamIds.trim();
  }

  /** Frees the columns that are needed only to link charges to requests and to find repeated rows. */
  dropLinkingColumns(): void {
    this.table.free('content', 'note');
    this.upstreamIds.free();
  }

  /** Moves the rows of `others` to the end of these columns. The others are empty afterwards. */
  append(others: readonly LogColumns[]): void {
    const parts = others.map((other) => ({
      rows: other.length,
      moreRows: other.more.length,
      sharedTexts: other.sharedTexts,
    }));
    let [row, moreRow] = [this.length, this.more.length];
    this.table.append(others.map(({ table }) => table));
    this.more.append(others.map(({ more }) => more));
    this.requestIds.append(others.map(({ requestIds }) => requestIds));
    this.upstreamIds.append(others.map(({ upstreamIds }) => upstreamIds));
    const { more } = this.table.columns;
    for (const { rows, moreRows, sharedTexts } of parts) {
      for (const [n, { dictionary, column, isOfMore }] of this.sharedTexts.entries()) {
        const [from, count] = isOfMore ? [moreRow, moreRows] : [row, rows];
        (sharedTexts[n] as SharedTexts).dictionary.renumber(column.subarray(from, from + count), dictionary);
      }
      for (const end = row + rows; row < end; row++)
        if ((more[row] as number) > 0) more[row] = (more[row] as number) + moreRow;
      moreRow += moreRows;
    }
  }

  /** All dictionaries, each with the column that contains its numbers. */
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

/** Returns whether a row counts: it is not a repetition of an earlier row. */
export const isCountedRow = ({ table }: LogColumns, row: number): boolean =>
  ((table.columns.flags[row] as number) & Flag.repeated) === 0;
