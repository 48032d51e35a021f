import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProgress } from '#tools/month/progress.ts';

/** A stream, and what is written to it. */
function listened(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test.each([
  ['en', /^[\d.]+ s: reading files\n$/],
  ['zh', /^[\d.]+ 秒：读取文件\n$/],
] as const)('in a pipe a stage is a line, in %s', (language, line) => {
  const { written, stream } = listened(false);
  createProgress(stream, false, language)('read', 1)();
  expect(written.join('')).toMatch(line);
});

test.each([
  ['en', '\r\u001b[K█████░░░░░░░░░░░░░░░ checking requests  1 of 4  '],
  ['zh', '\r\u001b[K█████░░░░░░░░░░░░░░░ 核对请求  1/4  剩余 '],
] as const)('on a terminal it is a bar, which nothing is left of, in %s', async (language, line) => {
  const { written, stream } = listened(true);
  const tick = createProgress(stream, false, language)('reconcile', 4);
  await sleep(120);
  for (let part = 0; part < 4; part++) tick();
  expect(written[1]?.slice(0, line.length)).toBe(line);
  expect(written.at(-1)).toBe('\r\u001b[K');
});
