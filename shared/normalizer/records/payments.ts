import type { PaymentBill } from '../../bills/bill.ts';
import { MAPPED_MOVEMENT } from '../../bills/vocabulary.ts';
import { parseInstant } from '../../civil-time.ts';
import type { Field, PaymentDialect } from '../../gateways/connector.ts';
import type { PaymentRule } from '../../gateways/vocabulary.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, isPositive, toDecimal, toPlainText } from '../../money/money.ts';
import { divideExactly } from '../../money/ratio.ts';
import { type PaymentRecord, paymentRecordSchema } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf, NOT_NEGATIVE } from '../../schemas/sentences.ts';
import { joinAlternatives } from '../../sentence.ts';
import { readProviderPayments } from '../bills/provider-payments.ts';
import { findPaymentBill, refuseUnreadReport } from '../bills/recognize-bill.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { readField, requireField, tryReadField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { buildQuotaConverter, type QuotaConverter } from '../fields/quota-converter.ts';
import { FieldProblem, UnknownKindProblem } from '../fields/row-problem.ts';
import { hasAnySignature } from '../intake/dialect.ts';
import type { IndexedRow, NativeObject } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { readCanonicalRecord } from './canonical.ts';
import { type GatewayOrderRow, NO_CURRENCY, type OrderOrPayment } from './order-and-payment.ts';

interface PaymentSettings extends ExportContext {
  readonly converter: QuotaConverter | undefined;
  readonly outcomes: RowOutcomes;
}

/** Fields that depend on how the gateway logs money. */
interface MoneyFields extends Pick<PaymentRecord, 'feeAmount' | 'currency'> {
  /** Credit in wallet units. */
  readonly credit?: PaymentRecord['amount'] | undefined;
  /** Credit that the amount buys, if the gateway has its own price for it. */
  readonly bought?: string | undefined;
}

interface NativeOrder {
  readonly native: NativeObject;
  readonly fields: PaymentDialect['fields'];
  readonly provider: string | undefined;
  readonly isSettled: boolean;
}

function requireNonNegative(row: NativeObject, field: Field<'money'>) {
  const money = requireField(row, field);
  if (money.negative) throw new FieldProblem(field.at, NOT_NEGATIVE);
  return money.amount;
}

/** Reads the currency of an order. A fork writes one that is correct only for one processor (SolveaCX: stripe). */
function readOrderCurrency({ native, fields, provider }: NativeOrder): string | undefined {
  const { currency, processorCurrency } = fields;
  const ofProcessor = processorCurrency?.of === provider ? processorCurrency : undefined;
  return readField(native, currency) ?? readField(native, ofProcessor);
}

/** Converts quota to wallet units; `undefined` with a note if `quotaPerUnit` is missing. */
function toCredit(quota: number, { converter, outcomes }: PaymentSettings): string | undefined {
  if (converter === undefined) outcomes.note('creditPerUnit');
  return converter?.amount(quota);
}

function readQuotaCredit({ native, fields, isSettled }: NativeOrder, settings: PaymentSettings) {
  const quota = readField(native, fields.credit as Field<'quota'>);
  if (!isSettled || quota === undefined) return undefined;
  if (quota < 0) throw new FieldProblem(fields.credit.at, NOT_NEGATIVE);
  return toCredit(quota, settings);
}

const readAmount = (row: NativeObject, field: Field<'money'> | undefined) =>
  toDecimal(readField(row, field)?.amount ?? 0);

/** Returns whether a unit of credit was sold for more or less than one unit of money. */
const hasOwnRate = ({ native, fields }: NativeOrder): boolean =>
  !readAmount(native, fields.amount)
    .minus(readAmount(native, fields.fee))
    .eq(readAmount(native, fields.units));

/** Computes the credit given free of charge: a bonus, or the units that a discount paid for. */
function computeGranted(row: NativeObject, fields: PaymentDialect['fields']): Decimal {
  const [bonus, discount] = [readAmount(row, fields.bonus), readAmount(row, fields.discount)];
  if (!isPositive(discount)) return bonus;
  const price = readAmount(row, fields.amount).plus(discount);
  return bonus.plus(divideExactly(readAmount(row, fields.units).times(discount), price));
}

/** Reads an order of one-hub, which contains the currency paid; credit and fee are in wallet units (`model/order.go`). */
function readOneHubMoney(order: NativeOrder, settings: PaymentSettings): MoneyFields {
  const { native, fields } = order;
  const currency = readOrderCurrency(order) ?? settings.paymentsCurrency ?? NO_CURRENCY;
  const isForeign = toCurrencyCode(currency) !== settings.currency;
  const credit = readQuotaCredit(order, settings);
  const units = readField(native, fields.units)?.amount;
  const isOwnPrice = isForeign || isPositive(readAmount(native, fields.discount)) || hasOwnRate(order);
  const bought = units !== undefined && isOwnPrice ? toPlainText(toDecimal(units)) : undefined;
  if (isForeign) {
    if (order.isSettled && credit === undefined) settings.outcomes.note('otherCurrencyCredit');
    return { currency, credit, bought };
  }
  const { fee } = fields;
  const hasFee = fee !== undefined && readField(native, fee) !== undefined;
  return { credit, bought, ...(hasFee && { feeAmount: requireNonNegative(native, fee) }), currency };
}

