import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { Page } from '../support/golden/page.ts';

const pages = globSync(['*.md', 'docs/*.md', '.github/*.md']).map((path) => new Page(path));

describe.each(pages.map((page) => [page.path, page] as const))('%s', (path, page) => {
  test('leads nowhere but to what exists', () => {
    const dead = page.links.filter((link) => {
      if (/^https:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(target)) return true;
      return anchor !== undefined && !new Page(target).anchors.has(decodeURIComponent(anchor));
    });
    expect(dead).toEqual([]);
  });
});

/** What a code block of a README may be wide before a reader has to scroll sideways on GitHub. */
const COLUMNS_MAX = 96;

const readmes = { english: new Page('README.md'), chinese: new Page('README.zh-CN.md') };

test.each(Object.values(readmes))('$path has no line that must be scrolled sideways', ({ code }) => {
  const wide = code.flatMap(({ text }) => text.split('\n')).filter((line) => stringWidth(line) > COLUMNS_MAX);
  expect(wide).toEqual([]);
});

describe('both READMEs have the same', () => {
  const { english, chinese } = readmes;

  /** What runs: comments are words, and printed results differ. */
  const commands = ({ code }: Page) =>
    code
      .filter(({ language }) => language !== 'text')
      .map(({ language, text }) => [language, text.replaceAll(/(?:^|(?<= ) )#.*$/gm, '').trimEnd()]);
  test('commands and programs', () => expect(commands(chinese)).toEqual(commands(english)));

  /** Where a page exists in Chinese, the Chinese README leads there. */
  const inEnglish = (link: string) => link.replace('.zh-CN', '');
  const outside = ({ links }: Page) => links.map(inEnglish).filter((link) => !link.startsWith('README'));
  test('links', () => expect(outside(chinese)).toEqual(outside(english)));

  test('tables: rows, columns, and what stands in backquotes', () =>
    expect(shapes(chinese)).toEqual(shapes(english)));
  const shapes = ({ tables }: Page) => tables;

  const headings = ({ text }: Page) => [...text.matchAll(/^(#+) /gm)].map(([, level]) => level);
  test('chapters', () => expect(headings(chinese)).toEqual(headings(english)));
});
