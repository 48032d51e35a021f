import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { Figures } from './figures.ts';

interface Sums {
  revenue: number;
  cost: number;
  sales: number;
  charges: number;
}

/** The sums under a key, made when it is first seen. */
const under = (sums: Map<string, Sums>, key: string): Sums => {
  let found = sums.get(key);
  if (!found) {
    found = { revenue: 0, cost: 0, sales: 0, charges: 0 };
    sums.set(key, found);
  }
  return found;
};

/** A script as somebody writes it: `JSON.parse`, maps, and money in plain floats. */
export function byFloats(body: string): Figures {
  const { downstreamUsage, upstreamCharges = [], payments = [] } = JSON.parse(body) as ReconciliationInput;
  const requests = new Map<string, Sums>();
  const models = new Map<string, Sums>();
  const bills = new Map<string, number>();
  for (const row of downstreamUsage) {
    const net = Number(row.chargedAmount) - Number(row.refundAmount ?? 0);
    const request = under(requests, row.requestId);
    request.revenue += net;
    request.sales++;
    under(models, row.model).revenue += net;
  }
  for (const row of upstreamCharges) {
    const net = Number(row.costAmount) - Number(row.refundAmount ?? 0);
    const request = under(requests, row.requestId ?? '');
    request.cost += net;
    request.charges++;
    under(models, row.model).cost += net;
    bills.set(row.upstreamId ?? '', (bills.get(row.upstreamId ?? '') ?? 0) + 1);
  }
  const groups = [...requests.values()];
  const total = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);
  return {
    revenue: total(groups.map(({ revenue }) => revenue)),
    cost: total(groups.map(({ cost }) => cost)),
    paid: total(payments.map(({ amount }) => Number(amount))),
    unmatchedDownstream: groups.filter(({ charges }) => charges === 0).length,
    unmatchedUpstream: groups.filter(({ sales }) => sales === 0).length,
    duplicateDownstream: groups.filter(({ sales }) => sales > 1).length,
    duplicateUpstream: [...bills.values()].filter((count) => count > 1).length,
    losingRequests: groups.filter(({ sales, charges, cost, revenue }) => sales && charges && cost > revenue)
      .length,
    losingModels: [...models.values()].filter(({ cost, revenue }) => cost > revenue).length,
  };
}
