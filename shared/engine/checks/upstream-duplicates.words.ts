import type { upstreamDuplicates } from './upstream-duplicates.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `upstreamDuplicates`. */
export const upstreamDuplicatesWords: WordsOf<typeof upstreamDuplicates> = {
  duplicate_upstream_charge: {
    en: {
      title: "A provider's charge is in the upstream ledger more than once.",
      remedy: 'Dispute the repeated charge with the provider, or import the bill only once.',
      clause: ['a charge stands in the bill more than once', '# charges stand in the bill more than once'],
      message: ({ kind, name, counts, amount, currency }) => {
        if (counts.known)
          return `Request ${name} was charged ${counts.rows} times upstream, but the log knows ${counted(counts.known, 'attempt')}; the charges beyond cost ${amount} ${currency}.`;
        const charge = kind === 'charge' ? `Upstream charge ${name}` : `A charge of request ${name}`;
        return `${charge} is listed in ${counts.rows} equal rows, which cost ${amount} ${currency} beyond the first.`;
      },
    },
    zh: {
      title: '同一笔上游扣费在账中出现多次。',
      remedy: '向上游申诉重复的扣费，或确认账单只导入了一次。',
      clause: '账单中有 # 笔扣费重复',
      message: ({ kind, name, counts, amount, currency }) => {
        if (counts.known)
          return `请求 ${name} 在上游扣费 ${counts.rows} 次，而日志只有 ${counts.known} 次尝试；多出的扣费为 ${amount} ${currency}。`;
        const charge = kind === 'charge' ? `上游扣费 ${name} ` : `请求 ${name} 的一笔扣费`;
        return `${charge}有 ${counts.rows} 条相同的记录，除第一条外多计 ${amount} ${currency}。`;
      },
    },
  },
};
