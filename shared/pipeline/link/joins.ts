import { type LinkCandidate, Links } from '../../normalizer/logs/links.ts';
import type { Account } from '../../normalizer/rejections-and-notes.ts';
import { IdIndex } from '../columns/ids.ts';
import { Flag, type LogColumns, survives } from '../columns/log-columns.ts';
import { NO_ROW } from '../columns/table.ts';

/** What plain sales say about the ids of upstream rows. */
export class Joins {
  readonly #sales: LogColumns;
  readonly #byRequest: IdIndex;
  readonly #byUpstream: IdIndex;
  /** Of an upstream id's first sale, whether sales of several requests name it. */
  readonly #isAmbiguous: Uint8Array;
  /** Of an upstream id's first sale, the channel that all its sales went through; 0 where they differ, or name none. */
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

  /** The facts about an id, as the normalizer says them of the rows that it sees; those of several rows are the same. */
  listCandidates(id: string): LinkCandidate[] {
    const facts: LinkCandidate[] = [];
    for (const _ of this.#byRequest.findRows(id)) {
      facts.push({ id });
      break;
    }
    const known = new Set<string>();
    const { requestIds, channels, table } = this.#sales;
    for (const row of this.#byUpstream.findRows(id)) {
      const requestId = requestIds.text(row) ?? '';
      const channelId = channels.texts[table.columns.channel[row] as number];
      const afterRetry = ((table.columns.flags[row] as number) & Flag.afterRetry) !== 0;
      const said = JSON.stringify([requestId, channelId, afterRetry]);
      if (known.has(said)) continue;
      known.add(said);
      facts.push({
        id,
        requestId,
        ...(channelId !== undefined && { channelId }),
        ...(afterRetry && { isAfterRetry: true as const }),
      });
    }
    return facts;
  }

  /**
   * Joins plain charges, which succeeded and cost what they cost, to their requests.
   * @param others facts of rows that are not plain
   */
  join(charges: LogColumns, byCharge: IdIndex, others: readonly LinkCandidate[], account: Account) {
    const sale = new Int32Array(charges.length).fill(NO_ROW);
    const firstCharge = new Int32Array(this.#sales.length).fill(NO_ROW);
    const nextCharge = new Int32Array(charges.length).fill(NO_ROW);
    const channel = new Uint32Array(charges.length);
    const named = new Map<number, Record<'requestId' | 'channelId', string | undefined>>();
    for (const [id, facts] of Map.groupBy(others, (fact) => fact.id)) {
      let links: Links | undefined;
      for (const row of byCharge.findRows(id)) {
        if (!survives(charges, row)) continue;
        links ??= new Links([...facts, ...this.listCandidates(id)]);
        const { requestId, channelId, note } = links.resolve(id, { failed: false });
        named.set(row, { requestId, channelId });
        if (note) account.note(note);
        account.link(undefined, true);
      }
    }
    const { requestIds } = charges;
    // From the last one: each is put before those of its sale that follow it.
    for (let row = charges.length - 1; row >= 0; row--) {
      if (!survives(charges, row) || named.has(row)) continue;
      const linked = this.#byUpstream.first(requestIds, row);
      if (linked !== NO_ROW) account.note(this.#isAmbiguous[linked] ? 'linkAmbiguous' : 'linked');
      const isLinked = linked !== NO_ROW && !this.#isAmbiguous[linked];
      if (isLinked) channel[row] = this.#channel[linked] as number;
      const own = isLinked
        ? this.#byRequest.first(this.#sales.requestIds, linked)
        : this.#byRequest.first(requestIds, row);
      account.link(undefined, linked !== NO_ROW || own !== NO_ROW);
      if (own === NO_ROW) continue;
      sale[row] = own;
      nextCharge[row] = firstCharge[own] as number;
      firstCharge[own] = row;
    }
    return {
      /** By charge, the first plain sale of its request; `NONE` where there is none. */
      sale,
      /** By sale, the first of the charges that were joined to it; by charge, the next one. `NONE` after the last. */
      firstCharge,
      nextCharge,
      /** By charge, the channel of the sales that tied it to their request, by its number among theirs; 0 is none. */
      channel,
      /** Charges about whose request rows that are not plain have a say: the request, and its channel. */
      named,
    };
  }
}
