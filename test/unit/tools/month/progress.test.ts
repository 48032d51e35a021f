import { expect, test } from 'vitest';
import { progressOn } from '#tools/month/progress.ts';

test.each([
  ['en', /^[\d.]+ s: reading files\n$/],
  ['zh', /^[\d.]+ 秒：读取文件\n$/],
] as const)('in a pipe a stage is a line, in %s', (language, line) => {
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) > 0 };
  progressOn(stream as unknown as NodeJS.WriteStream, false, language)('read', 1)();
  expect(written.join('')).toMatch(line);
});
