import type { PaymentBill } from '../../connectors/bills/bill.ts';
import type { Field, PaymentDialect } from '../../connectors/connector.ts';
import type { PaymentRule } from '../../connectors/vocabulary.ts';
import { decimal } from '../../money.ts';
import { type PaymentRecord, paymentRecordSchema } from '../../schemas/reconciliation-input.ts';
import { NOT_NEGATIVE, oneOfThese } from '../../schemas/sentences.ts';
import type { Account } from '../account.ts';
import { paymentBillOf, refuseUnread } from '../bills/known-bill.ts';
import { providerPayments } from '../bills/provider-payments.ts';
import type { Context, Placed } from '../context.ts';
import { type Money, readField, requireField } from '../fields/codecs.ts';
import { type PerUnit, perUnit } from '../fields/per-unit.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { showsAny } from '../intake/dialect.ts';
import type { Entry, Native } from '../intake/native.ts';
import { canonicalRecord } from './canonical.ts';
import { noteDigits } from './digits.ts';

/** ISO 4217 for "no currency": the report sets such payments aside and says so. */
const NO_CURRENCY = 'XXX';

/** What all payments of a part are read with. */
interface Desk {
  /** Currency of the wallets. */
  readonly wallet: string;
  readonly per: PerUnit | undefined;
  readonly account: Account;
}

/** The part of a record that depends on how the gateway writes money down. */
type MoneyFields = Pick<PaymentRecord, 'creditedAmount' | 'feeAmount' | 'currency'>;

interface Order {
  readonly native: Native;
  readonly fields: PaymentDialect['fields'];
  readonly provider: string | undefined;
  readonly settled: boolean;
}

const normal = (currency: string): string => currency.trim().toUpperCase();

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

/** Whether a unit of credit was sold for another amount than one unit of money, and the whole order was credited. */
function hasOwnRate({ native, fields }: Order, quota: number, { per }: Desk): boolean {
  const { units, discount } = fields;
  const bought = units && readField(native, units);
  if (bought === undefined || per === undefined || (discount && Number(readField(native, discount)?.amount)))
    return false;
  const paid = decimal(requireField(native, fields.amount).amount);
  const fee = fields.fee && readField(native, fields.fee);
  const price = paid.minus(fee === undefined ? 0 : fee.amount);
  return decimal(per.amount(quota)).eq(bought.amount) && !price.eq(bought.amount);
}

/** Wallet units of an order paid in the wallet's own currency, from the quota that it gives. */
function creditOf(order: Order, desk: Desk): MoneyFields {
  const { native, fields, settled } = order;
  const { per, account } = desk;
  const quota = readField(native, fields.credit as Field<'quota'>);
  if (!settled || quota === undefined) return {};
  if (quota < 0) throw new FieldProblem(fields.credit.at, NOT_NEGATIVE);
  if (per === undefined) {
    account.note('creditPerUnit');
    return {};
  }
  if (hasOwnRate(order, quota, desk)) {
    account.note('ownRate');
    return {};
  }
  return { creditedAmount: per.amount(quota) };
}

/** one-hub states the currency that an order was paid in; credit and fee are in wallet units (`model/order.go`). */
function byCurrency(order: Order, desk: Desk): MoneyFields {
  const currency = currencyOf(order) ?? NO_CURRENCY;
  if (normal(currency) !== desk.wallet) {
    if (order.settled) desk.account.note('otherCurrencyCredit');
    return { currency };
  }
  const { fee } = order.fields;
  const charged = fee && readField(order.native, fee) !== undefined ? positive(order.native, fee) : undefined;
  return { ...creditOf(order, desk), ...(charged === undefined ? {} : { feeAmount: charged }), currency };
}

/** A purchase of a subscription gives no wallet units: a top-up of 0 of them, or a row of `subscription_orders`, which has none. */
const isSubscription = ({ native, fields }: Order): boolean =>
  fields.units !== undefined && Number(readField(native, fields.units)?.amount ?? 0) === 0;

