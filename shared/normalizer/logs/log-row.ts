import { DECIMAL_PATTERN } from '../../decimal-text.ts';
import type { Connector, LogDialect } from '../../gateways/connector.ts';
import { EXPLICIT_MONEY, type Kind, ROW_UNIT_KEY } from '../../gateways/vocabulary.ts';
import { decoders, readCount, readField, requireField } from '../fields/codecs.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { readTokens } from '../fields/row-tokens.ts';
import { Snapshot } from '../fields/snapshot.ts';
import { type IndexedRow, isAbsent, type NativeObject } from '../intake/native.ts';

const RECORDED = ['consume', 'error', 'refund', 'provisional', 'tool'] as const;
type RecordedKind = (typeof RECORDED)[number];
/** Returns whether log rows of a kind become records of the output, as charges and refunds do. */
export const isRecorded = (kind: Kind | 'unknown'): kind is RecordedKind =>
  RECORDED.some((recorded) => recorded === kind);

function readExplicitMoney(row: NativeObject, { money, quota }: LogDialect['fields']) {
  if (money === undefined) return readField(row, { at: EXPLICIT_MONEY, as: 'money' });
  return quota ? readField(row, money) : requireField(row, money);
}

function readRowUnit(row: NativeObject): number | undefined {
  const value = row[ROW_UNIT_KEY];
  if (isAbsent(value)) return undefined;
  const plain = typeof value === 'number' || (typeof value === 'string' && DECIMAL_PATTERN.test(value));
  const unit = plain ? Number(value) : Number.NaN;
  if (!(unit > 0 && unit <= Number.MAX_VALUE))
    throw new FieldProblem(ROW_UNIT_KEY, {
      en: 'must be a number above 0, or decimal text such as "500000"',
      zh: '必须是大于 0 的数字，或 "500000" 这样的十进制文本',
    });
  return unit;
}

/** Reads the fields of one log row in the format of its gateway. Throws a `RowProblem` if a field cannot be read. */
export function readLogRow(entry: IndexedRow, kind: RecordedKind, { log }: Connector) {
  const { field, index, native } = entry;
  const { fields, snapshotKeys } = log;
  const embedded = readField(native, fields.snapshot);
  const snapshot = embedded && new Snapshot(embedded, fields.snapshot?.at[0] ?? '');
  const money = kind === 'error' ? undefined : readExplicitMoney(native, fields);
  const model = readField(native, fields.model) ?? 'unknown';
  return {
    field,
    index,
    native,
    kind,
    /** Epoch milliseconds. */
    occurredAt: requireField(native, fields.occurredAt),
    /** Row number of the gateway, or a text in its place. Whether row numbers are unique is decided over the whole ledger. */
    rowId: readField(native, fields.rowId),
    requestId: readField(native, fields.requestId),
    upstreamRequestId: readField(native, fields.upstreamRequestId),
    taskId: snapshotKeys && snapshot?.id(snapshotKeys.taskId),
    userId: readField(native, fields.userId),
    tokenId: readField(native, fields.tokenId),
    model,
    channelId: readField(native, fields.channelId),
    channelName: readField(native, fields.channelName),
    money,
    currency: money || field === 'upstreamCharges' ? decoders.name(native.currency, 'currency') : undefined,
    /** Quota units; `undefined` if the row contains money, which takes precedence. */
    quota: money || kind === 'error' || !fields.quota ? undefined : requireField(native, fields.quota),
    /** `quotaPerUnit` that the caller added to a row of the upstream gateway. */
    ownUnit: field === 'upstreamCharges' ? readRowUnit(native) : undefined,
    /** Quota of the charge that a partial refund or settlement adjusts. */
    partOf:
      snapshotKeys && snapshot?.has(snapshotKeys.partOf) ? snapshot.count(snapshotKeys.partOf) : undefined,
    snapshot,
    /** Prompt and completion tokens of the row; NaN if it has none. */
    prompt: readCount(native[log.tokens.input], log.tokens.input) ?? Number.NaN,
    completion: readCount(native[log.tokens.output], log.tokens.output) ?? Number.NaN,
    tokens: readTokens(native, snapshot, log.tokens, model),
  };
}

/** A log row, read without regard to other rows. */
export type LogRow = Readonly<ReturnType<typeof readLogRow>>;
