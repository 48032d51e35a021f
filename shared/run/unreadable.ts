import { Rejection } from '../rejections.ts';
import { inEach, placed } from '../sentence.ts';
import type { RejectedLine, Source } from './read/read.ts';

/** Reasons that a refusal quotes; they are often all the same. */
const REASONS_SHOWN = 3;

/**
 * A few rows that cannot be read are listed beside the report. With more, it would be the report of other books.
 * @param rows how many were read, the rejected ones among them
 * @throws Rejection with the first reasons
 */
export function refuseTooManyUnreadable(
  rejected: readonly RejectedLine[],
  rows: number,
  shareMax: number,
  sources: readonly Source[],
): void {
  if (rejected.length <= shareMax * rows) return;
  const reasons = rejected.slice(0, REASONS_SHOWN).map(({ source, row, reason }) =>
    placed(
      inEach((language) =>
        language === 'en'
          ? `${sources[source]?.place}, row ${row}`
          : `${sources[source]?.place}，第 ${row} 行`,
      ),
      reason,
    ),
  );
  throw new Rejection(
    'invalid_request',
    {
      en: `${rejected.length} of ${rows} rows cannot be read; at most a share of ${shareMax} may be. A table whose columns are not recognized needs a mapping (docs/mapping.md).`,
      zh: `${rows} 行中有 ${rejected.length} 行无法读取，占比最多为 ${shareMax}。无法识别列名的表格需要映射规则（docs/mapping.zh-CN.md）。`,
    },
    reasons,
  );
}
