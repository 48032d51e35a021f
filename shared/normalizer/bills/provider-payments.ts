import type { MovementCondition, PaymentBill } from '../../bills/bill.ts';
import type { PaymentMovement } from '../../bills/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  exceeds,
  isNegative,
  isPositive,
  roundHalfAway,
  sumBy,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import { divideExactly } from '../../money/ratio.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import { matchesStars } from '../../stars.ts';
import { type DuplicateRule, dropRepeatedRows } from '../duplicates/duplicate-finder.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { FieldProblem, tryToRead, UnknownKindProblem } from '../fields/row-problem.ts';
import {
  asText,
  type IndexedRow,
  isPlaceholder,
  type NativeObject,
  toCanonicalText,
} from '../intake/native.ts';
import type { ProcessorPayment } from '../records/order-and-payment.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { readBillField, requireBillField, valueAt } from './bill-values.ts';
import { findPaymentBill } from './recognize-bill.ts';

type Fields = PaymentBill['fields'];

const matchesCondition = (row: NativeObject, where: MovementCondition | undefined): boolean => {
  if (where === undefined) return true;
  const text = asText(valueAt(row, where.at) ?? '');
  return 'begins' in where ? text.startsWith(where.begins) : isPlaceholder(text);
};

const UNDECIDED_MOVEMENT: Sentence = {
  en: 'does not show whether the row is a payment. Check the row, then remove it or read the file with a mapping (movements)',
  zh: '看不出该行是否是收款。请查明后删除该行，或使用列映射（movements）',
};
const ONE_DIRECTION: Sentence = {
  en: 'has an amount, but so does the expense column. Only one of the two may have an amount',
  zh: '与支出列同时有金额，每行只能有其中之一',
};

function readMovementKind(row: NativeObject, { fields, movements }: PaymentBill): PaymentMovement {
  const name = requireBillField(row, fields.movement);
  const named = movements.filter(([known]) => matchesStars(name, known));
  const kind = named.find(([, , where]) => matchesCondition(row, where))?.[1];
  if (kind !== undefined) return kind;
  const [, , where] = named[0] ?? [];
  const [at, sentence] = where
    ? [[...fields.movement.at, where.at], UNDECIDED_MOVEMENT]
    : [fields.movement.at, mustBeOneOf([...new Set(movements.map(([known]) => known))])];
  throw new UnknownKindProblem(at, sentence);
}

/** Reads the signed amount of a movement. An amount in the expenditure column is negative. */
function readAmount(row: NativeObject, fields: Fields, currency?: string, field = fields.amount): Decimal {
  const spent = readBillField(row, fields.expenditure, currency);
  if (spent === undefined || spent.isZero()) return requireBillField(row, field, currency);
  const income = readBillField(row, field, currency);
  if (income !== undefined && !income.isZero()) throw new FieldProblem(field.at, ONE_DIRECTION);
  return spent.abs().negated();
}

/** Reads amount (plain, without sign), currency and kind of a row of a payment report, if its amount is readable. */
export function readPaymentAmount(row: NativeObject) {
  const bill = findPaymentBill(row);
  if (bill === undefined) return undefined;
  const kind = tryToRead(() => readBillField(row, bill.fields.movement));
  const currency = tryToRead(() => readBillField(row, bill.fields.currency)) ?? bill.currency;
  const amount = tryToRead(() => readAmount(row, bill.fields, currency));
  return amount && { amount: toPlainText(amount.abs()), ...omitUndefined({ currency, kind }) };
}

/** Fields that some reports of a movement contain and others lack. */
const OPTIONAL_FIELDS = ['transactionId', 'orderId', 'userId', 'fee'] as const;

/** Reads a movement of money from a row of a report; `undefined` for rows that are not payments. */
function readMovement({ index, native }: IndexedRow, bill: PaymentBill, outcomes: RowOutcomes) {
  const { fields } = bill;
  const kind = readMovementKind(native, bill);
  const currency = readBillField(native, fields.currency) ?? bill.currency;
  if (kind === 'none') {
    outcomes.skip('apart');
    const amount = tryToRead(() => readAmount(native, fields, currency));
    outcomes.noteSum('noPayment', amount ?? ZERO, currency);
    return undefined;
  }
  const transactionId = readBillField(native, fields.transactionId);
  return {
    index,
    report: bill.id,
    provider: readBillField(native, fields.provider) ?? bill.provider,
    transactionId,
    refersTo: readBillField(native, fields.refersTo),
    /** Transaction of a movement that refers to no other. */
    ownTransaction: transactionId ?? requireBillField(native, fields.ownId ?? fields.transactionId),
    orderId: readBillField(native, fields.orderId),
    userId: readBillField(native, fields.userId),
    kind,
    occurredAt: requireBillField(native, fields.occurredAt),
    currency,
    /** Amount with the sign of the report. */
    amount: readAmount(native, fields, currency, kind === 'refund' ? fields.refunded : undefined),
    isSigned: fields.expenditure !== undefined || readBillField(native, fields.isSigned) === true,
    fee: readBillField(native, fields.fee, currency) ?? ZERO,
    /** The processor's number, which is the same in all of its reports; absent if a spreadsheet shortened it. */
    ownId: tryToRead(() => readBillField(native, fields.movementId)),
    /** Number of optional fields that this report contains. */
    filledCount: OPTIONAL_FIELDS.filter((name) => readBillField(native, fields[name], currency) !== undefined)
      .length,
  };
}

