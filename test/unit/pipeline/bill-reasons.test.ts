import { expect, test } from 'vitest';
import { buildCauseLines } from '#shared/report/answer/cause-lines.ts';
import { buildMessage } from '#shared/report/build/findings.ts';
import { listClauses } from '#shared/report/build/translations.ts';
import { runFiles } from '../../support/pipeline/run-in-memory.ts';
import { parseRun } from '../../support/pipeline/text-run.ts';

const isExcess = ({ code }: { readonly code: string }) => code === 'bill_exceeds_estimate';

test.each([
  [
    'en',
    'sonnet: the bill contains usage that is not in the log on 3 October; all other usage agrees.',
    'Find out who else uses the API key.',
  ],
  ['zh', 'sonnet：账单在10月3日有日志中没有的用量，其余用量一致。', '请查明还有谁在用这个 API 密钥。'],
] as const)('the cause and the finding state reason and remedy, in %s', async (language, ...sentences) => {
  const { files, settings } = parseRun([
    'period 2026-10-01 2026-10-09',
    'set prices={"models":[{"model":"sonnet","input":"1"}]}',
    'file logs',
    '8x call id=# at=2026-10-0#T12:00Z model_name=sonnet dollars=2 prompt_tokens=1000000',
    'file upstreamCharges',
    '1-2x charge occurredAt=2026-10-0#T00:00:00Z model=sonnet costAmount=1',
    'charge occurredAt=2026-10-03T00:00:00Z model=sonnet costAmount=2',
    '4-8x charge occurredAt=2026-10-0#T00:00:00Z model=sonnet costAmount=1',
  ]);
  const { report, byId, traits } = await runFiles(files, settings);
  const input = { report, since: [], clauses: listClauses(report, language), traits };
  expect(buildCauseLines(input, language, isExcess).flatMap(({ text, remedy }) => [text, remedy])).toEqual(
    sentences,
  );
  expect(byId.filter(isExcess).map((found) => buildMessage(found, language))).toEqual([
    expect.stringMatching(/3 October|10月3日有/),
  ]);
});
