import { UPSTREAM_REQUEST_ID } from '../../connectors/vocabulary.ts';
import { sha256Hex } from '../../hash.ts';
import type { Language } from '../../language.ts';
import { type Decimal, decimal, isNegative, isPositive, plain, reciprocal, ZERO } from '../../money.ts';
import { FieldProblem, type Reason, RowProblem } from '../../normalizer/fields/row-problem.ts';
import { namedCurrency, signedDecimal } from '../../normalizer/fields/written-number.ts';
import { canonicalText } from '../../normalizer/intake/canonical-text.ts';
import { opened } from '../../normalizer/intake/keep.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { NO_MODEL, namesTotal } from '../../normalizer/records/bill.ts';
import { shownName } from '../../schemas/plain-name.ts';
import { check } from '../../schemas/read.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { firstFew, type Sentence } from '../../sentence.ts';
import { unreadable } from '../native-file.ts';
import { lacksZone, NO_TIME, NOT_IN_FORMAT, timeOf } from './cell-time.ts';
import type { Mapping } from './mapping.ts';

/** What a mapping makes of a row. */
export type MappedRow =
  | {
      readonly native: Native;
      /** Its time names no zone, and neither does the mapping. */
      readonly isInUtc?: true;
    }
  /** A total, or another line that is no row. */
  | { readonly isSkipped: true }
  | { readonly reason: Sentence };

/** What the rows of a ledger are checked by, and the field whose sign says what a row is. */
const LEDGERS = {
  downstreamUsage: { schema: downstreamRecordSchema, money: 'chargedAmount' },
  upstreamCharges: { schema: upstreamRecordSchema, money: 'costAmount' },
  payments: { schema: paymentRecordSchema, money: 'amount' },
} as const;

const isAmount = (field: string): boolean => /(?:amount|charge)$/i.test(field);
const isTime = (field: string): boolean => field === 'occurredAt' || field === 'created_at';
const listOf = (column: string | readonly string[] = []): readonly string[] => [column].flat();

