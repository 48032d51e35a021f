import { findConflictingUnit } from '../../normalizer/log-survey/unit-evidence.ts';
import type { Sentence } from '../../sentence.ts';
import type { ReadFacts } from './file-facts.ts';

const ASK_UNIT: Sentence = {
  en: 'Give --quota-per-unit, such as 500000, or the gateway’s own word with --status status.json (its /api/status, data.quota_per_unit).',
  zh: '请给出 --quota-per-unit（如 500000），或用 --status status.json 提供网关 /api/status 的返回（data.quota_per_unit）。',
};

/** Finds a log that counts in quota where nobody says what a unit of it is worth. */
export function missingUnit({ sources, settings: { quotaPerUnit } }: ReadFacts): readonly Sentence[] {
  if (quotaPerUnit !== undefined) return [];
  const log = sources.find(({ field, head }) => field === 'logs' && head.profile.judged?.needsUnit);
  if (log === undefined) return [];
  return [
    {
      en: `${log.place} counts in quota, and the quota per unit of money is missing.`,
      zh: `${log.place} 以额度计费，但缺少每单位金额对应的额度。`,
    },
    ASK_UNIT,
  ];
}

/** Finds a bill that states money where settings state a quota per unit of it. */
export function needlessUnit({ sources }: ReadFacts): readonly Sentence[] {
  const stated = sources.find(
    ({ quotaPerUnit, head }) => quotaPerUnit !== undefined && head.profile.judged?.needsUnit === false,
  );
  if (stated === undefined) return [];
  return [
    {
      en: `${stated.place} states money, no quota: quotaPerUnit means nothing there. Remove it from the settings.`,
      zh: `${stated.place} 写的是金额而不是额度，quotaPerUnit 对它没有意义。请从设置中删去。`,
    },
  ];
}

const ROWS_THAT = {
  priced: { en: 'rows of a fixed price were charged by', zh: '条固定价格的记录是按' },
  declared: { en: 'rows state an amount in money, and in quota, by', zh: '条记录同时写明金额和额度，是按' },
  charged: { en: 'charges state money beside their quota, by', zh: '条消费记录同时写明金额和额度，是按' },
} as const;

/** Finds rows that show another quota per unit, and names it. */
export function wrongUnit({ sources, settings: { quotaPerUnit } }: ReadFacts): readonly Sentence[] {
  if (quotaPerUnit === undefined) return [];
  const units = sources.map(({ head }) => head.units);
  const other = findConflictingUnit(units, quotaPerUnit);
  if (other === undefined) return [];
  const { unit, rows, by } = other;
  return [
    {
      en: `${rows} ${ROWS_THAT[by].en} ${unit} quota per unit, not by ${quotaPerUnit}.`,
      zh: `有 ${rows} ${ROWS_THAT[by].zh}每单位 ${unit} 额度计算的，而不是 ${quotaPerUnit}。`,
    },
    {
      en: `Give --quota-per-unit ${unit}, or the gateway’s own word with --status status.json (its /api/status).`,
      zh: `请改为 --quota-per-unit ${unit}，或用 --status status.json 提供网关 /api/status 的返回。`,
    },
  ];
}
