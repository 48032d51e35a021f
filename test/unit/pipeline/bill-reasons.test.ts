import { expect, test } from 'vitest';
import { buildCauseLines } from '#shared/report/answer/cause-lines.ts';
import { buildMessage, type FindingRecord } from '#shared/report/build/findings.ts';
import { listClauses } from '#shared/report/build/translations.ts';

import { buildCallRow } from '../../support/pipeline/log-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

const DAYS = 8;
const dayOf = (day: number): string => `2026-10-0${day}T00:00:00.000Z`;

/** One request of a million tokens at noon of each day, and extra requests. A million tokens cost 1. */
const buildLog = (extra: readonly (readonly [at: string, millions: number])[]) =>
  [...Array.from({ length: DAYS }, (_, day) => [`10-0${day + 1}T12:00`, 1] as const), ...extra].map(
    ([at, millions], id) =>
      buildCallRow(id + 1, `2026-${at}:00Z`, 'sonnet', 2 * millions, { prompt_tokens: millions * 1_000_000 }),
  );

const OCTOBER = { start: dayOf(1), end: dayOf(DAYS + 1) };

async function compare(
  extra: Parameters<typeof buildLog>[0],
  costs: readonly number[],
  period: typeof OCTOBER | null = OCTOBER,
) {
  const bill = costs.map((costAmount, day) => ({
    occurredAt: dayOf(day + 1),
    model: 'sonnet',
    status: 'success',
    costAmount,
  }));
  return runFiles([makeTextFile('logs', buildLog(extra)), makeTextFile('upstreamCharges', bill)], {
    ...(period && { period }),
    prices: { models: [{ model: 'sonnet', input: '1' }] },
  });
}

const isExcess = ({ code }: { readonly code: string }) => code === 'bill_exceeds_estimate';

async function findReason(...args: Parameters<typeof compare>) {
  const found = (await compare(...args)).report.findings.find(isExcess);
  return [found?.details?.kind, found?.details?.firstBucket];
}

test('usage outside the log is found although a request near midnight costs the same amount', async () => {
  const reason = await findReason([['10-02T23:50', 2]], [1, 3, 2.6, 1, 1, 1, 1, 1]);
  expect(reason).toEqual(['usage', dayOf(3)]);
});

test.each([
  [
    'en',
    'sonnet: the bill contains usage that is not in the log on 3 October; all other usage agrees.',
    'Find out who else uses the API key.',
  ],
  ['zh', 'sonnet：账单在10月3日有日志中没有的用量，其余用量一致。', '请查明还有谁在用这个 API 密钥。'],
] as const)('the cause and the finding state reason and remedy, in %s', async (language, ...sentences) => {
  const { report, byId, traits } = await compare([], [1, 1, 2, 1, 1, 1, 1, 1]);
  const input = { report, since: [], clauses: listClauses(report, language), traits };
  expect(buildCauseLines(input, language, isExcess).flatMap(({ text, remedy }) => [text, remedy])).toEqual(
    sentences,
  );
  expect(byId.filter(isExcess).map((found) => buildMessage(found, language))).toEqual([
    expect.stringMatching(/3 October|10月3日有/),
  ]);
});

const DAY = { model: 'sonnet', status: 'success', tokens: { input: 1_000_000 }, costAmount: 1 };
test.each([
  [
    'the message names the days with more output tokens in the bill than in the log',
    [3, 5].map((day) => ({
      ...DAY,
      costAmount: 1.001,
      occurredAt: dayOf(day),
      tokens: { output: 1_000_000 },
    })),
    'tokens as the log on 3 and 5 October; all other tokens agree',
    '在10月3、5日的输出 token 是日志的',
  ],
] as const)('%s', async (_, extra, english, chinese) => {
  const days = Array.from({ length: DAYS }, (_, day) => [
    { ...DAY, occurredAt: dayOf(day + 1) },
    { ...DAY, occurredAt: dayOf(day + 1), tokens: { output: 1_000_000 } },
  ]);
  const sold = buildLog([]).map((row) => ({ ...row, completion_tokens: 1_000_000 }));
  const { byId } = await runFiles(
    [makeTextFile('logs', sold), makeTextFile('upstreamCharges', [...days.flat(), ...extra])],
    { period: OCTOBER, prices: { models: [{ model: 'sonnet', input: '1', output: '1' }] } },
  );
  const [found] = byId.filter(({ code }) => code.endsWith('_estimate')) as [FindingRecord];
  expect([buildMessage(found, 'en'), buildMessage(found, 'zh')]).toEqual([
    expect.stringContaining(english),
    expect.stringContaining(chinese),
  ]);
});

test('token kinds that differ only in total are dated from the first day', async () => {
  const sold = buildLog([['10-04T12:30', 0]]).map((row, place) => ({
    ...row,
    completion_tokens: place < DAYS ? 100_000 : 3_000_000,
  }));
  // The bill has no row for the fourth day, and a slightly higher cost on the second.
  const bill = [1, 2, 3, 5, 6, 7, 8].flatMap((day) => [
    { day, costAmount: day === 2 ? 1.05 : 1, tokens: { input: 1_000_000 } },
    { day, costAmount: 0.1, tokens: { output: 100_000 } },
  ]);
  const lines = bill.map(({ day, ...line }) => ({
    occurredAt: dayOf(day),
    model: 'sonnet',
    status: 'success',
    ...line,
  }));
  const { report } = await runFiles([makeTextFile('logs', sold), makeTextFile('upstreamCharges', lines)], {
    period: OCTOBER,
    prices: { models: [{ model: 'sonnet', input: '1', output: '1' }] },
  });
  const found = report.findings.find(({ code }) => code === 'bill_below_estimate');
  expect(found?.message).toContain(
    'times as many output tokens as the log since 1 October; all other tokens agree',
  );
});
