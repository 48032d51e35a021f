import type { UnreadableRow } from '../../files/source-file.ts';
import type { Connector } from '../../gateways/connector.ts';
import { connectors } from '../../gateways/registry.ts';
import { EXPLICIT_MONEY } from '../../gateways/vocabulary.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { divide, toDecimal, toPlainText } from '../../money/money.ts';
import { readCost } from '../../normalizer/bills/provider-charge.ts';
import { readPaymentAmount } from '../../normalizer/bills/provider-payments.ts';
import { omitUndefined } from '../../normalizer/fields/omit-undefined.ts';
import { formatRowReason, type RowReason } from '../../normalizer/fields/row-problem.ts';
import { detectGateway } from '../../normalizer/intake/dialect.ts';
import {
  asText,
  isAbsent,
  isEmptyOrZero,
  isLogRow,
  type NativeObject,
  type RowField,
} from '../../normalizer/intake/native.ts';
import { makeSentence, type Sentence } from '../../sentence.ts';
import { findConnector, type RunSettings } from '../run-settings.ts';
import type { RejectedSourceRow, UnpackedRow, UnreadMoney } from './source.ts';

const SEMICOLON: Sentence = { en: '; ', zh: '；' };

/** Fields with the money of rows that are not log rows. */
const AMOUNTS = ['costAmount', 'amount', 'money', 'chargedAmount', 'cost', 'total_cost', 'spend'] as const;

const PLAIN = /^-?\d{1,15}(?:\.\d{1,12})?$/;
function toAmount(value: unknown, divisor: number): string | undefined {
  const text = asText(value);
  return PLAIN.test(text) ? toPlainText(divide(toDecimal(text), toDecimal(divisor))) : undefined;
}

/** Finds the money of an unreadable row; `undefined` if it certainly contains none. */
function findMoney(
  row: NativeObject,
  field: RowField,
  { log: { fields } }: Connector,
  { quotaPerUnit, currency = 'USD' }: RunSettings,
): UnreadMoney | undefined {
  const isLog = field === 'logs' || (field === 'upstreamCharges' && isLogRow(row));
  const billed =
    field === 'payments'
      ? readPaymentAmount(row)
      : field === 'upstreamCharges' && !isLog
        ? readCost(row)
        : undefined;
  if (billed) {
    const { amount, currency: own = currency, ...rest } = billed;
    return { ...(toCurrencyCode(own) === toCurrencyCode(currency) && { amount }), ...rest };
  }
  const quotas = isLog ? (fields.quota?.at ?? []) : [];
  const amounts = isLog ? (fields.money?.at ?? EXPLICIT_MONEY) : AMOUNTS;
  const keys = [...quotas, ...amounts].filter((key) => Object.hasOwn(row, key));
  const moneyKey = keys.find((key) => !isEmptyOrZero(row[key]));
  // In a log, an empty amount or 0 means no money. In a bill, the amount behind an empty cell is unknown.
  const isNone = isLog ? keys.length > 0 : keys.some((key) => !isAbsent(row[key]));
  if (moneyKey === undefined && isNone) return undefined;
  const kind = isAbsent(row.type) ? undefined : asText(row.type) || undefined;
  const isForeign =
    !isAbsent(row.currency) && toCurrencyCode(asText(row.currency)) !== toCurrencyCode(currency);
  const divisor = quotas.some((key) => key === moneyKey) ? quotaPerUnit : 1;
  const amount =
    moneyKey === undefined || isForeign || divisor === undefined
      ? undefined
      : toAmount(row[moneyKey], divisor);
  return omitUndefined({ amount, kind });
}

/** Describes a row that could not be parsed or mapped. If its amount is unknown, it possibly contains money. */
export function describeUnreadableRow(
  { row, reason, money, unknownKind: kind }: UnreadableRow,
  source: number,
  { currency = 'USD' }: RunSettings,
): RejectedSourceRow {
  const isOwn = money && toCurrencyCode(money.currency ?? currency) === toCurrencyCode(currency);
  const amount = isOwn ? toPlainText(money.amount.abs()) : undefined;
  const unread = { source, row, reason, money: omitUndefined({ amount, kind }) };
  return kind === undefined ? unread : { ...unread, isOfUnknownKind: true };
}

/** Describes a row that the normalizer refused: file, row number, reasons as one sentence, and its money. */
export function describeRejection(
  { source, row, field, native }: UnpackedRow,
  reasons: readonly RowReason[],
  settings: RunSettings,
): RejectedSourceRow {
  const connector = findConnector(settings);
  const gateway = field === 'upstreamCharges' ? detectGateway(native, connectors, connector) : connector;
  const money = findMoney(native, field, gateway, settings);
  const sentences = reasons.map(formatRowReason);
  const reason = makeSentence((language) =>
    sentences.map((sentence) => sentence[language]).join(SEMICOLON[language]),
  );
  const lacksSetting = reasons.every((reason) => reason.lacksSetting) || undefined;
  const isOfUnknownKind = reasons.every((reason) => reason.isOfUnknownKind) || undefined;
  return omitUndefined({ source, row, reason, money, lacksSetting, isOfUnknownKind });
}
