import { expect, test } from 'vitest';
import { aligned } from '#functions/console/page/views/aligned.ts';

test.each<[texts: string[], written: string[]]>([
  [
    ['25.6216', '10', '-0.052562'],
    ['25.6216··', '10,······', '-0.052562'],
  ],
  [
    ['1', '20'],
    ['1', '20'],
  ],
  [
    ['1.5', '–', '', '12.5 %'],
    ['1.5', '–', '', '12.5 %'],
  ],
  [[], []],
])('%j is written %j', (texts, written) => {
  expect(aligned(texts).map((text) => text.replaceAll('\u2007', '·').replaceAll('\u2008', ','))).toEqual(
    written,
  );
});
