import type { Connector } from '../../gateways/connector.ts';
import { findConnectorIndex } from '../../gateways/registry.ts';
import { toDecimal } from '../../money/money.ts';
import { reciprocal } from '../../money/ratio.ts';
import { buildQuotaConverter, type QuotaConverter } from '../../normalizer/fields/quota-converter.ts';
import { withForkDialect } from '../../normalizer/intake/dialect.ts';
import type { IndexedRow, NativeObject } from '../../normalizer/intake/native.ts';
import type { Stripper } from '../../normalizer/intake/strip.ts';
import { UnitCounter } from '../../normalizer/log-survey/unit-evidence.ts';
import { readConsumeRow } from '../../normalizer/logs/classify.ts';
import { countAttempts, readDuration, readPrice } from '../../normalizer/logs/log-details.ts';
import type { LogRow } from '../../normalizer/logs/log-row.ts';
import { NOTES, type Note } from '../../normalizer/notes.ts';
import { computeExpectedQuota } from '../../normalizer/price/expected-quota.ts';
import { isUntraced } from '../../normalizer/records/upstream.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { RunSettings } from '../run-settings.ts';
import { ContentHasher } from './content-hasher.ts';
import { NO_PURCHASE, PriceNumbers, type PurchaseColumns, readPurchaseColumns } from './row-details.ts';
import type { Source } from './source.ts';

/** Returns whether a number fits into a column; rows with larger ones stay unpacked. */
const fitsColumn = (value: number): boolean => value >>> 0 === value;
const allFit = ({ input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0, media = 0 }: Tokens) =>
  fitsColumn(Math.max(input, output, cacheRead, cacheWrite, reasoning, media));

