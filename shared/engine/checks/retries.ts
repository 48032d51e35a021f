import { ZERO } from '../../money.ts';
import { check } from './check.ts';

/** A request costs what its serving attempt costs. */
export const retries = check({
  id: 'retries',
  invariant:
    'The successful upstream attempts of a request cost no more than the latest of them, the one that served; a suspended request is not judged.',
  codes: {
    retry_cost: {
      about: 'request',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'Retries that succeeded upstream cost money beside the attempt that served.',
          remedy:
            'Look at the gateway’s timeouts and retry rules: the provider finished an answer that nobody waited for.',
          message: ({ name, amount, currency, counts }) =>
            `Request ${name} succeeded ${counts.attempts} times upstream, and the attempts that did not serve cost ${amount} ${currency}.`,
        },
      },
    },
  },
  request({ retryCost, successes }, { find }) {
    if (retryCost !== ZERO) find('retry_cost', { amount: retryCost, counts: { attempts: successes.length } });
  },
});
