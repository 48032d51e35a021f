import type { Connector } from '../../connectors/connector.ts';
import { OWN_PER_UNIT } from '../../connectors/vocabulary.ts';
import { DECIMAL_PATTERN } from '../../decimal-text.ts';
import { type UpstreamRecord, upstreamRecordSchema } from '../../schemas/reconciliation-input.ts';
import type { Account } from '../account.ts';
import type { Context, Placed } from '../context.ts';
import { type PerUnit, perUnit } from '../fields/per-unit.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { dialectOf } from '../intake/dialect.ts';
import { type Entry, isAbsent, isLogRow } from '../intake/native.ts';
import { type LinkFact, Links } from '../logs/links.ts';
import { type LogGroup, readLogGroups } from '../logs/log-group.ts';
import type { LogRow } from '../logs/log-row.ts';
import { identify } from '../survey/row-ids.ts';
import { billRecord } from './bill.ts';
import { canonicalRecord } from './canonical.ts';
import { chargeOf } from './charge.ts';

/**
 * An upstream charge before it is known which local request caused it. Plain JSON: drafts travel to the part that
 * holds the links of their own request id.
 */
export interface UpstreamDraft {
  readonly index: number;
  /** Its `requestId` is still the upstream's own. */
  readonly record: UpstreamRecord;
  /** A canonical record states the local request already. */
  readonly isCanonical?: true;
}

/** Which quotaPerUnit divides a row: its own, which callers add for an upstream with another one, or the payload's. */
class Units {
  readonly #own = new Map<number, PerUnit>();
  readonly #payload: PerUnit | undefined;
  readonly #account: Account;

  constructor(payload: PerUnit | undefined, account: Account) {
    this.#payload = payload;
    this.#account = account;
  }

  of({ native, quota }: LogRow): PerUnit | undefined {
    if (quota === undefined) return undefined;
    const own = native[OWN_PER_UNIT];
    if (isAbsent(own)) {
      this.#account.note('upstreamPerUnit');
      return this.#payload;
    }
    const plain = typeof own === 'number' || (typeof own === 'string' && DECIMAL_PATTERN.test(own));
    const value = plain ? Number(own) : Number.NaN;
    if (!(value > 0 && value <= Number.MAX_VALUE))
      throw new FieldProblem(OWN_PER_UNIT, 'must be a finite number above 0, or a plain decimal text of one');
    const per = this.#own.get(value) ?? perUnit(value, this.#account);
    this.#own.set(value, per);
    return per;
  }
}

/**
 * A log row of the upstream gateway as a record. Its channel, user and token are the upstream's numbers, and
 * random or missing request ids are left out: an invented one would only look like a missing partner.
 */
function logRecord(row: LogRow, group: LogGroup, per: PerUnit | undefined): UpstreamRecord {
  const charge = chargeOf(row, group.refundOf.get(row), per);
  // Attempts of one request keep different names at the upstream, which the join to the local one would hide.
  const native = row.requestId === undefined ? undefined : `${group.connector.id}:${row.requestId}`;
  const upstreamId = group.names.rowName(row) ?? native;
  const random = row.kind === 'refund' || (row.taskId !== undefined && row.kind === 'consume');
  return {
    ...(random || row.requestId === undefined ? {} : { requestId: row.requestId }),
    ...(upstreamId === undefined ? {} : { upstreamId }),
    occurredAt: new Date(row.occurredAt).toISOString(),
    model: row.model,
    status: charge.status,
    costAmount: charge.gross,
    ...(charge.refund === undefined ? {} : { refundAmount: charge.refund }),
    ...(row.currency === undefined ? {} : { currency: row.currency }),
    ...(row.tokens === undefined ? {} : { tokens: row.tokens }),
  };
}

const ownUnit = (row: LogRow, units: Units): PerUnit | undefined => {
  const per = units.of(row);
  if (row.quota === undefined || per !== undefined) return per;
  throw new FieldProblem('quota', 'needs quotaPerUnit in the payload, or quota_per_unit in the row');
};

/** Log rows of one upstream gateway. */
function logDrafts(
  entries: readonly Entry[],
  dialect: Connector,
  { survey, quotaPerUnit }: Context,
  account: Account,
): UpstreamDraft[] {
  const ids = new Map(survey.upstreamIds).get(dialect.id);
  const units = new Units(quotaPerUnit === undefined ? undefined : perUnit(quotaPerUnit, account), account);
  const groups = readLogGroups(entries, dialect, ids !== undefined && identify(ids), account);
  return groups.flatMap((group) =>
    group.rows.flatMap((row): UpstreamDraft[] => {
      const record = account.attempt(row, () => logRecord(row, group, ownUnit(row, units)));
      return record ? [{ index: row.index, record }] : [];
    }),
  );
}

/** A canonical record or a provider's bill: each stands for itself. */
const rowDraft = ({ index, native }: Entry): UpstreamDraft =>
  native.costAmount === undefined
    ? { index, record: billRecord(native) }
    : { index, record: canonicalRecord(upstreamRecordSchema, native), isCanonical: true };

/**
 * The rows of a part's `upstreamCharges`, each as what it is: a canonical record, a log row, or a bill. A part holds
 * all log rows of one gateway of the users and models that it holds any of.
 */
export function upstreamDrafts(
  entries: readonly Entry[],
  context: Context,
  account: Account,
): UpstreamDraft[] {
  const { logs = [], others = [] } = Object.groupBy(entries, ({ native }) =>
    isLogRow(native) ? 'logs' : 'others',
  );
  const byDialect = Map.groupBy(logs, ({ native }) =>
    dialectOf(native, context.connectors, context.connector),
  );
  return [
    ...others.flatMap((entry) => account.attempt(entry, () => rowDraft(entry)) ?? []),
    ...[...byDialect].flatMap(([dialect, rows]) => logDrafts(rows, dialect, context, account)),
  ];
}

/** The record under the local name of its request, where the local ledger knows it. */
function linked(
  { requestId: native, ...record }: UpstreamRecord,
  links: Links,
  account: Account,
): UpstreamRecord {
  const failed = record.status === 'failed' && Number(record.costAmount) === 0;
  const { requestId, note, doubtful } = links.resolve(native, failed);
  if (note) account.note(note);
  // Whether the local charge was returned, too, nobody can say; as refunded, this row would claim that it was not.
  const kept = doubtful && record.status === 'refunded' ? { ...record, status: 'success' as const } : record;
  return requestId === undefined ? kept : { requestId, ...kept };
}

/**
 * Upstream charges under the local names of their requests.
 * @param facts all links of the upstream request ids that the drafts carry
 */
export function upstreamCharges(
  drafts: readonly UpstreamDraft[],
  facts: readonly LinkFact[],
  account: Account,
): Placed<UpstreamRecord>[] {
  const links = new Links(facts);
  return drafts.map(({ index, record, isCanonical }) => ({
    index,
    record: isCanonical ? record : linked(record, links, account),
  }));
}
