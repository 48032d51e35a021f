import { parseInstant } from '../../civil-time.ts';
import {
  CALL,
  CALL_KEY,
  CALL_TYPE,
  ENDS_AT,
  OF_CHANNEL,
  UPSTREAM_MODEL,
  UPSTREAM_REQUEST_ID,
} from '../../gateways/vocabulary.ts';
import { hashToHex } from '../../hash/hash.ts';
import type { Language } from '../../language.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import { type Decimal, isNegative, isPositive, toDecimal, toPlainText, ZERO } from '../../money/money.ts';
import { reciprocal } from '../../money/ratio.ts';
import { toExclusiveEnd } from '../../normalizer/bills/bill-span.ts';
import { FieldProblem, RowProblem, type RowReason } from '../../normalizer/fields/row-problem.ts';
import { findNamedCurrency, readSignedDecimal, ungroup } from '../../normalizer/fields/written-number.ts';
import { type NativeObject, toCanonicalText } from '../../normalizer/intake/native.ts';
import { IS_TOTAL, isTotalName } from '../../normalizer/records/generic-bill.ts';
import { maskName } from '../../schemas/plain-name.ts';
import { validate } from '../../schemas/read.ts';
import {
  downstreamRecordSchema,
  PAYMENT_STATUSES,
  paymentRecordSchema,
  USAGE_STATUSES,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import type { Sentence } from '../../sentence.ts';
import { endOfGrain } from '../../zoned-period.ts';
import { rejectFile, type UnreadAmount, type UnreadableRow } from '../source-file.ts';
import { lacksZone, NOT_A_TIME, OTHER_FORMAT, parseCellTime } from './cell-time.ts';
import { findCellWithoutPart, matchesTexts, readColumn, readFirstCell, readsWholeColumns } from './cells.ts';
import { listFieldColumns, type Mapping, mappableFields } from './mapping.ts';
import { isDirected, type Movements, mapMovement, readAmount } from './movements.ts';
import { describeMissing, findMissingColumns } from './required-columns.ts';

/** Result of a mapping for one row: a record or log row, a skipped line, or the reason why it cannot be read. */
export type MappedRow =
  | {
      readonly native: NativeObject;
      /** Neither the time nor the mapping has a time zone, so UTC was used. */
      readonly isInUtc?: true;
    }
  /** A line that the mapping excludes, by `skip` or as `none`, with its money. */
  | { readonly isSkipped: true; readonly by: 'skip' | 'none'; readonly leftOut?: UnreadAmount }
  | ({ readonly reason: Sentence } & Pick<UnreadableRow, 'money' | 'unknownKind'>);

/** Schema of each ledger's records, and the field whose sign decides whether a row is a refund. */
const LEDGERS = {
  downstreamUsage: { schema: downstreamRecordSchema, money: 'chargedAmount' },
  upstreamCharges: { schema: upstreamRecordSchema, money: 'costAmount' },
  payments: { schema: paymentRecordSchema, money: 'amount' },
} as const;

const isAmountField = (field: string): boolean => /(?:amount|charge)$/i.test(field);
/** Ids of requests and charges, which programs write as 0 if there is none. */
const ID_FIELDS: readonly string[] = ['requestId', UPSTREAM_REQUEST_ID, 'upstreamId'];
const isTimeField = (field: string): boolean => ['occurredAt', ENDS_AT, 'created_at'].includes(field);

const KINDS = ['charge', 'failure', 'refund', 'none'] as const;
type Kind = (typeof KINDS)[number];

class UnknownKind extends FieldProblem {
  readonly kind: string;

  /** @param key key of the mapping that lists kinds */
  constructor(column: string, kind: string, key: keyof typeof ADD_KIND) {
    const name = maskName(kind).slice(0, KIND_LENGTH_MAX);
    super(column, {
      en: `has the type “${name}”, which \`${key}\` of the mapping does not list. ${ADD_KIND[key].en}`,
      zh: `的类型“${name}”未在列映射的 ${key} 中列出。${ADD_KIND[key].zh}`,
    });
    this.kind = name;
  }
}
/** How to list a kind, by the key of the mapping that lacks it. */
const ADD_KIND = {
  kinds: {
    en: 'Add it to one of its lists: to "none" if it is not a charge',
    zh: '请补上；如果与扣费无关，请写入 "none"',
  },
  movements: {
    en: 'Add it to one of its lists: to "none" if it is not a payment',
    zh: '请补上；如果与收款无关，请写入 "none"',
  },
  statuses: {
    en: `Add it with its meaning: for a payment, one of ${PAYMENT_STATUSES.join(', ')}`,
    zh: `请补上对应的状态，如充值的 ${PAYMENT_STATUSES.join('、')}`,
  },
} as const;
const KIND_LENGTH_MAX = 40;

/** Statuses of all ledgers; the schema of the ledger knows its own. */
const STATUSES: ReadonlySet<string> = new Set([...USAGE_STATUSES, ...PAYMENT_STATUSES]);

/** Length of the hash of a key, in hexadecimal digits. */
const CALL_KEY_DIGITS = 16;
const ONE = toDecimal(1);
const DATE_ALONE = /^\d{4}[-/.]?\d{1,2}[-/.]?\d{1,2}$/;
class RowMapper {
  readonly #mapping: Mapping;
  readonly #factors: ReadonlyMap<string, Decimal>;
  readonly #statuses: ReadonlyMap<string, string>;
  readonly #defaults: NativeObject;
  /** A bill that names no model anywhere: its cost is that of a channel. */
  readonly #isOfChannel: boolean;
  readonly #required: ReadonlySet<string>;
  readonly #equalRows = new Map<string, number>();

  constructor(mapping: Mapping) {
    const { rows, columns, constants, statuses = {}, divisor = 1, factor = '1' } = mapping;
    this.#mapping = mapping;
    type Scalar = number | string;
    const decimalOf = (value: Scalar | Readonly<Record<string, Scalar>>, field: string): Decimal =>
      toDecimal(typeof value === 'object' ? (value[field] ?? 1) : value);
    this.#factors = new Map(
      Object.keys(columns).map((field) => {
        const divided = reciprocal(decimalOf(divisor, field)) as Decimal;
        return [field, divided.times(decimalOf(factor, field))];
      }),
    );
    this.#isOfChannel =
      rows === 'upstreamCharges' && columns.model === undefined && constants?.model === undefined;
    this.#required = new Set(
      mappableFields[rows].flatMap(({ name, isRequired }) => (isRequired ? name : [])),
    );
    this.#statuses = new Map(
      Object.entries(statuses).map(([word, status]) => [word.trim().toLowerCase(), status]),
    );
    const status = rows === 'payments' ? 'settled' : 'success';
    this.#defaults = { ...(rows === 'logs' ? {} : { status }), ...constants };
  }

  /** Maps one row. Throws a RowProblem for a cell that cannot be read. */
  map(row: NativeObject): MappedRow {
    const { rows, kinds, skip, movements } = this.#mapping;
    const word = kinds && readColumn(row, kinds.column);
    const kind = word === undefined ? 'charge' : KINDS.find((name) => kinds?.[name]?.includes(word));
    if (skip?.some((texts) => matchesTexts(row, texts))) return this.#leaveOut(row, 'skip');
    if (kind === 'none') return this.#leaveOut(row, 'none');
    if (kind === undefined) {
      if (this.moneyOf(row)?.amount.isZero()) return this.#leaveOut(row, 'none');
      throw new UnknownKind(kinds?.column ?? '', word ?? '', 'kinds');
    }
    if (movements) return this.#mapMovement(row, movements);
    return rows === 'logs' ? { native: this.#mapLogRow(row) } : this.#mapRecord(row, rows, kind);
  }

  #parseTime(text: string, column: string): number {
    const { timeZone, timeFormat } = this.#mapping;
    const time = parseCellTime(text, timeZone, timeFormat);
    if (time !== undefined) return time;
    if (isTotalName(text)) throw new FieldProblem(column, IS_TOTAL);
    throw new FieldProblem(column, timeFormat === undefined ? NOT_A_TIME : OTHER_FORMAT);
  }

  /** Renames the mapped columns of a log row to the gateway's names and converts times to Unix seconds. Keeps all columns. */
  #mapLogRow(cells: NativeObject): NativeObject {
    const places = Object.entries(this.#mapping.columns);
    const fieldOfColumn = new Map(
      places.flatMap(([field, at]) =>
        isDirected(at) || !readsWholeColumns(at)
          ? []
          : listFieldColumns(at).map((column) => [column, field] as const),
      ),
    );
    const row = { ...this.#defaults };
    for (const [column, value] of Object.entries(cells)) row[fieldOfColumn.get(column) ?? column] = value;
    for (const [field, at] of places) {
      const { column, text } = this.#readField(cells, field);
      if (!isTimeField(field)) {
        if (!isDirected(at) && !readsWholeColumns(at)) row[field] = text;
        continue;
      }
      row[field] = this.#parseTime(text, column || (listFieldColumns(at)[0] ?? field)) / 1000;
    }
    return row;
  }

  /** First cell of a field that is not empty, with its column. */
  #readField(row: NativeObject, field: string): { column: string; text: string } {
    const at = this.#mapping.columns[field];
    const isStatus = (text: string) => field === 'status' && this.#statuses.has(text.toLowerCase());
    return isDirected(at) ? { column: '', text: '' } : readFirstCell(row, at, isStatus);
  }

  /** @throws FieldProblem if a required field is empty because its cell has fewer parts */
  #requirePart(row: NativeObject, field: string): void {
    const at = this.#mapping.columns[field];
    if (at === undefined || isDirected(at) || !this.#required.has(field)) return;
    const missing = findCellWithoutPart(row, at);
    if (missing === undefined) return;
    const { column, part } = missing;
    throw new FieldProblem(column, { en: `has no part ${part}`, zh: `没有第 ${part} 部分` });
  }

  /** Returns the end of the time that a bill row is about, from a column or the grain. */
  #endOf(row: NativeObject, start: unknown): string | undefined {
    const { grain, timeZone = 'UTC', timeFormat } = this.#mapping;
    const from = typeof start === 'string' ? parseInstant(start) : undefined;
    if (from === undefined) return undefined;
    if (grain !== undefined) return new Date(endOfGrain(from, grain, timeZone)).toISOString();
    const { column, text } = this.#readField(row, ENDS_AT);
    if (text === '') return undefined;
    const isDate = timeFormat === undefined ? DATE_ALONE.test(text) : !timeFormat.includes('HH');
    return new Date(
      toExclusiveEnd(from, this.#parseTime(text, column), isDate, timeZone, column),
    ).toISOString();
  }

  /** Generates a request id for a row without one, from the hash of the row; `#2` marks the second equal row. */
  #generateId(row: NativeObject): string {
    const id = `row:${hashToHex(toCanonicalText(row), 16)}`;
    const occurrence = (this.#equalRows.get(id) ?? 0) + 1;
    this.#equalRows.set(id, occurrence);
    return occurrence === 1 ? id : `${id}#${occurrence}`;
  }

  /** Currency from its column, else from the mapping's constants, else from a sign in the amount cell (`$12.50`). */
  #currencyOf(row: NativeObject, money: string): string | undefined {
    return (
      this.#readField(row, 'currency').text ||
      this.#mapping.constants?.currency?.toString() ||
      findNamedCurrency(this.#readField(row, money).text)
    );
  }

  /** Parses the mapped cells of a row into fields of the ledger, tokens, signed money and currency. */
  #readFields(row: NativeObject, rows: keyof typeof LEDGERS) {
    const { columns } = this.#mapping;
    const { money } = LEDGERS[rows];
    const record: Record<string, unknown> = {};
    const tokens: Record<string, number> = {};
    let amount = ZERO;
    let isInUtc = false;
    const currency = this.#currencyOf(row, money);
    for (const field of Object.keys(columns)) {
      const { column, text } = this.#readField(row, field);
      if (text === '' || (text === '0' && ID_FIELDS.includes(field))) {
        this.#requirePart(row, field);
        continue;
      }
      if (isTimeField(field)) {
        record[field] = new Date(this.#parseTime(text, column)).toISOString();
        isInUtc = this.#mapping.timeZone === undefined && lacksZone(text);
      } else if (isAmountField(field)) {
        const factor = this.#factors.get(field) as Decimal;
        const signed = (readSignedDecimal(text, column, currency) as Decimal).times(factor);
        if (field === money) amount = signed;
        // Drop the sign, because reports write fees and refunds as positive or negative. Only movements need the sign.
        record[field] = toPlainText(this.#mapping.movements ? signed : signed.abs());
      } else if (field.startsWith('tokens.')) tokens[field.slice('tokens.'.length)] = Number(ungroup(text));
      else if (field === 'status') {
        const word = text.toLowerCase();
        const status = this.#statuses.get(word) ?? word;
        if (!STATUSES.has(status)) throw new UnknownKind(column, text, 'statuses');
        record[field] = status;
      } else if (field === 'model' && rows === 'upstreamCharges' && isTotalName(text))
        throw new FieldProblem(column, IS_TOTAL);
      else record[field] = text;
    }
    return { record, tokens, amount, currency, read: isInUtc ? { isInUtc } : {} };
  }

  /** Reads the money of a row that is not read; `undefined` if it cannot be read. */
  moneyOf(row: NativeObject): UnreadAmount | undefined {
    const { rows, columns } = this.#mapping;
    if (rows === 'logs') return undefined;
    const { money } = LEDGERS[rows];
    const currency = this.#currencyOf(row, money);
    try {
      const { amount } = readAmount(row, columns[money] ?? [], currency);
      return { amount: amount.times(this.#factors.get(money) ?? ONE), currency };
    } catch (problem) {
      if (problem instanceof RowProblem) return undefined;
      throw problem;
    }
  }

  /** Skips a row that is neither charge nor payment, with its money if it can be read. */
  #leaveOut(row: NativeObject, by: 'skip' | 'none'): MappedRow {
    const money = this.moneyOf(row);
    return { isSkipped: true, by, ...(money && !money.amount.isZero() && { leftOut: money }) };
  }

  /** Maps a row of money movements; the normalizer joins those of one payment. */
  #mapMovement(row: NativeObject, movements: Movements): MappedRow {
    const { amount = [] } = this.#mapping.columns;
    const currency = this.#currencyOf(row, 'amount');
    const movement = mapMovement(row, movements, amount, this.#factors.get('amount') ?? ONE, currency);
    if (movement === undefined) return this.#leaveOut(row, 'none');
    if (movement === 'unknown')
      throw new UnknownKind(movements.column, readColumn(row, movements.column), 'movements');
    const { record, read } = this.#readFields(row, 'payments');
    const { status: _, ...defaults } = this.#defaults;
    return {
      native: { ...(currency !== undefined && { currency }), ...defaults, ...record, ...movement },
      ...read,
    };
  }

  #mapRecord(row: NativeObject, rows: keyof typeof LEDGERS, kind: Kind): MappedRow {
    const { cacheInInput } = this.#mapping;
    const { schema, money } = LEDGERS[rows];
    const { record, tokens, amount, currency, read } = this.#readFields(row, rows);
    const { input, cacheRead = 0, cacheWrite = 0 } = tokens;
    if (cacheInInput && input !== undefined) tokens.input = Math.max(0, input - cacheRead - cacheWrite);
    const magnitude = toPlainText(amount.abs());
    // Separate the fields that the schema of a record does not have. They are added again below, after validation.
    const {
      [UPSTREAM_REQUEST_ID]: upstreamRequestId,
      [UPSTREAM_MODEL]: upstreamModel,
      [CALL_TYPE]: callType,
      [CALL_KEY]: callKey = '',
      [ENDS_AT]: _,
      ...canonical
    } = {
      ...(currency !== undefined && { currency }),
      ...(this.#isOfChannel && { model: UNASSIGNED }),
      ...(rows === 'downstreamUsage' &&
        record.requestId === undefined && { requestId: this.#generateId(row) }),
      ...this.#defaults,
      ...(kind === 'failure' && { status: 'failed' }),
      ...record,
      ...(Object.keys(tokens).length > 0 && { tokens }),
      // A refund row lacks the amount that was paid. For payments, use the refunded amount for both.
      ...((isNegative(amount) || (kind === 'refund' && isPositive(amount))) && {
        [money]: rows === 'payments' ? magnitude : '0',
        refundAmount: magnitude,
        status: 'refunded',
      }),
    } as NativeObject;
    const end = rows === 'upstreamCharges' ? this.#endOf(row, record.occurredAt) : undefined;
    const checked = validate<(typeof LEDGERS)[typeof rows]['schema']>(schema, canonical);
    if ('output' in checked)
      return {
        native: {
          ...(upstreamRequestId !== undefined && { [UPSTREAM_REQUEST_ID]: upstreamRequestId }),
          ...checked.output,
          ...(upstreamModel !== undefined && { [UPSTREAM_MODEL]: upstreamModel }),
          ...(end !== undefined && { [ENDS_AT]: end }),
          ...(this.#isOfChannel && { [OF_CHANNEL]: true }),
          ...(callType !== undefined && {
            [CALL]: `${hashToHex(String(callKey), CALL_KEY_DIGITS)} ${callType}`,
          }),
        },
        ...read,
      };
    const problems = (language: Language) =>
      checked.problems.map(({ path, sentence }) => `${path} ${sentence[language]}`);
    const unread = this.moneyOf(row);
    return {
      reason: { en: problems('en').join('; '), zh: problems('zh').join('；') },
      ...(unread && { money: unread }),
    };
  }
}

const describeProblem = ({ reasons: [reason] }: RowProblem): Sentence => {
  const { fields: [column] = [], sentence } = reason as RowReason;
  return { en: `column “${column}” ${sentence.en}`, zh: `列“${column}”${sentence.zh}` };
};

/**
 * Returns a function that maps a row of a table to a record of a bill, a payment or usage, or to a log row with the
 * gateway's column names, or to the reason why it cannot be read. A negative charge or payment becomes a refund.
 * @param columns columns of the table; empty for JSON, whose rows may have any fields
 * @throws Rejection if the mapping names a column that the table lacks; the message lists the columns of the table
 */
export function createRowMapper(mapping: Mapping, columns: readonly string[], file: string) {
  const missing = columns.length === 0 ? [] : findMissingColumns(mapping, columns);
  if (missing.length > 0) throw rejectFile(file, describeMissing(missing, columns));
  const mapper = new RowMapper(mapping);
  return (row: NativeObject): MappedRow => {
    try {
      return mapper.map(row);
    } catch (problem) {
      if (!(problem instanceof RowProblem)) throw problem;
      const money = mapper.moneyOf(row);
      return {
        reason: describeProblem(problem),
        ...(money && { money }),
        ...(problem instanceof UnknownKind && { unknownKind: problem.kind }),
      };
    }
  };
}
