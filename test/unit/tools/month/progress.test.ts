import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProgress } from '#tools/month/progress.ts';

/** A stream, and what is written to it. */
function listened(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test('no progress is printed into a pipe or a mail from cron', () => {
  const { written, stream } = listened(false);
  createProgress(stream, false, 'en')('read', 1)();
  expect(written).toEqual([]);
});

test.each([
  ['en', '\r\u001b[K█████░░░░░░░░░░░░░░░ checking requests  1 of 4  '],
  ['zh', '\r\u001b[K█████░░░░░░░░░░░░░░░ 核对请求  1/4  剩余 '],
] as const)('on a terminal the progress bar is removed at the end, in %s', async (language, line) => {
  const { written, stream } = listened(true);
  const tick = createProgress(stream, false, language)('reconcile', 4);
  await sleep(120);
  for (let part = 0; part < 4; part++) tick();
  expect(written[1]?.slice(0, line.length)).toBe(line);
  expect(written.at(-1)).toBe('\r\u001b[K');
});
