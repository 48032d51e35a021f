import type { BillField, MovementCondition, PaymentBill } from '../../bills/bill.ts';
import type { AmountCodec, PaymentMovement } from '../../bills/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  divideExactly,
  exceeds,
  isNegative,
  isPositive,
  roundHalfAway,
  shiftPoint,
  sumBy,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { toCanonicalText } from '../intake/canonical-text.ts';
import { asText, type Entry, isAbsent, type Native } from '../intake/native.ts';
import type { ProcessorSide } from '../records/order-and-payment.ts';
import type { Account } from '../rejections-and-notes.ts';
import { type SameRow, withoutRepeats } from '../same-rows/same-rows.ts';
import { billValue, requireBillValue, valueAt } from './bill-values.ts';

type AmountField = BillField<AmountCodec>;

/** What makes up the amount of a payment. */
const CAPTURING: ReadonlySet<PaymentMovement> = new Set(['charge', 'correction']);

const meets = (native: Native, where: MovementCondition | undefined): boolean => {
  if (where === undefined) return true;
  const text = asText(valueAt(native, where.at) ?? '');
  return 'begins' in where ? text.startsWith(where.begins) : isAbsent(text);
};

function readMovementKind(native: Native, { fields, movements }: PaymentBill): PaymentMovement {
  const name = requireBillValue(native, fields.movement);
  const means = movements.find(([known, , where]) => known === name && meets(native, where))?.[1];
  if (means !== undefined) return means;
  throw new FieldProblem(fields.movement.at, mustBeOneOf([...new Set(movements.map(([known]) => known))]));
}

const ONE_DIRECTION: Sentence = {
  en: 'and the column of expenditure both have an amount',
  zh: '与支出列同时有金额',
};

/** Amount of a movement with the sign of the report; expenditure in a column of its own is below 0. */
function readAmount(
  native: Native,
  field: AmountField,
  expenditure: AmountField | undefined,
  currency?: string,
): Decimal {
  const spent = billValue(native, expenditure, currency);
  if (spent === undefined || spent.isZero()) return requireBillValue(native, field, currency);
  const income = billValue(native, field, currency);
  if (income !== undefined && !income.isZero()) throw new FieldProblem(field.at, ONE_DIRECTION);
  return spent.abs().negated();
}

/** The processor's own number of a movement, the same in all of its reports; none where a spreadsheet has shortened it. */
function readMovementId(native: Native, { movementId }: PaymentBill['fields']): string | undefined {
  try {
    return billValue(native, movementId);
  } catch (problem) {
    if (problem instanceof FieldProblem) return undefined;
    throw problem;
  }
}

/** What names the transaction of a movement; one of them must. */
function namesOf(native: Native, { transactionId, ownId, refersTo }: PaymentBill['fields']) {
  const names = { transactionId: billValue(native, transactionId), refersTo: billValue(native, refersTo) };
  return {
    ...names,
    /** The transaction of a movement that belongs to no other. */
    ownTransaction: names.transactionId ?? requireBillValue(native, ownId ?? transactionId),
  };
}

/** Fields that one report of a movement has, and another may lack. */
const OPTIONAL_FIELDS = ['transactionId', 'orderId', 'userId', 'fee'] as const;

/** One movement of money, as its report states it. */
function readMovement({ index, native }: Entry, bill: PaymentBill, account: Account) {
  const { fields } = bill;
  const means = readMovementKind(native, bill);
  if (means === 'none') {
    account.skip('apart');
    account.note('noPayment');
    return undefined;
  }
  const currency = billValue(native, fields.currency) ?? bill.currency;
  return {
    index,
    report: bill.id,
    provider: billValue(native, fields.provider) ?? bill.provider,
    ...namesOf(native, fields),
    orderId: billValue(native, fields.orderId),
    userId: billValue(native, fields.userId),
    means,
    occurredAt: requireBillValue(native, fields.occurredAt),
    currency,
    /** With the sign of the report. */
    amount: readAmount(
      native,
      (means === 'refund' && fields.refunded) || fields.amount,
      fields.expenditure,
      currency,
    ),
    isSigned: fields.expenditure !== undefined || billValue(native, fields.isSigned) === true,
    fee: billValue(native, fields.fee, currency) ?? ZERO,
    ownId: readMovementId(native, fields),
    /** How much this report says of it: some leave out columns, or what a list was not asked for. */
    says: OPTIONAL_FIELDS.filter((name) => billValue(native, fields[name], currency) !== undefined).length,
  };
}

