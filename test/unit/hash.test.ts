import { property, string, assert as verify } from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 as inBrowser } from '#shared/hash/browser.ts';
import { sha256 as inNode } from '#shared/hash/node.ts';

test('page and service compute the same hash, also for invalid Unicode', () => {
  expect(inBrowser('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  verify(property(string({ unit: 'binary' }), (text) => inBrowser(text) === inNode(text)));
  expect(inBrowser('\ud800')).toBe(inNode('\ud800'));
});
