import { isSameDisplayName } from '../rows/model-name.ts';
import { check, code } from './check.ts';

/**
 * Finds requests that another model or another channel served.
 *
 * Invariant: The attempt that served a request ran the model that was sold: the names are equal, except that either
 * may add a provider prefix or a version, or be written for display (`Claude Sonnet 4.5`). It used the channel that
 * the log names; a missing channel is not a difference. Each pair of names, as written, is one finding. For models it
 * is for information only if the log records the redirect with every request.
 */
export const mapping = check({
  id: 'mapping',
  codes: {
    model_mismatch: code('pair', ['warning', 'info'], null, { needs: 'upstreamCharges' }),
    channel_mismatch: code('pair', ['warning'], null, { needs: 'upstreamCharges' }),
  },
  simple: ({ sale, charge }) =>
    charge !== undefined &&
    ((charge.channelId !== undefined && charge.channelId !== sale.channelId) ||
      (charge.model !== sale.model && !isSameDisplayName(charge.model, sale.model))),
  request({ sales, charges: { serving }, model, channelPair }, { find }) {
    if (sales.settled.length === 0 || serving === undefined) return;
    if (!isSameDisplayName(model, serving.model))
      find('model_mismatch', {
        // If the log records the redirect, an administrator configured it.
        severity: sales.isMappedTo(serving.model) ? 'info' : 'warning',
        subject: { kind: 'pair', name: [model, serving.model] },
        amount: sales.net,
        names: { model },
      });
    if (channelPair !== undefined)
      find('channel_mismatch', {
        subject: { kind: 'pair', name: channelPair },
        amount: serving.net,
        names: { channelId: channelPair[0] },
      });
  },
});
