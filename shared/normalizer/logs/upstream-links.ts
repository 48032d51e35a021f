import { glimpse } from '../fields/codecs.ts';
import type { LogLedger } from './log-ledger.ts';
import type { LogRow } from './log-row.ts';

/** What a local ledger says about one id of its upstream gateway. */
interface Link {
  /** The local request, or `null` where there are several, or a violation fee, which may carry a stale id. */
  requestId?: string | null;
  /** Some channel test carries the id. */
  test?: true;
  /**
   * The id stands on a success after other attempts. The gateway does not clear it between them, so it is left
   * over if the last upstream sends none: a failed upstream row is then an earlier attempt, and joining it would
   * say that the success was charged although its upstream failed.
   */
  afterRetry?: true;
  /** The request may have been returned, nobody can say: its refund stands alone here. */
  doubtful?: true;
}

/** What the output says about a row of an upstream id. */
interface Resolved {
  readonly requestId?: string;
  readonly note?: LinkNote;
  readonly doubtful?: true;
}

type LinkNote = 'linked' | 'linkedToTest' | 'linkAmbiguous' | 'linkStale';

/**
 * Upstream request ids and the local requests that caused them: an exact join, because the upstream gateway's
 * own id came back in the header of its reply. Every consume and error row links, skipped ones too: that shows
 * what a retry cost (`relay/channel/api_request.go`).
 */
export class UpstreamLinks {
  readonly #links = new Map<string, Link>();

  #linkOf(id: string): Link {
    const link = this.#links.get(id) ?? {};
    this.#links.set(id, link);
    return link;
  }

  /** @param nameOf the request id under which a row stands in the output */
  constructor({ classified, rows, connector, doubtful }: LogLedger, nameOf: ReadonlyMap<LogRow, string>) {
    const { fields, snapshotKeys: keys } = connector.log;
    if (fields.upstreamRequestId === undefined) return;
    const recorded = new Set(rows.map(({ index }) => index));
    const retried = new Set<string>();
    for (const { index, kind, native } of classified) {
      if (recorded.has(index)) continue;
      const id = glimpse(native, fields.upstreamRequestId);
      const requestId = glimpse(native, fields.requestId);
      if (kind === 'error' && requestId !== undefined) retried.add(requestId);
      if (id === undefined) continue;
      if (kind === 'channelTest') this.#linkOf(id).test = true;
      else if (kind === 'error') this.#join(id, requestId ?? null);
    }
    for (const row of rows) {
      if (row.kind === 'refund' || row.upstreamRequestId === undefined) continue;
      const violation = keys !== undefined && row.snapshot?.flag(keys.violation);
      this.#join(row.upstreamRequestId, (violation ? undefined : nameOf.get(row)) ?? null);
      const attempts = keys && row.snapshot?.within(keys.attempts.within)?.list(keys.attempts.key)?.length;
      if (row.kind === 'consume' && (retried.has(row.requestId ?? '') || (attempts ?? 0) > 1))
        this.#linkOf(row.upstreamRequestId).afterRetry = true;
      if (doubtful.has(row)) this.#linkOf(row.upstreamRequestId).doubtful = true;
    }
  }

  #join(id: string, requestId: string | null): void {
    const link = this.#linkOf(id);
    link.requestId = link.requestId === undefined || link.requestId === requestId ? requestId : null;
  }

  /**
   * What the output calls the request of an upstream id, and the note that goes with it.
   * @param failed the upstream row failed without cost
   */
  resolve(id: string | undefined, failed: boolean): Resolved {
    const link = id === undefined ? undefined : this.#links.get(id);
    if (id === undefined) return {};
    if (link === undefined) return { requestId: id };
    if (link.requestId === undefined) return { note: 'linkedToTest' };
    if (link.requestId === null) return { requestId: id, note: 'linkAmbiguous' };
    if (failed && link.afterRetry) return { requestId: id, note: 'linkStale' };
    return { requestId: link.requestId, note: 'linked', ...(link.doubtful ? { doubtful: true } : {}) };
  }
}
