import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Page } from '../support/golden/page.ts';

const pages = globSync(['*.md', 'docs/*.md', '.github/*.md']).map((path) => new Page(path));

/** The addresses outside that pages link to, and what for. Nothing here can fetch them, so there are few. */
const OUTSIDE = new Map([['https://semver.org', 'what the numbers of a version mean']]);

describe.each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
  test('links only to existing files and headings', () => {
    const dead = page.links.filter((link) => {
      if (/^https?:/.test(link)) return !OUTSIDE.has(link);
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(target)) return true;
      return anchor !== undefined && !new Page(target).anchors.has(decodeURIComponent(anchor));
    });
    expect(dead).toEqual([]);
  });
});

const sizeOf = ({ text }: Page): number => Buffer.byteLength(text);

test.each(pages.filter(({ path }) => path.startsWith('README')))(
  '$path is short: it has at most 9 000 bytes',
  (page) => expect(sizeOf(page)).toBeLessThanOrEqual(9000),
);

test('all pages together have at most 250 000 bytes', () =>
  expect(pages.reduce((sum, page) => sum + sizeOf(page), 0)).toBeLessThanOrEqual(250_000));

/** A script starts with the program that reads it; everything else is pasted into a shell. */
const isPasted = ({ language, text }: Page['code'][number]) => language === 'sh' && !text.startsWith('#!');

test.each(pages)(
  '$path has no comments in commands to paste, because zsh on macOS executes them',
  ({ code }) => {
    const comments = code
      .filter(isPasted)
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => /(?:^|\s)#/.test(line));
    expect(comments).toEqual([]);
  },
);

/** Each page of two languages: `<name>.zh-CN.md` stands beside `<name>.md`. */
const CHINESE = '.zh-CN.md';
const pairs = pages
  .filter(({ path }) => path.endsWith(CHINESE))
  .map((chinese) => ({ chinese, english: new Page(chinese.path.replace(CHINESE, '.md')) }));

describe.each(pairs)('$chinese.path matches $english.path in', ({ english, chinese }) => {
  /** What runs: comments are words, printed results differ, and each page asks for its own language. */
  const commands = ({ code }: Page) =>
    code
      .filter(({ language }) => language !== 'text')
      .map(({ language, text }) => [
        language,
        text
          .replaceAll(/(?:^|(?<= ) )#.*$/gm, '')
          .replaceAll(/(?<="language": )"\w+"/g, '…')
          .trimEnd(),
      ]);
  const isGenerated = english.path === 'docs/findings.md';
  if (!isGenerated) test('commands and programs', () => expect(commands(chinese)).toEqual(commands(english)));

  test('the link to the other language in its first lines', () => {
    const [, name] = /([^/]+)$/.exec(chinese.path) ?? [];
    expect(english.links.slice(0, 3)).toContain(name);
    expect(chinese.links.slice(0, 3)).toContain(name?.replace(CHINESE, '.md'));
  });

  /** Where a link leads, whatever its language: the page in English, and which of its headings. */
  const leadsTo = (from: Page) => (link: string) => {
    if (OUTSIDE.has(link)) return link;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? from.path : normalize(join(dirname(from.path), file));
    const heading =
      anchor === undefined ? '' : [...new Page(target).anchors].indexOf(decodeURIComponent(anchor));
    return `${target.replace(CHINESE, '.md').replace('.zh-CN.png', '.png')}#${heading}`;
  };
  test('links', () =>
    expect(chinese.links.map(leadsTo(chinese))).toEqual(english.links.map(leadsTo(english))));

  test('tables: rows, columns and code', () => expect(chinese.tables).toEqual(english.tables));

  const headings = ({ text }: Page) => [...text.matchAll(/^(#+) /gm)].map(([, level]) => level);
  test('headings', () => expect(headings(chinese)).toEqual(headings(english)));
});
