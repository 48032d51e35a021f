import type { PaymentBill } from '../../bills/bill.ts';
import { MAPPED_MOVEMENT } from '../../bills/vocabulary.ts';
import type { Field, PaymentDialect } from '../../gateways/connector.ts';
import type { PaymentRule } from '../../gateways/vocabulary.ts';
import { parseInstant } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, divideExactly, isPositive, toDecimal, toPlainText } from '../../money/money.ts';
import { type PaymentRecord, paymentRecordSchema } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf, NOT_NEGATIVE } from '../../schemas/sentences.ts';
import { joinAlternatives } from '../../sentence.ts';
import type { Account } from '../account.ts';
import { paymentBillOf, refuseUnread } from '../bills/known-bill.ts';
import { providerPayments } from '../bills/provider-payments.ts';
import type { ExportContext, Placed } from '../context.ts';
import { glimpse, type Money, readField, requireField } from '../fields/codecs.ts';
import { defined } from '../fields/defined.ts';
import { type PerUnit, perUnit } from '../fields/per-unit.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { showsAny } from '../intake/dialect.ts';
import type { Entry, Native } from '../intake/native.ts';
import { canonicalRecord } from './canonical.ts';
import { type GatewaySide, NO_CURRENCY, type PaymentSide } from './payment-sides.ts';

/** What all payments of a part are read with. */
interface Desk {
  /** Currency of the wallets. */
  readonly wallet: string;
  /** That of rows which name none, as the operator has said. */
  readonly paid: string | undefined;
  readonly per: PerUnit | undefined;
  readonly account: Account;
}

/** What depends on how the gateway writes money down: a part of the record, and of what stands beside it. */
interface MoneyFields extends Pick<PaymentRecord, 'feeAmount' | 'currency'> {
  /** In wallet units. */
  readonly credit?: PaymentRecord['amount'] | undefined;
  /** Credit that the amount buys, where that follows a price of the gateway's own. */
  readonly bought?: string | undefined;
}

interface Order {
  readonly native: Native;
  readonly fields: PaymentDialect['fields'];
  readonly provider: string | undefined;
  readonly settled: boolean;
}

function positive(native: Native, field: Field<'money'>): Money['amount'] {
  const money = requireField(native, field);
  if (money.negative) throw new FieldProblem(field.at, NOT_NEGATIVE);
  return money.amount;
}

/** The row's own currency; a fork writes one that is true of its own processor alone (SolveaCX: of stripe). */
function currencyOf({ native, fields, provider }: Order): string | undefined {
  const { currency, processorCurrency: processor } = fields;
  return (
    readField(native, currency) ?? (processor?.of === provider ? readField(native, processor) : undefined)
  );
}

/** Wallet units that the quota of an order gives. */
function creditOf({ native, fields, settled }: Order, { per, account }: Desk): string | undefined {
  const quota = readField(native, fields.credit as Field<'quota'>);
  if (!settled || quota === undefined) return undefined;
  if (quota < 0) throw new FieldProblem(fields.credit.at, NOT_NEGATIVE);
  if (per === undefined) {
    account.note('creditPerUnit');
    return undefined;
  }
  return per.amount(quota);
}

const amountOf = (native: Native, field: Field<'money'> | undefined) =>
  toDecimal((field && readField(native, field)?.amount) ?? 0);

/** Whether a unit of credit was sold for another amount than one unit of money. */
const hasOwnRate = ({ native, fields }: Order): boolean =>
  !amountOf(native, fields.amount).minus(amountOf(native, fields.fee)).eq(amountOf(native, fields.units));

/** Credit that an order gives for no money: a bonus, or the share of its units that a discount takes off the price. */
function grantedBy(native: Native, fields: PaymentDialect['fields']): Decimal {
  const [bonus, discount] = [amountOf(native, fields.bonus), amountOf(native, fields.discount)];
  if (!isPositive(discount)) return bonus;
  const price = amountOf(native, fields.amount).plus(discount);
  return bonus.plus(divideExactly(amountOf(native, fields.units).times(discount), price));
}

