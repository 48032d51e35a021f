import { type LinkCandidate, LinkResolver } from '../../normalizer/logs/links.ts';
import type { RowOutcomes } from '../../normalizer/row-outcomes.ts';
import { IdIndex } from '../columns/ids.ts';
import { Flag, isCountedRow, type LogColumns } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';

/** Links upstream charges to sales kept in columns, which it indexes by request id and upstream id. */
export class SaleLinker {
  readonly #sales: LogColumns;
  readonly #byRequest: IdIndex;
  readonly #byUpstream: IdIndex;
  /** By first sale of an upstream id: whether sales of several requests have the id. */
  readonly #isAmbiguous: Uint8Array;
  /** By first sale of an upstream id: the channel of all its sales; 0 if they differ or have none. */
  readonly #channel: Uint32Array;

  constructor(sales: LogColumns, byRequest: IdIndex) {
    this.#sales = sales;
    this.#byRequest = byRequest;
    this.#byUpstream = new IdIndex(sales.upstreamIds);
    this.#isAmbiguous = new Uint8Array(sales.length);
    const { upstreamIds, requestIds } = sales;
    const { channel } = sales.table.columns;
    this.#channel = channel.slice(0, sales.length);
    for (let row = 0; row < sales.length; row++) {
      const first = upstreamIds.has(row) ? this.#byUpstream.first(upstreamIds, row) : row;
      if (first !== row && byRequest.first(requestIds, row) !== byRequest.first(requestIds, first))
        this.#isAmbiguous[first] = 1;
      if (channel[row] !== channel[first]) this.#channel[first] = 0;
    }
  }

  /** Lists the sales in columns whose request id or upstream id is this id. Equal candidates are listed once. */
  listCandidates(id: string): LinkCandidate[] {
    const candidates: LinkCandidate[] = [];
    for (const _ of this.#byRequest.findRows(id)) {
      candidates.push({ id });
      break;
    }
    const seen = new Set<string>();
    const { requestIds, channels, table } = this.#sales;
    for (const row of this.#byUpstream.findRows(id)) {
      const requestId = requestIds.text(row) ?? '';
      const channelId = channels.texts[table.columns.channel[row] as number];
      const afterRetry = ((table.columns.flags[row] as number) & Flag.afterRetry) !== 0;
      const key = JSON.stringify([requestId, channelId, afterRetry]);
      if (seen.has(key)) continue;
      seen.add(key);
      candidates.push({
        id,
        requestId,
        ...(channelId !== undefined && { channelId }),
        ...(afterRetry && { isAfterRetry: true as const }),
      });
    }
    return candidates;
  }

  /** Links the charges in columns to requests; `others` are candidates from log rows kept as objects. */
  linkCharges(
    charges: LogColumns,
    byCharge: IdIndex,
    others: readonly LinkCandidate[],
    outcomes: RowOutcomes,
  ) {
    const sale = new Int32Array(charges.length).fill(NO_ROW);
    const firstCharge = new Int32Array(this.#sales.length).fill(NO_ROW);
    const nextCharge = new Int32Array(charges.length).fill(NO_ROW);
    const channel = new Uint32Array(charges.length);
    const named = new Map<number, Record<'requestId' | 'channelId', string | undefined>>();
    for (const [id, candidates] of Map.groupBy(others, (candidate) => candidate.id)) {
      let links: LinkResolver | undefined;
      for (const row of byCharge.findRows(id)) {
        if (!isCountedRow(charges, row)) continue;
        links ??= new LinkResolver([...candidates, ...this.listCandidates(id)]);
        const { requestId, channelId, note } = links.resolve(id, { failed: false });
        named.set(row, { requestId, channelId });
        if (note) outcomes.note(note);
        outcomes.link(undefined, true);
      }
    }
    const { requestIds } = charges;
    // Each charge is inserted at the front of the list of its sale. Iterate backwards, so that the first charge comes
    // first.
    for (let row = charges.length - 1; row >= 0; row--) {
      if (!isCountedRow(charges, row) || named.has(row)) continue;
      const linked = this.#byUpstream.first(requestIds, row);
      if (linked !== NO_ROW) outcomes.note(this.#isAmbiguous[linked] ? 'linkAmbiguous' : 'linked');
      const isLinked = linked !== NO_ROW && !this.#isAmbiguous[linked];
      if (isLinked) channel[row] = this.#channel[linked] as number;
      const request = isLinked
        ? this.#byRequest.first(this.#sales.requestIds, linked)
        : this.#byRequest.first(requestIds, row);
      outcomes.link(undefined, linked !== NO_ROW || request !== NO_ROW);
      if (request === NO_ROW) continue;
      sale[row] = request;
      nextCharge[row] = firstCharge[request] as number;
      firstCharge[request] = row;
    }
    return {
      /** By charge: the first plain sale of its request, or `NO_ROW`. */
      sale,
      /** By sale: the first linked charge; by charge: the next one. `NO_ROW` after the last. */
      firstCharge,
      nextCharge,
      /** By charge: the number of the channel of its sale; 0 if there is none. */
      channel,
      /** By charge that was linked by candidates from `others`: request id and channel. */
      named,
    };
  }
}
