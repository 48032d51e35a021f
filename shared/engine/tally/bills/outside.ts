import type { Totals } from '../totals/totals.ts';
import { type Bills, billedCells } from './bills.ts';

/**
 * Lists requests of a ledger dated outside the time of the other, by model. Requests covered by a bill without
 * request ids are left out, because that bill has its own span.
 */
export function listOutsideByModel(side: 'downstream' | 'upstream', { beyond }: Totals, bills: Bills) {
  const isLoose = side === 'downstream' ? billedCells(bills) : () => false;
  return [...beyond[side]].flatMap(([model, channels]) =>
    [...channels].flatMap(([channel, cell]) => (isLoose(model, channel) ? [] : [{ model, ...cell }])),
  );
}
