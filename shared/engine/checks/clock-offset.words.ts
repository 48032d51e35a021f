import type { clockOffset } from './clock-offset.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `clockOffset`. */
export const clockOffsetWords: WordsOf<typeof clockOffset> = {
  ledger_clock_offset: {
    en: {
      title:
        'The times of the two usage ledgers are a fixed number of half hours apart: a time zone was lost.',
      remedy:
        'Export times with their offset. Rows near the ends of the period may be counted in the wrong one.',
      clause: 'the clocks of the two usage ledgers differ',
      message: ({ counts: { pairs, shifted, offsetMinutes = 0 } }) => {
        const direction = offsetMinutes < 0 ? 'before' : 'after';
        return `${shifted} of ${pairs} matched requests were served ${Math.abs(offsetMinutes)} minutes ${direction} they were made, give or take 5 minutes, so one ledger's clock is off.`;
      },
    },
    zh: {
      title: '用量账与上游账的时间相差整数个半小时：时区信息丢失。',
      remedy: '导出时间时请带上时区偏移；临近账期首尾的记录可能因此计入错误的账期。',
      clause: '两本账的时钟不一致',
      message: ({ counts: { pairs, shifted, offsetMinutes = 0 } }) =>
        `${pairs} 个已匹配的请求中，有 ${shifted} 个的上游时间比请求时间${offsetMinutes < 0 ? '早' : '晚'} ${Math.abs(offsetMinutes)} 分钟（误差不超过 5 分钟），其中一本账的时钟有偏差。`,
    },
  },
};
