import type { Language } from '../../language.ts';
import { TOKEN_KINDS } from '../../schemas/reconciliation-input.ts';
import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import { tokenWords } from '../words/names.ts';
import type { tokens } from './tokens.ts';

/** The counts of each kind that differs: `input 1990 / 2000`. */
const pairsIn = (counts: Readonly<Record<string, number>>, language: Language): string[] =>
  TOKEN_KINDS.filter((kind) => counts[`${kind}Downstream`] !== undefined).map(
    (kind) => `${tokenWords[language][kind]} ${counts[`${kind}Downstream`]} / ${counts[`${kind}Upstream`]}`,
  );

/** Words for the codes of `tokens`. */
export const tokensWords: CodeTextsOf<typeof tokens> = {
  token_cache_semantics: {
    en: {
      title:
        'Either the log or the bill includes cached or reasoning tokens in input or output; the other lists them separately.',
      remedy: 'Choose one way of counting for this model, and check that these tokens are not charged twice.',
      clause: 'the log and the bill count cached or reasoning tokens differently',
      message: ({ name, cases }) =>
        `For ${countNoun(cases, 'request')} of model ${name}, either the log or the bill includes cached or reasoning tokens in input or output; the other lists them separately.`,
    },
    zh: {
      title: '日志与账单对缓存或推理 token 的算法不同：一方计入输入或输出，另一方单独列出。',
      remedy: '请为该模型统一算法，并检查这些 token 是否重复收费。',
      clause: '日志与账单对缓存或推理 token 的算法不同',
      message: '模型 {name} 的 {cases} 个请求中，缓存或推理 token 在一方计入输入或输出，在另一方单独列出。',
    },
  },
  token_mismatch: {
    en: {
      title:
        'Token counts in the log and the bill differ. Rounding differences (1 token, or 0.5 %) are for information only.',
      remedy: 'Compare the usage that the provider returned with the usage in the log.',
      clause: [
        'token counts in the log and the bill differ for a request',
        'token counts in the log and the bill differ for # requests',
      ],
      message: ({ name, counts }) =>
        `Token counts of request ${name} differ (log / bill): ${pairsIn(counts, 'en').join(', ')}.`,
    },
    zh: {
      title: '日志与账单的 token 数不同；取整误差以内的（1 个 token 或 0.5%）仅供备查。',
      remedy: '对比上游返回的用量与日志中的用量。',
      clause: '# 个请求的 token 数在日志与账单中不同',
      message: ({ name, counts }) =>
        `请求 ${name} 的 token 数不一致（日志 / 账单）：${pairsIn(counts, 'zh').join('，')}。`,
    },
  },
};
