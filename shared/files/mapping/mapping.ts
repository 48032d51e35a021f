import * as v from 'valibot';
import { UPSTREAM_REQUEST_ID } from '../../gateways/vocabulary.ts';
import { DETAILS_MAX } from '../../limits.ts';
import { reciprocal, toDecimal } from '../../money/money.ts';
import { Rejection } from '../../rejections.ts';
import { closedObject } from '../../schemas/closed.ts';
import { oneOf } from '../../schemas/fields.ts';
import { maskName } from '../../schemas/plain-name.ts';
import { validate } from '../../schemas/read.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  TOKEN_KINDS,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { atMostCharacters, NOT_AN_ARRAY, NOT_AN_OBJECT, NOT_EMPTY } from '../../schemas/sentences.ts';
import { prefixPlace, type Sentence, toSchemaMessage } from '../../sentence.ts';
import { isTimeFormat } from './cell-time.ts';
import { isTimeZone } from './zoned-time.ts';

const TOKEN_FIELDS = TOKEN_KINDS.map((kind) => ({ name: `tokens.${kind}`, isRequired: false }));
const listFields = (schema: { entries: Readonly<Record<string, { type: string }>> }) =>
  Object.entries(schema.entries).flatMap(([name, { type }]) =>
    name === 'tokens' ? TOKEN_FIELDS : [{ name, isRequired: type !== 'exact_optional' && name !== 'status' }],
  );

/** Fields that a mapping may fill, by type of row. Log rows have no fixed fields: they use the gateway's names. */
export const mappableFields = {
  downstreamUsage: listFields(downstreamRecordSchema).map((field) =>
    field.name === 'requestId' ? { ...field, isRequired: false } : field,
  ),
  upstreamCharges: listFields(upstreamRecordSchema).flatMap((field) =>
    field.name === 'requestId' ? [field, { name: UPSTREAM_REQUEST_ID, isRequired: false }] : [field],
  ),
  payments: listFields(paymentRecordSchema),
  logs: [],
} as const;

const NAME_LENGTH_MAX = 200;
const message = (en: string, zh: string) => toSchemaMessage({ en, zh });
const TEXT = message('must be text', '必须是文本');
const ABOVE_0 = message('must be a number above 0', '必须是大于 0 的数字');
const TEXT_OR_NUMBER = message('must be text or a number', '必须是文本或数字');
const COLUMN = message(
  'must be a column name, or an array of column names',
  '必须是列名，或由列名组成的数组',
);

const name = v.pipe(
  v.string(TEXT),
  v.minLength(1, toSchemaMessage(NOT_EMPTY)),
  v.maxLength(NAME_LENGTH_MAX, toSchemaMessage(atMostCharacters(NAME_LENGTH_MAX))),
);
const texts = v.array(v.string(TEXT), message('must be an array of text', '必须是由文本组成的数组'));
const object = <TValue extends v.GenericSchema>(value: TValue) =>
  v.record(v.string(TEXT), value, toSchemaMessage(NOT_AN_OBJECT));
const checkedName = (isValid: (text: string) => boolean, problem: ReturnType<typeof message>) =>
  v.exactOptional(v.pipe(name, v.check(isValid, problem)));

const divisor = v.pipe(
  v.number(ABOVE_0),
  v.gtValue(0, ABOVE_0),
  v.maxValue(1e12, message('must be at most 10^12', '不能超过 10^12')),
  v.check(
    (number) => number <= 0 || reciprocal(toDecimal(number)) !== undefined,
    message('must divide every amount exactly, such as 100 or 1000', '必须能除尽任何金额，如 100 或 1000'),
  ),
);

