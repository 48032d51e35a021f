import type { Connector } from '#shared/connectors/connector.ts';
import { connectors } from '#shared/connectors/registry.ts';
import type { ReadRow } from '#shared/files/native-file.ts';
import { chargeBillOf, paymentBillOf, unreadReportOf } from '#shared/normalizer/bills/known-bill.ts';
import { showsAny } from '#shared/normalizer/intake/dialect.ts';
import { unfolded } from '#shared/normalizer/intake/unfold.ts';
import type { Recognition, Role } from './protocol.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows that are looked at: exports are alike from the first row to the last. */
export const SAMPLE_MAX = 200;

const has = (row: Row, key: string): boolean => Object.hasOwn(row, key);
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What rows of each kind have that others lack; the first that most rows fit is the role. */
const SIGNS: readonly (readonly [Role, (row: Row) => boolean])[] = [
  ['payments', (row) => paymentBillOf(row) !== undefined],
  ['ignored', (row) => unreadReportOf(row) !== undefined],
  ['bill', (row) => chargeBillOf(row) !== undefined],
  ['ledgers', (row) => has(row, 'chargedAmount') && has(row, 'requestId')],
  ['bill', (row) => has(row, 'costAmount')],
  ['payments', (row) => has(row, 'transactionId') || has(row, 'trade_no')],
  [
    'channels',
    (row) => has(row, 'models') && has(row, 'name') && !has(row, 'quota') && !has(row, 'model_name'),
  ],
  [
    'logs',
    (row) => has(row, 'created_at') && (has(row, 'quota') || (isNumeric(row.type) && has(row, 'model_name'))),
  ],
  [
    'bill',
    (row) =>
      ['cost', 'total_cost', 'spend', 'amount'].some((key) => has(row, key)) &&
      (has(row, 'model') || has(row, 'model_name')),
  ],
];

function roleOf(sample: readonly Row[]): Role {
  for (const [role, fits] of SIGNS) if (sample.filter(fits).length * 2 > sample.length) return role;
  return 'unknown';
}

type Dialect = Pick<Connector['log'], 'marks'>;

/** The gateways that may have written these rows: those whose marks they show. */
function writersOf(
  sample: readonly Row[],
  dialectOf: (connector: Connector) => Dialect | undefined,
): readonly string[] {
  return connectors
    .filter((connector) => {
      const dialect = dialectOf(connector);
      return dialect !== undefined && sample.some((row) => showsAny(row, dialect.marks));
    })
    .map(({ id }) => id);
}

/** Ids that gateways with the same marks as new-api never write. */
const NEW_API_IDS = ['upstream_request_id', 'request_id'];

function logWriter(sample: readonly Row[]): { connector?: string; isAmbiguous: boolean } {
  const writers = writersOf(sample, ({ log }) => log);
  const [writer] = writers;
  const isCertain =
    writers.length === 1 || NEW_API_IDS.some((key) => sample.some((row) => !isEmpty(row[key])));
  return { ...(writer !== undefined && { connector: writer }), isAmbiguous: !isCertain };
}

const statesMoney = (row: Row): boolean =>
  ['charge', 'total_cost', 'cost', 'amount'].some((key) => !isEmpty(row[key]));

/** What rows are, by the marks that the connectors' data names. */
export function recognize(
  rows: readonly ReadRow[],
): Pick<Recognition, 'role' | 'connector' | 'isAmbiguous' | 'needsUnit' | 'leftOut'> {
  const sample = rows.slice(0, SAMPLE_MAX).flatMap(({ native }) => unfolded(native) as readonly Row[]);
  if (rows.some(({ ledger }) => ledger !== undefined))
    return { role: 'ledgers', isAmbiguous: false, needsUnit: false };
  const role = roleOf(sample);
  if (role === 'logs') {
    const needsUnit = sample.some((row) => !isEmpty(row.quota) && !statesMoney(row));
    return { role, needsUnit, ...logWriter(sample) };
  }
  if (role === 'ignored') {
    const report = sample.map(unreadReportOf).find((found) => found !== undefined);
    return { role, isAmbiguous: false, needsUnit: false, ...(report && { leftOut: report.sentence }) };
  }
  if (role !== 'payments') return { role, isAmbiguous: false, needsUnit: false };
  const [connector] = writersOf(sample, ({ payments }) => payments);
  return { role, isAmbiguous: false, needsUnit: false, ...(connector !== undefined && { connector }) };
}
