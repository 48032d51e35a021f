import type { PaymentBill } from '../../connectors/bills/bill.ts';
import type { PaymentMovement } from '../../connectors/bills/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  exceeds,
  isNegative,
  isPositive,
  plain,
  total,
  ZERO,
} from '../../money.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import { oneOfThese } from '../../schemas/sentences.ts';
import type { Account } from '../account.ts';
import { defined } from '../fields/defined.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { canonicalText } from '../intake/canonical-text.ts';
import type { Entry, Native } from '../intake/native.ts';
import type { ProcessorSide } from '../records/payment-sides.ts';
import { billValue, neededBillValue } from './bill-values.ts';

/** What makes up the amount of a payment. */
const ADDED: ReadonlySet<PaymentMovement> = new Set(['charge', 'correction']);

const meaningOf = (native: Native, { fields, movements }: PaymentBill): PaymentMovement => {
  const name = neededBillValue(native, fields.movement);
  const means = movements.find(([known]) => known === name)?.[1];
  if (means !== undefined) return means;
  throw new FieldProblem(fields.movement.at, oneOfThese(movements.map(([known]) => known)));
};

const transactionOf = (native: Native, { fields }: PaymentBill): string =>
  billValue(native, fields.transactionId) ?? neededBillValue(native, fields.ownId ?? fields.transactionId);

/** One movement of money, as its report states it. */
function movementOf({ index, native }: Entry, bill: PaymentBill, account: Account) {
  const { fields } = bill;
  const means = meaningOf(native, bill);
  if (means === 'none') {
    account.skip('apart');
    account.note('noPayment');
    return undefined;
  }
  const currency = billValue(native, fields.currency) ?? bill.currency;
  return {
    index,
    provider: bill.provider,
    transactionId: transactionOf(native, bill),
    orderId: billValue(native, fields.orderId),
    userId: billValue(native, fields.userId),
    means,
    occurredAt: neededBillValue(native, fields.occurredAt),
    currency,
    /** With the sign of the report. */
    amount: neededBillValue(native, (means === 'refund' && fields.refunded) || fields.amount, currency),
    fee: billValue(native, fields.fee, currency) ?? ZERO,
  };
}

type Movement = Readonly<NonNullable<ReturnType<typeof movementOf>>>;

/** A row's movement; that of a payment may state what of it was given back. */
function movementsOf(entry: Entry, bill: PaymentBill, account: Account): Movement[] {
  const own = movementOf(entry, bill, account);
  if (own === undefined) return [];
  const returned = billValue(entry.native, bill.fields.returned, own.currency) ?? ZERO;
  return isPositive(returned) ? [own, { ...own, means: 'refund', amount: returned, fee: ZERO }] : [own];
}

const sizeOf = (movements: readonly Movement[], means: PaymentMovement): Decimal =>
  total(
    movements.filter((movement) => movement.means === means),
    ({ amount }) => amount.abs(),
  );

/** What came of a payment: reversals undo, and a dispute of less than what is left is a refund by force. */
function outcomeOf(
  amount: Decimal,
  refunded: Decimal,
  disputed: Decimal,
): Pick<PaymentRecord, 'status' | 'refundAmount'> {
  const isChargeback = isPositive(disputed) && !exceeds(amount.minus(refunded), disputed);
  const returned = isChargeback ? refunded : refunded.plus(disputed);
  const isWhole = isPositive(returned) && !exceeds(amount, returned);
  return {
    status: isChargeback ? 'chargeback' : isWhole ? 'refunded' : 'settled',
    ...(isPositive(returned) ? { refundAmount: plain(returned) } : {}),
  };
}

/** Fees of all movements; a report may write them as costs or as negative amounts, which its payment shows. */
function feeOf(movements: readonly Movement[]): Decimal {
  const fees = total(movements, ({ fee }) => fee);
  const payment = movements.find(({ means }) => means === 'charge');
  return atLeastZero(payment && isNegative(payment.fee) ? fees.negated() : fees);
}

