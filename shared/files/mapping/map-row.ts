import { UPSTREAM_REQUEST_ID } from '../../connectors/vocabulary.ts';
import { sha256Hex } from '../../hash.ts';
import { type Decimal, decimal, isNegative, plain, reciprocal } from '../../money.ts';
import { signedDecimal } from '../../normalizer/bills/bill-values.ts';
import { type Reason, RowProblem } from '../../normalizer/fields/row-problem.ts';
import { namedCurrency } from '../../normalizer/fields/written-number.ts';
import { canonicalText } from '../../normalizer/intake/canonical-text.ts';
import { NO_MODEL, namesTotal } from '../../normalizer/records/bill.ts';
import { check } from '../../schemas/read.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { firstFew, type Sentence } from '../../sentence.ts';
import { unreadable } from '../native-file.ts';
import { type Cells, cellOf } from './cell.ts';
import type { Mapping } from './mapping.ts';
import { isoOf } from './time-format.ts';
import { zonedInstant } from './zoned-time.ts';

/** What a mapping makes of a row. */
export type MappedRow =
  | {
      readonly native: Readonly<Record<string, unknown>>;
      /** Its time names no zone, and neither does the mapping. */
      readonly isInUtc?: true;
    }
  /** A total, or another line that is no row. */
  | { readonly isSkipped: true }
  | { readonly reason: Sentence };

const AMOUNTS: ReadonlySet<string> = new Set([
  'chargedAmount',
  'expectedCharge',
  'costAmount',
  'refundAmount',
  'amount',
  'feeAmount',
  'creditedAmount',
]);
/** The field whose sign says what a row is. */
const MONEY = {
  downstreamUsage: 'chargedAmount',
  upstreamCharges: 'costAmount',
  payments: 'amount',
  logs: 'charge',
} as const;
const SCHEMAS = {
  downstreamUsage: downstreamRecordSchema,
  upstreamCharges: upstreamRecordSchema,
  payments: paymentRecordSchema,
} as const;
const listOf = (column: string | readonly string[]): readonly string[] => [column].flat();
const TIMES: ReadonlySet<string> = new Set(['occurredAt', 'created_at']);
const COLUMNS_NAMED_MAX = 50;
const NO_TIME: Sentence = {
  en: 'must be a date and time such as 2026-10-01 08:00:00, or Unix seconds; else give the mapping a timeFormat',
  zh: '必须是 2026-10-01 08:00:00 这样的日期时间，或 Unix 秒数；否则请说明时间的写法（timeFormat）',
};
const NOT_IN_FORMAT: Sentence = {
  en: 'must be a date and time in the timeFormat of the mapping',
  zh: '必须是符合规则所定写法（timeFormat）的日期时间',
};
const UNIX = /^\d{9,10}$/;
const UNIX_MS = /^\d{12,13}$/;
/** Days since 1899-12-30, as spreadsheets count them: from 1982 to 2091. */
const SHEET_DAY = /^[3-6]\d{4}(?:[.,]\d+)?$/;
const SHEET_EPOCH_DAYS = 25_569;