type Movement = Readonly<NonNullable<ReturnType<typeof readMovement>>> & { readonly isTotal?: true };
/** A movement with the transaction that it belongs to, and its fee as a cost. */
type PlacedMovement = Movement & { readonly transaction: string; readonly cost: Decimal };

/** Decimals of an amount that is the share of another one. */
const CENTS = 2;
const shareOf = (amount: Decimal, part: Decimal, whole: Decimal): Decimal =>
  shiftPoint(roundHalfAway(shiftPoint(divideExactly(amount.times(part), whole), CENTS)), -CENTS);

/** A row's movement; that of a payment may state what of it was given back. */
function readMovements(entry: Entry, bill: PaymentBill, account: Account): Movement[] {
  const own = readMovement(entry, bill, account);
  if (own === undefined) return [];
  const stated = billValue(entry.native, bill.fields.returned, own.currency) ?? ZERO;
  const whole = billValue(entry.native, bill.fields.returnedOf, own.currency) ?? ZERO;
  const isShare = isPositive(whole) && isPositive(stated) && isPositive(own.amount);
  const returned = isShare ? shareOf(own.amount, stated, whole) : stated;
  const refund = { ...own, means: 'refund', amount: returned, fee: ZERO, isTotal: true } as const;
  return isPositive(returned) ? [own, refund] : [own];
}

const sumOfKind = (movements: readonly PlacedMovement[], means: PaymentMovement): Decimal =>
  sumBy(
    movements.filter((movement) => movement.means === means),
    ({ amount }) => amount.abs(),
  );

/** What came of a payment: reversals undo, and a dispute of less than what is left is a refund by force. */
function decideOutcome(
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

/** Movements that give money back. */
const RETURNING: ReadonlySet<PaymentMovement> = new Set(['refund', 'dispute']);

/** All movements of one payment as one record, which stands where its own row does. */
function foldMovements(movements: readonly PlacedMovement[], account: Account): ProcessorSide {
  const own = movements.find(({ means }) => means === 'charge');
  const { index, transaction, occurredAt, provider, currency } = own ?? (movements[0] as PlacedMovement);
  const refunded = atLeastZero(sumOfKind(movements, 'refund').minus(sumOfKind(movements, 'refundReversal')));
  const disputed = atLeastZero(
    sumOfKind(movements, 'dispute').minus(sumOfKind(movements, 'disputeReversal')),
  );
  // Where its own row lies elsewhere, what came back is all that is known of it, and leaves nothing of it here.
  const captured = own
    ? atLeastZero(sumBy(movements, ({ means, amount }) => (CAPTURING.has(means) ? amount : ZERO)))
    : refunded.plus(disputed);
  const said = (field: 'userId' | 'orderId') => movements.flatMap((movement) => movement[field] ?? [])[0];
  const returns = movements.filter(({ means }) => RETURNING.has(means));
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
    record: omitUndefined({
      transactionId: transaction,
      occurredAt: new Date(occurredAt).toISOString(),
      userId: said('userId'),
      provider,
      ...decideOutcome(captured, refunded, disputed),
      amount: toPlainText(captured),
      feeAmount: toPlainText(atLeastZero(sumBy(movements, ({ cost }) => cost))),
      currency,
    }),
  };
}

/** The movements of one transaction by payment: one, unless the transaction was paid more than once. */
function splitByPayment(movements: readonly PlacedMovement[]): (readonly PlacedMovement[])[] {
  const [, ...others] = movements.filter(({ means }) => means === 'charge');
  const again = new Set(others);
  return [movements.filter((movement) => !again.has(movement)), ...others.map((movement) => [movement])];
}

/** Movements that reports name more than once, in other columns or formats. */
const repeatedMovements: SameRow<Movement> = {
  // A total is named by its kind alone, for it grows.
  name: ({ provider, ownId, means, currency, amount, isTotal }) =>
    ownId === undefined
      ? undefined
      : JSON.stringify([provider, ownId, means, currency, isTotal ?? toPlainText(amount)]),
  isBetter: (a, b) => (a.amount.eq(b.amount) ? a.says > b.says : exceeds(a.amount, b.amount)),
};

/** The movements of rows, each once. A row is left out where none of its movements stays. */
function dropRepeatedMovements(
  rows: readonly (readonly Movement[])[],
  account: Account,
): readonly Movement[] {
  const staysFor = new Map<Movement, Movement>();
  const kept = withoutRepeats(rows.flat(), repeatedMovements, (left, stays) => staysFor.set(left, stays));
  const standing = new Set(kept.map(({ index }) => index));
  for (const [first] of rows) {
    const stays = first && staysFor.get(first);
    if (stays && !standing.has(first.index)) account.repeat(first, stays);
  }
  return kept;
}

