import { UNASSIGNED } from '../../../log-facts.ts';
import { type Decimal, isPositive, toPlainText } from '../../../money/money.ts';
import { Sum } from '../../../money/sum.ts';
import type { Figures } from '../figures.ts';
import { listOutsideByModel } from './outside.ts';

interface Sides {
  readonly revenue: Sum;
  readonly cost: Sum;
}

/** Revenue and cost at times that log and bill do not both cover, by model or by UTC day. */
class UncomparedSums {
  readonly #sums = new Map<string, Sides>();

  add(name: string, side: keyof Sides, amount: Decimal): void {
    const sums = this.#sums.get(name) ?? { revenue: new Sum(), cost: new Sum() };
    this.#sums.set(name, sums);
    sums[side].add(amount);
  }

  /** The fields of the table row of this name; empty if all of it is compared. */
  fieldsOf(name: string) {
    const { revenue, cost } = this.#sums.get(name) ?? {};
    return {
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
    for (const { day, revenue, cost } of outside)
      for (const [side, amount] of [
        ['revenue', revenue],
        ['cost', cost],
      ] as const) {
        byModel.add(model, side, amount);
        byDay.add(day, side, amount);
      }
  for (const [ledger, side] of [
    ['downstream', 'revenue'],
    ['upstream', 'cost'],
  ] as const)
    for (const { model, days } of listOutsideByModel(ledger, totals, bills))
      for (const [day, { value }] of days) {
        byModel.add(model, side, value);
        byDay.add(day, side, value);
      }
  return { byModel, byDay };
}
