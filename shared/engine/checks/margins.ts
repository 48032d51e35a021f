import { isPositive } from '../../money.ts';
import { type Line, matchedMarginOf } from '../tally/totals.ts';
import { check, counted } from './check.ts';

/** A loss on this many requests is no accident. */
const REQUESTS_MIN = 5;

/** The line's loss over matched requests that can be judged and are not free; `undefined` where there is none. */
function loss(line: Line) {
  const requests = line.matchedRequests.value - line.freeRequests.value;
  const deficit = matchedMarginOf(line).minus(line.free.value).negated();
  if (requests === 0 || !isPositive(deficit)) return undefined;
  const severity = requests < REQUESTS_MIN ? ('warning' as const) : ('critical' as const);
  return { amount: deficit, severity, counts: { requests } };
}

/** Models, channels and the whole earn what they cost. */
export const margins = check({
  id: 'margins',
  invariant:
    'Each model, each channel with a matched request, and the whole earn at least their upstream cost. Free requests take no part, nor do suspended ones in models and channels; the whole counts them, as the summary does, and is a warning while they may complete it.',
  codes: {
    negative_margin_model: {
      about: 'model',
      severities: ['critical', 'warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'A model costs more than it earns.',
          remedy: 'Raise the model’s price, or route it to a cheaper provider.',
          message: ({ name, amount, currency, counts }) =>
            `Model ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'matched request')}.`,
        },
      },
    },
    negative_margin_channel: {
      about: 'channel',
      severities: ['critical', 'warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'A channel costs more than it earns.',
          remedy: 'Compare the channel’s purchase price with the prices of the models sold through it.',
          message: ({ name, amount, currency, counts }) =>
            `Channel ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'matched request')}.`,
        },
      },
    },
    negative_margin_total: {
      about: 'report',
      severities: ['critical', 'warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'The whole costs more than it earns; a warning while rows are missing on either side.',
          remedy: 'Start with the models and channels at the top of the tables.',
          message: ({ amount, currency }) => `Upstream cost exceeds revenue by ${amount} ${currency}.`,
        },
      },
    },
  },
  conclude({ find, figures: { totals, flags, revenue, cost } }) {
    for (const [model, line] of totals.models) {
      const seen = loss(line);
      if (seen) find('negative_margin_model', { subject: { kind: 'model', name: model }, ...seen });
    }
    for (const [channelId, line] of totals.channels) {
      const seen = loss(line);
      if (seen) find('negative_margin_channel', { subject: { kind: 'channel', name: channelId }, ...seen });
    }
    const deficit = cost.minus(revenue).plus(totals.free.value);
    if (isPositive(deficit))
      find('negative_margin_total', { amount: deficit, severity: flags.margin ? 'critical' : 'warning' });
  },
});
