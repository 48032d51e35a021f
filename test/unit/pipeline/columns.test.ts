import { expect, test } from 'vitest';
import { Dictionary } from '#shared/pipeline/columns/dictionary.ts';
import { IdColumn, IdIndex } from '#shared/pipeline/columns/ids.ts';
import { isCountedRow } from '#shared/pipeline/columns/log-columns.ts';
import {
  addRows,
  countBytes,
  countIdBytes,
  formatLogRows,
  parseLogRows,
} from '../../support/pipeline/text-columns.ts';

/** Bytes a row: its numbers, the numbers of the second table, and the ends of its two ids. */
const [ROW, MORE, IDS] = [76, 24, 8];

const OCTOBER = [
  'r1 upstream=u1 user=ann model=gpt quota=7',
  'r2 user=bob token=t1 model=gpt channel=3 purchase={} price=p1 row=1 quota=9 cacheRead=5 afterRetry',
  '- user=ann',
];
const NOVEMBER = [
  'r3 upstream=u3 user=bob model=opus purchase=[] price=p2 rowId=4294967297 media=2',
  'r4 purchase={} cacheWrite1h=6',
  'r6 user=ann',
];
const DECEMBER = ['r5 user=eve token=t2 channel=3 row=70000 reasoning=1'];

test('rows are read as they were written, in a fixed number of bytes', () => {
  const logs = parseLogRows([...OCTOBER, ...NOVEMBER]);
  expect(formatLogRows(logs)).toEqual([...OCTOBER, ...NOVEMBER]);
  logs.trim();
  expect(formatLogRows(logs)).toEqual([...OCTOBER, ...NOVEMBER]);
  const text = 'r1r2r3r4r6u1u3'.length;
  expect(countBytes(logs)).toBe(6 * (ROW + IDS) + 3 * MORE + text);
  logs.dropLinkingColumns();
  expect(countBytes(logs)).toBe(6 * (ROW + IDS - 4 - 8 - 1) + 3 * MORE + 'r1r2r3r4r6'.length);
  expect(formatLogRows(logs)[1]).toBe(OCTOBER[1]);
});

test.each<readonly [what: string, rows: readonly string[], appended: readonly (readonly string[])[]]>([
  ['nothing', OCTOBER, []],
  ['a month', OCTOBER, [NOVEMBER]],
  ['two months', OCTOBER, [NOVEMBER, DECEMBER]],
  ['two months, one of which has no rows', [], [NOVEMBER, [], DECEMBER]],
  ['the same rows', NOVEMBER, [NOVEMBER]],
])('a log appends %s, whose rows follow its own', (_, rows, appended) => {
  const logs = parseLogRows(rows);
  const otherLogs = appended.map(parseLogRows);
  logs.append(otherLogs);
  expect(formatLogRows(logs)).toEqual([...rows, ...appended.flat()]);
  expect(formatLogRows(addRows(logs, DECEMBER))).toEqual([...rows, ...appended.flat(), ...DECEMBER]);
  for (const log of otherLogs)
    expect([countBytes(log), formatLogRows(addRows(log, OCTOBER))]).toEqual([0, OCTOBER]);
});

test('thousands of rows fit, and a removed row leaves no numbers', () => {
  const all = Array.from({ length: 5000 }, (_, n) => `request-${n} quota=${n + 1} input=${n + 2}`);
  const logs = parseLogRows(all);
  logs.table.removeLast();
  logs.requestIds.removeLast();
  logs.upstreamIds.removeLast();
  addRows(logs, ['last']);
  expect(formatLogRows(logs)).toEqual([...all.slice(0, -1), 'last']);
  expect([...new IdIndex(logs.requestIds).findRows('request-4998')]).toEqual([4998]);
  expect(countBytes(logs)).toBeLessThan(5000 * 2 * (ROW + IDS + 12));
});

test('a repeated row is not stored', () => {
  const logs = parseLogRows(['r1', 'r1 repeated', 'r1 afterRetry renumbered']);
  expect([0, 1, 2].map((row) => isCountedRow(logs, row))).toEqual([true, false, true]);
});

test('facts of a purchase are found by its row', () => {
  const logs = parseLogRows(['r0', 'r1 purchase=a', 'r2 cacheRead=1', 'r3 purchase=b', 'r4 purchase=a']);
  expect([0, 1, 2, 3, 4].map((row) => logs.purchaseNumber(row))).toEqual([0, 1, 0, 2, 1]);
});

test('a dictionary numbers texts in order, and maps them to the numbers of another', () => {
  const [source, target] = [new Dictionary(), new Dictionary()];
  target.toNumber('c');
  const numbers = Uint32Array.from(['a', undefined, 'b', 'a', 'c'].map((text) => source.toNumber(text)));
  expect([...numbers]).toEqual([1, 0, 2, 1, 3]);
  source.renumber(numbers, target);
  expect([...numbers]).toEqual([2, 0, 3, 2, 1]);
  expect(target.texts).toEqual([undefined, 'c', 'a', 'b']);
});

function idsOf(...texts: readonly (string | undefined)[]): IdColumn {
  const ids = new IdColumn();
  for (const text of texts) ids.add(text);
  return ids;
}

test('ids with equal ends are distinguished', () => {
  const texts = Array.from({ length: 255 }, (_, n) => 'ab'.repeat(128).slice(n));
  const index = new IdIndex(idsOf(...texts.slice(1)));
  expect(texts.map((text) => [...index.findRows(text)])).toEqual(
    texts.map((_, n) => (n === 0 ? [] : [n - 1])),
  );
});

test('merged ids free their memory, and more can be added', () => {
  const [first, second] = [idsOf('a', undefined), idsOf('bc', 'd')];
  first.append([second, new IdColumn()]);
  expect([countIdBytes(first), countIdBytes(second)]).toEqual([4 * 4 + 4, 0]);
  first.add('e');
  expect([0, 1, 2, 3, 4].map((row) => first.text(row))).toEqual(['a', undefined, 'bc', 'd', 'e']);
  expect([0, 1, 2].map((row) => first.has(row))).toEqual([true, false, true]);
  first.free();
  expect(countIdBytes(first)).toBe(0);
});
