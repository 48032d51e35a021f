import { DEFAULT_CURRENCY } from '../../engine/rows/ledgers.ts';
import { currencyOf } from '../../engine/rows/row.ts';
import { CHARGE_SLACK_MS, ReachCounter, type Reaches } from '../../engine/survey/reach.ts';
import { isKept } from '../columns/log-columns.ts';
import type { Books } from '../link/link.ts';
import type { RunSettings } from '../settings.ts';

const NONE = -1;
const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

/** The times of log and bill, and which requests of one the other has. */
export function reachesOf(books: Books, { period, currency }: RunSettings): Reaches {
  const { sales, salesByRequest, charges, joined, downstreamUsage, upstreamCharges } = books;
  const bounds = { start: timeOf(period?.start), end: timeOf(period?.end) };
  const log = new ReachCounter(bounds);
  const bill = new ReachCounter(bounds, CHARGE_SLACK_MS);
  const recorded = new Set(downstreamUsage.map(({ requestId }) => requestId));
  const soldIn = (id: string): number[] => [...salesByRequest.having(id)].filter((row) => isKept(sales, row));
  const isSold = (id: string): boolean => recorded.has(id) || !salesByRequest.having(id).next().done;
  const charged = new Uint8Array(sales.length);
  const named = new Set<string>();
  for (let row = 0; row < charges.length; row++) {
    if (!isKept(charges, row)) continue;
    const sale = joined.sale[row] as number;
    const id = joined.named.get(row)?.requestId;
    if (sale !== NONE) charged[sale] = 1;
    if (id !== undefined) named.add(id);
    bill.add(charges.table.columns.time[row] as number, sale !== NONE || (id !== undefined && isSold(id)));
  }
  const own = currencyOf(currency, DEFAULT_CURRENCY);
  const isOwn = (row: { readonly currency?: string }): boolean => currencyOf(row.currency, own) === own;
  for (const row of upstreamCharges) {
    const { requestId, occurredAt } = row;
    if (requestId !== undefined) named.add(requestId);
    bill.addRow(Date.parse(occurredAt), isOwn(row) ? requestId : undefined);
  }
  const paid = new Set<string>();
  for (const row of downstreamUsage) {
    const { requestId, occurredAt, chargedAmount } = row;
    log.addRow(Date.parse(occurredAt), isOwn(row) ? requestId : undefined);
    if (Number(chargedAmount) !== 0) paid.add(requestId);
  }
  const { time, quota } = sales.table.columns;
  const at = (row: number): number => time[row] as number;
  const addUncharged = (row: number, id: string): void => {
    const rows = soldIn(id);
    if (recorded.has(id)) {
      log.addRow(at(row), id);
      if (quota[row] !== 0) paid.add(id);
    } else if (rows.some((other) => at(other) < at(row) || (at(other) === at(row) && other < row)))
      // A request begins once.
      log.addRow(at(row), undefined);
    else
      log.add(
        at(row),
        rows.every((other) => quota[other] === 0 || charged[other] === 1),
      );
  };
  for (let row = 0; row < sales.length; row++) {
    if (!isKept(sales, row)) continue;
    const id = charged[row] === 1 ? undefined : (sales.requestIds.text(row) ?? '');
    if (id === undefined || named.has(id)) log.add(at(row), true);
    else addUncharged(row, id);
  }
  const isBilled = (id: string): boolean => named.has(id) || soldIn(id).some((row) => charged[row] === 1);
  return { log: log.reach((id) => isBilled(id) || !paid.has(id)), bill: bill.reach(isSold) };
}