/** Reads the plain rows of one gateway into columns. */
class GatewayRowReader {
  readonly #columns: LogColumns;
  readonly #connector: Connector;
  readonly #gateway: number;
  readonly #source: number;
  readonly #converter: QuotaConverter;
  /** Stores the last note about a row: its position in `NOTES`, from 1; 0 for none. */
  readonly #note = {
    number: 0,
    note: (note: Note) => {
      this.#note.number = NOTES.indexOf(note) + 1;
    },
  };
  readonly #contents: ContentHasher;
  /** Quota per unit of money; `undefined` if no purchase prices are configured. */
  readonly #quotaPerUnit: number | undefined;
  readonly #prices: PriceNumbers;
  readonly #units: UnitCounter;

  constructor(
    connector: Connector,
    { field, source }: Source,
    { quotaPerUnit = 1, prices, forks }: RunSettings,
    columns: LogColumns,
    contents: ContentHasher,
    units: UnitCounter,
  ) {
    const dialect = withForkDialect(connector, field === 'payments' ? [] : (forks?.[field] ?? []));
    this.#units = units;
    this.#contents = contents;
    this.#columns = columns;
    this.#connector = dialect;
    this.#quotaPerUnit = prices === undefined ? undefined : quotaPerUnit;
    this.#prices = new PriceNumbers(columns.prices);
    this.#gateway = findConnectorIndex(connector);
    this.#source = source;
    this.#converter = buildQuotaConverter(quotaPerUnit, this.#note);
  }

  addIfPlain(entry: IndexedRow): boolean {
    const row = readConsumeRow(entry, this.#connector);
    if (row?.field === 'logs') this.#units.addCharge(row, this.#connector);
    return row !== undefined && this.#isPlain(row) && this.#add(row);
  }

  #isPlain(row: LogRow): boolean {
    const { snapshot, quota, tokens } = row;
    const keys = this.#connector.log.snapshotKeys;
    const isTask =
      keys !== undefined &&
      (snapshot === undefined ||
        snapshot.flag(keys.isTask) ||
        snapshot.flag(keys.violation) ||
        !snapshot.has(keys.ratio));
    return (
      row.requestId !== undefined &&
      row.taskId === undefined &&
      row.money === undefined &&
      row.currency === undefined &&
      row.ownUnit === undefined &&
      row.partOf === undefined &&
      quota !== undefined &&
      fitsColumn(quota) &&
      !isTask &&
      !(row.channelId === undefined && row.channelName !== undefined) &&
      (row.field === 'logs' || (row.native.channelId === undefined && !isUntraced(row, this.#connector))) &&
      (tokens === undefined || allFit(tokens))
    );
  }

  /** Adds the fields that few rows have. Returns the index in `more` plus 1; 0 if the row has none of them. */
  #addMore(
    { cacheRead = 0, cacheWrite = 0, reasoning = 0, media = 0 }: Tokens,
    { cacheWrite1h, purchase }: PurchaseColumns,
  ): number {
    if (cacheRead + cacheWrite + reasoning + media + cacheWrite1h + purchase === 0) return 0;
    const { more } = this.#columns;
    const at = more.add();
    const into = more.columns;
    into.cacheRead[at] = cacheRead;
    into.cacheWrite[at] = cacheWrite;
    into.reasoning[at] = reasoning;
    into.media[at] = media;
    into.cacheWrite1h[at] = cacheWrite1h;
    into.purchase[at] = purchase;
    return at + 1;
  }

  #add(row: LogRow): boolean {
    const { table, requestIds, upstreamIds, users, tokens, models, channels, purchases } = this.#columns;
    const connector = this.#connector;
    const { snapshot, tokens: counts = {} } = row;
    const { snapshotKeys: keys } = connector.log;
    this.#note.number = 0;
    const expected =
      row.field === 'logs' ? computeExpectedQuota(row, connector, this.#converter, this.#note) : undefined;
    if (!fitsColumn(expected ?? 0) || !requestIds.add(row.requestId)) return false;
    // Upstream ids are needed only for rows of the log, to link charges to them.
    if (row.field === 'logs' && !upstreamIds.add(row.upstreamRequestId)) {
      requestIds.removeLast();
      return false;
    }
    const at = table.add();
    const into = table.columns;
    into.source[at] = this.#source;
    into.row[at] = row.index;
    into.rowId[at] = typeof row.rowId === 'number' ? row.rowId : 0;
    into.time[at] = row.occurredAt;
    into.user[at] = users.toNumber(row.userId);
    into.token[at] = tokens.toNumber(row.tokenId);
    into.model[at] = models.toNumber(row.model);
    into.channel[at] = channels.toNumber(row.channelId);
    into.gateway[at] = this.#gateway;
    into.quota[at] = row.quota as number;
    into.expected[at] = expected ?? 0;
    into.input[at] = counts.input ?? 0;
    into.output[at] = counts.output ?? 0;
    if (row.field === 'logs') {
      into.attempts[at] = countAttempts(row, connector);
      into.seconds[at] = readDuration(row, connector);
      into.price[at] = this.#prices.toNumber(readPrice(row, connector), into.model[at] as number);
      into.more[at] = this.#addMore(
        counts,
        readPurchaseColumns(row, connector, purchases, this.#quotaPerUnit),
      );
    } else into.more[at] = this.#addMore(counts, NO_PURCHASE);
    into.content[at] = this.#contents.hash(row.native);
    into.note[at] = this.#note.number;
    into.flags[at] =
      (counts.input === undefined ? 0 : Flag.input) |
      (counts.output === undefined ? 0 : Flag.output) |
      ((counts.cacheRead ?? counts.cacheWrite ?? counts.reasoning ?? counts.media) ? Flag.moreTokens : 0) |
      (expected === undefined ? 0 : Flag.priced) |
      (keys && snapshot?.text(keys.source.key) === keys.source.subscription ? Flag.subscription : 0) |
      ((into.attempts[at] as number) > 1 ? Flag.afterRetry : 0);
    return true;
  }
}

/** Whether division by the unit terminates. Otherwise amounts, which are rounded one by one, do not add up exactly. */
const isExactUnit = ({ quotaPerUnit }: RunSettings): boolean =>
  quotaPerUnit !== undefined && reciprocal(toDecimal(quotaPerUnit)) !== undefined;

/**
 * Creates the reader that moves ordinary log rows (plain rows) into columns: successful requests with an id and a
 * charge in quota. Rows that another row may change, for example by a refund, are not ordinary. Its `units` are
 * evidence for the quota per unit.
 * @param stripper finds prohibited fields, which are ignored when repeated rows are found
 */
export function createPlainLogReader(
  source: Source,
  settings: RunSettings,
  columns: LogColumns,
  stripper: Stripper,
) {
  const units = new UnitCounter();
  const contents = new ContentHasher(stripper);
  const mayBePlain = !settings.isSlow && isExactUnit(settings);
  const readers = new Map<string, GatewayRowReader>();
  return {
    units,
    addIfPlain(row: number, native: NativeObject, gateway: Connector): boolean {
      if (!mayBePlain) return false;
      let reader = readers.get(gateway.id);
      if (reader === undefined) {
        reader = new GatewayRowReader(gateway, source, settings, columns, contents, units);
        readers.set(gateway.id, reader);
      }
      return reader.addIfPlain({ field: source.field, index: row, native });
    },
  };
}