/** new-api logs money without its currency; only for stripe does the source say what it is (`model/topup.go`). */
function byProvider(order: Order, { account, wallet }: Desk): MoneyFields {
  const own = currencyOf(order);
  const subscription = isSubscription(order);
  if (subscription) account.note('subscriptionPurchase');
  if (order.provider === 'creem') {
    if (!subscription) account.note('creemCredit');
    return own === undefined ? {} : { currency: own };
  }
  if (order.provider !== 'stripe') {
    if (own === undefined) account.note('foreignPayment');
    return { currency: own ?? NO_CURRENCY };
  }
  const foreign = own !== undefined && normal(own) !== wallet;
  const credited = order.settled && !subscription && !foreign;
  if (credited) account.note('stripeCredit');
  return {
    ...(credited ? { creditedAmount: positive(order.native, order.fields.credit as Field<'money'>) } : {}),
    ...(own === undefined ? {} : { currency: own }),
  };
}

const moneyRules: Record<PaymentRule, (order: Order, desk: Desk) => MoneyFields> = {
  byProvider,
  byCurrency,
};

function nativeRecord(native: Native, dialect: PaymentDialect, desk: Desk): PaymentRecord {
  const { fields, statuses, rule } = dialect;
  const status = statuses.find(([name]) => name === native.status)?.[1];
  if (status === undefined) throw new FieldProblem('status', oneOfThese(statuses.map(([name]) => name)));
  const userId = readField(native, fields.userId);
  const provider = readField(native, fields.provider);
  const order = { native, fields, provider, settled: status === 'settled' };
  return {
    transactionId: requireField(native, fields.transactionId),
    occurredAt: new Date(requireField(native, fields.occurredAt)).toISOString(),
    ...(userId === undefined ? {} : { userId }),
    ...(provider === undefined ? {} : { provider }),
    status,
    amount: positive(native, fields.amount),
    ...moneyRules[rule](order, desk),
  };
}

/** The gateway whose payment table a row shows; where several do, the payload's. */
const dialectOf = (native: Native, { connectors, connector }: Context): PaymentDialect | undefined =>
  [connector, ...connectors]
    .flatMap(({ payments }) => (payments ? [payments] : []))
    .find(({ marks }) => showsAny(native, marks));

function paymentRecord(native: Native, context: Context, desk: Desk): PaymentRecord {
  if (native.transactionId !== undefined) return canonicalRecord(paymentRecordSchema, native);
  refuseUnread(native);
  const dialect = dialectOf(native, context);
  if (dialect !== undefined) return nativeRecord(native, dialect, desk);
  throw new FieldProblem('transactionId', {
    en: 'is required, unless the row comes from a gateway’s payments table',
    zh: '必填，除非该行出自网关的支付表',
  });
}

/**
 * The rows of a part's `payments`: canonical records and rows of a gateway's own table of payments, each for itself,
 * and reports of money movements; a part holds a whole transaction.
 */
export function paymentRecords(
  entries: readonly Entry[],
  context: Context,
  account: Account,
): Placed<PaymentRecord>[] {
  const per = context.quotaPerUnit === undefined ? undefined : perUnit(context.quotaPerUnit, account);
  const desk = { wallet: context.currency, per, account };
  const movements: [Entry, PaymentBill][] = [];
  const records = entries.flatMap((entry) => {
    const bill = entry.native.transactionId === undefined ? paymentBillOf(entry.native) : undefined;
    if (bill) {
      movements.push([entry, bill]);
      return [];
    }
    const record = account.attempt(entry, () => paymentRecord(entry.native, context, desk));
    if (record === undefined) return [];
    noteDigits([record.amount, record.feeAmount, record.refundAmount, record.creditedAmount], account);
    return [{ index: entry.index, record }];
  });
  return [...records, ...providerPayments(movements, account)];
}
