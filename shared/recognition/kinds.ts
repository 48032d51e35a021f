import {
  findChargeBill,
  findPaymentBill,
  findUnreadReport,
  findUsageReport,
} from '../normalizer/bills/recognize-bill.ts';
import type { Native } from '../normalizer/intake/native.ts';
import type { Sentence } from '../sentence.ts';

/** What a file can be: a ledger or a list that reconciling takes, something known that it does not take, or nothing known. */
export type Kind = Called | Unused | 'unread' | 'unknown';
type Called = 'logs' | 'bill' | 'payments' | 'channels' | 'ledgers';
type Unused = 'users' | 'prices' | 'keys' | 'codes' | 'options' | 'report';

const has = (row: Native, ...keys: readonly string[]): boolean =>
  keys.every((key) => Object.hasOwn(row, key));
const hasAny = (row: Native, ...keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(row, key));
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value));

/** Heads of the tables of a report: findings; causes; models, channels, days and customers; their rows; rejected rows. */
const REPORT_TABLES = [
  ['severity', 'code', 'message'],
  ['findingId', 'title', 'remedy'],
  ['requests', 'revenue', 'cost', 'margin'],
  ['findingId', 'ledger', 'file'],
  ['file', 'row', 'reason'],
];

/** What rows of each kind have that others lack; the first that most rows fit is the kind. */
const SIGNS: readonly (readonly [Kind, (row: Native) => boolean])[] = [
  ['report', (row) => has(row, 'findings', 'summary') || REPORT_TABLES.some((heads) => has(row, ...heads))],
  ['payments', (row) => findPaymentBill(row) !== undefined],
  ['unread', (row) => findUnreadReport(row) !== undefined],
  ['bill', (row) => findUsageReport(row) !== undefined],
  [
    'bill',
    (row) =>
      findUnreadReport(row) === undefined &&
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
  // of one-hub and its forks
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

/** @param sample rows as they stand in a file, those of a folded bill one by one */
export function kindOf(sample: readonly Native[]): Kind {
  for (const [kind, fits] of SIGNS) if (sample.filter(fits).length * 2 > sample.length) return kind;
  return 'unknown';
}

/** Why nobody needs the rows of such a file. */
export const UNUSED: Readonly<Record<Unused, Sentence>> = {
  users: {
    en: 'is a gateway’s list of users, which reconciling does not need',
    zh: '是网关的用户列表，对账用不到',
  },
  prices: {
    en: 'is a gateway’s list of prices, which reconciling does not need: log rows carry the prices that applied',
    zh: '是网关的价格列表，对账用不到：日志里已带有当时的价格',
  },
  keys: {
    en: 'is a gateway’s list of tokens, which reconciling does not need',
    zh: '是网关的令牌列表，对账用不到',
  },
  codes: {
    en: 'is a gateway’s list of redemption codes, which reconciling does not need: what customers redeemed stands in the log',
    zh: '是网关的兑换码列表，对账用不到：已兑换的额度记录在日志里',
  },
  options: {
    en: 'is a gateway’s list of settings, which reconciling does not need',
    zh: '是网关的系统设置列表，对账用不到',
  },
  report: {
    en: 'is a report of this command, not an export of a gateway or a provider',
    zh: '是本工具生成的报告，而不是网关或厂商的导出',
  },
};

/** Whether a kind of rows is not needed by a run. */
export const isUnused = (kind: Kind): kind is Unused => Object.hasOwn(UNUSED, kind);

/** What else a file is called. */
export const CALLED: Readonly<Record<Called, Sentence>> = {
  logs: { en: 'is a gateway’s log', zh: '是网关的日志' },
  bill: { en: 'is a provider’s bill', zh: '是厂商的账单' },
  payments: { en: 'is a list of top-ups or payments', zh: '是充值或订单记录' },
  channels: { en: 'is a gateway’s list of channels', zh: '是网关的渠道列表' },
  ledgers: { en: 'holds usage that is normalized already', zh: '是已经规范化的用量记录' },
};