const mappingSchema = closedObject({
  /** Type of the rows; `logs` is a dump of a gateway's log table, whose columns are renamed to the gateway's names. */
  rows: oneOf(['downstreamUsage', 'upstreamCharges', 'payments', 'logs']),
  /** Column of each field, or several columns, of which the first that is not empty is used. Dots lead into objects. */
  columns: object(v.union([name, v.array(name, COLUMN)], COLUMN)),
  /** Fields that have the same value in every row. */
  constants: v.exactOptional(object(v.union([name, v.number(TEXT_OR_NUMBER)], TEXT_OR_NUMBER))),
  /** Time zone of times without one. */
  timeZone: checkedName(
    isTimeZone,
    message(
      'must be an offset such as +08:00, UTC, or a name such as Asia/Shanghai',
      '必须是 +08:00 这样的偏移、UTC，或 Asia/Shanghai 这样的名称',
    ),
  ),
  timeFormat: checkedName(
    isTimeFormat,
    message(
      'must contain YYYY, MM and DD, and may contain HH, mm, ss and AM, such as DD.MM.YYYY HH:mm',
      '必须包含 YYYY、MM、DD，可再加 HH、mm、ss、AM，如 DD.MM.YYYY HH:mm',
    ),
  ),
  /** Divisor of all amounts, such as 100 for cents, or one divisor for each field. */
  divisor: v.exactOptional(
    v.lazy(
      (value): v.GenericSchema<unknown, number | Record<string, number>> =>
        typeof value === 'object' ? object(divisor) : divisor,
    ),
  ),
  /** Whether the input tokens include the cached tokens, as in OpenAI's counts; they are subtracted. */
  cacheInInput: v.exactOptional(v.boolean(message('must be true or false', '必须是 true 或 false'))),
  /** Status for each word of the status column; case is ignored. */
  statuses: v.exactOptional(object(name)),
  /** Column with the type of a row, and the words of each type. Rows with other words are rejected. */
  kinds: v.exactOptional(
    closedObject({
      column: name,
      charge: v.exactOptional(texts),
      failure: v.exactOptional(texts),
      refund: v.exactOptional(texts),
      none: v.exactOptional(texts),
    }),
  ),
  /** Rows to skip, such as totals: those whose column has one of these values. */
  skip: v.exactOptional(v.array(closedObject({ column: name, is: texts }), toSchemaMessage(NOT_AN_ARRAY))),
});
/** Mapping of the columns of a table to the fields of records. */
export type Mapping = v.InferOutput<typeof mappingSchema>;

/** The refund column is the amount column; negative amounts are read as refunds without it. */
const SAME_AS_AMOUNT = {
  en: 'is also the column of the amount, so every row would be fully refunded. Remove it: negative amounts are refunds',
  zh: '与金额是同一列，每一行都会算作全额退款。请删除此项：负数金额会自动按退款处理',
};
const TWICE = {
  en: 'is set in `columns` as well. Remove one of the two',
  zh: '在 columns 中也已填写，请只保留其一',
};

/** Finds problems that the schema cannot express: unknown fields, and fields that are set twice. */
function findProblems({ rows, columns, constants = {}, divisor }: Mapping): Sentence[] {
  if (rows === 'logs') return [];
  const names = mappableFields[rows].map(({ name }) => name);
  const notAField = {
    en: `is not a field of ${rows}. Its fields are: ${names.join(', ')}`,
    zh: `不是 ${rows} 的字段；可用的有：${names.join('、')}`,
  };
  const amountColumns = ['chargedAmount', 'costAmount', 'amount'].flatMap((field) => columns[field] ?? []);
  const isRefundAmount = [columns.refundAmount ?? []].flat().some((column) => amountColumns.includes(column));
  const parts = { columns, constants, divisor: typeof divisor === 'object' ? divisor : {} };
  return [
    ...(isRefundAmount ? [prefixPlace('columns.refundAmount', SAME_AS_AMOUNT)] : []),
    ...Object.entries(parts).flatMap(([where, fields]) =>
      Object.keys(fields)
        .filter((field) => !mappableFields[rows].some(({ name }) => name === field))
        .map((field) => prefixPlace(`${where}.${maskName(field)}`, notAField)),
    ),
    ...Object.keys(columns)
      .filter((field) => Object.hasOwn(constants, field))
      .map((field) => prefixPlace(`constants.${field}`, TWICE)),
  ];
}

/**
 * Validates a mapping.
 * @param file name of the mapping in messages
 * @throws Rejection `invalid_request` whose details name the file and the wrong settings
 */
export function parseMapping(value: unknown, file: string): Mapping {
  const checked = validate(mappingSchema, value);
  const problems =
    'output' in checked
      ? findProblems(checked.output)
      : checked.problems.map(({ path, sentence }) => prefixPlace(path || 'body', sentence));
  if ('output' in checked && problems.length === 0) return checked.output;
  throw new Rejection(
    'invalid_request',
    { en: 'The mapping cannot be used.', zh: '列映射无法使用。' },
    problems.slice(0, DETAILS_MAX).map((problem) => prefixPlace(file, problem)),
  );
}
