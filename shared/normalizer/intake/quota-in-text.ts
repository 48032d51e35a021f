import type { Connector, LogDialect } from '../../gateways/connector.ts';
import { findWalletKind } from './dialect.ts';
import { parseIfJson } from './filter-row.ts';
import { asText, isObject, type NativeObject } from './native.ts';

/** An amount in money (`＄0.032000 额度`) and in units (`16000 点额度`). Other currencies have a rate that no row names. */
const MONEY = /^[\s:：]*＄(-?\d{1,15}(?:\.\d{1,12})?)(?!\d)/;
const UNITS = /^[\s:：]*(-?\d{1,15})\s*点额度/;
const AMOUNT = /[＄$¥￥€£¤]|\d\s*点?额度/;
/** Longest beginning of a text that is searched. */
const TEXT_LENGTH_MAX = 4096;

/** Name of the task: the word after the known beginning of the text. */
const TASK = /^\s*([\w-]{1,100})(?![\w-])/;

/** Parses the amount at the beginning of a text as quota units. */
function parseQuota(text: string, quotaPerUnit: number): number | undefined {
  const [money, units] = [MONEY.exec(text)?.[1], UNITS.exec(text)?.[1]];
  // Round, because the text has six decimals and the gateway counts whole units.
  if (money !== undefined) return Math.round(Number(money) * quotaPerUnit);
  return units === undefined ? undefined : Number(units);
}

function parseQuotaAfter(text: string, word: string, quotaPerUnit: number): number | undefined {
  const at = text.lastIndexOf(word);
  return at < 0 ? undefined : parseQuota(text.slice(at + word.length), quotaPerUnit);
}

function readSettlement(
  text: string,
  { settledTexts = [], giftWords = [] }: LogDialect,
  quotaPerUnit: number,
) {
  const texts = settledTexts.filter(({ begins }) => text.startsWith(begins));
  for (const { begins, before, sign } of texts) {
    const amount = parseQuotaAfter(text, before, quotaPerUnit);
    const task = TASK.exec(text.slice(begins.length))?.[1];
    if (amount !== undefined) return { settled_quota: sign * amount, ...(task && { settled_task: task }) };
  }
  const isIdle = !AMOUNT.test(text) || giftWords.some((word) => text.includes(word));
  return text !== '' && texts.length === 0 && isIdle ? { settled_quota: 0 } : undefined;
}

/** Returns the value at a path into an object, or into the JSON text of one. */
const valueAtPath = (value: unknown, ...path: string[]): unknown =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), parseIfJson(value));

/** Reads the amount, or the balances before and after, of a change of a balance, in quota units. */
function readAmounts(
  text: string,
  other: unknown,
  log: LogDialect,
  kind: 'lowered' | 'granted',
  unit: number,
) {
  const keys = log[`${kind}Ops`]?.[asText(valueAtPath(other, 'op', 'action'))];
  const [begins, between] = log[`${kind}Texts`]?.find(([start]) => text.startsWith(start)) ?? [];
  const afterBeginning = begins === undefined ? [] : [text.slice(begins.length)];
  const amounts =
    keys?.map((key) => asText(valueAtPath(other, 'op', 'params', key))) ??
    afterBeginning.flatMap((amount) => (between === undefined ? amount : amount.split(between)));
  return amounts.map((amount) => parseQuota(amount, unit) ?? Number.NaN);
}

function readDeduction(text: string, other: unknown, log: LogDialect, quotaPerUnit: number) {
  const [from = 0, to = 0] = readAmounts(text, other, log, 'lowered', quotaPerUnit);
  if (!(from > to)) return undefined;
  const userId = valueAtPath(other, 'op', 'params', 'target_user_id');
  return { lowered_quota: from - to, ...(userId !== undefined && { lowered_user: userId }) };
}

function readGrant(text: string, other: unknown, log: LogDialect, quotaPerUnit: number) {
  const [first = 0, after] = readAmounts(text, other, log, 'granted', quotaPerUnit);
  const granted = after === undefined ? first : after - first;
  return granted > 0 ? { granted_quota: granted } : undefined;
}

/**
 * Copies amounts that are only in the text of a log row to its price snapshot, in quota units, because texts are
 * dropped later. Returns the row unchanged if its text has no amount. Keys in the snapshot:
 * - `settled_quota`: paid by the customer (above 0) or returned (below 0) for a task; 0 if the text certainly settles
 *   nothing
 * - `lowered_quota`: deducted from a balance by an administrator, with the customer as `lowered_user` if the row
 *   belongs to the administrator
 * - `granted_quota`: credit by redemption code, as a gift or by an administrator. A gateway without snapshots gets it
 *   as the quota of the row, which is 0 otherwise
 */
export function withQuotaFromText(row: NativeObject, gateway: Connector, quotaPerUnit: number): NativeObject {
  const { content } = row;
  const { log } = gateway;
  const kind = findWalletKind(row, gateway);
  if (typeof content !== 'string' || kind === undefined) return row;
  const text = content.slice(0, TEXT_LENGTH_MAX);
  const column = log.fields.snapshot?.at[0];
  if (column === undefined) {
    const grant = readGrant(text, undefined, log, quotaPerUnit);
    return grant === undefined ? row : { ...row, quota: grant.granted_quota };
  }
  const snapshot = row[column];
  const quotaFields = {
    ...(kind === 'system' && readSettlement(text, log, quotaPerUnit)),
    ...(kind === 'manage' && readDeduction(text, snapshot, log, quotaPerUnit)),
    ...readGrant(text, snapshot, log, quotaPerUnit),
  };
  if (Object.keys(quotaFields).length === 0) return row;
  if (isObject(snapshot)) return { ...row, [column]: { ...snapshot, ...quotaFields } };
  // new-api stores the snapshot as text. Replace the text: in these rows it is empty or not needed.
  return { ...row, [column]: JSON.stringify(quotaFields) };
}

const DIGITS = /^\d{1,15}/;

/**
 * Adds the deducted quota to the row of a plan bought with wallet balance: its text, which has it, is removed later.
 */
export function addWalletQuota(row: NativeObject, { payments }: Connector): NativeObject {
  const { at, after, into } = payments?.walletPlans?.charged ?? {};
  if (at === undefined || after === undefined || into === undefined || !Object.hasOwn(row, at)) return row;
  const [, amount = ''] = asText(row[at] ?? '').split(after);
  const [digits] = DIGITS.exec(amount) ?? [];
  return digits === undefined ? row : { ...row, [into]: Number(digits) };
}
