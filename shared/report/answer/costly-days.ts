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
  const costly = days.filter((line, index) => {
    const around = days.slice(Math.max(0, index - 1), index + 2);
    return (
      around.length === 3 &&
      around.every(({ isPart, loss }) => !isPart && isPositive(loss) === (loss === line.loss)) &&
      exceeds(
        sumBy(around, ({ loss }) => loss),
        toDecimal(revenue.net).times(LOSS_MIN),
      )
    );
  });
  const amount = sumBy(costly, ({ loss }) => loss);
  const counted = sumBy(causes, ({ code, side, counted }) =>
    toDecimal(side === 'owed' || isPaymentCode(code) ? '0' : counted),
  );
  const isNew = isByTotals(books) && exceeds(amount, counted);
  return { days: isNew ? costly.map(({ day }) => day) : [], amount: toPlainText(amount) };
}
