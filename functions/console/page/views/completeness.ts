import { h } from '../element.ts';
import type { View } from './view.ts';

const FLAGS = [
  ...(['upstreamCharges', 'payments', 'requestMatching', 'currency', 'rows', 'margin'] as const),
  ...(['paymentCredits', 'findings', 'pricing', 'tokens'] as const),
];

/** What the figures rest on, in sentences: one for each flag that is down. */
export function completeness({ report, words: { completeness: words } }: View): HTMLElement {
  const { completeness: flags } = report;
  const isMoot = (flag: (typeof FLAGS)[number]): boolean =>
    (!flags.upstreamCharges && (flag === 'requestMatching' || flag === 'margin' || flag === 'tokens')) ||
    (!flags.payments && flag === 'paymentCredits');
  const missing = FLAGS.filter((flag) => !flags[flag] && !isMoot(flag));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'completeness' },
    h('h2', { id: 'completeness' }, words.heading),
    h(
      'ul',
      { class: 'sentences' },
      flags.complete && h('li', { class: 'ok' }, words.complete),
      missing.map((flag) =>
        h('li', { class: flag === 'pricing' || flag === 'tokens' ? 'aside' : 'lack' }, words[flag]),
      ),
    ),
  );
}
