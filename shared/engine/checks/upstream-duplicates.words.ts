import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { upstreamDuplicates } from './upstream-duplicates.ts';

/** Words for the codes of `upstreamDuplicates`. */
export const upstreamDuplicatesWords: CodeTextsOf<typeof upstreamDuplicates> = {
  duplicate_upstream_charge: {
    en: {
      title: 'The same charge is in the bill more than once.',
      remedy: 'Dispute the repeated charges with the provider.',
      clause: ['the bill contains a charge@ more than once', 'the bill contains # charges@ more than once'],
      message: ({ kind, name, counts, amount, currency }) => {
        if (counts.known)
          return `The provider billed ${amount} ${currency} too much for request ${name}: ${counts.rows} charges for ${countNoun(counts.known, 'attempt')} in the log.`;
        return kind === 'charge'
          ? `The bill contains charge ${name} ${counts.rows} times: ${amount} ${currency} too much.`
          : `The bill contains a charge of request ${name} ${counts.rows} times: ${amount} ${currency} too much.`;
      },
    },
    zh: {
      title: '账单中有重复的费用。',
      remedy: '请向上游申诉重复的费用。',
      clause: '账单中有 # 笔费用重复',
      message: ({ kind, name, counts, amount, currency }) => {
        if (counts.known)
          return `上游对请求 ${name} 收费 ${counts.rows} 次，而日志只有 ${counts.known} 次尝试，多收了 ${amount} ${currency}。`;
        return `${kind === 'charge' ? `费用 ${name} ` : `请求 ${name} 的一笔费用`}在账单中出现了 ${counts.rows} 次，多计 ${amount} ${currency}。`;
      },
    },
  },
};