/** Whole numbers have no decimals: what parts their digits are thousands. */
const GROUPED = /^\d{1,3}(?:[,.\s'’]\d{3})+$/u;
const countOf = (text: string): number => Number(GROUPED.test(text) ? text.replaceAll(/\D/g, '') : text);

const KINDS = ['charge', 'failure', 'refund', 'none'] as const;
type Kind = (typeof KINDS)[number];
const NO_KIND: Sentence = {
  en: 'is of a kind that the mapping does not name',
  zh: '类型在读取规则中没有列出',
};

/** The text of a cell; empty where there is none. A column of that very name counts before a path into objects and texts of them. */
function cellOf(row: Native, column: string): string {
  let value: unknown = row;
  for (const step of Object.hasOwn(row, column) ? [column] : column.split('.')) {
    const object = opened(value);
    if (typeof object !== 'object' || object === null || !Object.hasOwn(object, step)) return '';
    value = (object as Native)[step];
  }
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim();
}

const COLUMNS_NAMED_MAX = 50;

/** A field needs one of its columns, or the object that a path begins in. JSON has no columns: a field may be anywhere. */
function requireColumns({ columns, skip = [], kinds }: Mapping, has: readonly string[], file: string): void {
  if (has.length === 0) return;
  const isKnown = (column: string) => has.includes(column) || has.includes(column.split('.')[0] ?? '');
  const wanted = [...Object.values(columns), ...skip.map(({ column }) => column), kinds?.column ?? []];
  const missing = wanted.map(listOf).filter((each) => each.length > 0 && !each.some(isKnown));
  if (missing.length === 0) return;
  const lacks = (comma: string) => missing.map(([column = '']) => `“${shownName(column)}”`).join(comma);
  const all = (comma: string) => firstFew(has.map(shownName), COLUMNS_NAMED_MAX, comma);
  throw unreadable(file, {
    en: `has no column ${lacks(', ')}, which the mapping names; it has: ${all(', ')}`,
    zh: `没有规则所指的列 ${lacks('、')}；它有：${all('、')}`,
  });
}

/** Reads the rows of one table by one mapping. */
class RowMapper {
  readonly #mapping: Mapping;
  readonly #factors: ReadonlyMap<string, Decimal>;
  readonly #statuses: ReadonlyMap<string, string>;
  readonly #default: Native;
  /** How many rows were like each, where none has an id. */
  readonly #alike = new Map<string, number>();

  constructor(mapping: Mapping) {
    const { rows, columns, constants, statuses = {}, divisor = 1 } = mapping;
    this.#mapping = mapping;
    const [all, own] = typeof divisor === 'number' ? [divisor, {}] : [1, divisor];
    const divisors = new Map(Object.entries(own));
    this.#factors = new Map(
      Object.keys(columns).map((field) => [
        field,
        reciprocal(decimal(divisors.get(field) ?? all)) as Decimal,
      ]),
    );
    this.#statuses = new Map(
      Object.entries(statuses).map(([word, status]) => [word.trim().toLowerCase(), status]),
    );
    const status = rows === 'payments' ? 'settled' : 'success';
    this.#default = { ...(rows === 'logs' ? {} : { status }), ...constants };
  }

  /** @throws RowProblem for a cell that cannot be read */
  map(row: Native): MappedRow {
    const { rows, kinds, skip } = this.#mapping;
    const is = kinds && cellOf(row, kinds.column);
    const kind = is === undefined ? 'charge' : KINDS.find((one) => kinds?.[one]?.includes(is));
    if (kind === undefined) return { reason: NO_KIND };
    const isNone = skip?.some(({ column, is }) => is.includes(cellOf(row, column)));
    if (isNone || kind === 'none') return { isSkipped: true };
    return rows === 'logs' ? { native: this.#log(row) } : this.#record(row, rows, kind);
  }

  #time(text: string, column: string): number {
    const { timeZone, timeFormat } = this.#mapping;
    const time = timeOf(text, timeZone, timeFormat);
    if (time === undefined)
      throw new FieldProblem(column, timeFormat === undefined ? NO_TIME : NOT_IN_FORMAT);
    return time;
  }

  /** A log row keeps all columns; those of the mapping get the gateway's names, its times become Unix seconds. */
  #log(cells: Native): Native {
    const { columns } = this.#mapping;
    const renamed = new Map(
      Object.entries(columns).flatMap(([field, of]) => listOf(of).map((name) => [name, field] as const)),
    );
    const row = { ...this.#default };
    for (const [column, value] of Object.entries(cells)) row[renamed.get(column) ?? column] = value;
    for (const [field, of] of Object.entries(columns)) {
      const [column] = listOf(of);
      if (isTime(field) && column !== undefined)
        row[field] = this.#time(cellOf(cells, column), column) / 1000;
    }
    return row;
  }

  /** The first column of a field that says something, and what it says. */
  #cell(row: Native, field: string): { column: string; text: string } {
    for (const column of listOf(this.#mapping.columns[field])) {
      const text = cellOf(row, column);
      if (text !== '') return { column, text };
    }
    return { column: '', text: '' };
  }

  /** A request that nobody has numbered is known by what its row says. */
  #nameOf(row: Native): string {
    const name = `row:${sha256Hex(canonicalText(row), 16)}`;
    const place = (this.#alike.get(name) ?? 0) + 1;
    this.#alike.set(name, place);
    return place === 1 ? name : `${name}#${place}`;
  }

  /** What the cells of a row say, by the fields of its ledger. */
  #said(row: Native, rows: keyof typeof LEDGERS) {
    const { columns, constants } = this.#mapping;
    const { money } = LEDGERS[rows];
    const record: Record<string, unknown> = {};
    const tokens: Record<string, number> = {};
    let amount = ZERO;
    let isInUtc = false;
    // If only by a sign beside its money.
    const currency =
      this.#cell(row, 'currency').text ||
      constants?.currency?.toString() ||
      namedCurrency(this.#cell(row, money).text);
    for (const field of Object.keys(columns)) {
      const { column, text } = this.#cell(row, field);
      if (text === '') continue;
      if (isTime(field)) {
        record[field] = new Date(this.#time(text, column)).toISOString();
        isInUtc = this.#mapping.timeZone === undefined && lacksZone(text);
      } else if (isAmount(field)) {
        const factor = this.#factors.get(field) as Decimal;
        const read = (signedDecimal(text, column, currency) as Decimal).times(factor);
        if (field === money) amount = read;
        // Reports write fees and refunds with either sign.
        record[field] = plain(read.abs());
      } else if (field.startsWith('tokens.')) tokens[field.slice('tokens.'.length)] = countOf(text);
      else if (field === 'status')
        record[field] = this.#statuses.get(text.toLowerCase()) ?? text.toLowerCase();
      else if (field === 'model' && rows === 'upstreamCharges' && namesTotal(text))
        throw new FieldProblem(column, NO_MODEL);
      else record[field] = text;
    }
    return { record, tokens, amount, currency, isInUtc };
  }

  #record(row: Native, rows: keyof typeof LEDGERS, kind: Kind): MappedRow {
    const { columns, cacheInInput } = this.#mapping;
    const { schema, money } = LEDGERS[rows];
    const { record, tokens, amount, currency, isInUtc } = this.#said(row, rows);
    const { input, cacheRead = 0, cacheWrite = 0 } = tokens;
    if (cacheInInput && input !== undefined) tokens.input = Math.max(0, input - cacheRead - cacheWrite);
    const size = plain(amount.abs());
    // No word of the records themselves: the normalizer turns it into one.
    const { [UPSTREAM_REQUEST_ID]: named, ...canonical } = {
      ...(currency !== undefined && { currency }),
      ...(rows === 'downstreamUsage' && !columns.requestId && { requestId: this.#nameOf(row) }),
      ...this.#default,
      ...(kind === 'failure' && { status: 'failed' }),
      ...record,
      ...(Object.keys(tokens).length > 0 && { tokens }),
      // Of a payment nothing else is known than what came back; as a payment of that amount it leaves nothing.
      ...((isNegative(amount) || (kind === 'refund' && isPositive(amount))) && {
        [money]: rows === 'payments' ? size : '0',
        refundAmount: size,
        status: 'refunded',
      }),
    } as Native;
    const checked = check<(typeof LEDGERS)[typeof rows]['schema']>(schema, canonical);
    if ('output' in checked)
      return {
        native: { ...(named !== undefined && { [UPSTREAM_REQUEST_ID]: named }), ...checked.output },
        ...(isInUtc && { isInUtc }),
      };
    const problems = (language: Language) =>
      checked.problems.map(({ path, sentence }) => `${path} ${sentence[language]}`);
    return { reason: { en: problems('en').join('; '), zh: problems('zh').join('；') } };
  }
}

/** Of a cell: its column is named. */
const reasonOf = ({ reasons: [reason] }: RowProblem): Sentence => {
  const { fields: [column] = [], sentence } = reason as Reason;
  return { en: `column “${column}” ${sentence.en}`, zh: `列“${column}”${sentence.zh}` };
};

/**
 * What a mapping makes of the rows of a table: canonical records of bills and payments, or log rows under their
 * gateway's names. A negative charge or payment is a refund.
 * @param columns of the table
 * @throws Rejection where the mapping names a column that the table lacks; it says which there are
 */
export function rowMapper(mapping: Mapping, columns: readonly string[], file: string) {
  requireColumns(mapping, columns, file);
  const mapper = new RowMapper(mapping);
  return (row: Native): MappedRow => {
    try {
      return mapper.map(row);
    } catch (problem) {
      if (problem instanceof RowProblem) return { reason: reasonOf(problem) };
      throw problem;
    }
  };
}
