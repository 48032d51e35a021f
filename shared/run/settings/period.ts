import { Rejection } from '../../rejections.ts';
import type { Sentence } from '../../sentence.ts';
import type { RunSettings } from '../settings.ts';
import type { StatedSettings } from './stated-settings.ts';

const BACKWARDS: Sentence = {
  en: 'The period must end after it starts: its second time is the first that is no longer in it.',
  zh: '账期的结束必须晚于开始：后一个时间本身不计入账期。',
};

/**
 * The times of a period. `2026-10` is the whole month in UTC.
 * @throws Rejection where it ends before it starts
 */
export function periodOf(period: NonNullable<StatedSettings['period']>): NonNullable<RunSettings['period']> {
  if (typeof period !== 'string') {
    const { start, end } = period;
    if (start !== undefined && end !== undefined && Date.parse(start) >= Date.parse(end))
      throw new Rejection('invalid_request', BACKWARDS);
    return period;
  }
  const [year = 0, month = 1] = period.split('-').map(Number);
  return {
    start: new Date(Date.UTC(year, month - 1, 1)).toISOString(),
    end: new Date(Date.UTC(year, month, 1)).toISOString(),
  };
}
