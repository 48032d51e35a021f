import { exceeds, isPositive, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { AnswerInput } from './answer-input.ts';
import { isByTotals, withoutUnbilled, withoutUncompared } from './compared.ts';
import { isPaymentCode } from './gaps/gap-effects.ts';
import { isCompared, isPartlyCompared } from './scope.ts';

/** Share of the revenue that three days must lose, because the bill may count the cost of a day on the next one. */
const LOSS_MIN = toDecimal('0.01');

/**
 * Finds days that cost much more than they earned, between days that earned money, and the sum of these losses. Returns
 * no days if the bill has request ids, or if causes already count as much.
 */
export function findCostlyDays(books: AnswerInput) {
  const { byDay, causes, revenue } = books.summary;
  const days = byDay.filter(isCompared).map((line) => {
    const { day, revenue, cost } = withoutUnbilled(withoutUncompared(line));
    return { day, isPart: isPartlyCompared(line), loss: toDecimal(cost ?? '0').minus(toDecimal(revenue)) };
  });
  const least = toDecimal(revenue.net).times(LOSS_MIN);
  const costly = days.filter((line, index) => {
    const [before, after] = [days[index - 1], days[index + 1]];
    if (!before || !after || before.isPart || line.isPart || after.isPart) return false;
    const isAlone = isPositive(line.loss) && !isPositive(before.loss) && !isPositive(after.loss);
    return isAlone && exceeds(before.loss.plus(line.loss).plus(after.loss), least);
  });
  const amount = sumBy(costly, ({ loss }) => loss);
  const counted = sumBy(causes, ({ code, side, counted }) =>
    toDecimal(side === 'owed' || isPaymentCode(code) ? '0' : counted),
  );
  const isNew = isByTotals(books) && exceeds(amount, counted);
  return { days: isNew ? costly.map(({ day }) => day) : [], amount: toPlainText(amount) };
}
