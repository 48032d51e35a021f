import { Rejection } from '../../rejections.ts';
import type { Columns } from '../read/read.ts';
import { otherUnit } from '../read/unit-marks.ts';
import type { RunSettings } from '../settings.ts';

/** @throws Rejection where rows of a fixed price were charged by another quota per unit; it names that unit */
export function refuseWrongUnit(columns: readonly Columns[], { quotaPerUnit }: RunSettings): void {
  if (quotaPerUnit === undefined) return;
  const other = otherUnit(
    columns.map(({ units }) => units),
    quotaPerUnit,
  );
  if (other === undefined) return;
  const { unit, rows } = other;
  throw new Rejection(
    'invalid_request',
    {
      en: `${rows} rows of a fixed price were charged by ${unit} quota per unit, not by ${quotaPerUnit}.`,
      zh: `有 ${rows} 条固定价格的记录是按每单位 ${unit} 额度收费的，而不是 ${quotaPerUnit}。`,
    },
    [
      {
        en: `Give --quota-per-unit ${unit}, or the gateway’s own word with --status status.json (its /api/status).`,
        zh: `请改为 --quota-per-unit ${unit}，或用 --status status.json 提供网关 /api/status 的返回。`,
      },
    ],
  );
}
