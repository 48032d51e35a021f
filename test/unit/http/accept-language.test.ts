import { expect, test } from 'vitest';
import { negotiateLanguage } from '#shared/http/accept-language.ts';
import type { Language } from '#shared/language.ts';

test.each<[header: string | undefined, language: Language]>([
  [undefined, 'en'],
  ['', 'en'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['ZH-Hans-CN', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.5, zh;q=0.6', 'zh'],
  ['en;q=0.5, zh;q=0.50', 'en'],
  ['zh;q=0.5, en;q=0.5', 'zh'],
  ['fr, zh;q=0.1', 'zh'],
  ['fr-FR, de;q=0.5', 'en'],
  ['zh;q=0', 'en'],
  ['zh;q=0, *', 'en'],
  ['en;q=0, *', 'zh'],
  ['*', 'en'],
  ['*;q=0.5, zh;q=0.2', 'en'],
  ['*;q=0.2, zh;q=0.5', 'zh'],
  ['zh-CN ; q=1.000 , en ; q=0.1', 'zh'],
  ['zh;level=1;q=0.3,en;q=0.4', 'en'],
  ['zhuang, zha', 'en'],
  [';q=1,,=,zh;q=x', 'zh'],
])('a caller who accepts %j is answered in %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});

test('a long header is parsed in linear time', () => {
  expect(negotiateLanguage(`${'fr;q=0.1,'.repeat(100_000)}zh`)).toBe('zh');
});
