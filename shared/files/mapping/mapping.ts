import * as v from 'valibot';
import { decimal, reciprocal } from '../../money.ts';
import { Rejection } from '../../rejections.ts';
import { closedObject } from '../../schemas/closed.ts';
import { oneOf } from '../../schemas/fields.ts';
import { read } from '../../schemas/read.ts';
import {
  paymentRecordSchema,
  TOKEN_KINDS,
  upstreamRecordSchema,
} from '../../schemas/reconciliation-input.ts';
import { isTimeFormat } from './time-format.ts';
import { isTimeZone } from './zoned-time.ts';

const TOKEN_FIELDS = TOKEN_KINDS.map((kind) => ({ name: `tokens.${kind}`, isRequired: false }));
const fieldsOf = (schema: { entries: Readonly<Record<string, { type: string }>> }) =>
  Object.entries(schema.entries).flatMap(([name, { type }]) =>
    name === 'tokens' ? TOKEN_FIELDS : [{ name, isRequired: type !== 'exact_optional' && name !== 'status' }],
  );

/** What the rows of a table may be, and the fields that a column of it may be. A log keeps the gateway's own. */
export const mappedFields = {
  upstreamCharges: fieldsOf(upstreamRecordSchema),
  payments: fieldsOf(paymentRecordSchema),
  logs: [],
} as const;

const NAME_LENGTH_MAX = 200;
const name = v.pipe(
  v.string('must be text'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(NAME_LENGTH_MAX, `must have at most ${NAME_LENGTH_MAX} characters`),
);
const scalar = v.union([name, v.number('must be text or a number')], 'must be text or a number');
const object = <TValue extends v.GenericSchema>(value: TValue) =>
  v.record(v.string('must be text'), value, 'must be an object');

const mappingSchema = closedObject({
  /** `logs`: a database dump of a gateway's log table, whose columns get the gateway's own names. */
  rows: oneOf(['upstreamCharges', 'payments', 'logs']),
  /** Field and the column that holds it. */
  columns: object(name),
  /** Field and the value that it has in every row. */
  constants: v.exactOptional(object(scalar)),
  /** For times that name no zone. */
  timeZone: v.exactOptional(
    v.pipe(
      name,
      v.check(isTimeZone, 'must be an offset such as +08:00, UTC, or a name such as Asia/Shanghai'),
    ),
  ),
  timeFormat: v.exactOptional(
    v.pipe(
      name,
      v.check(
        isTimeFormat,
        'must be made of YYYY, MM and DD, and perhaps HH, mm and ss, such as DD.MM.YYYY HH:mm',
      ),
    ),
  ),
  /** What every amount is divided by: 100 for cents. */
  divisor: v.exactOptional(
    v.pipe(
      v.number('must be a number above 0'),
      v.gtValue(0, 'must be a number above 0'),
      v.maxValue(1e12, 'must be at most 10^12'),
      v.check(
        (divisor) => reciprocal(decimal(divisor)) !== undefined,
        'must divide every amount exactly, as 100 does',
      ),
    ),
  ),
  /** What the status column says, and what that is. Without case. */
  statuses: v.exactOptional(object(name)),
  /** Rows that are none, such as totals: those whose column holds one of these. */
  skip: v.exactOptional(
    v.array(
      closedObject({ column: name, is: v.array(v.string('must be text'), 'must be an array of text') }),
      'must be an array',
    ),
  ),
});
export type Mapping = v.InferOutput<typeof mappingSchema>;

const refuse = (file: string, details: readonly string[]): never => {
  throw new Rejection(
    'invalid_request',
    'The mapping cannot be used.',
    details.map((detail) => `${file}: ${detail}`),
  );
};

/**
 * Reads a mapping: which column of a table is which field.
 * @param file what messages call it
 * @throws Rejection whose details name the file and what is wrong in it
 */
export function mappingOf(value: unknown, file: string): Mapping {
  let mapping: Mapping;
  try {
    mapping = read(mappingSchema, value);
  } catch (error) {
    if (error instanceof Rejection) return refuse(file, error.details);
    throw error;
  }
  const { rows, columns, constants = {} } = mapping;
  if (rows === 'logs') return mapping;
  const known = mappedFields[rows].map(({ name }) => name);
  const unknown = [
    ...Object.keys(columns).map((field) => ['columns', field]),
    ...Object.keys(constants).map((field) => ['constants', field]),
  ]
    .filter(([, field]) => !known.includes(field as string))
    .map(([where, field]) => `${where}.${field}: is no field of ${rows}; these are: ${known.join(', ')}`);
  const twice = Object.keys(columns).filter((field) => Object.hasOwn(constants, field));
  const problems = [
    ...unknown,
    ...twice.map((field) => `constants.${field}: is in columns, too; keep one of them`),
  ];
  return problems.length > 0 ? refuse(file, problems) : mapping;
}
