import { tryReadField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import type { Note } from '../notes.ts';
import type { LogGroup } from './log-group.ts';
import type { LogRow } from './log-row.ts';

/** What one local log row says about an id of a request. Plain JSON. */
export interface LinkCandidate {
  /** Some row carries this id, as its own or as that of the request it sent upstream. */
  readonly id: string;
  /** The local request that caused the upstream request of this id. */
  readonly requestId?: string;
  /** The local channel of that attempt, where there is a request. */
  readonly channelId?: string;
  /** The row is a channel test, which is no request of the output. */
  readonly isTest?: true;
  /** The row is a fee for a violation, which may carry the id of an earlier attempt. */
  readonly isFee?: true;
  /**
   * The id stands on a success after other attempts. The gateway does not clear it between them, so it is left
   * over if the last upstream sends none: a failed upstream row is then an earlier attempt, and joining it would
   * say that the success was charged although its upstream failed.
   */
  readonly isAfterRetry?: true;
  /** The request may have been returned, nobody can say: its refund stands alone here. */
  readonly mayBeReturned?: true;
}

/**
 * Upstream request ids and the local requests that caused them: an exact join, because the upstream gateway's
 * own id came back in the header of its reply. Every consume and error row links, skipped ones too: that shows
 * what a retry cost (`relay/channel/api_request.go`).
 * @param nameOf the request id under which a row stands in the output
 */
export function listLinkCandidates(group: LogGroup, nameOf: ReadonlyMap<LogRow, string>): LinkCandidate[] {
  const { classified, rows, connector } = group;
  const { fields } = connector.log;
  const recorded = new Set(rows.map(({ index }) => index));
  const [known, retried] = [new Set<string>(), new Set<string>()];
  const facts: LinkCandidate[] = [];
  for (const { index, kind, native } of classified) {
    const requestId = tryReadField(native, fields.requestId);
    if (requestId !== undefined) known.add(requestId);
    if (recorded.has(index)) continue;
    const id = tryReadField(native, fields.upstreamRequestId);
    if (kind === 'channelTest' && requestId !== undefined) facts.push({ id: requestId, isTest: true });
    if (kind === 'error' && requestId !== undefined) retried.add(requestId);
    if (id === undefined) continue;
    const failed = kind === 'error' ? requestId : undefined;
    facts.push(
      kind === 'channelTest'
        ? { id, isTest: true }
        : { id, ...attemptFields(failed, tryReadField(native, fields.channelId)) },
    );
  }
  for (const id of known) facts.push({ id });
  for (const row of rows)
    if (row.upstreamRequestId !== undefined) facts.push(toLinkCandidate(row, group, nameOf, retried));
  return facts;
}

const attemptFields = (requestId: string | undefined, channelId: string | undefined) =>
  requestId === undefined ? {} : omitUndefined({ requestId, channelId });

function toLinkCandidate(
  row: LogRow,
  { connector, possiblyReturned }: LogGroup,
  nameOf: ReadonlyMap<LogRow, string>,
  retried: ReadonlySet<string>,
): LinkCandidate {
  const keys = connector.log.snapshotKeys;
  const requestId = row.kind === 'refund' ? undefined : nameOf.get(row);
  const attempts = keys && row.snapshot?.child(keys.attempts.within)?.size(keys.attempts.key);
  const again = row.kind === 'consume' && (retried.has(row.requestId ?? '') || (attempts ?? 0) > 1);
  return {
    id: row.upstreamRequestId ?? '',
    ...attemptFields(requestId, row.channelId),
    ...(keys !== undefined && row.snapshot?.flag(keys.violation) ? { isFee: true } : {}),
    ...(again ? { isAfterRetry: true } : {}),
    ...(possiblyReturned.has(row) ? { mayBeReturned: true } : {}),
  };
}

/** What an upstream row is, as far as its link depends on it. */
interface UpstreamRow {
  /** It failed without cost. */
  readonly failed: boolean;
  readonly isFee?: true;
  readonly isUntraced?: true;
}

/** What the output says about a row of an upstream id. */
interface LinkResult {
  readonly requestId?: string;
  /** The local channel that the log ties it to. */
  readonly channelId?: string;
  readonly note?: Extract<Note, `link${string}` | 'untraced'>;
  readonly mayBeReturned?: true;
}

const singleValue = <T>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

/** All that is known of one id. */
function summarizeId(facts: readonly LinkCandidate[]) {
  const links = facts.filter(({ requestId }) => requestId !== undefined);
  return {
    /** Of the requests that caused it: one, none, or several. */
    requestIds: new Set(links.map(({ requestId }) => requestId)),
    /** Of the only channel that they name. */
    channelId: singleValue(links.map(({ channelId }) => channelId)),
    isTest: facts.some(({ isTest }) => isTest),
    isFee: links.every(({ isFee }) => isFee),
    isAfterRetry: links.some(({ isAfterRetry }) => isAfterRetry),
    mayBeReturned: links.some(({ mayBeReturned }) => mayBeReturned),
  };
}

/** The links of a part: all facts about the ids that its upstream rows carry. */
export class Links {
  readonly #known: ReadonlyMap<string, ReturnType<typeof summarizeId>>;

  constructor(facts: readonly LinkCandidate[]) {
    const byId = Map.groupBy(facts, ({ id }) => id);
    // Summed up once: thousands of upstream rows may carry an id that thousands of local ones do.
    this.#known = new Map([...byId].map(([id, own]) => [id, summarizeId(own)]));
  }

  /** What the output calls the request of an upstream row with this id, and the note that goes with it. */
  resolve(id: string | undefined, { failed, isFee, isUntraced }: UpstreamRow): LinkResult {
    if (id === undefined) return {};
    const known = this.#known.get(id);
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
