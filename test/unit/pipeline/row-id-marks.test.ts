import { expect, test } from 'vitest';
import { IdSequenceTracker } from '#shared/pipeline/read/id-sequence.ts';

const AT = 1_790_000_000;

/** Rows as `7@30 type=2`: number, seconds, and what else they say. */
function marksOf(rows: readonly string[]) {
  const marker = new IdSequenceTracker();
  for (const row of rows) {
    const [at = '', ...words] = row.split(' ');
    const [id, seconds] = at.split('@').map(Number);
    const more = Object.fromEntries(words.map((word) => word.split('=')));
    marker.add({ id, created_at: AT + Number(seconds), ...more });
  }
  return marker.sequence;
}
const listed = (rows: string) => marksOf(rows.split(', '));
/** Numbers `from` to `to`, a second each. */
const run = (from: number, to: number, by = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, n) => `${from + n * by}@${from + n * by}`);

test.each<readonly [rows: string, told: string, gaps: readonly string[]]>([
  ['7@0', '1 row 7-7, 0 steps 0 s, 0 holes', []],
  ['1@0, 2@5, 3@7', '3 rows 1-3, 2 steps 7 s, 0 holes', []],
  ['3@7, 2@5, 1@0', '3 rows 1-3, 2 steps 7 s, 0 holes', []],
  // The same row twice is no step.
  ['1@0, 1@5', '2 rows 1-1, 0 steps 0 s, 0 holes', []],
  ['1@0, 3@5', '2 rows 1-3, 0 steps 0 s, 1 holes', []],
  // Ten numbers further is a hole, eleven a gap; a thousand may be a filter, more are none.
  ['1@0, 11@5', '2 rows 1-11, 0 steps 0 s, 1 holes', []],
  ['1@0, 12@5', '2 rows 1-12, 0 steps 0 s, 1 holes', ['10 in 5 s']],
  ['12@5, 1@0', '2 rows 1-12, 0 steps 0 s, 1 holes', ['10 in 5 s']],
  ['1@0, 1001@5', '2 rows 1-1001, 0 steps 0 s, 1 holes', ['999 in 5 s']],
  ['1@0, 1002@5', '2 rows 1-1002, 0 steps 0 s, 0 holes', ['1000 in 5 s']],
  // Newer rows of a lower number: a clock was set back.
  ['1@9, 30@2', '2 rows 1-30, 0 steps 0 s, 1 holes', ['28 in 7 s']],
  // What lies in between comes later, or again: nothing is left out.
  ['1@0, 2@1, 30@9, 31@9, 12@3, 22@4', '6 rows 1-31, 2 steps 1 s, 3 holes', []],
  ['1@0, 2@1, 40@9, 2@1', '4 rows 1-40, 1 steps 1 s, 2 holes', ['37 in 8 s']],
  // A gap lies between the greatest and the least of two stretches, whatever their order, as they were first read.
  ['1@0, 30@9, 25@8', '3 rows 1-30, 0 steps 0 s, 2 holes', ['23 in 8 s']],
  ['5@0, 8@1, 6@2, 30@9', '4 rows 5-30, 0 steps 0 s, 3 holes', ['21 in 8 s']],
  ['8@1, 8@5, 30@9, 30@12', '4 rows 8-30, 0 steps 0 s, 1 holes', ['21 in 8 s']],
  // A stretch within another hides no gap after it, and makes none.
  ['1@0, 11@1, 21@2, 31@3, 5@0, 60@9', '6 rows 1-60, 0 steps 0 s, 5 holes', ['28 in 6 s']],
])('%s', (rows, told, gaps) => {
  const { rows: count, least, greatest, steps, seconds, holes, gaps: found } = listed(rows);
  expect(
    `${count} ${count === 1 ? 'row' : 'rows'} ${least?.id}-${greatest?.id}, ${steps} steps ${seconds} s, ${holes} holes`,
  ).toBe(told);
  expect(found.map(({ ids, seconds: took }) => `${ids} in ${took} s`)).toEqual(gaps);
});

test.each<readonly [title: string, native: object, rows: number]>([
  ['a row', { id: 7, created_at: AT }, 1],
  ['a number as text', { id: '7', created_at: `${AT}` }, 1],
  ['no number', { created_at: AT }, 0],
  ['a number that is none', { id: 'log-7', created_at: AT }, 0],
  ['part of a number', { id: 7.5, created_at: AT }, 0],
  ['zero', { id: 0, created_at: AT }, 0],
  ['a number below zero', { id: -7, created_at: AT }, 0],
  ['no time', { id: 7 }, 0],
  ['a time before any gateway', { id: 7, created_at: 1e9 }, 0],
])('%s counts %#', (_, native, rows) => {
  const marker = new IdSequenceTracker();
  marker.add({ ...native });
  expect(marker.sequence.rows).toBe(rows);
});

test('milliseconds are read as seconds', () => {
  const marker = new IdSequenceTracker();
  for (const time of [AT * 1000, AT * 1000 + 3000])
    marker.add({ id: time === AT * 1000 ? 1 : 2, created_at: time });
  expect(marker.sequence).toMatchObject({ seconds: 3, least: { id: 1, seconds: AT }, steps: 1 });
});

test.each<readonly [rows: string, shared: readonly string[], type: string | undefined]>([
  ['1@0 channel=3 type=2', ['channel'], '2'],
  ['1@0 channel=3 type=2, 2@0 channel=3 type=2', ['channel'], '2'],
  ['1@0 channel=3 type=2, 2@0 channel=4 type=5', [], undefined],
  ['1@0 channel=3 type=2, 2@0 type=2', [], '2'],
  // Once two rows differ, no later row makes them agree.
  ['1@0 user_id=3 type=2, 2@0 user_id=4 type=2, 3@0 user_id=3 type=2', [], '2'],
  ['1@0 token_id=1 user_id=3 type=2, 2@0 token_id=2 user_id=3 type=2', ['user_id'], '2'],
  [
    '1@0 channel=1 channel_id=1 model_name=m token_id=1 user_id=1 group=g type=2',
    ['channel', 'channel_id', 'model_name', 'token_id', 'user_id'],
    '2',
  ],
  ['1@0 type=1, 2@0 type=2, 3@0 type=3', [], undefined],
])('%s: all share', (rows, shared, type) => {
  const marks = listed(rows);
  expect(marks.shared).toEqual(shared);
  expect(marks.type).toBe(type);
});

test.each<readonly [title: string, rows: readonly string[], ids: readonly number[]]>([
  ['few rows', run(1, 3), [1, 2, 3]],
  ['256 rows', run(1, 256), run(1, 256).map((_, n) => n + 1)],
  ['a row more: every other', run(1, 257), run(1, 128).map((_, n) => 2 * n + 2)],
  ['twice as many: every fourth', run(1, 514), run(1, 128).map((_, n) => 4 * n + 4)],
])('the sample of %s', (_, rows, ids) => expect(marksOf(rows).sample.map(({ id }) => id)).toEqual(ids));

test.each([
  [1000, 999],
  [1001, 0],
])('%i ranges have %i gaps', (stretches, gaps) =>
  expect(marksOf(run(1, 1 + 20 * (stretches - 1), 20)).gaps).toHaveLength(gaps),
);

test.each([1, 10])('rows whose numbers differ by %i are one range, however many they are', (by) =>
  expect(marksOf([...run(1, 1 + 1001 * by, by), '50000@50000']).gaps).toHaveLength(1),
);
