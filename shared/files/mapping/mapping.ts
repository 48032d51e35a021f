import * as v from 'valibot';
import { UPSTREAM_REQUEST_ID } from '../../connectors/vocabulary.ts';
import { DETAILS_MAX } from '../../limits.ts';
import { decimal, reciprocal } from '../../money.ts';
import { Rejection } from '../../rejections.ts';
import { closedObject } from '../../schemas/closed.ts';
import { oneOf } from '../../schemas/fields.ts';
import { shownName } from '../../schemas/plain-name.ts';
import { check } from '../../schemas/read.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  TOKEN_KINDS,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { atMostCharacters, NO_ARRAY, NO_OBJECT, NOT_EMPTY } from '../../schemas/sentences.ts';
import { placed, type Sentence, worded } from '../../sentence.ts';
import { isTimeFormat } from './cell-time.ts';
import { isTimeZone } from './zoned-time.ts';

const TOKEN_FIELDS = TOKEN_KINDS.map((kind) => ({ name: `tokens.${kind}`, isRequired: false }));
const fieldsOf = (schema: { entries: Readonly<Record<string, { type: string }>> }) =>
  Object.entries(schema.entries).flatMap(([name, { type }]) =>
    name === 'tokens' ? TOKEN_FIELDS : [{ name, isRequired: type !== 'exact_optional' && name !== 'status' }],
  );

/** What the rows of a table may be, and the fields that a column of it may be. A log keeps the gateway's own. */
export const mappedFields = {
  downstreamUsage: fieldsOf(downstreamRecordSchema).map((field) =>
    field.name === 'requestId' ? { ...field, isRequired: false } : field,
  ),
  upstreamCharges: fieldsOf(upstreamRecordSchema).flatMap((field) =>
    field.name === 'requestId' ? [field, { name: UPSTREAM_REQUEST_ID, isRequired: false }] : [field],
  ),
  payments: fieldsOf(paymentRecordSchema),
  logs: [],
} as const;

const NAME_LENGTH_MAX = 200;
const says = (en: string, zh: string) => worded({ en, zh });
const TEXT = says('must be text', '必须是文本');
const ABOVE_0 = says('must be a number above 0', '必须是大于 0 的数字');
const TEXT_OR_NUMBER = says('must be text or a number', '必须是文本或数字');
const COLUMN = says('must be a column, or an array of columns', '必须是列名，或由列名组成的数组');

const name = v.pipe(
  v.string(TEXT),
  v.minLength(1, worded(NOT_EMPTY)),
  v.maxLength(NAME_LENGTH_MAX, worded(atMostCharacters(NAME_LENGTH_MAX))),
);
const texts = v.array(v.string(TEXT), says('must be an array of text', '必须是由文本组成的数组'));
const object = <TValue extends v.GenericSchema>(value: TValue) =>
  v.record(v.string(TEXT), value, worded(NO_OBJECT));
const named = (is: (text: string) => boolean, message: ReturnType<typeof says>) =>
  v.exactOptional(v.pipe(name, v.check(is, message)));

const divisor = v.pipe(
  v.number(ABOVE_0),
  v.gtValue(0, ABOVE_0),
  v.maxValue(1e12, says('must be at most 10^12', '不能超过 10^12')),
  v.check(
    (divisor) => divisor <= 0 || reciprocal(decimal(divisor)) !== undefined,
    says('must divide every amount exactly, as 100 does', '必须能整除任何金额，如 100'),
  ),
);

