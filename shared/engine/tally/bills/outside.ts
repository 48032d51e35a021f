import type { Totals } from '../totals/totals.ts';
import { type Bills, billedCells } from './bills.ts';

/**
 * Lists, with their model, the requests of a ledger that are dated outside the time of the other; of the log without
 * those that a bill without request ids is about, which has a span of its own.
 */
export function outsideByModel(side: 'downstream' | 'upstream', { beyond }: Totals, { groups }: Bills) {
  const isLoose = side === 'downstream' ? billedCells(groups) : () => false;
  return [...beyond[side]].flatMap(([model, channels]) =>
    [...channels].flatMap(([channel, cell]) => (isLoose(model, channel) ? [] : [{ model, ...cell }])),
  );
}
