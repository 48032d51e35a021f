import * as v from 'valibot';
import { grainNames } from '../../bills/vocabulary.ts';
import { didYouMean } from '../../did-you-mean.ts';
import {
  CALL_KEY,
  CALL_TYPE,
  ENDS_AT,
  UPSTREAM_MODEL,
  UPSTREAM_REQUEST_ID,
} from '../../gateways/vocabulary.ts';
import { DETAILS_MAX } from '../../limits.ts';
import { toDecimal } from '../../money/money.ts';
import { reciprocal } from '../../money/ratio.ts';
import { Rejection } from '../../rejections.ts';
import { buildChoiceSchema, closedObject } from '../../schemas/closed.ts';
import { factorSchema, oneOf } from '../../schemas/fields.ts';
import { maskName } from '../../schemas/plain-name.ts';
import { validate } from '../../schemas/read.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  TOKEN_KINDS,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { NOT_AN_ARRAY, NOT_AN_OBJECT } from '../../schemas/sentences.ts';
import { zoneSchema } from '../../schemas/zone.ts';
import { type Sentence, toSchemaMessage, withPrefix } from '../../sentence.ts';
import { isTimeFormat, needsTimeZone } from './cell-time.ts';
import { type CellSelector, cellSelector, columnTexts, listCellColumns, name, TEXT, texts } from './cells.ts';
import {
  type DirectedAmount,
  directedAmount,
  isDirected,
  listAmountCells,
  movementsSchema,
} from './movements.ts';

const TOKEN_FIELDS = TOKEN_KINDS.map((kind) => ({ name: `tokens.${kind}`, isRequired: false }));
const listFields = (schema: { entries: Readonly<Record<string, { type: string }>> }) =>
  Object.entries(schema.entries).flatMap(([name, { type }]) =>
    name === 'tokens' ? TOKEN_FIELDS : [{ name, isRequired: type !== 'exact_optional' && name !== 'status' }],
  );

/** Fields of payments that only movements have: the id of the movement, and of a row of the same payment. */
const MOVEMENT_FIELDS: readonly string[] = ['movementId', 'refersTo'];

/** Fields that a mapping may fill, by type of row. Log rows have no fixed fields: they use the gateway's names. */
export const mappableFields = {
  downstreamUsage: [
    ...listFields(downstreamRecordSchema).map((field) =>
      field.name === 'requestId' ? { ...field, isRequired: false } : field,
    ),
    ...[UPSTREAM_MODEL, CALL_TYPE, CALL_KEY].map((name) => ({ name, isRequired: false })),
  ],
  upstreamCharges: [
    ...listFields(upstreamRecordSchema).flatMap((field) =>
      field.name === 'requestId' ? [field, { name: UPSTREAM_REQUEST_ID, isRequired: false }] : [field],
    ),
    { name: ENDS_AT, isRequired: false },
  ],
  payments: [
    ...listFields(paymentRecordSchema),
    ...MOVEMENT_FIELDS.map((name) => ({ name, isRequired: false })),
  ],
  logs: [],
} as const;

const ABOVE_0 = toSchemaMessage({ en: 'must be a number above 0', zh: '必须是大于 0 的数字' });
const TEXT_OR_NUMBER = toSchemaMessage({ en: 'must be text or a number', zh: '必须是文本或数字' });

const object = <TValue extends v.GenericSchema>(value: TValue) =>
  v.record(v.string(TEXT), value, toSchemaMessage(NOT_AN_OBJECT));
const checkedName = (isValid: (text: string) => boolean, problem: ReturnType<typeof toSchemaMessage>) =>
  v.exactOptional(v.pipe(name, v.check(isValid, problem)));

const COLUMN_NAMES = toSchemaMessage({
  en: 'must be an array of column names',
  zh: '必须是由列名组成的数组',
});

const divisor = v.pipe(
  v.number(ABOVE_0),
  v.gtValue(0, ABOVE_0),
  v.maxValue(1e12, toSchemaMessage({ en: 'must be at most 10^12', zh: '不能超过 10^12' })),
  v.check(
    (number) => number <= 0 || reciprocal(toDecimal(number)) !== undefined,
    toSchemaMessage({
      en: 'must divide every amount exactly, such as 100 or 1000',
      zh: '必须是任何金额都能除尽的数，如 100 或 1000',
    }),
  ),
);

function describeUnknownKey(key: unknown, keys: readonly string[]): Sentence {
  const suggestion = didYouMean(key, keys);
  return { en: `is not a property of a mapping${suggestion.en}`, zh: `不是列映射的键${suggestion.zh}` };
}

