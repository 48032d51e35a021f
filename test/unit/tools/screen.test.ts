import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureLineWidth, wrapText } from '#tools/print/screen.ts';

test.each<[what: string, lead: string, text: string, columns: number, lines: string[]]>([
  ['lines are broken between words', '- ', 'one two three', 9, ['- one two', '    three']],
  ['a word that is longer than a line', '- ', 'a veryverylong b', 8, ['- a', '    veryverylong', '    b']],
  ['Chinese characters take two columns', '', '收费高于定价', 8, ['收费高于', '    定价']],
  ['punctuation stays with its letter', '', '收费高，定价', 7, ['收费', '    高，', '    定', '    价']],
  ['a bracket stays with the text inside', '', '收费（含税）', 6, ['收费', '    （含', '    税）']],
  ['names in Chinese text are not broken', '', '模型 gpt-5 的收费', 12, ['模型 gpt-5', '    的收费']],
  [
    'colours take no columns',
    '\u001b[31mred\u001b[39m ',
    'ab cd',
    6,
    ['\u001b[31mred\u001b[39m ab', '    cd'],
  ],
  ['an empty text is one line', '  ', '', 10, ['  ']],
])('%s', (_what, lead, text, columns, lines) => {
  expect(wrapText(lead, text, 4, columns)).toEqual(lines);
});

test.each<[what: string, stream: Parameters<typeof measureLineWidth>[0], columns: number]>([
  ['a narrow terminal has its width', { isTTY: true, columns: 60 }, 60],
  ['a wide terminal has 100 columns', { isTTY: true, columns: 220 }, 100],
  ['a terminal without a known width has 100 columns', { isTTY: true, columns: 0 }, 100],
  ['a pipe has no limit', { isTTY: false }, Number.POSITIVE_INFINITY],
])('%s', (_what, stream, columns) => expect(measureLineWidth(stream)).toBe(columns));

const texts = fc.string({
  unit: fc.constantFrom('a', 'é', ' ', '钱', '，', '（', '）', '…', '-'),
  maxLength: 60,
});

test('no character is lost, and without a width a text is one line', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 6, max: 30 }), (text, columns) => {
      expect(wrapText('', text, 4, Number.POSITIVE_INFINITY)).toEqual([text.trimEnd()]);
      const lines = wrapText('', text, 4, columns);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});
