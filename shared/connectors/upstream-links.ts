import { glimpse } from './codecs.ts';
import type { LogLedger } from './log-ledger.ts';
import type { LogRow } from './log-row.ts';

/** What a local ledger says about one id of its upstream gateway. */
interface Link {
  /** The local request, or `null` where there are several, or a violation fee, which may carry a stale id. */
  requestId?: string | null;
  /** Some channel test carries the id. */
  test?: true;
}

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
  constructor({ classified, rows, connector }: LogLedger, nameOf: ReadonlyMap<LogRow, string>) {
    const { fields, snapshotKeys } = connector.log;
    if (fields.upstreamRequestId === undefined) return;
    for (const row of rows) {
      if (row.kind === 'refund' || row.upstreamRequestId === undefined) continue;
      const violation = snapshotKeys !== undefined && row.snapshot?.flag(snapshotKeys.violation);
      this.#join(row.upstreamRequestId, (violation ? undefined : nameOf.get(row)) ?? null);
    }
    const recorded = new Set(rows.map(({ index }) => index));
    for (const { index, kind, native } of classified) {
      const id = glimpse(native, fields.upstreamRequestId);
      if (id === undefined || recorded.has(index)) continue;
      if (kind === 'channelTest') this.#linkOf(id).test = true;
      else if (kind === 'error') this.#join(id, glimpse(native, fields.requestId) ?? null);
    }
  }

  #join(id: string, requestId: string | null): void {
    const link = this.#linkOf(id);
    link.requestId = link.requestId === undefined || link.requestId === requestId ? requestId : null;
  }

  /** What the output calls the request of an upstream id, and the note that goes with it. */
  resolve(id: string | undefined): {
    requestId?: string;
    note?: 'linked' | 'linkedToTest' | 'linkAmbiguous';
  } {
    const link = id === undefined ? undefined : this.#links.get(id);
    if (id === undefined) return {};
    if (link === undefined) return { requestId: id };
    if (typeof link.requestId === 'string') return { requestId: link.requestId, note: 'linked' };
    return link.requestId === null ? { requestId: id, note: 'linkAmbiguous' } : { note: 'linkedToTest' };
  }
}