type Movement = Readonly<NonNullable<ReturnType<typeof readMovement>>> & { readonly isTotal?: true };
/** A movement with its transaction, and its fee as a cost. */
type PlacedMovement = Movement & { readonly transaction: string; readonly cost: Decimal };

/** Computes `amount × part / all` in cents. */
const shareOf = (amount: Decimal, part: Decimal, all: Decimal): Decimal =>
  roundHalfAway(divideExactly(amount.times(part).times(100), all)).times('0.01');

/** Reads the movement of a row, and the refund and the dispute that a row of a payment may contain. */
function readMovements(entry: IndexedRow, bill: PaymentBill, outcomes: RowOutcomes): Movement[] {
  const movement = readMovement(entry, bill, outcomes);
  if (movement === undefined) return [];
  const { amount, currency } = movement;
  const reported = readBillField(entry.native, bill.fields.returned, currency) ?? ZERO;
  const all = readBillField(entry.native, bill.fields.returnedOf, currency) ?? ZERO;
  const isShare = isPositive(all) && isPositive(reported) && isPositive(amount);
  const returned = isShare ? shareOf(amount, reported, all) : reported;
  const refund = { ...movement, kind: 'refund', amount: returned, fee: ZERO, isTotal: true } as const;
  const isChargedBack = bill.chargedBack !== undefined && matchesCondition(entry.native, bill.chargedBack);
  const dispute = { ...refund, kind: 'dispute', amount: amount.minus(returned) } as const;
  return [movement, ...(isPositive(returned) ? [refund] : []), ...(isChargedBack ? [dispute] : [])];
}

const sumOfKind = (movements: readonly PlacedMovement[], kind: PaymentMovement): Decimal =>
  sumBy(movements, (movement) => (movement.kind === kind ? movement.amount.abs() : ZERO));

/** Sums the returned money of a kind without what came back (`<kind>Reversal`). */
const sumReturned = (movements: readonly PlacedMovement[], kind: 'refund' | 'dispute'): Decimal =>
  atLeastZero(sumOfKind(movements, kind).minus(sumOfKind(movements, `${kind}Reversal`)));

/** Returns status and refund. A dispute of all that remains is a chargeback; a smaller one counts as a refund. */
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

/** Merges all movements of a payment into one record, at the index of the payment's own row. */
function foldMovements(movements: readonly PlacedMovement[], outcomes: RowOutcomes): ProcessorPayment {
  const charge = movements.find(({ kind }) => kind === 'charge');
  const { index, transaction, occurredAt, provider, currency } = charge ?? (movements[0] as PlacedMovement);
  const [refunded, disputed] = [sumReturned(movements, 'refund'), sumReturned(movements, 'dispute')];
  // If the row of the payment itself is missing, assume that the payment was as large as the returned amount.
  const captured = charge
    ? atLeastZero(
        sumBy(movements, ({ kind, amount }) => (kind === 'charge' || kind === 'correction' ? amount : ZERO)),
      )
    : refunded.plus(disputed);
  const returns = movements.filter(({ kind }) => kind === 'refund' || kind === 'dispute');
  const returnedMs = returns.map((movement) => movement.occurredAt);
  if (charge === undefined) outcomes.note('paymentElsewhere');
  return {
    source: 'processor',
    index,
    orderIds: movements.flatMap(({ orderId }) => orderId ?? []).slice(0, 1),
    ...(returnedMs.length > 0 && { returnedMs: returnedMs.reduce((a, b) => Math.max(a, b)) }),
    ...(charge === undefined && { isRefundOnly: true }),
    isComplete: true,
    record: omitUndefined({
      transactionId: transaction,
      occurredAt: new Date(occurredAt).toISOString(),
      userId: movements.find(({ userId }) => userId !== undefined)?.userId,
      provider,
      ...decideOutcome(captured, refunded, disputed),
      amount: toPlainText(captured),
      feeAmount: toPlainText(atLeastZero(sumBy(movements, ({ cost }) => cost))),
      currency,
    }),
  };
}

/** Splits the movements of a transaction by payment; there are several only if it was paid more than once. */
function splitByPayment(movements: readonly PlacedMovement[]): (readonly PlacedMovement[])[] {
  const [, ...others] = movements.filter(({ kind }) => kind === 'charge');
  const repeatedCharges = new Set(others);
  return [
    movements.filter((movement) => !repeatedCharges.has(movement)),
    ...others.map((movement) => [movement]),
  ];
}

