import type { Connector, RowKind } from '../../gateways/connector.ts';
import { EXPLICIT_MONEY, type Kind } from '../../gateways/vocabulary.ts';
import type { Sentence } from '../../sentence.ts';
import { readField, readInteger } from '../fields/codecs.ts';
import { tryToRead, UnknownKindProblem } from '../fields/row-problem.ts';
import { type IndexedRow, isAbsent, isBlank, isEmptyOrZero, type NativeObject } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { isRecorded, type LogRow, readLogRow } from './log-row.ts';

/** A log row and its kind. Rows of skipped kinds are already counted. */
export interface ClassifiedRow extends IndexedRow, Pick<RowKind, 'note'> {
  readonly kind: Kind | 'unknown';
}

const isTest = ({ native }: IndexedRow, { log }: Connector): boolean => {
  const { fields, testTokenName } = log;
  if (testTokenName === undefined || native[fields.tokenName?.at[0] ?? ''] !== testTokenName) return false;
  return (fields.tokenId?.at ?? ['token_id']).every((key) => isEmptyOrZero(native[key]));
};

/** Returns whether a log row has a quota or an amount of money other than 0, as a number or as text. */
export const hasMoney = (row: NativeObject, { fields }: Connector['log']): boolean =>
  [...(fields.quota?.at ?? []), ...(fields.money?.at ?? EXPLICIT_MONEY)].some(
    (key) => !isEmptyOrZero(row[key]),
  );

/** Returns whether a log row has no type. Such a row is read as a charge (`consume`). */
export const lacksType = (row: NativeObject, { fields }: Connector['log']): boolean =>
  (fields.type?.at ?? ['type']).every((key) => isAbsent(row[key]));

const UNKNOWN_TYPE: Sentence = {
  en: 'is a row type that this gateway does not have, and the row has a quota or an amount',
  zh: '不是该网关的日志类型，而该行带有额度或金额',
};

/** Returns the kind of a row by its native type. Throws a `RowProblem` for a row of an unknown type with money. */
function classifyRow(entry: IndexedRow, connector: Connector): Pick<ClassifiedRow, 'kind' | 'note'> {
  const { native } = entry;
  const { type: column } = connector.log.fields;
  const type = column ? readField(native, column) : readInteger(native.type, 'type');
  const known = connector.log.kinds.find(
    ({ type: own, blank }: RowKind) =>
      own === type && (blank === undefined || blank.every((key) => isBlank(native, key))),
  );
  if (type !== undefined && known === undefined) {
    // Skip a row of an unknown type only if it has no money; otherwise reject it.
    if (!hasMoney(native, connector.log)) return { kind: 'unknown' };
    throw new UnknownKindProblem(column?.at ?? ['type'], UNKNOWN_TYPE);
  }
  const { kind, note } = known ?? { kind: 'consume' };
  return isRecorded(kind) && isTest(entry, connector)
    ? { kind: 'channelTest' }
    : { kind, ...(note && { note }) };
}

/**
 * Finds the kind of each log row by its type; without one, it is a charge. Rows that become no record are included and
 * counted as skipped. Unreadable rows are rejected.
 */
export function classifyRows(
  entries: readonly IndexedRow[],
  connector: Connector,
  outcomes: RowOutcomes,
): ClassifiedRow[] {
  return entries.flatMap((entry): ClassifiedRow[] => {
    const known = outcomes.attempt(entry, () => classifyRow(entry, connector));
    if (known === undefined) return [];
    const { kind, note } = known;
    if (!isRecorded(kind)) {
      outcomes.skip(kind);
      if (kind === 'channelTest' || kind === 'unknown') outcomes.note(kind);
      if (note && (!note.quota || hasMoney(entry.native, connector.log))) outcomes.note(note.note);
    }
    return [{ ...entry, ...known }];
  });
}

/** Reads a log row that charges a request; `undefined` for other kinds and for unreadable rows. */
export const readConsumeRow = (entry: IndexedRow, connector: Connector): LogRow | undefined =>
  tryToRead(() => {
    const { kind } = classifyRow(entry, connector);
    return kind === 'consume' ? readLogRow(entry, kind, connector) : undefined;
  });
