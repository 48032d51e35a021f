import { expect, test } from 'vitest';
import { billReason } from '#shared/engine/words/bill-reason.ts';
import { formatRepricedDetail } from '#shared/engine/words/price-change.ts';
import { answerWords } from '#shared/report/answer/words/answer-words.ts';
import type { BillFacts } from '#shared/schemas/finding-facts.ts';

test('a bill with too many tokens of a kind names the kind in each language', () => {
  const details: BillFacts = {
    kind: 'tokens',
    isAbove: true,
    buckets: [],
    bucketCount: 0,
    tokens: 'cacheWrite',
    factor: '1.18',
    grain: 'day',
    firstBucket: Date.parse('2026-10-01T00:00:00Z'),
  };
  expect(billReason.en(details)).toBe(
    'has 1.18 times as many cache write tokens as the log since 1 October; all other tokens agree',
  );
  const inChina = { ...details, firstBucket: Date.parse('2026-10-11T16:00:00Z') };
  expect(billReason.en(inChina)).toContain(' since 11 October 16:00; ');
  expect(billReason.en({ ...inChina, timeZone: '+08:00' })).toContain(' since 12 October; ');
  const within = { ...inChina, isWithin: true, buckets: [inChina.firstBucket], bucketCount: 1 } as const;
  expect(billReason.en(within)).toContain(' on 11 and 12 October; ');
  expect(billReason.en({ ...within, timeZone: 'Asia/Shanghai' })).toContain(' on 12 October; ');
  expect(billReason.zh(details)).toBe('自10月1日起的缓存写入 token 是日志的 1.18 倍，其余 token 一致');
});

test('the details of a price change are translated', () => {
  const detail = 'completionRatio 4 -> 8 @2026-10-01T00:00:00.000Z -> 4 @2026-10-01T10:30:00.000Z';
  expect(formatRepricedDetail(detail, 'en')).toBe(
    'completion ratio 4 -> 8 at 2026-10-01 00:00, -> 4 at 10:30',
  );
  expect(formatRepricedDetail(detail, 'zh')).toBe('补全倍率 4 → 8（2026-10-01 00:00） → 4（10:30）');
  expect(formatRepricedDetail(detail, 'en', '+08:00')).toBe(
    'completion ratio 4 -> 8 at 2026-10-01 08:00, -> 4 at 18:30',
  );
});

test.each([
  [{}, 'A charge', '一笔扣费'],
  [
    { model: 'gpt-4o', channelId: '7', userId: '42' },
    'A charge, gpt-4o, channel 7, customer 42',
    '一笔扣费，gpt-4o，渠道 7，客户 42',
  ],
  [{ model: null, channelId: '7' }, 'A charge, channel 7', '一笔扣费，渠道 7'],
  [
    { channelId: 'unassigned', userId: 'unassigned' },
    'A charge, requests without a channel, requests without a customer',
    '一笔扣费，没有写明渠道的请求，没有写明客户的请求',
  ],
])('the subject %j is added after the title, without its full stop', (place, english, chinese) => {
  expect(answerWords.en.named('A charge.', place)).toBe(english);
  expect(answerWords.zh.named('一笔扣费。', place)).toBe(chinese);
});