/** Rule for movements in several reports. The movement with more fields stays, or the larger amount of a total. */
const repeatedMovements: DuplicateRule<Movement> = {
  // Leave the amount of a total out of the key, because a later report has the same total with a higher amount.
  key: ({ provider, ownId, kind, currency, amount, isTotal }) =>
    ownId && JSON.stringify([provider, ownId, kind, currency, isTotal ?? toPlainText(amount)]),
  isBetter: (a, b) => (a.amount.eq(b.amount) ? a.filledCount > b.filledCount : exceeds(a.amount, b.amount)),
};

/** Drops repeated movements, and reports the rows of which no movement remains. */
function dropRepeatedMovements(rows: readonly (readonly Movement[])[], outcomes: RowOutcomes) {
  const survivorOf = new Map<Movement, Movement>();
  const survivors = dropRepeatedRows(rows.flat(), repeatedMovements, (dropped, survivor) =>
    survivorOf.set(dropped, survivor),
  );
  const survivingRows = new Set(survivors.map(({ index }) => index));
  for (const [first] of rows) {
    const survivor = first && survivorOf.get(first);
    if (survivor && !survivingRows.has(first.index)) outcomes.repeat(first, survivor);
  }
  return survivors;
}

/** Builds a name that is unique among processors. */
const uniqueName = ({ provider }: Movement, id: string): string => JSON.stringify([provider, id]);

/** Finds the transaction of each movement: its own, otherwise that of the row it refers to, otherwise that of its order. */
function findTransactions(movements: readonly Movement[]): (movement: Movement) => string {
  const byOwnId = new Map<string, Movement>();
  const byOrder = new Map<string, string | undefined>();
  for (const movement of movements) {
    const { ownId, orderId, transactionId } = movement;
    if (ownId !== undefined) byOwnId.set(uniqueName(movement, ownId), movement);
    if (orderId === undefined || transactionId === undefined) continue;
    const name = uniqueName(movement, orderId);
    // Assign no transaction to an order that was paid twice, because it is unknown which payment is meant.
    byOrder.set(name, byOrder.has(name) && byOrder.get(name) !== transactionId ? undefined : transactionId);
  }
  const found = new Map<Movement, string>();
  const nameOf = (movement: Movement) =>
    movement.transactionId ?? (movement.orderId && byOrder.get(uniqueName(movement, movement.orderId)));
  return (movement) => {
    // Follow the references from row to row, and remember the transaction of every row on the way.
    const chain = new Set<Movement>();
    let last = movement;
    for (let next: Movement | undefined = movement; next !== undefined && !chain.has(next); ) {
      last = next;
      chain.add(next);
      const isEnd: boolean = next.transactionId !== undefined || found.has(next);
      next = isEnd || !next.refersTo ? undefined : byOwnId.get(uniqueName(next, next.refersTo));
    }
    const transaction = found.get(last) ?? nameOf(last) ?? last.ownTransaction;
    for (const link of chain) found.set(link, transaction);
    return transaction;
  };
}

/**
 * Finds the fee that a movement adds to its payment. Reports write fees as costs or as negative amounts, which the
 * fees of payments show, and amounts of fee rows as negative unless they use no signs.
 */
function findCosts(movements: readonly Movement[]): (movement: Movement) => Decimal {
  const reportOf = ({ report, provider }: Movement) => JSON.stringify([report, provider]);
  const conventions = new Map(
    [...Map.groupBy(movements, reportOf)].map(([report, rows]) => {
      const fees = rows.filter(({ kind, fee }) => kind === 'charge' && !fee.isZero());
      const isDebit = 2 * fees.filter(({ fee }) => isNegative(fee)).length > fees.length;
      const isSigned = rows.some((row) => row.isSigned || isNegative(row.amount));
      return [report, { isDebit, isSigned }];
    }),
  );
  return (movement) => {
    const { kind, amount, fee } = movement;
    const { isDebit, isSigned } = conventions.get(reportOf(movement)) ?? {};
    const cost = isDebit ? fee.negated() : fee;
    return kind === 'fee' ? cost.plus(isSigned ? amount.negated() : amount) : cost;
  };
}

/**
 * Merges the rows of payment processors' reports into payments. Refunds, disputes and reversals are added to the
 * payment of their transaction. Equal rows and repeated movements count once, because reports overlap.
 * @param entries all rows of each transaction, each with the format of its report
 */
export function readProviderPayments(
  entries: readonly (readonly [IndexedRow, PaymentBill])[],
  outcomes: RowOutcomes,
): ProcessorPayment[] {
  const key = ([{ native }]: (typeof entries)[number]) => toCanonicalText(native);
  const once = dropRepeatedRows(entries, { key }, ([row], [earlier]) => outcomes.repeat(row, earlier));
  const rows = once.map(
    ([entry, bill]) => outcomes.attempt(entry, () => readMovements(entry, bill, outcomes)) ?? [],
  );
  const movements = dropRepeatedMovements(rows, outcomes);
  const [findTransaction, findCost] = [findTransactions(movements), findCosts(movements)];
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
    for (let row = 1; row < joined; row++) outcomes.skip('refundJoined');
    return foldMovements(payment, outcomes);
  });
}