/** Names of a movement within the reports of its processor. */
const nameIn = ({ provider }: Movement, id: string): string => JSON.stringify([provider, id]);

/** Finds the transaction of each movement: the one that it names, else that of the row it refers to, else of its order. */
function transactionsOf(movements: readonly Movement[]): (movement: Movement) => string {
  const byOwnId = new Map<string, Movement>();
  const byOrder = new Map<string, string | undefined>();
  for (const movement of movements) {
    const { ownId, orderId, transactionId } = movement;
    if (ownId !== undefined) byOwnId.set(nameIn(movement, ownId), movement);
    if (orderId === undefined || transactionId === undefined) continue;
    const name = nameIn(movement, orderId);
    // An order that was paid twice names neither payment.
    byOrder.set(name, byOrder.has(name) && byOrder.get(name) !== transactionId ? undefined : transactionId);
  }
  const found = new Map<Movement, string>();
  const nameOf = ({ provider, transactionId, orderId }: Movement) =>
    transactionId ?? (orderId === undefined ? undefined : byOrder.get(JSON.stringify([provider, orderId])));
  return (movement) => {
    // Rows may refer to rows that refer to others: walk each chain once.
    const chain = new Set<Movement>();
    let last = movement;
    for (let next: Movement | undefined = movement; next !== undefined && !chain.has(next); ) {
      last = next;
      chain.add(next);
      const isEnd: boolean =
        next.transactionId !== undefined || found.has(next) || next.refersTo === undefined;
      next = isEnd ? undefined : byOwnId.get(nameIn(next, next.refersTo as string));
    }
    const transaction = found.get(last) ?? nameOf(last) ?? last.ownTransaction;
    for (const link of chain) found.set(link, transaction);
    return transaction;
  };
}

/**
 * Finds what a movement adds to the fee of its payment. A report writes fees as costs or as negative amounts, which its
 * payments show, and the amount of a fee row below 0 unless it writes no signs at all.
 */
function costsOf(movements: readonly Movement[]): (movement: Movement) => Decimal {
  const reports = Map.groupBy(movements, ({ report, provider }) => JSON.stringify([report, provider]));
  const conventions = new Map(
    [...reports].map(([name, rows]) => {
      const fees = rows.filter(({ means, fee }) => means === 'charge' && !fee.isZero());
      return [
        name,
        {
          isDebit: 2 * fees.filter(({ fee }) => isNegative(fee)).length > fees.length,
          isSigned: rows.some(({ isSigned, amount }) => isSigned || isNegative(amount)),
        },
      ];
    }),
  );
  return ({ report, provider, means, amount, fee }) => {
    const { isDebit, isSigned } = conventions.get(JSON.stringify([report, provider])) ?? {};
    const cost = isDebit ? fee.negated() : fee;
    return means === 'fee' ? cost.plus(isSigned ? amount.negated() : amount) : cost;
  };
}

/** Rows of reports, which overlap. */
const repeatedReportRows: SameRow<readonly [Entry, PaymentBill]> = {
  name: ([{ native }]) => toCanonicalText(native),
};

/**
 * The rows of reports of money movements as payments: refunds, disputes and what undoes them join the payment of
 * their transaction. A part holds all rows of a transaction; rows that are equal in every field are one, because
 * reports overlap, and so are those of any reports that name one movement.
 */
export function readProviderPayments(
  entries: readonly (readonly [Entry, PaymentBill])[],
  account: Account,
): ProcessorSide[] {
  const once = withoutRepeats(entries, repeatedReportRows, ([row], [earlier]) =>
    account.repeat(row, earlier),
  );
  const rows = once.map(
    ([entry, bill]) => account.attempt(entry, () => readMovements(entry, bill, account)) ?? [],
  );
  const movements = dropRepeatedMovements(rows, account);
  const [findTransaction, findCost] = [transactionsOf(movements), costsOf(movements)];
  const placed = movements.map((movement) => ({
    ...movement,
    transaction: findTransaction(movement),
    cost: findCost(movement),
  }));
  const transactions = Map.groupBy(placed, ({ provider, transaction, currency }) =>
    JSON.stringify([provider, transaction, currency]),
  );
  return [...transactions.values()].flatMap(splitByPayment).map((payment) => {
    const joined = new Set(payment.map(({ index }) => index)).size;
    for (let row = 1; row < joined; row++) account.skip('refundJoined');
    return foldMovements(payment, account);
  });
}
