import { afterEach, expect, test, vi } from 'vitest';
import { printFailure } from '#tools/month/failure.ts';

afterEach(() => vi.restoreAllMocks());

const messageOf = (error: unknown, language: 'en' | 'zh'): string => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  printFailure(error, language);
  return String(errors.mock.lastCall?.[0]);
};
const system = (code: string, path?: string) =>
  Object.assign(new Error(code), { code, errno: -28, syscall: 'write', ...(path && { path }) });

test('a bug is reported in one sentence with its type and place, without values of a row', () => {
  const message = messageOf(new TypeError('cannot read "sk-secret of alice"'), 'en');
  expect(message).toMatch(
    /^The command failed because of an internal error \(TypeError, test\/unit\/.*failure\.test\.ts:\d+\)/,
  );
  expect(message).not.toMatch(/alice|^\s+at /m);
  expect(messageOf(undefined, 'zh')).toMatch(/^命令因内部错误失败/);
});

test.each([
  [system('ENOSPC', 'report/findings.csv'), 'report/findings.csv: the disk is full (ENOSPC).'],
  [system('EACCES'), 'permission was denied (EACCES).'],
  [system('ENOTHING'), 'no space left on device (ENOTHING).'],
  [system('ENOENT', 'a\u202eb'), 'a\\u{202e}b: there is no such file or folder (ENOENT).'],
])('an error of the operating system is explained: %s', (error, sentence) =>
  expect(messageOf(error, 'en').split('\n')[0]).toBe(sentence),
);