/** Movements that give money back. */
const RETURNED: ReadonlySet<PaymentMovement> = new Set(['refund', 'dispute']);

/** All movements of one payment as one record, which stands where its own row does. */
function folded(movements: readonly Movement[], account: Account): ProcessorSide {
  const own = movements.find(({ means }) => means === 'charge');
  const { index, transactionId, occurredAt, provider, currency } = own ?? (movements[0] as Movement);
  const refunded = atLeastZero(sizeOf(movements, 'refund').minus(sizeOf(movements, 'refundReversal')));
  const disputed = atLeastZero(sizeOf(movements, 'dispute').minus(sizeOf(movements, 'disputeReversal')));
  // Where its own row lies elsewhere, what came back is all that is known of it, and leaves nothing of it here.
  const captured = own
    ? atLeastZero(total(movements, ({ means, amount }) => (ADDED.has(means) ? amount : ZERO)))
    : refunded.plus(disputed);
  const said = (field: 'userId' | 'orderId') => movements.flatMap((movement) => movement[field] ?? [])[0];
  const returns = movements.filter(({ means }) => RETURNED.has(means));
  if (own === undefined) account.note('paymentElsewhere');
  return {
    side: 'processor',
    index,
    orderIds: [said('orderId') ?? []].flat(),
    ...(returns.length > 0 && { returnedMs: Math.max(...returns.map((movement) => movement.occurredAt)) }),
    ...(own === undefined && { isReturnAlone: true }),
    isWhole: true,
    record: defined({
      transactionId,
      occurredAt: new Date(occurredAt).toISOString(),
      userId: said('userId'),
      provider,
      ...outcomeOf(captured, refunded, disputed),
      amount: plain(captured),
      feeAmount: plain(feeOf(movements)),
      currency,
    }),
  };
}

/** The movements of one transaction by payment: one, unless the transaction was paid more than once. */
function paymentsOf(movements: readonly Movement[]): (readonly Movement[])[] {
  const [, ...others] = movements.filter(({ means }) => means === 'charge');
  const again = new Set(others);
  return [movements.filter((movement) => !again.has(movement)), ...others.map((movement) => [movement])];
}

/** What a movement says in any report of its processor, where the processor names it. */
function nameIn(native: Native, bill: PaymentBill, movements: readonly Movement[]): string | undefined {
  const id = billValue(native, bill.fields.movementId);
  if (id === undefined || movements.length === 0) return undefined;
  const said = movements.map((one) => [one.means, plain(one.amount), plain(one.fee), one.currency]);
  return JSON.stringify([bill.provider, id, said]);
}

/**
 * The rows of reports of money movements as payments: refunds, disputes and what undoes them join the payment of
 * their transaction. A part holds all rows of a transaction; rows that are equal in every field are one, because
 * reports overlap, and so are those of two kinds of reports that name one movement.
 */
export function providerPayments(
  entries: readonly (readonly [Entry, PaymentBill])[],
  account: Account,
): ProcessorSide[] {
  const seen = new Set<string>();
  const isRepeated = (name: string | undefined): boolean => {
    const isSeen = name !== undefined && seen.has(name);
    if (isSeen) account.skip('pageOverlap');
    else if (name !== undefined) seen.add(name);
    return isSeen;
  };
  const movements = entries.flatMap(([entry, bill]) => {
    if (isRepeated(canonicalText(entry.native))) return [];
    const own = account.attempt(entry, () => {
      const movements = movementsOf(entry, bill, account);
      return { movements, name: nameIn(entry.native, bill, movements) };
    });
    return own === undefined || isRepeated(own.name) ? [] : own.movements;
  });
  const transactions = Map.groupBy(movements, ({ provider, transactionId, currency }) =>
    JSON.stringify([provider, transactionId, currency]),
  );
  return [...transactions.values()].flatMap(paymentsOf).map((payment) => {
    const rows = new Set(payment.map(({ index }) => index)).size;
    for (let joined = 1; joined < rows; joined++) account.skip('refundJoined');
    return folded(payment, account);
  });
}
