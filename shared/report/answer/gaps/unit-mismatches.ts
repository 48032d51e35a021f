import { type Decimal, exceeds, isPositive, toDecimal } from '../../../money/money.ts';
import { type AnswerInput, isNone } from '../answer-input.ts';
import type { Gap } from './gap.ts';

/** Omits keys of each member of a union. */
type OmitEach<T, TKey extends PropertyKey> = T extends unknown ? Omit<T, TKey> : never;
type ScaleGap = OmitEach<Extract<Gap, { about: 'scale' }>, 'money' | 'share'>;

/** Nobody sells nearly all models at a tenth of their cost, or at a hundred times it: cents, or a wrong unit, do. */
const MODELS_MIN = 5;
const SHARE_MIN = 0.9;
const DEAR = 10;
const CHEAP = 100;
/** Of fewer models all do, over so many requests; and a single product may earn more than a hundred times its cost. */
const REQUESTS_OF_FEW_MIN = 20;
const CHEAP_OF_FEW = 1000;

type OfLine = (cost: Decimal, revenue: Decimal) => boolean;

/** How many lines are so, if nearly all are: most books show with their first few that they are not. */
function nearlyAll(lines: AnswerInput['byModel'], isSo: OfLine): number | undefined {
  let count = lines.length;
  for (const { cost, revenue } of lines)
    if (!isSo(toDecimal(cost ?? '0'), toDecimal(revenue)) && --count < SHARE_MIN * lines.length)
      return undefined;
  return count;
}

function modelScaleIn({ byModel, summary }: AnswerInput): ScaleGap[] {
  // What is given away has no price that it falls short of.
  const mayBeNothing = 'price_undercharge' in summary.findings.byCode;
  const lines = byModel.filter(
    ({ cost, revenue, requests }) =>
      requests > 0 && isPositive(toDecimal(cost ?? '0')) && (mayBeNothing || !isNone(revenue)),
  );
  const all = lines.length;
  const isFew = all < MODELS_MIN;
  const served = lines.reduce((sum, { requests }) => sum + requests, 0);
  if (isFew && served < REQUESTS_OF_FEW_MIN) return [];
  const isDearLine: OfLine = (cost, revenue) => exceeds(cost, revenue.times(DEAR));
  const isCheapLine: OfLine = (cost, revenue) => exceeds(revenue, cost.times(isFew ? CHEAP_OF_FEW : CHEAP));
  return [isDearLine, isCheapLine].flatMap((isSo) => {
    const models = nearlyAll(lines, isSo);
    return models === undefined ? [] : { about: 'scale', models, all, isDear: isSo === isDearLine };
  });
}

const PAYMENTS_MIN = 5;
/** No bonus is as large, and nobody keeps so much of all payments: cents, or another currency, do. */
const CREDIT_FACTOR = 3;

function paymentScaleIn({ completeness, summary: { payments, records, findings } }: AnswerInput): ScaleGap[] {
  const all = records.payments.included;
  if (payments === null || all < PAYMENTS_MIN) return [];
  const credited = toDecimal(payments.credited);
  const paid = toDecimal(payments.gross)
    .minus(toDecimal(payments.refunds))
    .minus(toDecimal(payments.chargebacks));
  return [true, false].flatMap((isUnder) => {
    const code = isUnder ? 'payment_under_credited' : 'payment_over_credited';
    // What an order itself asks for its credit is no finding, and no more honest if it is many times the credit.
    const isPriced = isUnder && completeness.paymentCredits && !('payment_not_credited' in findings.byCode);
    const count = findings.byCode[code]?.count ?? (isPriced ? all : 0);
    const [less, more] = isUnder ? [credited, paid] : [paid, credited];
    const isFarOff = count >= SHARE_MIN * all && exceeds(more, less.times(CREDIT_FACTOR));
    return isFarOff ? { about: 'scale', payments: count, all, isUnder } : [];
  });
}

/** Whether amounts of log, bill or payments are in other units than they are taken for. */
export const scaleIn = (books: AnswerInput): ScaleGap[] => [...modelScaleIn(books), ...paymentScaleIn(books)];