/** one-hub states the currency that an order was paid in; credit and fee are in wallet units (`model/order.go`). */
function byCurrency(order: Order, desk: Desk): MoneyFields {
  const { native, fields } = order;
  const currency = currencyOf(order) ?? desk.paid ?? NO_CURRENCY;
  const isForeign = toCurrencyCode(currency) !== desk.wallet;
  const credit = creditOf(order, desk);
  const units = fields.units && readField(native, fields.units)?.amount;
  const isOwnPrice = isForeign || isPositive(amountOf(native, fields.discount)) || hasOwnRate(order);
  const bought = units !== undefined && isOwnPrice ? toPlainText(toDecimal(units)) : undefined;
  if (isForeign) {
    if (order.settled) desk.account.note('otherCurrencyCredit');
    return { currency, credit, bought };
  }
  const { fee } = fields;
  const charged = fee && readField(native, fee) !== undefined ? positive(native, fee) : undefined;
  return { credit, bought, ...(charged === undefined ? {} : { feeAmount: charged }), currency };
}

/** A purchase of a subscription gives no wallet units: a top-up of 0 of them, or a row of `subscription_orders`, which has none. */
const isSubscription = ({ native, fields }: Order): boolean =>
  fields.units !== undefined && Number(readField(native, fields.units)?.amount ?? 0) === 0;

/** Stripe's rows credit their money; those of a fork that names the currency paid, the units that it bought. */
function byStripe(order: Order, own: string | undefined, { account, wallet }: Desk): MoneyFields {
  const { native, fields, settled } = order;
  const currency = own === undefined ? {} : { currency: own };
  if (!settled || isSubscription(order)) return currency;
  const isForeign = own !== undefined && toCurrencyCode(own) !== wallet;
  const money = fields.credit as Field<'money'>;
  const isNamed = readField(native, fields.processorCurrency) !== undefined;
  const credited = amountOf(native, isForeign || isNamed ? fields.units : money).plus(
    amountOf(native, fields.bonus),
  );
  if (!isForeign && !isNamed) account.note('stripeCredit');
  if (!isForeign && credited.eq(amountOf(native, money)))
    return { ...currency, credit: positive(native, money) };
  const credit = toPlainText(credited);
  return { ...currency, credit, bought: credit };
}

/** Creem's rows state their credit in quota (`model/topup.go` RechargeCreem). */
function byCreem(order: Order, own: string | undefined, { per, account }: Desk): MoneyFields {
  const { native, fields, settled } = order;
  const currency = own === undefined ? {} : { currency: own };
  if (!settled || isSubscription(order)) return currency;
  if (per === undefined) account.note('creditPerUnit');
  const credit = per?.amount(amountOf(native, fields.units).toNumber());
  return { ...currency, ...(credit !== undefined && { credit, bought: `${credit}` }) };
}

/** new-api logs money without its currency; only for stripe does the source say what it is (`model/topup.go`). */
function byProvider(order: Order, desk: Desk): MoneyFields {
  const { account } = desk;
  const { native, fields, provider, settled } = order;
  const own = currencyOf(order);
  const subscription = isSubscription(order);
  if (subscription) account.note('subscriptionPurchase');
  if (provider === 'creem') return byCreem(order, own, desk);
  if (provider === 'stripe') return byStripe(order, own, desk);
  const currency = own ?? desk.paid;
  if (currency === undefined) account.note('foreignPayment');
  if (subscription || fields.units === undefined) return { currency: currency ?? NO_CURRENCY };
  const bought = toPlainText(amountOf(native, fields.units).plus(amountOf(native, fields.bonus)));
  return { currency: currency ?? NO_CURRENCY, bought, ...(settled && { credit: bought }) };
}

const moneyRules: Record<PaymentRule, (order: Order, desk: Desk) => MoneyFields> = {
  byProvider,
  byCurrency,
};

function gatewaySide({ native, index }: Entry, dialect: PaymentDialect, desk: Desk): GatewaySide {
  const { fields, statuses, rule } = dialect;
  const status = statuses.find(([name]) => name === native.status)?.[1];
  if (status === undefined) throw new FieldProblem('status', mustBeOneOf(statuses.map(([name]) => name)));
  const userId = readField(native, fields.userId);
  const provider = readField(native, fields.provider);
  const order = { native, fields, provider, settled: status === 'settled' };
  const transactionId = requireField(native, fields.transactionId);
  const otherId = fields.otherId && readField(native, fields.otherId);
  const method = fields.method && readField(native, fields.method);
  const { credit, bought, ...money } = moneyRules[rule](order, desk);
  return {
    side: 'gateway',
    index,
    orderIds: [transactionId, ...(otherId === undefined ? [] : [otherId])],
    rowId: glimpse(native, { at: ['id'], as: 'rowId' }),
    way: JSON.stringify([provider, method]),
    method,
    credit: credit === undefined ? undefined : toPlainText(toDecimal(credit)),
    bought,
    granted: grantedBy(native, fields),
    record: defined({
      transactionId,
      occurredAt: new Date(requireField(native, fields.occurredAt)).toISOString(),
      userId,
      provider,
      status,
      amount: positive(native, fields.amount),
      creditedAmount: credit,
      ...money,
    }),
  };
}