const mappingEntries = {
  /** Name of the JSON Schema by which editors check the file. */
  $schema: v.exactOptional(v.string(TEXT)),
  /** Type of the rows; `logs` is a dump of a gateway's log table, whose columns are renamed to the gateway's names. */
  rows: oneOf(['downstreamUsage', 'upstreamCharges', 'payments', 'logs']),
  /** Place of each field; the amount of a movement may be in two columns. */
  columns: object(
    buildChoiceSchema<v.GenericSchema<unknown, CellSelector | DirectedAmount>>(
      [cellSelector, directedAmount],
      (value) => (isDirected(value) ? directedAmount : cellSelector),
    ),
  ),
  /** Names of the columns of a table without a header, in their order; empty for a column that is not needed. */
  header: v.exactOptional(v.array(v.string(TEXT), COLUMN_NAMES)),
  /** Beginning of the first cell of the record after the last row, such as a total. */
  end: v.exactOptional(name),
  /** Fields that have the same value in every row. */
  constants: v.exactOptional(object(v.union([name, v.number(TEXT_OR_NUMBER)], TEXT_OR_NUMBER))),
  timeZone: v.exactOptional(zoneSchema),
  timeFormat: checkedName(
    isTimeFormat,
    toSchemaMessage({
      en: 'must contain YYYY (or YY), MM (or MMM, for Oct) and DD, and may contain HH, mm, ss, SSS, AM, Z and z, such as DD.MM.YYYY HH:mm',
      zh: '必须包含 YYYY（或 YY）、MM（或 MMM，如 Oct）、DD，可再加 HH、mm、ss、SSS、AM、Z、z，如 DD.MM.YYYY HH:mm',
    }),
  ),
  /** Divisor of all amounts, such as 100 for cents, or one divisor for each field. */
  divisor: v.exactOptional(
    buildChoiceSchema<v.GenericSchema<unknown, number | Record<string, number>>>(
      [divisor, object(divisor)],
      (value) => (typeof value === 'object' ? object(divisor) : divisor),
    ),
  ),
  /** Factor of all amounts, such as 0.73 for a share of list prices, or one factor for each field. */
  factor: v.exactOptional(
    buildChoiceSchema<v.GenericSchema<unknown, string | Record<string, string>>>(
      [factorSchema, object(factorSchema)],
      (value) => (typeof value === 'object' ? object(factorSchema) : factorSchema),
    ),
  ),
  /** Length of the time that a bill row is about, if the file contains only its start. */
  grain: v.exactOptional(oneOf(grainNames)),
  /** Whether the input tokens include the cached tokens, as in OpenAI's counts; they are subtracted. */
  cacheInInput: v.exactOptional(
    v.boolean(toSchemaMessage({ en: 'must be true or false', zh: '必须是 true 或 false' })),
  ),
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
  /** Kind of each row of a payment report; rows of one transaction become one payment. */
  movements: v.exactOptional(movementsSchema),
  /** Rows to skip, such as totals: those whose column has one of these values. */
  skip: v.exactOptional(v.array(columnTexts, toSchemaMessage(NOT_AN_ARRAY))),
};
/** Schema of a mapping. */
export const mappingSchema = closedObject(mappingEntries, describeUnknownKey);
/** Mapping of the columns of a table to the fields of records. */
export type Mapping = v.InferOutput<typeof mappingSchema>;

/** Lists all columns from which a field of a mapping is read, for an amount also the column that gives its direction. */
export const listFieldColumns = (selector: CellSelector | DirectedAmount | undefined): readonly string[] =>
  isDirected(selector) ? listAmountCells(selector).flatMap(listCellColumns) : listCellColumns(selector);

/** The refund column is the amount column; negative amounts are read as refunds without it. */
const SAME_AS_AMOUNT = {
  en: 'is also the column of the amount, so every row would be fully refunded. Remove it: negative amounts are refunds',
  zh: '与金额是同一列，每一行都会算作全额退款。请删除此项：负数金额会自动按退款处理',
};
const TWICE = {
  en: 'is set in `columns` as well. Remove one of the two',
  zh: '在 columns 中也已填写，请只保留其一',
};

const NEEDS_ZONE: Sentence = {
  en: 'contains z, which matches abbreviations such as CST, and these can mean several time zones. Also set timeZone',
  zh: '含有 z，而 CST 这类缩写对应多个时区，请同时填写 timeZone',
};
const NOT_FOR_LOGS: Sentence = {
  en: 'cannot be used for logs, because the gateway counts their quota. Set the factor of the file in the settings instead',
  zh: '不能用于日志（logs）的列映射，因为额度由网关计算。请改为在设置中填写该文件的 factor',
};
const ONLY_CHARGES: Sentence = {
  en: 'is only for mappings of upstreamCharges. Remove it',
  zh: '仅用于上游账单（upstreamCharges）的列映射，请删除',
};
const BESIDE_ENDS_AT: Sentence = {
  en: 'is not needed with columns.endsAt, which is the end of each row. Remove one of the two',
  zh: '与 columns.endsAt 重复，后者已写明每行的结束时间，请只保留其一',
};

/** Finds problems of the keys about amounts and times of bills. */
const findBillProblems = ({ rows, columns, factor, grain }: Mapping): Sentence[] => [
  ...(rows === 'logs' && factor !== undefined ? [withPrefix('factor', NOT_FOR_LOGS)] : []),
  ...(rows !== 'upstreamCharges' && grain !== undefined ? [withPrefix('grain', ONLY_CHARGES)] : []),
  ...(grain !== undefined && columns[ENDS_AT] !== undefined ? [withPrefix('grain', BESIDE_ENDS_AT)] : []),
];

