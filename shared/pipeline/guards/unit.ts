import { toCurrencyCode } from '../../money/currency.ts';
import { findConflictingUnit } from '../../normalizer/log-survey/unit-evidence.ts';
import { Rejection } from '../../rejections.ts';
import type { Sentence } from '../../sentence.ts';
import type { HeadedSource, Source } from '../read/source.ts';
import type { RunSettings } from '../settings.ts';

const ASK_UNIT: Sentence = {
  en: 'Give --quota-per-unit, such as 500000, or the gateway’s own word with --status status.json (its /api/status, data.quota_per_unit).',
  zh: '请给出 --quota-per-unit（如 500000），或用 --status status.json 提供网关 /api/status 的返回（data.quota_per_unit）。',
};

/** @throws Rejection where the log counts in quota, and nobody says what a unit of it is worth */
export function refuseMissingUnit(sources: readonly HeadedSource[], { quotaPerUnit }: RunSettings): void {
  if (quotaPerUnit !== undefined) return;
  const log = sources.find(({ field, head }) => field === 'logs' && head.looks.judged?.needsUnit);
  if (log === undefined) return;
  throw new Rejection(
    'invalid_request',
    {
      en: `${log.place} counts in quota, and the quota per unit of money is missing.`,
      zh: `${log.place} 以额度计费，但缺少每单位金额对应的额度。`,
    },
    [ASK_UNIT],
  );
}

/** @throws Rejection if settings state a quota per unit of a bill that states money */
export function refuseNeedlessUnit(sources: readonly HeadedSource[]): void {
  const stated = sources.find(
    ({ quotaPerUnit, head }) => quotaPerUnit !== undefined && head.looks.judged?.needsUnit === false,
  );
  if (stated === undefined) return;
  throw new Rejection('invalid_request', {
    en: `${stated.place} states money, no quota: quotaPerUnit means nothing there. Remove it from the settings.`,
    zh: `${stated.place} 写的是金额而不是额度，quotaPerUnit 对它没有意义。请从设置中删去。`,
  });
}

/**
 * @param charges all upstream charges and the sources that they stand in
 * @throws Rejection if a row names another currency than the settings state of its file
 */
export function refuseOtherCurrency(
  charges: Iterable<readonly [currency: string | undefined, source: number]>,
  sources: readonly Source[],
): void {
  const stated = new Map(sources.map((source) => [source.source, source]));
  if (sources.every(({ currency }) => currency === undefined)) return;
  for (const [currency, source] of charges) {
    const { currency: own, place } = stated.get(source) ?? {};
    if (own === undefined || currency === undefined || toCurrencyCode(own) === toCurrencyCode(currency))
      continue;
    throw new Rejection('invalid_request', {
      en: `Rows of ${place} name another currency than "currency" of the file in the settings, which is for rows that name none. Remove it, or state a rate.`,
      zh: `${place} 中的行写明的币种与设置里该文件的 "currency" 不同；该项只用于没有写明币种的行。请删去，或填写汇率。`,
    });
  }
}

const ROWS_THAT = {
  priced: { en: 'rows of a fixed price were charged by', zh: '条固定价格的记录是按' },
  declared: { en: 'rows state an amount in money, and in quota, by', zh: '条记录同时写明金额和额度，是按' },
  charged: { en: 'charges state money beside their quota, by', zh: '条消费记录同时写明金额和额度，是按' },
} as const;

/** @throws Rejection where rows show another quota per unit; it names that unit */
export function refuseWrongUnit(sources: readonly HeadedSource[], { quotaPerUnit }: RunSettings): void {
  if (quotaPerUnit === undefined) return;
  const units = sources.map(({ head }) => head.units);
  const other = findConflictingUnit(units, quotaPerUnit);
  if (other === undefined) return;
  const { unit, rows, by } = other;
  throw new Rejection(
    'invalid_request',
    {
      en: `${rows} ${ROWS_THAT[by].en} ${unit} quota per unit, not by ${quotaPerUnit}.`,
      zh: `有 ${rows} ${ROWS_THAT[by].zh}每单位 ${unit} 额度计算的，而不是 ${quotaPerUnit}。`,
    },
    [
      {
        en: `Give --quota-per-unit ${unit}, or the gateway’s own word with --status status.json (its /api/status).`,
        zh: `请改为 --quota-per-unit ${unit}，或用 --status status.json 提供网关 /api/status 的返回。`,
      },
    ],
  );
}
