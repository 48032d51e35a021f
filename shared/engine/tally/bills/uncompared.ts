import { UNASSIGNED } from '../../../log-facts.ts';
import { type Decimal, isPositive, toPlainText, ZERO } from '../../../money/money.ts';
import { Sum } from '../../../money/sum.ts';
import type { Count } from '../accumulators.ts';
import type { Figures } from '../figures.ts';
import { listOutsideByModel } from './outside.ts';

interface Outside {
  readonly requests: Count;
  readonly revenue: Sum;
  readonly cost: Sum;
}

/** Requests, revenue and cost at times that log and bill do not both cover, by model or by UTC day. */
class UncomparedSums {
  readonly #sums = new Map<string, Outside>();

  add(
    name: string,
    requests: number,
    { revenue = ZERO, cost = ZERO }: Partial<Record<'revenue' | 'cost', Decimal>>,
  ): void {
    const sums = this.#sums.get(name) ?? { requests: { value: 0 }, revenue: new Sum(), cost: new Sum() };
    this.#sums.set(name, sums);
    sums.requests.value += requests;
    sums.revenue.add(revenue);
    sums.cost.add(cost);
  }

  /** The fields of the table row of this name; empty if all of it is compared. */
  fieldsOf(name: string) {
    const { requests, revenue, cost } = this.#sums.get(name) ?? {};
    return {
      ...(requests?.value && { uncomparedRequests: requests.value }),
      ...(revenue && isPositive(revenue.value) && { uncomparedRevenue: toPlainText(revenue.value) }),
      ...(cost && isPositive(cost.value) && { uncomparedCost: toPlainText(cost.value) }),
    };
  }
}

/** Sums what log and bill do not both cover: by totals for bills without request ids, else request by request. */
export function uncomparedSums({ totals, bills }: Pick<Figures, 'totals' | 'bills'>) {
  const [byModel, byDay] = [new UncomparedSums(), new UncomparedSums()];
  const ofChannels = bills.channels.map(({ outside }) => ({ model: UNASSIGNED, outside }));
  for (const { model, outside } of [...bills.groups, ...ofChannels])
    for (const { day, requests, ...sides } of outside) {
      byModel.add(model, requests, sides);
      byDay.add(day, requests, sides);
    }
  for (const [ledger, side] of [
    ['downstream', 'revenue'],
    ['upstream', 'cost'],
  ] as const)
    for (const { model, days } of listOutsideByModel(ledger, totals, bills))
      for (const [day, { requests, amount }] of days) {
        byModel.add(model, requests.value, { [side]: amount.value });
        byDay.add(day, requests.value, { [side]: amount.value });
      }
  return { byModel, byDay };
}
