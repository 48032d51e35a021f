import { isPositive } from '../../money/money.ts';
import { check, code } from './check.ts';

/**
 * Finds calls that may be in the log twice.
 *
 * Invariant: A call is one row of the log. LiteLLM may log a call of /v1/responses twice: two rows of different call
 * types, one of them a response, with equal key, customer, model, tokens and spend, less than a second apart. Only
 * files show the types of calls.
 */
export const twinCalls = check({
  id: 'twin-calls',
  codes: {
    call_logged_twice: code('request', ['warning'], 'doubtful', { countsAgainst: 'charge' }),
  },
  simple: ({ sale }) => sale.twin !== undefined,
  request({ sales: { settled } }, { find }) {
    for (const { twin, net } of settled)
      if (twin !== undefined && isPositive(net))
        find('call_logged_twice', { amount: net, reasons: { texts: { twin } } });
  },
});