/** Returns whether an order gives no wallet units: a top-up of 0 units, or a row of `subscription_orders`. */
const isSubscription = ({ native, fields }: NativeOrder): boolean =>
  fields.units !== undefined && Number(readField(native, fields.units)?.amount ?? 0) === 0;

/** Reads the credit of a Stripe order: its money; for a fork that names the currency paid, its units. */
function readStripeCredit(
  { native, fields }: NativeOrder,
  currency: string | undefined,
  { outcomes, currency: wallet }: PaymentSettings,
) {
  const isForeign = currency !== undefined && toCurrencyCode(currency) !== wallet;
  const money = fields.credit as Field<'money'>;
  const isNamed = readField(native, fields.processorCurrency) !== undefined;
  const paidFor = readAmount(native, isForeign || isNamed ? fields.units : money);
  const credited = paidFor.plus(readAmount(native, fields.bonus));
  if (!isForeign && !isNamed) outcomes.note('stripeCredit');
  if (!isForeign && credited.eq(readAmount(native, money)))
    return { credit: requireNonNegative(native, money) };
  const credit = toPlainText(credited);
  return { credit, bought: credit };
}

/** Reads the credit of a Creem order, which is in quota (`model/topup.go` RechargeCreem). */
function readCreemCredit({ native, fields }: NativeOrder, settings: PaymentSettings) {
  const credit = toCredit(readAmount(native, fields.units).toNumber(), settings);
  return credit === undefined ? {} : { credit, bought: credit };
}

/** Reads an order of new-api. Its currency is defined only for Stripe and Creem (`model/topup.go`). */
function readNewApiMoney(order: NativeOrder, settings: PaymentSettings): MoneyFields {
  const { native, fields, provider, isSettled } = order;
  const { outcomes, paymentsCurrency } = settings;
  const isDefined = provider === 'stripe' || provider === 'creem';
  const named = readOrderCurrency(order) ?? (isDefined ? undefined : paymentsCurrency);
  if (named === undefined && !isDefined) outcomes.note('foreignPayment');
  const currency = named ?? (isDefined ? undefined : NO_CURRENCY);
  const paid = currency === undefined ? {} : { currency };
  if (isSubscription(order)) {
    outcomes.note('subscriptionPurchase');
    return paid;
  }
  if (isDefined && !isSettled) return paid;
  if (provider === 'stripe') return { ...paid, ...readStripeCredit(order, named, settings) };
  if (provider === 'creem') return { ...paid, ...readCreemCredit(order, settings) };
  if (fields.units === undefined) return paid;
  const bought = toPlainText(readAmount(native, fields.units).plus(readAmount(native, fields.bonus)));
  return { ...paid, bought, ...(isSettled && { credit: bought }) };
}

const moneyRules: Record<PaymentRule, (order: NativeOrder, settings: PaymentSettings) => MoneyFields> = {
  byProvider: readNewApiMoney,
  byCurrency: readOneHubMoney,
};

function readOrderRow(
  { native, index }: IndexedRow,
  { fields, statuses, rule }: PaymentDialect,
  settings: PaymentSettings,
): GatewayOrderRow {
  const status = statuses.find(([name]) => name === native.status)?.[1];
  if (status === undefined)
    throw new UnknownKindProblem(['status'], mustBeOneOf(statuses.map(([name]) => name)));
  const userId = readField(native, fields.userId);
  const provider = readField(native, fields.provider);
  const order = { native, fields, provider, isSettled: status === 'settled' };
  const transactionId = requireField(native, fields.transactionId);
  const otherId = readField(native, fields.otherId);
  const method = readField(native, fields.method);
  const { credit, bought, ...money } = moneyRules[rule](order, settings);
  return {
    source: 'gateway',
    index,
    orderIds: [transactionId, ...(otherId === undefined ? [] : [otherId])],
    rowId: tryReadField(native, { at: ['id'], as: 'rowId' }),
    way: JSON.stringify([provider, method]),
    method,
    credit: credit === undefined ? undefined : toPlainText(toDecimal(credit)),
    bought,
    granted: computeGranted(native, fields),
    record: omitUndefined({
      transactionId,
      occurredAt: new Date(requireField(native, fields.occurredAt)).toISOString(),
      userId,
      provider,
      status,
      amount: requireNonNegative(native, fields.amount),
      creditedAmount: credit,
      ...money,
    }),
  };
}

/** Returns the format of a gateway's payment row, if it is one. Throws a `FieldProblem` for another gateway's row. */
function findPaymentDialect(row: NativeObject, { connectors, connector }: PaymentSettings) {
  const writers = connectors.filter(({ payments }) => payments && hasAnySignature(row, payments.signatures));
  if (writers.length === 0) return undefined;
  if (writers.some(({ id }) => id === connector.id)) return connector.payments;
  const gateways = joinAlternatives(writers.map(({ id }) => id));
  throw new FieldProblem('connector', {
    en: `is ${connector.id}, but the row seems to be from ${gateways.en}`,
    zh: `是 ${connector.id}，但该行似乎来自 ${gateways.zh}`,
  });
}

