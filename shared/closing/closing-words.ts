import type { Language } from '../language.ts';

interface Counts {
  readonly critical: number;
  readonly warning: number;
  readonly info: number;
}

const english = {
  critical: (n: number) => `${n} critical finding${n === 1 ? '' : 's'}.`,
  unread: (n: number) => `Rows that could not be read: ${n}.`,
  noRow: (ledger: string) => `${ledger}: there are no rows.`,
  noneIncluded: (ledger: string, n: number) => `${ledger}: none of the ${n} rows is in the period.`,
  incomplete: (flags: readonly string[]) => `Not complete: ${flags.join(', ')}.`,
  revenue: 'Sold',
  cost: 'Billed',
  pending: (side: string, money: string) => `${side}: ${money} is pending.`,
  sold: 'Revenue covered by the bill',
  billed: 'Bill covered by revenue',
  unknownShare: (side: string) => `${side}: unknown, because the report does not show this share.`,
  uncovered: (side: string, percent: string, needed: string) =>
    `${side}: only ${percent} %, but ${needed} % is required.`,
  open: 'The period stays open:',
  counts: ({ critical, warning, info }: Counts) =>
    `Findings: ${critical} critical, ${warning} warning, ${info} info.`,
  complete: 'Log, bill and payments are complete.',
  input: (fingerprint: string) => `Input: ${fingerprint}`,
};

const chinese: typeof english = {
  critical: (n) => `${n} 项严重问题。`,
  unread: (n) => `无法读取的行：${n}。`,
  noRow: (ledger) => `${ledger}：没有任何记录。`,
  noneIncluded: (ledger, n) => `${ledger}：${n} 条记录都不在账期内。`,
  incomplete: (flags) => `不完整：${flags.join('、')}。`,
  revenue: '收入',
  cost: '成本',
  pending: (side, money) => `${side}：有 ${money} 待结算。`,
  sold: '收入中有账单的部分',
  billed: '账单中已向客户收费的部分',
  unknownShare: (side) => `${side}：报告中没有它的比例，无法判断。`,
  uncovered: (side, percent, needed) => `${side}：只有 ${percent}%，至少需要 ${needed}%。`,
  open: '账期没有关闭：',
  counts: ({ critical, warning, info }) => `问题：严重 ${critical}，警告 ${warning}，备查 ${info}。`,
  complete: '日志、账单和充值记录都完整。',
  input: (fingerprint) => `输入指纹：${fingerprint}`,
};

/** Texts about a period that stays open, in one language. */
export type ClosingWords = typeof english;

/** Sentences about a period that stays open, in each language. */
export const closingWords: Readonly<Record<Language, ClosingWords>> = { en: english, zh: chinese };
