import { DEFAULT_QUOTA_PER_UNIT } from '../../../log-facts.ts';
import { type Decimal, exceeds, isDust, isPositive, sumBy, toDecimal } from '../../../money/money.ts';
import type { AnswerInput } from '../answer-input.ts';
import type { Gap } from './gap.ts';

/** Omits keys of each member of a union. */
type OmitEach<T, TKey extends PropertyKey> = T extends unknown ? Omit<T, TKey> : never;
type ScaleGap = OmitEach<Extract<Gap, { about: 'scale' }>, 'money' | 'share'>;

/** Limits of plausible prices: if nearly all models cost 10 times their revenue, or a hundredth, units differ. */
const MODELS_MIN = 5;
const SHARE_MIN = 0.9;
const DEAR = 10;
const CHEAP = 100;
/** Limits for fewer models: at least so many requests, and a revenue of so many times the cost if they are few. */
const REQUESTS_OF_FEW_MIN = 20;
const REQUESTS_MANY = 100;
const CHEAP_OF_FEW = 1000;
/** Limits for a factor of all models: at least so many models, each of which differs from it by at most `SPREAD`. */
const UNIFORM_MODELS_MIN = 3;
const SPREAD = 1.5;

/** Cost and revenue of a model. */
interface ModelSums {
  readonly cost: Decimal;
  readonly revenue: Decimal;
}
type OfModel = (sums: ModelSums) => boolean;

/** Counts the models that pass a test, if nearly all do; else undefined. */
function nearlyAll(models: readonly ModelSums[], isSo: OfModel): number | undefined {
  let count = models.length;
  for (const sums of models) if (!isSo(sums) && --count < SHARE_MIN * models.length) return undefined;
  return count;
}

/** Ratio within which amounts have one unit and currency: no margin, bonus or fee is as large. */
const AGREEING = 3;

/** Whether amounts in quota would agree with other amounts if the default quota per unit were set instead. */
function wouldAgree({ summary: { quotaPerUnit } }: AnswerInput, inQuota: Decimal, other: Decimal): boolean {
  if (quotaPerUnit === undefined) return false;
  const amount = inQuota.times(quotaPerUnit);
  const expected = other.times(DEFAULT_QUOTA_PER_UNIT);
  return !exceeds(amount, expected.times(AGREEING)) && !exceeds(expected, amount.times(AGREEING));
}

/** Whether all models cost about the same multiple of their revenue (`factor`), which is higher than any loss. */
const isUniform = (models: readonly ModelSums[], factor: number): boolean =>
  models.length >= UNIFORM_MODELS_MIN &&
  factor > AGREEING &&
  models.every(({ cost, revenue }) => {
    const ratio = Number(cost) / Number(revenue) / factor;
    return ratio < SPREAD && ratio > 1 / SPREAD;
  });

function modelScaleIn(books: AnswerInput): ScaleGap[] {
  const { byModel, summary } = books;
  // Include models without revenue only if there are undercharges: then they may have a price that was not charged.
  const mayBeNothing = 'price_undercharge' in summary.findings.byCode;
  const lines = byModel
    .filter(({ requests }) => requests > 0)
    .map(({ requests, cost, revenue }) => ({
      requests,
      cost: toDecimal(cost ?? '0'),
      revenue: toDecimal(revenue),
    }))
    .filter(({ cost, revenue }) => isPositive(cost) && (mayBeNothing || !isDust(revenue)));
  const all = lines.length;
  const isFew = all < MODELS_MIN;
  const served = lines.reduce((sum, { requests }) => sum + requests, 0);
  if (isFew && served < REQUESTS_OF_FEW_MIN) return [];
  const [revenue, cost] = (['revenue', 'cost'] as const).map((field) =>
    sumBy(lines, (line) => line[field]),
  ) as [Decimal, Decimal];
  const isOfQuota = wouldAgree(books, revenue, cost);
  const factor = Number(cost) / Number(revenue);
  if (isUniform(lines, factor))
    return [{ about: 'scale', models: all, all, isDear: true, factor, isOfQuota }];
  const isDearLine: OfModel = ({ cost, revenue }) => exceeds(cost, revenue.times(DEAR));
  const isThin = isFew && (all === 1 || served < REQUESTS_MANY);
  const isCheapLine: OfModel = ({ cost, revenue }) =>
    exceeds(revenue, cost.times(isThin ? CHEAP_OF_FEW : CHEAP));
  return [isDearLine, isCheapLine].flatMap((isSo) => {
    const models = nearlyAll(lines, isSo);
    return models === undefined
      ? []
      : { about: 'scale', models, all, isDear: isSo === isDearLine, factor: undefined, isOfQuota };
  });
}

const PAYMENTS_MIN = 5;

function paymentScaleIn(books: AnswerInput): ScaleGap[] {
  const { completeness, summary } = books;
  const { payments, records, findings } = summary;
  const all = records.payments.included;
  if (payments === null || all < PAYMENTS_MIN) return [];
  const credited = toDecimal(payments.credited);
  const paid = toDecimal(payments.gross)
    .minus(toDecimal(payments.refunds))
    .minus(toDecimal(payments.chargebacks));
  return [true, false].flatMap((isUnder) => {
    const code = isUnder ? 'payment_under_credited' : 'payment_over_credited';
    // Orders with a price of their own yield no finding, so if all credits are known, compare the totals of all
    // payments.
    const isPriced = isUnder && completeness.paymentCredits && !('payment_not_credited' in findings.byCode);
    const count = findings.byCode[code]?.count ?? (isPriced ? all : 0);
    const [less, more] = isUnder ? [credited, paid] : [paid, credited];
    const isFarOff = count >= SHARE_MIN * all && exceeds(more, less.times(AGREEING));
    const isOfQuota = wouldAgree(books, credited, paid);
    return isFarOff ? { about: 'scale', payments: count, all, isUnder, isOfQuota } : [];
  });
}

/**
 * Finds signs of a wrong unit, such as cents read as units: the cost of most models is many times their revenue (or the
 * reverse), or most payments were credited with far more or less than was paid. A multiple that is
 * the same for all models may be lower, such as 7, when yuan are read as dollars.
 */
export const findUnitMismatches = (books: AnswerInput): ScaleGap[] => [
  ...modelScaleIn(books),
  ...paymentScaleIn(books),
];