/** Reads a canonical record. Without a credit it is a processor's payment; with a credit it contains both sides. */
function readCanonicalPayment({ native, index }: IndexedRow): OrderOrPayment {
  const record = readCanonicalRecord(paymentRecordSchema, native);
  const returned = record.refundAmount !== undefined || record.status === 'chargeback';
  return {
    source: 'processor',
    index,
    record,
    orderIds: [record.transactionId],
    ...(returned && { returnedMs: parseInstant(record.occurredAt) }),
    isComplete: false,
  };
}

/** Returns whether a row is a plan bought with the balance of the wallet, and notes its price. */
function isWalletPlan(
  row: NativeObject,
  { walletPlans, fields, statuses }: PaymentDialect,
  { currency: wallet, converter, outcomes }: PaymentSettings,
): boolean {
  if (walletPlans === undefined || readField(row, fields.provider) !== walletPlans.provider) return false;
  outcomes.skip('apart');
  if (!statuses.some(([name, meaning]) => name === row.status && meaning === 'settled')) return true;
  const quota = readField(row, { at: [walletPlans.charged.into], as: 'quota' });
  const price = quota === undefined ? undefined : converter?.amount(quota);
  if (price === undefined) outcomes.note('walletPlan');
  else outcomes.noteSum('walletPlan', toDecimal(price), wallet);
  return true;
}

function readOrderOrPayment(entry: IndexedRow, settings: PaymentSettings) {
  const { native } = entry;
  if (native.transactionId !== undefined) return readCanonicalPayment(entry);
  refuseUnreadReport(native);
  const dialect = findPaymentDialect(native, settings);
  if (dialect !== undefined)
    return isWalletPlan(native, dialect, settings) ? undefined : readOrderRow(entry, dialect, settings);
  throw new FieldProblem('transactionId', {
    en: 'is required, unless the row is from the payments table of a gateway',
    zh: '必填，除非该行来自网关的充值表',
  });
}

/**
 * Reads the rows of `payments` in any format, without joining orders with processors' payments.
 * @param entries rows; of each transaction, all rows or none
 */
export function readOrdersAndPayments(
  entries: readonly IndexedRow[],
  context: ExportContext,
  outcomes: RowOutcomes,
): OrderOrPayment[] {
  const { quotaPerUnit } = context;
  const converter = quotaPerUnit === undefined ? undefined : buildQuotaConverter(quotaPerUnit, outcomes);
  const settings = { ...context, converter, outcomes };
  const movements: [IndexedRow, PaymentBill][] = [];
  const sides = entries.flatMap((entry) => {
    const { native } = entry;
    const isRecord = native.transactionId !== undefined && !Object.hasOwn(native, MAPPED_MOVEMENT);
    const bill = isRecord ? undefined : findPaymentBill(native);
    if (bill) {
      movements.push([entry, bill]);
      return [];
    }
    const side = outcomes.attempt(entry, () => readOrderOrPayment(entry, settings));
    if (side === undefined) return [];
    const { record } = side;
    outcomes.noteDigits(record.amount, record.feeAmount, record.refundAmount, record.creditedAmount);
    return [side];
  });
  return [...sides, ...readProviderPayments(movements, outcomes)];
}

/** Converts an order or payment to a separate record, without a credit that cannot be compared with its amount. */
function toSeparateRecord(side: OrderOrPayment, { currency: wallet }: ExportContext, outcomes: RowOutcomes) {
  const { index, record } = side;
  if (side.source === 'processor' || record.creditedAmount === undefined) return { index, record };
  const { creditedAmount: _, ...uncredited } = record;
  const currency = toCurrencyCode(record.currency ?? wallet);
  if (currency !== wallet) {
    if (currency !== NO_CURRENCY) outcomes.note('otherCurrencyCredit');
    return { index, record: uncredited };
  }
  const isOrdered = side.bought !== undefined && side.credit === side.bought;
  // An amount above the credit shows that the order has its own rate. For Creem, which sells products at any price, any
  // difference does.
  const paid = toDecimal(record.amount);
  const hasOwnRate =
    isOrdered && (record.provider === 'creem' ? !paid.eq(side.bought) : paid.gt(side.bought));
  if (hasOwnRate) outcomes.note('ownRate');
  return { index, record: hasOwnRate ? uncredited : record };
}

/** Reads the rows of `payments` as separate records, without joining orders with processors' payments. */
export const readPaymentRecords = (
  entries: readonly IndexedRow[],
  context: ExportContext,
  outcomes: RowOutcomes,
): IndexedRecord<PaymentRecord>[] =>
  readOrdersAndPayments(entries, context, outcomes).map((side) => toSeparateRecord(side, context, outcomes));
