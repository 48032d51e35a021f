import type { CodeTextsOf } from '../words/code-text.ts';
import type { clockOffset } from './clock-offset.ts';

/** Words for the codes of `clockOffset`. */
export const clockOffsetWords: CodeTextsOf<typeof clockOffset> = {
  ledger_clock_offset: {
    en: {
      title: 'The times in the log and in the bill differ by a fixed offset: one export lost its time zone.',
      remedy: 'Export the log and the bill again, both with a time zone.',
      clause: 'the times in the log and in the bill differ',
      message: ({ counts: { pairs, shifted, offsetMinutes = 0 } }) => {
        const direction = offsetMinutes < 0 ? 'earlier' : 'later';
        return `For ${shifted} of ${pairs} matched requests, the time in the bill is ${Math.abs(offsetMinutes)} minutes ${direction} than in the log (give or take 5 minutes), so one of the two is wrong.`;
      },
    },
    zh: {
      title: '日志与账单的时间相差固定的时长：其中一份导出丢了时区。',
      remedy: '请重新导出日志和账单，都带上时区。',
      clause: '日志与账单的时间对不上',
      message: ({ counts: { pairs, shifted, offsetMinutes = 0 } }) =>
        `${pairs} 个已匹配的请求中，有 ${shifted} 个在账单里的时间比日志${offsetMinutes < 0 ? '早' : '晚'} ${Math.abs(offsetMinutes)} 分钟（误差不超过 5 分钟），说明有一方的时间不对。`,
    },
  },
};
