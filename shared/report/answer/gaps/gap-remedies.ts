import type { Language } from '../../../language.ts';
import { answerWords } from '../words/answer-words.ts';
import { isOfOneModel, missingLedgers, whose } from '../words/gap-actions.ts';
import type { Gap, GapAction } from './gap.ts';
import { findSettingValue, hasUnreadRows, listActions } from './gap-effects.ts';

/** How each action closes a gap, with the options of the month command. `value` is the setting that closes it. */
const REMEDIES: Readonly<Record<Language, Readonly<Record<GapAction, (value: string, gap: Gap) => string>>>> =
  {
    en: {
      files: (_, gap) => {
        const names = missingLedgers.en(gap);
        if (gap.about === 'span') return `Export ${names} as well.`;
        if (hasUnreadRows(gap)) return 'See rejected.csv for these rows and the reasons.';
        return gap.about === 'empty'
          ? `Export ${names} again, for the whole period.`
          : `Export all rows of ${names}.`;
      },
      bill: (_, gap) => `Add ${gap.about === 'unbilled' ? whose(gap) : 'the'} bill with --upstream.`,
      names: (_, gap) =>
        `If the bill has ${isOfOneModel(gap) ? 'another name for it, enter it' : 'other names for them, enter these'} under "names" in the settings.`,
      quotaPerUnit: () => 'If the quota per unit is wrong, set --quota-per-unit 500000.',
      rates: (currency) => `Enter a rate in the settings: "rates": {"${currency}": "…"}.`,
      currency: (currency) => `Set the report currency: --currency ${currency}.`,
      paymentsCurrency: () => 'Enter the currency in the settings: "paymentsCurrency": "CNY".',
      period: (period, gap) =>
        `${gap.about === 'span' && gap.lacking.length > 0 ? 'Or set' : 'Set'} the period: --period ${period}.`,
      timeZone: (zone) => `Set the time zone in the settings: "timeZone": "${zone}".`,
    },
    zh: {
      files: (_, gap) => {
        const names = missingLedgers.zh(gap);
        if (gap.about === 'span') return `请把${names}也导出。`;
        if (hasUnreadRows(gap)) return '这些行及原因见 rejected.csv。';
        return gap.about === 'empty' ? `请按整个账期重新导出${names}。` : `请导出${names}的全部记录。`;
      },
      bill: (_, { about }) => `用 --upstream 提供${about === 'unbilled' ? '相应的' : ''}账单。`,
      names: () => '如果账单使用其他名称，请在设置的 "names" 中填写。',
      quotaPerUnit: () => '如果是每单位额度有误，请改为 --quota-per-unit 500000。',
      rates: (currency) => `在设置中写明汇率："rates": {"${currency}": "…"}。`,
      currency: (currency) => `改用该币种出报告：--currency ${currency}。`,
      paymentsCurrency: () => '在设置中写明币种："paymentsCurrency": "CNY"。',
      period: (period, gap) =>
        `${gap.about === 'span' && gap.lacking.length > 0 ? '或者' : ''}设定账期：--period ${period}。`,
      timeZone: (zone) => `在设置中写明时区："timeZone": "${zone}"。`,
    },
  };

/**
 * Builds the sentences about how to close a gap with the month command. Empty if only time or the provider can close it.
 */
export function remedyOfGap(gap: Gap, language: Language): string {
  if (gap.about === 'question') return gap.remedy;
  const remedies = listActions(gap).map((action) => REMEDIES[language][action](findSettingValue(gap), gap));
  return remedies.join(answerWords[language].between);
}