const mappingSchema = closedObject({
  /** `logs`: a database dump of a gateway's log table, whose columns get the gateway's own names. */
  rows: oneOf(['downstreamUsage', 'upstreamCharges', 'payments', 'logs']),
  /** Field and the column that holds it, or several: the first that says something counts. Points lead into objects. */
  columns: object(v.union([name, v.array(name, COLUMN)], COLUMN)),
  /** Field and the value that it has in every row. */
  constants: v.exactOptional(object(v.union([name, v.number(TEXT_OR_NUMBER)], TEXT_OR_NUMBER))),
  /** For times that name no zone. */
  timeZone: named(
    isTimeZone,
    says(
      'must be an offset such as +08:00, UTC, or a name such as Asia/Shanghai',
      '必须是 +08:00 这样的偏移、UTC，或 Asia/Shanghai 这样的名称',
    ),
  ),
  timeFormat: named(
    isTimeFormat,
    says(
      'must be made of YYYY, MM and DD, and perhaps HH, mm, ss and AM, such as DD.MM.YYYY HH:mm',
      '必须由 YYYY、MM、DD 组成，可加 HH、mm、ss、AM，如 DD.MM.YYYY HH:mm',
    ),
  ),
  /** What every amount is divided by, or the amount of each field: 100 for cents. */
  divisor: v.exactOptional(
    v.lazy(
      (value): v.GenericSchema<unknown, number | Record<string, number>> =>
        typeof value === 'object' ? object(divisor) : divisor,
    ),
  ),
  /** The input holds the cached tokens, too, as OpenAI counts its prompts: elsewhere they stand beside it. */
  cacheInInput: v.exactOptional(v.boolean(says('must be true or false', '必须是 true 或 false'))),
  /** What the status column says, and what that is. Without case. */
  statuses: v.exactOptional(object(name)),
  /** What a column says that a row is. Rows that it does not name are not read: they may be any money. */
  kinds: v.exactOptional(
    closedObject({
      column: name,
      charge: v.exactOptional(texts),
      failure: v.exactOptional(texts),
      refund: v.exactOptional(texts),
      none: v.exactOptional(texts),
    }),
  ),
  /** Lines that are not rows, such as totals: those whose column holds one of these. */
  skip: v.exactOptional(v.array(closedObject({ column: name, is: texts }), worded(NO_ARRAY))),
});
export type Mapping = v.InferOutput<typeof mappingSchema>;

/** A negative amount is a refund without that. */
const SAME_AS_AMOUNT = {
  en: 'is the column of the amount, too: all of it would be given back',
  zh: '与金额是同一列：全部金额都会算作退款',
};
const TWICE = { en: 'is in columns, too; keep one of them', zh: '在 columns 中也有，请只保留其一' };

/** What the fields of a mapping say that no schema sees: that they are none, or the same twice. */
function problemsIn({ rows, columns, constants = {}, divisor }: Mapping): Sentence[] {
  if (rows === 'logs') return [];
  const known = mappedFields[rows].map(({ name }) => name);
  const noField = {
    en: `is no field of ${rows}; these are: ${known.join(', ')}`,
    zh: `不是 ${rows} 的字段；可用的有：${known.join('、')}`,
  };
  const given = ['chargedAmount', 'costAmount', 'amount'].flatMap((field) => columns[field] ?? []);
  const isReturned = [columns.refundAmount ?? []].flat().some((column) => given.includes(column));
  const named = { columns, constants, divisor: typeof divisor === 'object' ? divisor : {} };
  return [
    ...(isReturned ? [placed('columns.refundAmount', SAME_AS_AMOUNT)] : []),
    ...Object.entries(named).flatMap(([where, fields]) =>
      Object.keys(fields)
        .filter((field) => !mappedFields[rows].some(({ name }) => name === field))
        .map((field) => placed(`${where}.${shownName(field)}`, noField)),
    ),
    ...Object.keys(columns)
      .filter((field) => Object.hasOwn(constants, field))
      .map((field) => placed(`constants.${field}`, TWICE)),
  ];
}

/**
 * Reads a mapping: which column of a table is which field.
 * @param file what messages call it
 * @throws Rejection whose details name the file and what is wrong in it
 */
export function mappingOf(value: unknown, file: string): Mapping {
  const checked = check(mappingSchema, value);
  const problems =
    'output' in checked
      ? problemsIn(checked.output)
      : checked.problems.map(({ path, sentence }) => placed(path || 'body', sentence));
  if ('output' in checked && problems.length === 0) return checked.output;
  throw new Rejection(
    'invalid_request',
    { en: 'The mapping cannot be used.', zh: '这些读取规则无法使用。' },
    problems.slice(0, DETAILS_MAX).map((problem) => placed(file, problem)),
  );
}