const HEADER_TWICE: Sentence = {
  en: 'lists a column name twice. Remove one of them',
  zh: '有重复的列名，请删除其中之一',
};
const ONLY_PAYMENTS: Sentence = {
  en: 'is only for mappings of payments. Remove it',
  zh: '仅用于充值（payments）的列映射，请删除',
};
const NEEDS_MOVEMENTS: Sentence = {
  en: 'works only together with movements. Also set movements',
  zh: '只能与 movements 一起使用，请同时填写 movements',
};
const BESIDE_MOVEMENTS: Sentence = {
  en: 'is not needed with movements, which set the type of each row. Remove it',
  zh: '与 movements 重复：每行的类型已由 movements 指明，请删除此项',
};

/** Fields and keys that `movements` replaces. */
const MOVEMENT_RIVALS = [
  'columns.status',
  'columns.refundAmount',
  'columns.creditedAmount',
  'constants.status',
  'statuses',
  'kinds',
];

/** Finds keys that conflict with `movements`, or need it. */
function findMovementProblems(mapping: Mapping): Sentence[] {
  const { rows, columns, constants = {}, movements } = mapping;
  if (movements === undefined)
    return Object.entries(columns).flatMap(([field, at]) =>
      isDirected(at) || MOVEMENT_FIELDS.includes(field)
        ? [withPrefix(`columns.${field}`, NEEDS_MOVEMENTS)]
        : [],
    );
  const isSet = (key: string) => {
    const [where = '', field] = key.split('.');
    const value = where === 'columns' ? columns : where === 'constants' ? constants : mapping;
    return Object.hasOwn(value, field ?? where);
  };
  return [
    ...(rows === 'payments' ? [] : [withPrefix('movements', ONLY_PAYMENTS)]),
    ...Object.entries(columns).flatMap(([field, at]) =>
      isDirected(at) && field !== 'amount' ? [withPrefix(`columns.${field}`, NOT_AN_AMOUNT)] : [],
    ),
    ...MOVEMENT_RIVALS.filter(isSet).map((key) => withPrefix(key, BESIDE_MOVEMENTS)),
  ];
}
const NOT_AN_AMOUNT: Sentence = {
  en: 'must be a single column. Only amount can have two',
  zh: '必须是列名；只有 amount 可以是两列',
};

/** Finds problems that the schema cannot express: unknown fields, fields that are set twice, keys that do not go together. */
function findProblems(mapping: Mapping): Sentence[] {
  const { rows, columns, constants = {}, divisor, factor, header = [], timeFormat = '', timeZone } = mapping;
  const names = header.filter((column) => column !== '');
  const common = [
    ...(needsTimeZone(timeFormat) && timeZone === undefined ? [withPrefix('timeFormat', NEEDS_ZONE)] : []),
    ...(new Set(names).size < names.length ? [withPrefix('header', HEADER_TWICE)] : []),
    ...findMovementProblems(mapping),
    ...findBillProblems(mapping),
  ];
  if (rows === 'logs') return common;
  const fields = mappableFields[rows].map(({ name }) => name);
  const notAField = {
    en: `is not a field of ${rows}. Its fields are: ${fields.join(', ')}`,
    zh: `不是 ${rows} 的字段；可用的有：${fields.join('、')}`,
  };
  const amountColumns = ['chargedAmount', 'costAmount', 'amount'].flatMap((field) =>
    listFieldColumns(columns[field]),
  );
  const isRefundAmount = listFieldColumns(columns.refundAmount).some((column) =>
    amountColumns.includes(column),
  );
  const byField = (value: unknown) => (typeof value === 'object' && value !== null ? value : {});
  const parts = { columns, constants, divisor: byField(divisor), factor: byField(factor) };
  return [
    ...common,
    ...(isRefundAmount ? [withPrefix('columns.refundAmount', SAME_AS_AMOUNT)] : []),
    ...Object.entries(parts).flatMap(([where, set]) =>
      Object.keys(set)
        .filter((field) => !fields.some((name) => name === field))
        .map((field) => withPrefix(`${where}.${maskName(field)}`, notAField)),
    ),
    ...Object.keys(columns)
      .filter((field) => Object.hasOwn(constants, field))
      .map((field) => withPrefix(`constants.${field}`, TWICE)),
  ];
}

/** Validates the JSON content of a mapping file. The details of the Rejection name the file and the wrong settings. */
export function parseMapping(value: unknown, file: string): Mapping {
  const checked = validate(mappingSchema, value);
  const problems =
    'output' in checked
      ? findProblems(checked.output)
      : checked.problems.map(({ path, sentence }) => withPrefix(path || 'body', sentence));
  if ('output' in checked && problems.length === 0) return checked.output;
  throw new Rejection(
    'invalid_request',
    { en: 'The mapping cannot be used.', zh: '列映射无法使用。' },
    problems.slice(0, DETAILS_MAX).map((problem) => withPrefix(file, problem)),
  );
}
