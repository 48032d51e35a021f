import { expect, test } from 'vitest';
import { bounded } from '#shared/engine/report/bounded.ts';

test.each([
  ['shorter than its bound', [1, 2], { entries: ['1', '2'], isCut: false }],
  ['as long as its bound', [1, 2, 3], { entries: ['1', '2', '3'], isCut: false }],
  ['longer than its bound', [1, 2, 3, 4], { entries: ['1', '2', '3'], isCut: true }],
])('a list %s', (_, sorted, expected) => {
  expect(bounded(sorted, 3, String)).toEqual(expected);
});
