import { glimpse } from '../fields/codecs.ts';
import type { LogGroup } from './log-group.ts';
import type { LogRow } from './log-row.ts';

/** What one local log row says about an id of its upstream gateway. Plain JSON. */
export interface LinkFact {
  readonly upstreamId: string;
  /** The local request; `null` where none can be named: a violation fee, which may carry a stale id. */
  readonly requestId?: string | null;
  /** The row is a channel test. */
  readonly test?: true;
  /**
   * The id stands on a success after other attempts. The gateway does not clear it between them, so it is left
   * over if the last upstream sends none: a failed upstream row is then an earlier attempt, and joining it would
   * say that the success was charged although its upstream failed.
   */
  readonly afterRetry?: true;
  /** The request may have been returned, nobody can say: its refund stands alone here. */
  readonly doubtful?: true;
}

/**
 * Upstream request ids and the local requests that caused them: an exact join, because the upstream gateway's
 * own id came back in the header of its reply. Every consume and error row links, skipped ones too: that shows
 * what a retry cost (`relay/channel/api_request.go`).
 * @param nameOf the request id under which a row stands in the output
 */
export function linkFacts(
  { classified, rows, connector, doubtful }: LogGroup,
  nameOf: ReadonlyMap<LogRow, string>,
): LinkFact[] {
  const { fields, snapshotKeys: keys } = connector.log;
  if (fields.upstreamRequestId === undefined) return [];
  const facts: LinkFact[] = [];
  const recorded = new Set(rows.map(({ index }) => index));
  const retried = new Set<string>();
  for (const { index, kind, native } of classified) {
    if (recorded.has(index)) continue;
    const upstreamId = glimpse(native, fields.upstreamRequestId);
    const requestId = glimpse(native, fields.requestId);
    if (kind === 'error' && requestId !== undefined) retried.add(requestId);
    if (upstreamId === undefined) continue;
    if (kind === 'channelTest') facts.push({ upstreamId, test: true });
    else if (kind === 'error') facts.push({ upstreamId, requestId: requestId ?? null });
  }
  for (const row of rows) {
    if (row.kind === 'refund' || row.upstreamRequestId === undefined) continue;
    const violation = keys !== undefined && row.snapshot?.flag(keys.violation);
    const attempts = keys && row.snapshot?.within(keys.attempts.within)?.list(keys.attempts.key)?.length;
    const again = row.kind === 'consume' && (retried.has(row.requestId ?? '') || (attempts ?? 0) > 1);
    facts.push({
      upstreamId: row.upstreamRequestId,
      requestId: (violation ? undefined : nameOf.get(row)) ?? null,
      ...(again ? { afterRetry: true } : {}),
      ...(doubtful.has(row) ? { doubtful: true } : {}),
    });
  }
  return facts;
}

type LinkNote = 'linked' | 'linkedToTest' | 'linkAmbiguous' | 'linkStale';

/** What the output says about a row of an upstream id. */
interface Resolved {
  readonly requestId?: string;
  readonly note?: LinkNote;
  readonly doubtful?: true;
}

/** The links of a part: all facts about the upstream ids that its upstream rows carry. */
export class Links {
  readonly #facts: ReadonlyMap<string, readonly LinkFact[]>;

  constructor(facts: readonly LinkFact[]) {
    this.#facts = Map.groupBy(facts, ({ upstreamId }) => upstreamId);
  }

  /**
   * What the output calls the request of an upstream id, and the note that goes with it.
   * @param failed the upstream row failed without cost
   */
  resolve(id: string | undefined, failed: boolean): Resolved {
    if (id === undefined) return {};
    const facts = this.#facts.get(id);
    if (facts === undefined) return { requestId: id };
    const requests = new Set(facts.flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId])));
    const [request] = requests;
    if (request === undefined) return { note: 'linkedToTest' };
    if (request === null || requests.size > 1) return { requestId: id, note: 'linkAmbiguous' };
    if (failed && facts.some(({ afterRetry }) => afterRetry)) return { requestId: id, note: 'linkStale' };
    const doubtful = facts.some((fact) => fact.doubtful);
    return { requestId: request, note: 'linked', ...(doubtful ? { doubtful } : {}) };
  }
}
