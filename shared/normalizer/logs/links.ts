import { tryReadField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import type { Note } from '../notes.ts';
import { countAttempts } from './log-details.ts';
import type { LogGroup } from './log-group.ts';
import type { LogRow } from './log-row.ts';

/** A possible link between an upstream request id and a local request, as a local log row shows it. */
export interface LinkCandidate {
  /** Request id of the row itself, or of the request that it sent upstream. */
  readonly id: string;
  /** Local request that caused the upstream request with this id. */
  readonly requestId?: string;
  /** Local channel of that attempt, if there is a request. */
  readonly channelId?: string;
  /** The row is a channel test, which becomes no record. */
  readonly isTest?: true;
  /** The row is a violation fee, which may have the id of an earlier attempt. */
  readonly isFee?: true;
  /**
   * The id is on a request that succeeded after other attempts. The gateway does not clear the id between attempts, so
   * it may belong to an earlier one. A failed upstream row is not linked by it.
   */
  readonly isAfterRetry?: true;
  /** The request may have been refunded by a row that matches several requests. */
  readonly mayBeReturned?: true;
}

const attemptFields = (requestId: string | undefined, channelId: string | undefined) =>
  requestId === undefined ? {} : omitUndefined({ requestId, channelId });

function toLinkCandidate(
  row: LogRow,
  id: string,
  { connector, possiblyReturned }: LogGroup,
  requestIds: ReadonlyMap<LogRow, string>,
  retried: ReadonlySet<string>,
): LinkCandidate {
  const keys = connector.log.snapshotKeys;
  const requestId = row.kind === 'refund' ? undefined : requestIds.get(row);
  const isRetry = retried.has(row.requestId ?? '') || countAttempts(row, connector) > 1;
  return {
    id,
    ...attemptFields(requestId, row.channelId),
    ...(keys !== undefined && row.snapshot?.flag(keys.violation) && { isFee: true }),
    ...(row.kind === 'consume' && isRetry && { isAfterRetry: true }),
    ...(possiblyReturned.has(row) && { mayBeReturned: true }),
  };
}

/**
 * Lists which local requests caused which upstream requests, as far as the log rows of a group show it. The ids match
 * exactly, because the gateway logs the id from the header of the upstream's reply. Includes skipped charges and
 * errors, because their upstream requests cost money as well (`relay/channel/api_request.go`).
 * @param requestIds request id of the record that each row became
 */
export function listLinkCandidates(
  group: LogGroup,
  requestIds: ReadonlyMap<LogRow, string>,
): LinkCandidate[] {
  const { fields } = group.connector.log;
  const recorded = new Set(group.rows.map(({ index }) => index));
  const [known, retried] = [new Set<string>(), new Set<string>()];
  const candidates: LinkCandidate[] = [];
  for (const { index, kind, native } of group.classified) {
    const requestId = tryReadField(native, fields.requestId);
    if (requestId !== undefined) known.add(requestId);
    if (recorded.has(index)) continue;
    const id = tryReadField(native, fields.upstreamRequestId);
    const failed = kind === 'error' ? requestId : undefined;
    if (failed !== undefined) retried.add(failed);
    if (kind === 'channelTest') {
      for (const tested of [requestId, id])
        if (tested !== undefined) candidates.push({ id: tested, isTest: true });
    } else if (id !== undefined)
      candidates.push({ id, ...attemptFields(failed, tryReadField(native, fields.channelId)) });
  }
  for (const id of known) candidates.push({ id });
  for (const row of group.rows)
    if (row.upstreamRequestId !== undefined)
      candidates.push(toLinkCandidate(row, row.upstreamRequestId, group, requestIds, retried));
  return candidates;
}

interface UpstreamRow {
  /** The row failed without cost. */
  readonly failed: boolean;
  readonly isFee?: true;
  readonly isUntraced?: true;
}

interface LinkResult {
  readonly requestId?: string;
  /** Local channel that the log names for the request. */
  readonly channelId?: string;
  readonly note?: Extract<Note, `link${string}` | 'untraced'>;
  readonly mayBeReturned?: true;
}

const singleValue = <T>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

function summarizeId(candidates: readonly LinkCandidate[]) {
  const links = candidates.filter(({ requestId }) => requestId !== undefined);
  return {
    /** Requests that caused it; more than one if the id is ambiguous. */
    requestIds: new Set(links.map(({ requestId }) => requestId)),
    /** Channel of the requests, if they agree. */
    channelId: singleValue(links.map(({ channelId }) => channelId)),
    /** A row of the log has the id as its own request id. */
    isLocal: candidates.some(({ requestId, isTest }) => requestId === undefined && !isTest),
    isTest: candidates.some(({ isTest }) => isTest),
    isFee: links.every(({ isFee }) => isFee),
    isAfterRetry: links.some(({ isAfterRetry }) => isAfterRetry),
    mayBeReturned: links.some(({ mayBeReturned }) => mayBeReturned),
  };
}

/** Finds the local requests that caused the rows of an upstream log, by the upstream request id. */
export class LinkResolver {
  readonly #byId: ReadonlyMap<string, ReturnType<typeof summarizeId>>;

  constructor(candidates: readonly LinkCandidate[]) {
    const byId = Map.groupBy(candidates, ({ id }) => id);
    // Merge the candidates of each id only once: thousands of upstream rows may have the id of thousands of local rows.
    this.#byId = new Map([...byId].map(([id, ofId]) => [id, summarizeId(ofId)]));
  }

  /** Returns whether rows of the log have an id as upstream request id, and no row has it as its own. */
  isUpstreamOnly(id: string | undefined): boolean {
    const known = id === undefined ? undefined : this.#byId.get(id);
    return known !== undefined && !known.isLocal;
  }

  /**
   * Finds the local request of an upstream row, its channel, and the note to count. If no single request is found, the
   * request id is `id`; if the row must not be linked, such as a channel test, the request id is absent.
   */
  resolve(id: string | undefined, { failed, isFee, isUntraced }: UpstreamRow): LinkResult {
    if (id === undefined) return {};
    const known = this.#byId.get(id);
    if (known === undefined)
      return isUntraced ? { note: 'untraced' } : { requestId: id, note: 'linkUnknown' };
    const { requestIds } = known;
    const [requestId] = requestIds;
    if (requestId === undefined) return known.isTest ? { note: 'linkedToTest' } : { requestId: id };
    if (requestIds.size > 1) return { requestId: id, note: 'linkAmbiguous' };
    if (!isFee && known.isFee) return { note: 'linkFee' };
    if (failed && known.isAfterRetry) return { requestId: id, note: 'linkStale' };
    const { channelId, mayBeReturned } = known;
    return {
      ...omitUndefined({ requestId, note: 'linked' as const, channelId }),
      ...(mayBeReturned && { mayBeReturned }),
    };
  }
}
