import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import {
  findChargeBill,
  findPaymentBill,
  findUnreadReportOfFile,
  findUsageReport,
} from '../normalizer/bills/recognize-bill.ts';
import { hasAnySignature } from '../normalizer/intake/dialect.ts';
import { isAbsent, type NativeObject } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';

/** Kind of a file: input of a run, a known kind that is not needed, an unreadable report, or unknown. */
export type FileKind = InputKind | UnusedKind | 'unread' | 'unknown';
type InputKind = 'logs' | 'bill' | 'payments' | 'channels' | 'ledgers';
type UnusedKind = 'users' | 'prices' | 'keys' | 'codes' | 'options' | 'report';

const has = (row: NativeObject, ...keys: readonly string[]): boolean =>
  keys.every((key) => Object.hasOwn(row, key));
const hasAny = (row: NativeObject, ...keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(row, key));
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));

/** Columns by which the tables of a report are recognized. */
const REPORT_TABLES = [
  ['severity', 'code', 'message'],
  ['findingId', 'title', 'remedy'],
  ['requests', 'revenue', 'cost', 'margin'],
  ['findingId', 'ledger', 'file'],
  ['file', 'row', 'reason'],
];

const KIND_TESTS: readonly (readonly [FileKind, (row: NativeObject) => boolean])[] = [
  ['report', (row) => has(row, 'findings', 'summary') || REPORT_TABLES.some((heads) => has(row, ...heads))],
  ['payments', (row) => findPaymentBill(row) !== undefined],
  ['unread', (row) => findUnreadReportOfFile(row) !== undefined],
  ['bill', (row) => findUsageReport(row) !== undefined],
  [
    'bill',
    (row) =>
      findUnreadReportOfFile(row) === undefined &&
      findUsageReport(row) === undefined &&
      findChargeBill(row) !== undefined,
  ],
  ['ledgers', (row) => has(row, 'chargedAmount', 'requestId')],
  ['bill', (row) => has(row, 'costAmount')],
  ['payments', (row) => hasAny(row, 'transactionId', 'trade_no')],
  ['users', (row) => has(row, 'username', 'quota', 'used_quota')],
  ['keys', (row) => has(row, 'remain_quota', 'used_quota', 'name')],
  ['codes', (row) => has(row, 'redeemed_time')],
  ['options', (row) => has(row, 'key', 'value') && Object.keys(row).length === 2],
  [
    'prices',
    (row) => has(row, 'model_name') && hasAny(row, 'quota_type', 'model_ratio') && !has(row, 'quota'),
  ],
  // Price list of one-hub and its forks.
  ['prices', (row) => has(row, 'model', 'type', 'channel_type', 'input', 'output')],
  ['channels', (row) => has(row, 'models', 'name') && !hasAny(row, 'quota', 'model_name')],
  [
    'logs',
    (row) => has(row, 'created_at') && (has(row, 'quota') || (isNumeric(row.type) && has(row, 'model_name'))),
  ],
  [
    'bill',
    (row) => hasAny(row, 'cost', 'total_cost', 'spend', 'amount') && hasAny(row, 'model', 'model_name'),
  ],
];

/**
 * Recognizes what kind of file rows come from: the first kind whose test more than half of the rows pass. Rows that are
 * nested in a bill must be unfolded first.
 */
function recognizeKind(sample: readonly NativeObject[]): FileKind {
  for (const [kind, test] of KIND_TESTS) if (sample.filter(test).length * 2 > sample.length) return kind;
  return 'unknown';
}

/** Clauses that say why a run does not need files of a kind. */
const UNUSED_TEXTS: Readonly<Record<UnusedKind, Sentence>> = {
  users: {
    en: 'is a gateway’s user list, which is not needed',
    zh: '是网关的用户列表，对账不需要',
  },
  prices: {
    en: 'is a gateway’s price list, which is not needed: each log row contains the price that applied to it',
    zh: '是网关的价格列表，对账不需要：日志里已有当时的价格',
  },
  keys: {
    en: 'is a gateway’s token list, which is not needed',
    zh: '是网关的令牌列表，对账不需要',
  },
  codes: {
    en: 'is a gateway’s list of redemption codes, which is not needed: the log contains the redeemed codes',
    zh: '是网关的兑换码列表，对账不需要：已兑换的额度记录在日志里',
  },
  options: {
    en: 'is a gateway’s list of settings, which is not needed',
    zh: '是网关的系统设置列表，对账不需要',
  },
  report: {
    en: 'is a report of this service, not an export of a gateway or a provider',
    zh: '是本工具生成的报告，而不是网关或上游的导出',
  },
};