/** A date and time of day without a zone: what a sign stands before is an offset. */
const WITHOUT_ZONE = /(?<![+\-\d])\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** Whole numbers have no decimals: what parts their digits are thousands. */
const GROUPED = /^\d{1,3}(?:[,.\s'’]\d{3})+$/u;
const countOf = (text: string): number => Number(GROUPED.test(text) ? text.replaceAll(/\D/g, '') : text);
const KINDS = ['charge', 'failure', 'refund', 'none'] as const;
type Kind = (typeof KINDS)[number];
const NO_KIND: Sentence = {
  en: 'is of a kind that the mapping does not name',
  zh: '的类型在读取规则中没有列出',
};

/** A cell that cannot be read. */
class CellProblem extends Error {
  /** Names its column. */
  readonly reason: Sentence;

  constructor(column: string, sentence: Sentence) {
    super('A cell cannot be read.');
    this.reason = { en: `column “${column}” ${sentence.en}`, zh: `列“${column}”${sentence.zh}` };
  }
}

/** A field needs one of its columns, or the object that a path begins in. JSON has no columns: a field may be anywhere. */
function requireColumns(mapping: Mapping, columns: readonly string[], file: string): void {
  if (columns.length === 0) return;
  const known = (column: string) => columns.includes(column) || columns.includes(column.split('.')[0] ?? '');
  const wanted = [
    ...Object.values(mapping.columns).map(listOf),
    ...(mapping.skip ?? []).map(({ column }) => [column]),
    ...(mapping.kinds ? [[mapping.kinds.column]] : []),
  ];
  const missing = wanted.filter((each) => !each.some(known)).flatMap((each) => each[0] ?? []);
  if (missing.length === 0) return;
  const has = firstFew(columns, COLUMNS_NAMED_MAX);
  const lacks = missing.map((column) => `“${column}”`).join(', ');
  throw unreadable(file, {
    en: `has no column ${lacks}, which the mapping names; it has: ${has}`,
    zh: `没有规则所指的列 ${lacks}；它有：${has}`,
  });
}

/** To the second: the fraction of a day is a double. */
function sheetTime(text: string): string {
  const seconds = Math.round((Number(text.replace(',', '.')) - SHEET_EPOCH_DAYS) * 86_400);
  return new Date(seconds * 1000).toISOString().slice(0, -5);
}

function timeOf(text: string, column: string, { timeZone, timeFormat }: Mapping): number {
  if (timeFormat === undefined && UNIX.test(text)) return Number(text) * 1000;
  if (timeFormat === undefined && UNIX_MS.test(text)) return Number(text);
  const iso =
    timeFormat !== undefined ? isoOf(text, timeFormat) : SHEET_DAY.test(text) ? sheetTime(text) : text;
  const instant = iso === undefined ? undefined : zonedInstant(iso, timeZone ?? 'UTC');
  if (instant === undefined)
    throw new CellProblem(column, timeFormat === undefined ? NO_TIME : NOT_IN_FORMAT);
  return instant;
}

function amountOf(text: string, column: string, factor: Decimal, currency: string | undefined): Decimal {
  try {
    return (signedDecimal(text, column, currency) as Decimal).times(factor);
  } catch (problem) {
    if (!(problem instanceof RowProblem)) throw problem;
    throw new CellProblem(column, (problem.reasons[0] as Reason).sentence);
  }
}

/** Money that came back: a negative charge, or a negative payment. */
function withRefund(
  record: Record<string, unknown>,
  amount: Decimal | undefined,
  field: 'chargedAmount' | 'costAmount' | 'amount',
): void {
  if (amount === undefined || !isNegative(amount)) return;
  const size = plain(amount.abs());
  // Of a payment nothing else is known than what came back; as a payment of that amount it leaves nothing.
  record[field] = field === 'amount' ? size : '0';
  record.refundAmount = size;
  record.status = 'refunded';
}

/** Reads the rows of one table by one mapping. */
class RowMapper {
  readonly #mapping: Mapping;
  readonly #factors: ReadonlyMap<string, Decimal>;
  readonly #statuses: ReadonlyMap<string, string>;
  readonly #default: Readonly<Record<string, unknown>>;
  /** How many rows were like each, where none has an id. */
  readonly #alike = new Map<string, number>();

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
    const { divisor = 1 } = mapping;
    this.#factors = new Map(
      [...AMOUNTS].map((field) => {
        const own = typeof divisor === 'number' ? divisor : (divisor[field] ?? 1);
        return [field, reciprocal(decimal(own)) as Decimal];
      }),
    );
    this.#statuses = new Map(
      Object.entries(mapping.statuses ?? {}).map(([word, status]) => [word.trim().toLowerCase(), status]),
    );
    const status = mapping.rows === 'payments' ? 'settled' : 'success';
    this.#default = { ...(mapping.rows === 'logs' ? {} : { status }), ...mapping.constants };
  }

  map(cells: Cells): MappedRow {
    const kind = this.#kindOf(cells);
    if (kind === undefined) return { reason: NO_KIND };
    const isNone = this.#mapping.skip?.some(({ column, is }) => is.includes(cellOf(cells, column)));
    if (isNone || kind === 'none') return { isSkipped: true };
    try {
      return this.#mapping.rows === 'logs'
        ? { native: this.#log(cells) }
        : this.#record(cells, this.#mapping.rows, kind);
    } catch (problem) {
      if (problem instanceof CellProblem) return { reason: problem.reason };
      throw problem;
    }
  }

  #kindOf(cells: Cells): Kind | undefined {
    const { kinds } = this.#mapping;
    if (kinds === undefined) return 'charge';
    const is = cellOf(cells, kinds.column);
    return KINDS.find((kind) => kinds[kind]?.includes(is));
  }

  /** A log row keeps all columns; those of the mapping get the gateway's names, its times become Unix seconds. */
  #log(cells: Cells): Record<string, unknown> {
    const renamed = new Map(
      Object.entries(this.#mapping.columns).flatMap(([field, column]) =>
        listOf(column).map((name) => [name, field] as const),
      ),
    );
    const row: Record<string, unknown> = { ...this.#default };
    for (const [column, value] of Object.entries(cells)) row[renamed.get(column) ?? column] = value;
    for (const field of TIMES) {
      const [column] = listOf(this.#mapping.columns[field] ?? []);
      if (column !== undefined) row[field] = timeOf(cellOf(cells, column), column, this.#mapping) / 1000;
    }
    return row;
  }

  /** The first column of a field that says something, and what it says. */
  #cell(cells: Cells, field: string): { column: string; text: string } {
    for (const column of listOf(this.#mapping.columns[field] ?? [])) {
      const text = cellOf(cells, column);
      if (text !== '') return { column, text };
    }
    return { column: '', text: '' };
  }

  /** A request that nobody has numbered is known by what its row says. */
  #nameOf(cells: Cells): string {
    const name = `row:${sha256Hex(canonicalText(cells), 16)}`;
    const place = (this.#alike.get(name) ?? 0) + 1;
    this.#alike.set(name, place);
    return place === 1 ? name : `${name}#${place}`;
  }

  /** What the row says of its currency, if only by a sign beside its money. */
  #currency(cells: Cells): string | undefined {
    const { constants } = this.#mapping;
    const { text: stated } = this.#cell(cells, 'currency');
    const { text: money } = this.#cell(cells, MONEY[this.#mapping.rows]);
    return stated || constants?.currency?.toString() || namedCurrency(money);
  }

  #record(cells: Cells, rows: Exclude<Mapping['rows'], 'logs'>, kind: Kind): MappedRow {
    const isNameless = rows === 'downstreamUsage' && this.#mapping.columns.requestId === undefined;
    const record: Record<string, unknown> = {
      ...(isNameless && { requestId: this.#nameOf(cells) }),
      ...this.#default,
      ...(kind === 'failure' && { status: 'failed' }),
    };
    const tokens: Record<string, number> = {};
    const amounts: Record<string, Decimal> = {};
    const currency = this.#currency(cells);
    let isInUtc = false;
    for (const field of Object.keys(this.#mapping.columns)) {
      const { column, text } = this.#cell(cells, field);
      if (text === '') continue;
      if (TIMES.has(field)) {
        record[field] = new Date(timeOf(text, column, this.#mapping)).toISOString();
        isInUtc = this.#mapping.timeZone === undefined && (WITHOUT_ZONE.test(text) || SHEET_DAY.test(text));
      } else if (AMOUNTS.has(field)) {
        amounts[field] = amountOf(text, column, this.#factors.get(field) as Decimal, currency);
        // Reports write fees and refunds with either sign.
        record[field] = plain(amounts[field].abs());
      } else if (field.startsWith('tokens.')) tokens[field.slice('tokens.'.length)] = countOf(text);
      else if (field === 'status')
        record[field] = this.#statuses.get(text.toLowerCase()) ?? text.toLowerCase();
      else if (field === 'model' && rows === 'upstreamCharges' && namesTotal(text))
        throw new CellProblem(column, NO_MODEL);
      else record[field] = text;
    }
    const { input, cacheRead = 0, cacheWrite = 0 } = tokens;
    if (this.#mapping.cacheInInput && input !== undefined)
      tokens.input = Math.max(0, input - cacheRead - cacheWrite);
    if (Object.keys(tokens).length > 0) record.tokens = tokens;
    if (currency !== undefined) record.currency ??= currency;
    const money = amounts[MONEY[rows]];
    withRefund(record, kind === 'refund' ? money?.abs().negated() : money, MONEY[rows]);
    // No word of the records themselves: the normalizer turns it into one.
    const { [UPSTREAM_REQUEST_ID]: named, ...canonical } = record;
    const checked = check<(typeof SCHEMAS)[typeof rows]>(SCHEMAS[rows], canonical);
    if ('output' in checked)
      return {
        native: { ...(named !== undefined && { [UPSTREAM_REQUEST_ID]: named }), ...checked.output },
        ...(isInUtc && { isInUtc }),
      };
    return {
      reason: {
        en: checked.problems.map(({ path, sentence }) => `${path} ${sentence.en}`).join('; '),
        zh: checked.problems.map(({ path, sentence }) => `${path} ${sentence.zh}`).join('；'),
      },
    };
  }
}

/**
 * What a mapping makes of the rows of a table: canonical records of bills and payments, or log rows under their
 * gateway's names. A negative charge or payment is a refund.
 * @param columns of the table
 * @throws Rejection where the mapping names a column that the table lacks; it says which there are
 */
export function rowMapper(
  mapping: Mapping,
  columns: readonly string[],
  file: string,
): (cells: Cells) => MappedRow {
  requireColumns(mapping, columns, file);
  const mapper = new RowMapper(mapping);
  return (cells) => mapper.map(cells);
}
