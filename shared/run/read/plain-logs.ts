import type { Connector } from '../../connectors/connector.ts';
import type { NoteTaker } from '../../normalizer/account.ts';
import { type PerUnit, perUnit } from '../../normalizer/fields/per-unit.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import type { Stripper } from '../../normalizer/intake/strip.ts';
import { consumeRowOf } from '../../normalizer/logs/consume-row.ts';
import type { LogRow } from '../../normalizer/logs/log-row.ts';
import { NOTES, type Note } from '../../normalizer/notes.ts';
import { expectedQuota } from '../../normalizer/price/expected-quota.ts';
import { isUntraced } from '../../normalizer/records/upstream.ts';
import type { UnitCounter } from '../../normalizer/survey/unit-marks.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import { Contents } from './content.ts';
import { type Bought, NOTHING_BOUGHT, RowFacts } from './row-facts.ts';

/** A whole number that a column has room for; rows with larger ones are kept as they are. */
const fits = (value: number): boolean => value >>> 0 === value;
const allFit = (tokens: Tokens): boolean => Object.values(tokens).every(fits);

/** What is the same for all rows of a reader. */
interface Places {
  /** The place of the gateway in the registry. */
  readonly gateway: number;
  /** The number of the source. */
  readonly source: number;
  readonly quotaPerUnit: number;
  /** Whether purchases are priced, so that what rows say of them is wanted. */
  readonly isPriced: boolean;
}

/** Takes the one note that a row is worth. */
class OneNote implements NoteTaker {
  note: (note: Note) => void = (note) => {
    this.taken = NOTES.indexOf(note) + 1;
  };
  taken = 0;
}

/**
 * Reads plain log rows into columns: consume rows with a request id of their own that no other row changes. All other
 * rows are left to the normalizer, which sees them together.
 */
export class PlainLogs {
  readonly #columns: LogColumns;
  readonly #connector: Connector;
  readonly #places: Places;
  readonly #per: PerUnit;
  readonly #note = new OneNote();
  readonly #contents: Contents;
  readonly #facts: RowFacts;
  readonly #units: UnitCounter;

  constructor(
    columns: LogColumns,
    connector: Connector,
    places: Places,
    stripper: Stripper,
    units: UnitCounter,
  ) {
    this.#units = units;
    this.#contents = new Contents(stripper);
    this.#columns = columns;
    this.#connector = connector;
    this.#facts = new RowFacts(columns, connector, places.isPriced ? places.quotaPerUnit : undefined);
    this.#places = places;
    this.#per = perUnit(places.quotaPerUnit, this.#note);
  }

  /** @returns whether the row is plain, and in the columns now */
  take(entry: Entry): boolean {
    const row = consumeRowOf(entry, this.#connector);
    if (row?.field === 'logs') this.#units.charge(row, this.#connector);
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
      typeof row.rowId !== 'string' &&
      row.taskId === undefined &&
      row.stated === undefined &&
      row.ownUnit === undefined &&
      row.partOf === undefined &&
      quota !== undefined &&
      fits(quota) &&
      !isTask &&
      !(row.channelId === undefined && row.channelName !== undefined) &&
      (row.field === 'logs' || (row.native.channelId === undefined && !isUntraced(row, this.#connector))) &&
      (tokens === undefined || allFit(tokens))
    );
  }

  /** @returns what the row's column says of what only some rows have */
  #addMore(
    { cacheRead = 0, cacheWrite = 0, reasoning = 0, media = 0 }: Tokens,
    { cacheWrite1h, purchase }: Bought,
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
    const { table, requestIds, upstreamIds, users, tokens, models, channels } = this.#columns;
    const { snapshot, tokens: counts = {} } = row;
    const { snapshotKeys: keys } = this.#connector.log;
    this.#note.taken = 0;
    const expected =
      row.field === 'logs' ? expectedQuota(row, this.#connector, this.#per, this.#note) : undefined;
    if (!fits(expected ?? 0) || !requestIds.add(row.requestId)) return false;
    // Whom the upstream asked in turn is nobody's matter here.
    if (row.field === 'logs' && !upstreamIds.add(row.upstreamRequestId)) {
      requestIds.drop();
      return false;
    }
    const at = table.add();
    const into = table.columns;
    into.source[at] = this.#places.source;
    into.row[at] = row.index;
    into.rowId[at] = typeof row.rowId === 'number' ? row.rowId : 0;
    into.time[at] = row.occurredAt;
    into.user[at] = users.number(row.userId);
    into.token[at] = tokens.number(row.tokenId);
    into.model[at] = models.number(row.model);
    into.channel[at] = channels.number(row.channelId);
    into.gateway[at] = this.#places.gateway;
    into.quota[at] = row.quota as number;
    into.expected[at] = expected ?? 0;
    into.input[at] = counts.input ?? 0;
    into.output[at] = counts.output ?? 0;
    into.more[at] = this.#addMore(counts, row.field === 'logs' ? this.#facts.add(row, at) : NOTHING_BOUGHT);
    into.content[at] = this.#contents.of(row.native);
    into.note[at] = this.#note.taken;
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
