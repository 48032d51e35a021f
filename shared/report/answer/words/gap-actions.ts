import { listInEnglish } from '../../../engine/words/buckets.ts';
import type { Language } from '../../../language.ts';
import { nameZone } from '../../../zoned-time.ts';
import { findPeriodSpan } from '../gaps/day-spans.ts';
import type { Gap, GapAction } from '../gaps/gap.ts';
import { findSettingValue, listMissingParts } from '../gaps/gap-effects.ts';
import { chinese, daysInChinese, LEDGERS_IN_CHINESE } from './chinese.ts';
import { daysInEnglish, english, LEDGERS_IN_ENGLISH } from './english.ts';

/** Names the ledgers in which rows are missing, with the days: `the bill for 21–31 October`. */
export const missingLedgers: Readonly<Record<Language, (gap: Gap) => string>> = {
  en: (gap) =>
    listInEnglish(
      listMissingParts(gap).map(({ ledger, days }) =>
        [LEDGERS_IN_ENGLISH[ledger], days && daysInEnglish(days)].filter(Boolean).join(' for '),
      ),
    ),
  zh: (gap) =>
    listMissingParts(gap)
      .map(({ ledger, days }) =>
        [days && daysInChinese(days), LEDGERS_IN_CHINESE[ledger]].filter(Boolean).join('的'),
      )
      .join('和'),
};

/** Names the days of the period that closes a gap. */
const nameDays = (words: typeof english, gap: Gap): string => {
  const span = findPeriodSpan(gap);
  return span ? words.span(span) : '';
};

/** Whether a gap is about one model that is not in the bill. */
export const isOfOneModel = (gap: Gap): boolean => gap.about === 'unbilled' && gap.models.length === 1;
/** `its` or `their`, for the models that are not in the bill. */
export const whose = (gap: Gap): string => (isOfOneModel(gap) ? 'its' : 'their');

const isOfBothFiles = (gap: Gap): boolean => gap.about === 'span' && listMissingParts(gap).length > 1;

/** Texts of the buttons of the page that close a gap. */
export const gapActions: Readonly<Record<Language, Readonly<Record<GapAction, (gap: Gap) => string>>>> = {
  en: {
    files: (gap) =>
      isOfBothFiles(gap)
        ? 'Add these days of the log and the bill'
        : `Add ${gap.about === 'rows' ? 'the missing rows of ' : ''}${missingLedgers.en(gap)}`,
    bill: (gap) => (gap.about === 'unbilled' ? `Add ${whose(gap)} bill` : 'Add the bill'),
    rates: (gap) => `Enter a rate for ${findSettingValue(gap)}`,
    currency: (gap) => `Change the currency to ${findSettingValue(gap)}`,
    paymentsCurrency: () => 'Enter the currency of the payments',
    period: (gap) => `Set the period to ${nameDays(english, gap)}`,
    timeZone: (gap) => `Set the time zone to ${nameZone(findSettingValue(gap))}`,
    names: (gap) => `Enter ${whose(gap)} ${isOfOneModel(gap) ? 'name' : 'names'} in the bill`,
    quotaPerUnit: () => 'Set the quota per unit to 500,000',
  },
  zh: {
    files: (gap) =>
      isOfBothFiles(gap)
        ? '补充日志和账单中的这些日期'
        : `补充${missingLedgers.zh(gap)}${gap.about === 'rows' ? '中缺少的记录' : ''}`,
    bill: ({ about }) => (about === 'unbilled' ? '添加相应的账单' : '添加账单'),
    rates: (gap) => `填写 ${findSettingValue(gap)} 汇率`,
    currency: (gap) => `把币种改为 ${findSettingValue(gap)}`,
    paymentsCurrency: () => '填写充值记录的币种',
    period: (gap) => `把账期设为 ${nameDays(chinese, gap)}`,
    timeZone: (gap) => `把时区设为 ${nameZone(findSettingValue(gap))}`,
    names: () => '填写它们在账单中的名称',
    quotaPerUnit: () => '把每单位额度设为 500,000',
  },
};
