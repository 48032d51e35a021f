import type { Connector } from '../../connectors/connector.ts';
import { OWN_PER_UNIT } from '../../connectors/vocabulary.ts';
import { DECIMAL_PATTERN } from '../../decimal-text.ts';
import { read } from '../../schemas/read.ts';
import { type UpstreamRecord, upstreamRecordSchema } from '../../schemas/reconciliation-input.ts';
import type { Account } from '../account.ts';
import { FieldProblem } from '../fields/field-problem.ts';
import { type PerUnit, perUnit } from '../fields/per-unit.ts';
import { type Entry, isAbsent, type Native } from '../intake/native.ts';
import { type LogLedger, readLogs } from '../logs/log-ledger.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { UpstreamLinks } from '../logs/upstream-links.ts';
import { billRecord } from './bill.ts';
import { chargeOf } from './charge.ts';

const LEDGER = 'upstreamCharges';

/** A gateway's log row, as opposed to a canonical record or a provider's bill. */
export const isLogRow = (native: Native): boolean =>
  native.costAmount === undefined && (native.quota !== undefined || typeof native.type === 'number');

const shows = (native: Native, { key, text }: { key: string; text?: true }): boolean =>
  text ? typeof native[key] === 'string' : Object.hasOwn(native, key);

/** The gateway whose dialect a log row shows, else the payload's. */
const dialectOf = (native: Native, connectors: readonly Connector[], payload: Connector): Connector =>
  connectors.find(({ log }) => log.marks.some((mark) => shows(native, mark))) ?? payload;

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
function logRecord(row: LogRow, ledger: LogLedger, per: PerUnit | undefined): UpstreamRecord {
  const charge = chargeOf(row, ledger.refundOf.get(row), per);
  // Attempts of one request keep different names at the upstream, which the join to the local one would hide.
  const native = row.requestId === undefined ? undefined : `${ledger.connector.id}:${row.requestId}`;
  const upstreamId = ledger.identity.rowName(row) ?? native;
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

/** The record under the local name of its request, where the local ledger knows it. */
function joined(
  { requestId: native, ...record }: UpstreamRecord,
  links: UpstreamLinks,
  account: Account,
): UpstreamRecord {
  const failed = record.status === 'failed' && Number(record.costAmount) === 0;
  const { requestId, note, doubtful } = links.resolve(native, failed);
  if (note) account.note(note);
  // Whether the local charge was returned, too, nobody can say; as refunded, this row would claim that it was not.
  const kept = doubtful && record.status === 'refunded' ? { ...record, status: 'success' as const } : record;
  return requestId === undefined ? kept : { requestId, ...kept };
}

export interface UpstreamContext {
  readonly connectors: readonly Connector[];
  readonly payload: Connector;
  readonly per: PerUnit | undefined;
  readonly links: UpstreamLinks;
  readonly account: Account;
}

/** The rows of a payload's `upstreamCharges`, each as what it is: a canonical record, a log row, or a bill. */
export function upstreamRecords(entries: readonly Entry[], context: UpstreamContext): UpstreamRecord[] {
  const { connectors, payload, per, links, account } = context;
  const records: (readonly [index: number, record: UpstreamRecord])[] = [];
  const logs = new Map<Connector, Entry[]>();
  const keep = ({ index }: Entry, work: () => UpstreamRecord): void => {
    const record = account.attempt(`${LEDGER}[${index}]`, work);
    if (record) records.push([index, record]);
  };
  for (const entry of entries) {
    const { native, index } = entry;
    if (native.costAmount !== undefined)
      keep(entry, () => read(upstreamRecordSchema, native, `${LEDGER}[${index}]`));
    else if (isLogRow(native)) {
      const dialect = dialectOf(native, connectors, payload);
      const rows = logs.get(dialect) ?? [];
      logs.set(dialect, rows);
      rows.push(entry);
    } else keep(entry, () => joined(billRecord(native), links, account));
  }
  const units = new Units(per, account);
  for (const [dialect, rows] of logs) {
    const ledger = readLogs(rows, dialect, LEDGER, account);
    for (const row of ledger.rows)
      keep(row, () => {
        const divisor = units.of(row);
        if (row.quota !== undefined && divisor === undefined)
          throw new FieldProblem('quota', 'needs quotaPerUnit in the payload, or quota_per_unit in the row');
        return joined(logRecord(row, ledger, divisor), links, account);
      });
  }
  return records.sort(([a], [b]) => a - b).map(([, record]) => record);
}
