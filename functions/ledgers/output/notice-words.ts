import { SEVERITIES } from '#shared/engine/tally/evidence.ts';
import type { Language } from '#shared/language.ts';
import type { SeverityCounts } from '#shared/report/build/causes.ts';

const english = {
  /** Separators of the parts of a line. */
  comma: ', ',
  colon: ': ',
  andMore: (n: number) => `and ${n} more`,
  further: (n: number) => `${n} further ${n === 1 ? 'cause' : 'causes'}.`,
  counted: (n: number) => `${n} ${n === 1 ? 'finding' : 'findings'}`,
  bySeverity: (counts: SeverityCounts) =>
    SEVERITIES.map((severity) => `${counts[severity]} ${severity}`).join(', '),
  severities: { critical: 'critical', warning: 'warning', info: 'info' },
  between: (from: string, to: string) => `${from} to ${to}`,
  from: (from: string) => `from ${from}`,
  until: (to: string) => `until ${to}`,
  always: 'all rows',
  model: (name: string) => `model ${name}`,
  channel: (id: string) => `channel ${id}`,
  inBrackets: (text: string) => ` (${text})`,
  changed: (now: string, before: string, appeared: number, gone: number) =>
    `${now}; before ${before}; ${appeared} new, ${gone} gone`,
  appeared: (counts: string) => `New: ${counts}.`,
  gone: (counts: string) => `Gone: ${counts}.`,
  altered: (n: number) => `Changed in amount or severity: ${n}.`,
  changes: 'Changes, largest amounts first:',
  firstNew: 'First new findings:',
  firstGone: 'First findings no longer present:',
  isFirst: 'There is no earlier report.',
  compared: (at: string, period: string) => `Compared with the report of ${at} for ${period}.`,
  tooOld: (at: string) => `The previous report (${at}) is too old for a comparison.`,
  report: (at: string, period: string) => `Report of ${at} for ${period}.`,
  findings: (counts: string) => `Findings: ${counts}.`,
  where: (address: string) => `The report: ${address}`,
  all: (address: string) => `All changes: ${address}`,
  /** Separator of two sentences. */
  space: ' ',
};

const SEVERITIES_IN_CHINESE = { critical: '严重', warning: '警告', info: '备查' } as const;

const chinese: typeof english = {
  comma: '，',
  colon: '：',
  andMore: (n) => `另有 ${n} 项`,
  further: (n) => `另有 ${n} 项原因。`,
  counted: (n) => `${n} 项问题`,
  bySeverity: (counts) =>
    SEVERITIES.map((severity) => `${SEVERITIES_IN_CHINESE[severity]} ${counts[severity]}`).join('，'),
  severities: SEVERITIES_IN_CHINESE,
  between: (from, to) => `${from} 至 ${to}`,
  from: (from) => `${from} 起`,
  until: (to) => `截至 ${to}`,
  always: '全部记录',
  model: (name) => `模型 ${name}`,
  channel: (id) => `渠道 ${id}`,
  inBrackets: (text) => `（${text}）`,
  changed: (now, before, appeared, gone) => `${now}；此前 ${before}；新增 ${appeared} 项，消失 ${gone} 项`,
  appeared: (counts) => `新增：${counts}。`,
  gone: (counts) => `消失：${counts}。`,
  altered: (n) => `金额或级别有变化：${n} 项。`,
  changes: '变化，按金额从大到小：',
  firstNew: '新增问题中的前几项：',
  firstGone: '消失问题中的前几项：',
  isFirst: '此前没有报告。',
  compared: (at, period) => `与 ${at} 生成的报告（${period}）相比。`,
  tooOld: (at) => `上一份报告（${at}）过旧，无法比较。`,
  report: (at, period) => `报告生成于 ${at}，账期：${period}。`,
  findings: (counts) => `问题：${counts}。`,
  where: (address) => `报告：${address}`,
  all: (address) => `全部变化：${address}`,
  space: '',
};

/** Texts of a notice by language. The sentences of the report are added to them. */
export const noticeWords: Readonly<Record<Language, typeof english>> = { en: english, zh: chinese };
