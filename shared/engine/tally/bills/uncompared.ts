import { UNASSIGNED } from '../../../log-facts.ts';
import { type Decimal, isPositive, toPlainText } from '../../../money/money.ts';
import { type Accumulator, byKey, count, fields, sum } from '../accumulators.ts';
import type { Figures } from '../figures.ts';
import { listOutsideByModel } from './bills.ts';

const sums = fields({ requests: count, revenue: sum, cost: sum });

/** Sums, by model and by day, what was not compared because only log or only bill covers its time. */
export function sumUncompared({ totals, bills }: Pick<Figures, 'totals' | 'bills'>) {
  const [byModel, byDay] = [byKey(sums)(), byKey(sums)()];
  const add = (model: string, day: string, requests: number, field: 'revenue' | 'cost', amount: Decimal) => {
    for (const entry of [byModel.at(model), byDay.at(day)]) {
      entry.requests.value += requests;
      entry[field].add(amount);
    }
  };
  const ofChannels = bills.channels.map(({ outside }) => ({ model: UNASSIGNED, outside }));
  for (const { model, outside } of [...bills.groups, ...ofChannels])
    for (const { day, requests, revenue, cost } of outside) {
      add(model, day, requests, 'revenue', revenue);
      add(model, day, 0, 'cost', cost);
    }
  for (const [ledger, field] of [
    ['downstream', 'revenue'],
    ['upstream', 'cost'],
  ] as const)
    for (const { model, days } of listOutsideByModel(ledger, totals, bills))
      for (const [day, { requests, amount }] of days) add(model, day, requests.value, field, amount.value);
  return { byModel, byDay };
}

/** Builds the fields of a row of the report's tables for what was not compared; fields with 0 are left out. */
export const buildUncomparedFields = ({
  requests,
  revenue,
  cost,
}: Partial<Accumulator<typeof sums>> = {}) => ({
  ...(requests?.value && { uncomparedRequests: requests.value }),
  ...(revenue && isPositive(revenue.value) && { uncomparedRevenue: toPlainText(revenue.value) }),
  ...(cost && isPositive(cost.value) && { uncomparedCost: toPlainText(cost.value) }),
});
