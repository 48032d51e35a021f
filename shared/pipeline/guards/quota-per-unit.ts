import { findConflictingUnit } from '../../normalizer/log-survey/unit-evidence.ts';
import type { Sentence } from '../../sentence.ts';
import type { ReadFacts } from './file-facts.ts';

/** Refuses a log in quota units if the setting `quotaPerUnit` (quota units per unit of money) is missing. */
export function findMissingQuotaPerUnit({
  sources,
  settings: { quotaPerUnit },
}: ReadFacts): readonly Sentence[] {
  if (quotaPerUnit !== undefined) return [];
  const log = sources.find(({ field, head }) => field === 'logs' && head.profile.recognized?.needsUnit);
  if (log === undefined) return [];
  return [
    {
      en: `${log.location} contains amounts in quota, but the quota per unit of money is not set.`,
      zh: `${log.location} 以额度计费，但没有说明 1 个货币单位对应多少额度。`,
    },
    {
      en: 'Set --quota-per-unit, for example to 500000, or save the reply of the gateway’s /api/status and supply it with --status status.json.',
      zh: '请指定 --quota-per-unit（如 500000），或保存网关 /api/status 的返回，用 --status status.json 提供。',
    },
  ];
}

/** Refuses a bill in money for which the settings have a `quotaPerUnit`. */
export function findNeedlessQuotaPerUnit({ sources }: ReadFacts): readonly Sentence[] {
  const bill = sources.find(
    ({ quotaPerUnit, mapping, head }) =>
      quotaPerUnit !== undefined &&
      (mapping?.rows === 'upstreamCharges' || head.profile.recognized?.needsUnit === false),
  );
  if (bill === undefined) return [];
  return [
    {
      en: `${bill.location} contains amounts of money, not quota, so quotaPerUnit does not apply. Remove it from the settings.`,
      zh: `${bill.location} 写的是金额而不是额度，quotaPerUnit 不适用。请从设置中删除。`,
    },
  ];
}

const ROWS_THAT = {
  priced: { en: 'Rows with a fixed price were charged at', zh: '条固定价格的记录是按' },
  declared: {
    en: 'Rows with an amount in both money and quota use',
    zh: '条记录同时写明金额和额度，是按',
  },
  charged: {
    en: 'Charges with an amount in both money and quota use',
    zh: '条消费记录同时写明金额和额度，是按',
  },
} as const;

/** Refuses a `quotaPerUnit` that differs from that of rows with a fixed price, or with an amount in money and quota. */
export function findWrongQuotaPerUnit({
  sources,
  settings: { quotaPerUnit },
}: ReadFacts): readonly Sentence[] {
  if (quotaPerUnit === undefined) return [];
  const units = sources.map(({ head }) => head.units);
  const other = findConflictingUnit(units, quotaPerUnit);
  if (other === undefined) return [];
  const { unit, rows, by } = other;
  return [
    {
      en: `${ROWS_THAT[by].en} ${unit} quota per unit, not ${quotaPerUnit} (${rows === 1 ? '1 row' : `${rows} rows`}).`,
      zh: `有 ${rows} ${ROWS_THAT[by].zh}每单位 ${unit} 额度计算的，而不是 ${quotaPerUnit}。`,
    },
    {
      en: `Set --quota-per-unit to ${unit}, or save the reply of the gateway’s /api/status and supply it with --status status.json.`,
      zh: `请改为 --quota-per-unit ${unit}，或保存网关 /api/status 的返回，用 --status status.json 提供。`,
    },
  ];
}