/**
 * How the gateway writes down what a row of its payments shows; `undefined` for a row of none.
 * @throws FieldProblem for a row of another gateway, whose credits are of other wallets
 */
function dialectOf(native: Native, { connectors, connector }: ExportContext): PaymentDialect | undefined {
  const writers = connectors.filter(({ payments }) => payments && showsAny(native, payments.marks));
  if (writers.length === 0) return undefined;
  if (writers.some(({ id }) => id === connector.id)) return connector.payments;
  const others = joinAlternatives(writers.map(({ id }) => id));
  throw new FieldProblem('connector', {
    en: `is ${connector.id}, but the row looks like one of ${others.en}`,
    zh: `是 ${connector.id}，但该行看起来出自 ${others.zh}`,
  });
}

/** A record without a credit is what a processor states; with one it holds both sides already. */
function canonicalSide({ native, index }: Entry): PaymentSide {
  const record = canonicalRecord(paymentRecordSchema, native);
  const returned = record.refundAmount !== undefined || record.status === 'chargeback';
  return {
    side: 'processor',
    index,
    record,
    orderIds: [record.transactionId],
    ...(returned && { returnedMs: parseInstant(record.occurredAt) }),
    isWhole: false,
  };
}

function paymentSide(entry: Entry, context: ExportContext, desk: Desk): PaymentSide {
  const { native } = entry;
  if (native.transactionId !== undefined) return canonicalSide(entry);
  refuseUnread(native);
  const dialect = dialectOf(native, context);
  if (dialect !== undefined) return gatewaySide(entry, dialect, desk);
  throw new FieldProblem('transactionId', {
    en: 'is required, unless the row comes from a gateway’s payments table',
    zh: '必填，除非该行出自网关的充值表',
  });
}

/**
 * The rows of a part's `payments` as sides: canonical records and rows of a gateway's own table of payments, each for
 * itself, and reports of money movements; a part holds a whole transaction.
 */
export function paymentSides(
  entries: readonly Entry[],
  context: ExportContext,
  account: Account,
): PaymentSide[] {
  const per = context.quotaPerUnit === undefined ? undefined : perUnit(context.quotaPerUnit, account);
  const desk = { wallet: context.currency, paid: context.paymentsCurrency, per, account };
  const movements: [Entry, PaymentBill][] = [];
  const sides = entries.flatMap((entry) => {
    const { native } = entry;
    const isRecord = native.transactionId !== undefined && !Object.hasOwn(native, MAPPED_MOVEMENT);
    const bill = isRecord ? undefined : paymentBillOf(native);
    if (bill) {
      movements.push([entry, bill]);
      return [];
    }
    const side = account.attempt(entry, () => paymentSide(entry, context, desk));
    if (side === undefined) return [];
    const { record } = side;
    account.noteDigits(record.amount, record.feeAmount, record.refundAmount, record.creditedAmount);
    return [side];
  });
  return [...sides, ...providerPayments(movements, account)];
}

/** A record of the contract is in one currency, and a credit in wallet units cannot stand beside other money. */
function alone(
  side: PaymentSide,
  { currency: wallet }: ExportContext,
  account: Account,
): Placed<PaymentRecord> {
  const { index, record } = side;
  if (side.side === 'processor' || record.creditedAmount === undefined) return { index, record };
  const { creditedAmount: _, ...others } = record;
  const currency = toCurrencyCode(record.currency ?? wallet);
  if (currency !== wallet) return { index, record: others };
  const isOrdered = side.bought !== undefined && side.credit === side.bought;
  // Products of Creem are sold at any price: more credit than money is no gift.
  const hasOwnRate =
    isOrdered &&
    (record.provider === 'creem'
      ? !toDecimal(record.amount).eq(side.bought)
      : toDecimal(record.amount).gt(side.bought));
  if (hasOwnRate) account.note('ownRate');
  return { index, record: hasOwnRate ? others : record };
}

/** The payments of a part, each row or report's payment for itself: sides are not joined. */
export const paymentRecords = (
  entries: readonly Entry[],
  context: ExportContext,
  account: Account,
): Placed<PaymentRecord>[] =>
  paymentSides(entries, context, account).map((side) => alone(side, context, account));