/** Whether a run has no use for files of this kind, such as a list of users. */
export const isUnused = (kind: FileKind): kind is UnusedKind => Object.hasOwn(UNUSED_TEXTS, kind);

/** Clauses that name the kind of a file. */
export const KIND_TEXTS: Readonly<Record<InputKind, Sentence>> = {
  logs: { en: 'is a gateway’s log', zh: '是网关的日志' },
  bill: { en: 'is a provider’s bill', zh: '是上游账单' },
  payments: { en: 'is a list of top-ups or payments', zh: '是充值或订单记录' },
  channels: { en: 'is a gateway’s list of channels', zh: '是网关的渠道列表' },
  ledgers: { en: 'contains usage in this service’s own format', zh: '是本工具标准格式的用量记录' },
};

/** Number of first rows by which a file is recognized. */
export const SAMPLE_MAX = 200;

/** Kind of a file's rows, and the gateway that wrote them. */
export interface RecognizedFile {
  readonly kind: FileKind;
  /** Id of the gateway that wrote a log or a list of payments. */
  readonly connector?: string;
  /** Whether more than one gateway writes such rows. */
  readonly isAmbiguous: boolean;
  /** Whether rows have amounts only in quota units, so that the quota per unit is needed. */
  readonly needsUnit: boolean;
  readonly unused?: Sentence;
}

type Dialect = Pick<Connector['log'], 'signatures'>;

/** Ids of the gateways whose signature columns the rows have. */
const findWriters = (
  sample: readonly NativeObject[],
  dialectOf: (connector: Connector) => Dialect | undefined,
): readonly string[] =>
  connectors
    .filter((connector) => {
      const dialect = dialectOf(connector);
      return dialect !== undefined && sample.some((row) => hasAnySignature(row, dialect.signatures));
    })
    .map(({ id }) => id);

/** Id columns that distinguish new-api from gateways with the same signature columns. */
const NEW_API_IDS = ['upstream_request_id', 'request_id'];

function findLogWriter(sample: readonly NativeObject[]): Pick<RecognizedFile, 'connector' | 'isAmbiguous'> {
  const writers = findWriters(sample, ({ log }) => log);
  const [writer] = writers;
  const isCertain =
    writers.length === 1 || NEW_API_IDS.some((key) => sample.some((row) => !isAbsent(row[key])));
  return { ...(writer !== undefined && { connector: writer }), isAmbiguous: !isCertain };
}

const hasMoney = (row: NativeObject): boolean =>
  ['charge', 'total_cost', 'cost', 'amount'].some((key) => !isAbsent(row[key]));

/** Recognizes the kind of a file by its first 200 rows, for the command, the page and the workflow. */
export function recognizeFile(rows: readonly NativeObject[]): RecognizedFile {
  const sample = rows.slice(0, SAMPLE_MAX);
  const kind = recognizeKind(sample);
  const base = { kind, isAmbiguous: false, needsUnit: false };
  if (kind === 'logs') {
    const needsUnit = sample.some((row) => !isAbsent(row.quota) && !hasMoney(row));
    return { ...base, needsUnit, ...findLogWriter(sample) };
  }
  if (kind === 'payments') {
    const [connector] = findWriters(sample, ({ payments }) => payments);
    return { ...base, ...(connector !== undefined && { connector }) };
  }
  if (isUnused(kind)) return { ...base, unused: UNUSED_TEXTS[kind] };
  const unused = kind === 'unread' && sample.map(findUnreadReportOfFile).find(Boolean)?.sentence;
  return { ...base, ...(unused && { unused }) };
}
