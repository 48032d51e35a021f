import type { PaymentBill } from '../../bills/bill.ts';
import type { PaymentMovement } from '../../bills/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  exceeds,
  isNegative,
  isPositive,
  sumBy,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf } from '../../schemas/sentences.ts';
import type { Account } from '../account.ts';
import { defined } from '../fields/defined.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { canonicalText } from '../intake/canonical-text.ts';
import type { Entry, Native } from '../intake/native.ts';
import type { ProcessorSide } from '../records/payment-sides.ts';
import { type SameRow, withoutRepeats } from '../same-rows/same-rows.ts';
import { billValue, neededBillValue } from './bill-values.ts';

/** What makes up the amount of a payment. */
const ADDED: ReadonlySet<PaymentMovement> = new Set(['charge', 'correction']);

const meaningOf = (native: Native, { fields, movements }: PaymentBill): PaymentMovement => {
  const name = neededBillValue(native, fields.movement);
  const means = movements.find(([known]) => known === name)?.[1];
  if (means !== undefined) return means;
  throw new FieldProblem(fields.movement.at, mustBeOneOf(movements.map(([known]) => known)));
};

const transactionOf = (native: Native, { fields }: PaymentBill): string =>
  billValue(native, fields.transactionId) ?? neededBillValue(native, fields.ownId ?? fields.transactionId);

/** The processor's own number of a movement, the same in all of its reports; none where a spreadsheet has shortened it. */
function ownIdOf(native: Native, { movementId }: PaymentBill['fields']): string | undefined {
  try {
    return billValue(native, movementId);
  } catch (problem) {
    if (problem instanceof FieldProblem) return undefined;
    throw problem;
  }
}

/** Fields that one report of a movement has, and another may lack. */
const TELLING = ['transactionId', 'orderId', 'userId', 'fee'] as const;

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
    ownId: ownIdOf(native, fields),
    /** How much this report says of it: some leave out columns, or what a list was not asked for. */
    says: TELLING.filter((name) => billValue(native, fields[name], currency) !== undefined).length,
  };
}

type Movement = Readonly<NonNullable<ReturnType<typeof movementOf>>> & { readonly isTotal?: true };

/** A row's movement; that of a payment may state what of it was given back. */
function movementsOf(entry: Entry, bill: PaymentBill, account: Account): Movement[] {
  const own = movementOf(entry, bill, account);
  if (own === undefined) return [];
  const returned = billValue(entry.native, bill.fields.returned, own.currency) ?? ZERO;
  const refund = { ...own, means: 'refund', amount: returned, fee: ZERO, isTotal: true } as const;
  return isPositive(returned) ? [own, refund] : [own];
}

const sizeOf = (movements: readonly Movement[], means: PaymentMovement): Decimal =>
  sumBy(
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
    ...(isPositive(returned) ? { refundAmount: toPlainText(returned) } : {}),
  };
}

/** Fees of all movements; a report may write them as costs or as negative amounts, which its payment shows. */
function feeOf(movements: readonly Movement[]): Decimal {
  const fees = sumBy(movements, ({ fee }) => fee);
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
    ? atLeastZero(sumBy(movements, ({ means, amount }) => (ADDED.has(means) ? amount : ZERO)))
    : refunded.plus(disputed);
  const said = (field: 'userId' | 'orderId') => movements.flatMap((movement) => movement[field] ?? [])[0];
  const returns = movements.filter(({ means }) => RETURNED.has(means));
  if (own === undefined) account.note('paymentElsewhere');
  return {
    side: 'processor',
    index,
    orderIds: [said('orderId') ?? []].flat(),
    ...(returns.length > 0 && {
      returnedMs: returns.reduce((latest, { occurredAt: at }) => Math.max(latest, at), 0),
    }),
    ...(own === undefined && { isReturnAlone: true }),
    isWhole: true,
    record: defined({
      transactionId,
      occurredAt: new Date(occurredAt).toISOString(),
      userId: said('userId'),
      provider,
      ...outcomeOf(captured, refunded, disputed),
      amount: toPlainText(captured),
      feeAmount: toPlainText(feeOf(movements)),
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

/** Movements that reports name more than once, in other columns or formats. */
const movementsOfReports: SameRow<Movement> = {
  // A total is named by its kind alone, for it grows.
  name: ({ provider, ownId, means, currency, amount, isTotal }) =>
    ownId === undefined
      ? undefined
      : JSON.stringify([provider, ownId, means, currency, isTotal ?? toPlainText(amount)]),
  isBetter: (a, b) => (a.amount.eq(b.amount) ? a.says > b.says : exceeds(a.amount, b.amount)),
};

/** The movements of rows, each once. A row is left out where none of its movements stays. */
function movementsOnce(rows: readonly (readonly Movement[])[], account: Account): readonly Movement[] {
  const staysFor = new Map<Movement, Movement>();
  const kept = withoutRepeats(rows.flat(), movementsOfReports, (left, stays) => staysFor.set(left, stays));
  const standing = new Set(kept.map(({ index }) => index));
  for (const [first] of rows) {
    const stays = first && staysFor.get(first);
    if (stays && !standing.has(first.index)) account.repeat(first, stays);
  }
  return kept;
}

/** Rows of reports, which overlap. */
const reportRows: SameRow<readonly [Entry, PaymentBill]> = { name: ([{ native }]) => canonicalText(native) };

/**
 * The rows of reports of money movements as payments: refunds, disputes and what undoes them join the payment of
 * their transaction. A part holds all rows of a transaction; rows that are equal in every field are one, because
 * reports overlap, and so are those of any reports that name one movement.
 */
export function providerPayments(
  entries: readonly (readonly [Entry, PaymentBill])[],
  account: Account,
): ProcessorSide[] {
  const once = withoutRepeats(entries, reportRows, ([row], [earlier]) => account.repeat(row, earlier));
  const rows = once.map(
    ([entry, bill]) => account.attempt(entry, () => movementsOf(entry, bill, account)) ?? [],
  );
  const transactions = Map.groupBy(movementsOnce(rows, account), ({ provider, transactionId, currency }) =>
    JSON.stringify([provider, transactionId, currency]),
  );
  return [...transactions.values()].flatMap(paymentsOf).map((payment) => {
    const joined = new Set(payment.map(({ index }) => index)).size;
    for (let row = 1; row < joined; row++) account.skip('refundJoined');
    return folded(payment, account);
  });
}
