import type { Language } from '../../language.ts';
import { TOKEN_KINDS } from '../../schemas/reconciliation-input.ts';
import { tokenWords } from '../words/token-words.ts';
import type { tokens } from './tokens.ts';
import { counted, type WordsOf } from './words.ts';

/** The counts of each kind that differs: `input 1990 / 2000`. */
const pairsIn = (counts: Readonly<Record<string, number>>, language: Language): string[] =>
  TOKEN_KINDS.filter((kind) => counts[`${kind}Downstream`] !== undefined).map(
    (kind) => `${tokenWords[language][kind]} ${counts[`${kind}Downstream`]} / ${counts[`${kind}Upstream`]}`,
  );

/** Words for the codes of `tokens`. */
export const tokensWords: WordsOf<typeof tokens> = {
  token_cache_semantics: {
    en: {
      title: 'One ledger counts cached or reasoning tokens within the input or output, the other separately.',
      remedy: 'Choose one convention for this model, and check that these tokens are not billed twice.',
      clause: 'the ledgers count cached or reasoning tokens differently',
      message: ({ name, cases }) =>
        `One ledger counts cached or reasoning tokens within the input or output, the other separately, in ${counted(cases, 'request')} of model ${name}.`,
    },
    zh: {
      title: '缓存或推理 token 在一本账中计入输入或输出，在另一本账中单独列出。',
      remedy: '为该模型统一口径，并检查这些 token 是否被重复计费。',
      clause: '两本账对缓存或推理 token 的口径不同',
      message:
        '模型 {name} 的 {cases} 个请求中，缓存或推理 token 在一本账中计入输入或输出，在另一本账中单独列出。',
    },
  },
  token_mismatch: {
    en: {
      title:
        'The ledgers count different numbers of tokens; info if rounding explains it (1 token, or 0.5 %).',
      remedy: 'Compare the usage that the provider returned with what the gateway logged.',
      clause: [
        'the ledgers count different numbers of tokens for a request',
        'the ledgers count different numbers of tokens for # requests',
      ],
      message: ({ name, counts }) =>
        `The ledgers disagree on the tokens of request ${name} (downstream / upstream): ${pairsIn(counts, 'en').join(', ')}.`,
    },
    zh: {
      title: '两本账的 token 数不同；舍入可以解释的（1 个 token 或 0.5 %）为备查。',
      remedy: '对比上游返回的用量与网关记录的用量。',
      clause: '# 个请求的 token 数在两本账中不一致',
      message: ({ name, counts }) =>
        `请求 ${name} 的 token 数在两本账中不一致（下游 / 上游）：${pairsIn(counts, 'zh').join('，')}。`,
    },
  },
};
