import { expect, test } from 'vitest';
import { billReason } from '#shared/engine/words/bill-reason.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';

test('a bill with more tokens of a kind names the kind in the words of its reader', () => {
  const details = {
    kind: 'tokens',
    tokens: 'cacheWrite',
    factor: '1.18',
    grain: 'day',
    firstBucket: '2026-10-01T00:00:00.000Z',
  };
  expect(billReason.en(details)).toBe(
    'has 1.18 times the cache write tokens of the log since 1 October, and agrees otherwise',
  );
  expect(billReason.zh(details)).toBe('自 10 月 1 日起的缓存写入 token 是日志的 1.18 倍，其余一致');
});

test.each([
  [{}, 'A charge', '一笔扣费'],
  [
    { model: 'gpt-4o', channelId: '7', userId: '42' },
    'A charge, gpt-4o, channel 7, customer 42',
    '一笔扣费，gpt-4o，渠道 7，客户 42',
  ],
  [{ model: null, channelId: '7' }, 'A charge, channel 7', '一笔扣费，渠道 7'],
])('what %j is about stands behind its title, without the full stop of it', (place, english, chinese) => {
  expect(answerWords.en.named('A charge.', place)).toBe(english);
  expect(answerWords.zh.named('一笔扣费。', place)).toBe(chinese);
});
