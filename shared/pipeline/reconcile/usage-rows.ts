import type { UsageRow } from '../../engine/rows/row.ts';
import { connectors } from '../../gateways/registry.ts';
import type { Purchase } from '../../log-facts.ts';
import { buildQuotaConverter, type QuotaConverter } from '../../normalizer/fields/quota-converter.ts';
import { RowOutcomes } from '../../normalizer/row-outcomes.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { Books } from '../link/link-sources.ts';
import type { RunSettings } from '../run-settings.ts';
import type { Estimator } from './estimator.ts';

const hasFlag = (flags: number, flag: number): boolean => (flags & flag) !== 0;

/** Reads the token counts of a plain row; `undefined` if it has none. */
function readRowTokens({ table: { columns }, more }: LogColumns, row: number, flags: number) {
  if (!hasFlag(flags, Flag.input | Flag.output) && !hasFlag(flags, Flag.moreTokens)) return undefined;
  const tokens: Tokens = {};
  if (hasFlag(flags, Flag.input)) tokens.input = columns.input[row] as number;
  if (hasFlag(flags, Flag.output)) tokens.output = columns.output[row] as number;
  if (!hasFlag(flags, Flag.moreTokens)) return tokens;
  for (const kind of ['cacheRead', 'cacheWrite', 'reasoning', 'media'] as const) {
    const count = more.columns[kind][(columns.more[row] as number) - 1] as number;
    if (count > 0) tokens[kind] = count;
  }
  return tokens;
}

/** Builds the rows that checks examine from rows kept in columns, equal to those that the normalizer would build. */
export class PlainUsageRows {
  readonly #books: Books;
  readonly #currency: string;
  readonly #converter: QuotaConverter;
  readonly #estimator: Estimator | undefined;
  readonly #purchases: readonly (Purchase | undefined)[];

  /** @param currency currency of the report and of quota */
  constructor(books: Books, { quotaPerUnit }: RunSettings, currency: string, estimator?: Estimator) {
    this.#estimator = estimator;
    this.#purchases = books.sales.purchases.texts.map((text) => text && JSON.parse(text));
    this.#books = books;
    this.#currency = currency;
    // Without a configured unit no row is kept in columns, so the value 1 is never used.
    this.#converter = buildQuotaConverter(quotaPerUnit ?? 1, new RowOutcomes());
  }

  #purchase(row: number): Purchase | undefined {
    const { sales } = this.#books;
    const more = sales.table.columns.more[row] as number;
    if (more === 0) return undefined;
    const purchase = this.#purchases[sales.purchaseNumber(row)];
    const cacheWrite1h = sales.more.columns.cacheWrite1h[more - 1] as number;
    return cacheWrite1h > 0 ? { ...purchase, cacheWrite1h } : purchase;
  }

  /** Builds the fields that all plain rows share: successful, in the report's currency, without a refund. */
  #row(ledger: UsageRow['ledger'], logs: LogColumns, row: number): UsageRow {
    const { columns } = logs.table;
    const gross = this.#converter.decimal(columns.quota[row] as number);
    return {
      ledger,
      requestId: undefined,
      upstreamId: undefined,
      userId: undefined,
      tokenId: undefined,
      occurredAt: columns.time[row] as number,
      model: logs.models.texts[columns.model[row] as number] ?? '',
      channelId: undefined,
      status: 'success',
      currency: this.#currency,
      gross,
      refund: undefined,
      net: gross,
      expected: undefined,
      tokens: readRowTokens(logs, row, columns.flags[row] as number),
      attempts: undefined,
      seconds: 0,
      bought: undefined,
      periodTime: columns.time[row] as number,
      isSold: false,
      isUnmatched: false,
      imprecise: false,
      inclusion: 'included',
      superseded: false,
    };
  }

  /** Builds the row of a sale, with its estimated cost if prices are configured. */
  buildSale(row: number, requestId = this.#books.sales.requestIds.text(row)): UsageRow {
    const { sales } = this.#books;
    const { columns } = sales.table;
    const sale = this.#row('downstreamUsage', sales, row);
    const expected = columns.expected[row] as number;
    sale.requestId = requestId;
    sale.userId = sales.users.texts[columns.user[row] as number];
    sale.tokenId = sales.tokens.texts[columns.token[row] as number];
    sale.channelId = sales.channels.texts[columns.channel[row] as number];
    if (hasFlag(columns.flags[row] as number, Flag.priced))
      sale.expected = expected === columns.quota[row] ? sale.gross : this.#converter.decimal(expected);
    sale.attempts = (columns.attempts[row] as number) || undefined;
    sale.seconds = columns.seconds[row] as number;
    sale.bought = this.#purchases[sales.purchaseNumber(row)]?.bought;
    this.#estimator?.estimate(sale, this.#purchase(row));
    return sale;
  }

  /** Returns the id of an upstream charge: its row number if unique in the upstream log, otherwise its request id. */
  readUpstreamId(row: number): string {
    const { charges, isIdentified } = this.#books;
    const gateway = charges.table.columns.gateway[row] as number;
    const name = isIdentified[gateway] ? charges.table.columns.rowId[row] : charges.requestIds.text(row);
    return `${connectors[gateway]?.id}:${name}`;
  }

  /** Builds the row of an upstream charge that belongs to a request of the log, if there is one. */
  buildCharge(row: number, requestId: string | undefined): UsageRow {
    const { charges, sales, joined } = this.#books;
    const named = joined.named.get(row);
    const charge = this.#row('upstreamCharges', charges, row);
    charge.requestId = requestId;
    charge.upstreamId = this.readUpstreamId(row);
    charge.channelId = named ? named.channelId : sales.channels.texts[joined.channel[row] as number];
    return charge;
  }
}
