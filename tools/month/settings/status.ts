import type { StatedSettings } from '#shared/run/settings/stated-settings.ts';
import { statusUnit } from '#shared/run/settings/status.ts';
import { placed, type Sentence } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';
import { jsonAt } from '../places.ts';

const NO_UNIT: Sentence = {
  en: 'is no status reply of a gateway: it has no data.quota_per_unit. Save the reply of /api/status.',
  zh: '不是网关的状态返回：没有 data.quota_per_unit。请保存 /api/status 的返回。',
};

/**
 * The quota per unit: as stated, or as the gateway's own status reply says.
 * @throws MonthProblem where the two differ, or the file is no such reply
 */
export async function unitOf({
  quotaPerUnit,
  status,
}: Pick<StatedSettings, 'quotaPerUnit' | 'status'>): Promise<number | undefined> {
  if (status === undefined) return quotaPerUnit;
  const unit = statusUnit(await jsonAt('status', status));
  if (unit === undefined) throw new MonthProblem(placed('--status', placed(status, NO_UNIT)));
  if (quotaPerUnit !== undefined && quotaPerUnit !== unit)
    throw new MonthProblem({
      en: `--quota-per-unit is ${quotaPerUnit}, but ${status} says ${unit}. Keep one of them.`,
      zh: `--quota-per-unit 是 ${quotaPerUnit}，而 ${status} 中是 ${unit}。请只保留其一。`,
    });
  return unit;
}
