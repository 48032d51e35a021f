import type { ChargeBill } from '../../bills/bill.ts';
import { findChargeBillByColumns } from '../../normalizer/bills/recognize-bill.ts';
import { Rejection } from '../../rejections.ts';
import type { RunSettings } from '../run-settings.ts';
import type { Source } from './source.ts';

/** Refuses a bill whose amounts need a factor, if the settings of the file have none. */
function requireFactor({ needsFactor, name }: ChargeBill, { location, factor }: Source): void {
  if (!needsFactor || factor !== undefined) return;
  const entry = '"upstream": {"file": "usage.csv", "factor": "0.3"}';
  throw new Rejection(
    'invalid_request',
    {
      en: `${location} is ${name}. Its amounts do not include the multiplier of your account, which no column contains.`,
      zh: `${location} 是 ${name}，其中的金额还没有乘以您账户的倍率，文件里也没有倍率。`,
    },
    [
      {
        en: `Set the multiplier as the factor of the file: ${entry} in the settings, or "1" if there is none.`,
        zh: `请在设置中把倍率写为该文件的 factor：${entry}；没有倍率就写 "1"。`,
      },
    ],
  );
}

/** Returns the period of the run as start and end of a bill without dates. Refuses a period that is open. */
function buildSpanFields(
  { spansPeriod, name, fields }: ChargeBill,
  { location }: Source,
  { period }: RunSettings,
) {
  const [end] = fields.endsAt?.at ?? [];
  if (spansPeriod === undefined || end === undefined) return [];
  if (period?.start !== undefined && period.end !== undefined)
    return [[spansPeriod, period.start] as const, [end, period.end] as const];
  throw new Rejection(
    'invalid_request',
    {
      en: `${location} is ${name} without the column ${spansPeriod}. The dates of its rows appear only in the file name.`,
      zh: `${location} 是 ${name}，但没有 ${spansPeriod} 列，日期只写在文件名里。`,
    },
    [
      {
        en: 'Set the period to these dates (--period), or export the report grouped by date.',
        zh: '请用 --period 填写这些日期，或按日期分组后重新导出。',
      },
    ],
  );
}

/**
 * Finds the fields to add to every row of a bill that has no dates: start and end of the configured period. Throws a
 * Rejection if the bill needs a period or a factor that the settings lack.
 * @param columns columns of a table; `undefined` for JSON
 */
export function findAddedFields(
  source: Source,
  columns: readonly string[] | undefined,
  settings: RunSettings,
) {
  if (source.field !== 'upstreamCharges' || source.mapping !== undefined || columns === undefined) return [];
  const bill = findChargeBillByColumns(columns);
  if (bill === undefined) return [];
  requireFactor(bill, source);
  return bill.spansPeriod !== undefined && !columns.includes(bill.spansPeriod)
    ? buildSpanFields(bill, source, settings)
    : [];
}
