import type { Connector, RowKind } from '../../gateways/connector.ts';
import { EXPLICIT_MONEY, type Kind } from '../../gateways/vocabulary.ts';
import type { Sentence } from '../../sentence.ts';
import { readField, readInteger } from '../fields/codecs.ts';
import { RowProblem } from '../fields/row-problem.ts';
import { type Entry, isAbsent, isBlank, isEmptyOrZero, type Native } from '../intake/native.ts';
import { type Account, silentAccount } from '../rejections-and-notes.ts';
import { isRecorded, type LogRow, readLogRow } from './log-row.ts';

/** A log row and its kind. Rows of skipped kinds are already counted. */
export interface ClassifiedRow extends Entry, Pick<RowKind, 'note'> {
  readonly kind: Kind | 'unknown';
}

const isTest = ({ native }: Entry, { log }: Connector): boolean => {
  const { fields, testTokenName } = log;
  if (testTokenName === undefined || native[fields.tokenName?.at[0] ?? ''] !== testTokenName) return false;
  return (fields.tokenId?.at ?? ['token_id']).every((key) => isEmptyOrZero(native[key]));
};

/** Returns whether a row has a quota or an amount of money other than 0, in any form. */
export const hasMoney = (native: Native, { fields }: Connector['log']): boolean =>
  [...(fields.quota?.at ?? []), ...(fields.money?.at ?? EXPLICIT_MONEY)].some(
    (key) => !isEmptyOrZero(native[key]),
  );

/** Returns whether a row has no type. Such a row is read as a consume row. */
export const lacksType = (native: Native, { fields }: Connector['log']): boolean =>
  (fields.type?.at ?? ['type']).every((key) => isAbsent(native[key]));

const NO_TYPE_OF_GATEWAY: Sentence = {
  en: 'is a row type that this gateway does not have, and the row has a quota or an amount',
  zh: '不是该网关的日志类型，而该行带有额度或金额',
};

/**
 * Returns the kind of a row by its native type.
 * @throws RowProblem for a row of an unknown type with money
 */
function classifyRow(entry: Entry, connector: Connector): Pick<ClassifiedRow, 'kind' | 'note'> {
  const { type: text } = connector.log.fields;
  const type = text ? readField(entry.native, text) : readInteger(entry.native.type, 'type');
  const known = connector.log.kinds.find(
    ({ type: own, blank = [] }: RowKind) => own === type && blank.every((key) => isBlank(entry.native, key)),
  );
  if (type !== undefined && known === undefined) {
    // Drop a row of an unknown type only if no money is lost with it.
    if (!hasMoney(entry.native, connector.log)) return { kind: 'unknown' };
    throw new RowProblem([
      { fields: text?.at ?? ['type'], sentence: NO_TYPE_OF_GATEWAY, isOfUnknownKind: true },
    ]);
  }
  const { kind, note } = known ?? { kind: 'consume' };
  return isRecorded(kind) && isTest(entry, connector)
    ? { kind: 'channelTest' }
    : { kind, ...(note && { note }) };
}

/**
 * Classifies rows by their native type; a row without a type is a consume row. Counts and notes the rows of kinds
 * that become no record.
 */
export function classify(entries: readonly Entry[], connector: Connector, account: Account): ClassifiedRow[] {
  return entries.flatMap((entry): ClassifiedRow[] => {
    const known = account.attempt(entry, () => classifyRow(entry, connector));
    if (known === undefined) return [];
    const { kind, note } = known;
    if (!isRecorded(kind)) {
      account.skip(kind);
      if (kind === 'channelTest' || kind === 'unknown') account.note(kind);
      if (note && (!note.quota || hasMoney(entry.native, connector.log))) account.note(note.note);
    }
    return [{ ...entry, ...known }];
  });
}

const NO_ACCOUNT = silentAccount();

/**
 * Reads a consume row; `undefined` for any other kind and for a row that cannot be read, which `classify` rejects
 * elsewhere.
 */
export const readConsumeRow = (entry: Entry, connector: Connector): LogRow | undefined =>
  NO_ACCOUNT.attempt(entry, () => {
    const { kind } = classifyRow(entry, connector);
    return kind === 'consume' ? readLogRow(entry, kind, connector) : undefined;
  });
