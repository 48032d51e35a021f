import { expect, test } from 'vitest';
import { IdSequenceTracker } from '#shared/pipeline/read/id-sequence.ts';

const AT = 1_790_000_000;

/** Tracks rows such as `7@30 type=2`: row id, seconds, and other fields. */
function trackRows(rows: readonly string[]) {
  const tracker = new IdSequenceTracker();
  for (const row of rows) {
    const [at = '', ...words] = row.split(' ');
    const [id, seconds] = at.split('@').map(Number);
    const more = Object.fromEntries(words.map((word) => word.split('=')));
    tracker.add({ id, created_at: AT + Number(seconds), ...more });
  }
  return tracker.sequence;
}
const trackList = (rows: string) => trackRows(rows.split(', '));
/** Rows with the ids `from` to `to`, whose seconds are their ids. */
const run = (from: number, to: number, by = 1): string[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, n) => `${from + n * by}@${from + n * by}`);

test.each<readonly [rows: string, summary: string, gaps: readonly string[]]>([
  ['7@0', '1 row 7-7, 0 steps 0 s, 0 holes', []],
  ['1@0, 2@5, 3@7', '3 rows 1-3, 2 steps 7 s, 0 holes', []],
  ['3@7, 2@5, 1@0', '3 rows 1-3, 2 steps 7 s, 0 holes', []],
  // A repeated row is not a step.
  ['1@0, 1@5', '2 rows 1-1, 0 steps 0 s, 0 holes', []],
  ['1@0, 3@5', '2 rows 1-3, 0 steps 0 s, 1 holes', []],
  // A step of up to 1000 ids is a hole. A step of 11 ids or more is a gap.
  ['1@0, 11@5', '2 rows 1-11, 0 steps 0 s, 1 holes', []],
  ['1@0, 12@5', '2 rows 1-12, 0 steps 0 s, 1 holes', ['10 in 5 s']],
  ['12@5, 1@0', '2 rows 1-12, 0 steps 0 s, 1 holes', ['10 in 5 s']],
  ['1@0, 1001@5', '2 rows 1-1001, 0 steps 0 s, 1 holes', ['999 in 5 s']],
  ['1@0, 1002@5', '2 rows 1-1002, 0 steps 0 s, 0 holes', ['1000 in 5 s']],
  // A newer row has a lower id, because the clock was set back.
  ['1@9, 30@2', '2 rows 1-30, 0 steps 0 s, 1 holes', ['28 in 7 s']],
  // Later rows fill the gap.
  ['1@0, 2@1, 30@9, 31@9, 12@3, 22@4', '6 rows 1-31, 2 steps 1 s, 3 holes', []],
  ['1@0, 2@1, 40@9, 2@1', '4 rows 1-40, 1 steps 1 s, 2 holes', ['37 in 8 s']],
  // A gap is between the greatest id of one range and the least id of the next, in any order of rows.
  ['1@0, 30@9, 25@8', '3 rows 1-30, 0 steps 0 s, 2 holes', ['23 in 8 s']],
  ['5@0, 8@1, 6@2, 30@9', '4 rows 5-30, 0 steps 0 s, 3 holes', ['21 in 8 s']],
  ['8@1, 8@5, 30@9, 30@12', '4 rows 8-30, 0 steps 0 s, 1 holes', ['21 in 8 s']],
  // A range inside another one does not hide the gap after it.
  ['1@0, 11@1, 21@2, 31@3, 5@0, 60@9', '6 rows 1-60, 0 steps 0 s, 5 holes', ['28 in 6 s']],
])('rows %s: %s', (rows, summary, gaps) => {
  const { rows: count, least, greatest, steps, seconds, holes, gaps: foundGaps } = trackList(rows);
  expect(
    `${count} ${count === 1 ? 'row' : 'rows'} ${least?.id}-${greatest?.id}, ${steps} steps ${seconds} s, ${holes} holes`,
  ).toBe(summary);
  expect(foundGaps.map(({ ids, seconds: duration }) => `${ids} in ${duration} s`)).toEqual(gaps);
});

test.each<readonly [title: string, native: object, rows: number]>([
  ['an id', { id: 7, created_at: AT }, 1],
  ['an id as text', { id: '7', created_at: `${AT}` }, 1],
  ['no id', { created_at: AT }, 0],
  ['an id that is not a number', { id: 'log-7', created_at: AT }, 0],
  ['an id that is not a whole number', { id: 7.5, created_at: AT }, 0],
  ['the id 0', { id: 0, created_at: AT }, 0],
  ['a negative id', { id: -7, created_at: AT }, 0],
  ['no time', { id: 7 }, 0],
  ['a time in 2001', { id: 7, created_at: 1e9 }, 0],
])('a row with %s is counted or skipped', (_, native, rows) => {
  const tracker = new IdSequenceTracker();
  tracker.add({ ...native });
  expect(tracker.sequence.rows).toBe(rows);
});

test('milliseconds are read as seconds', () => {
  const tracker = new IdSequenceTracker();
  for (const time of [AT * 1000, AT * 1000 + 3000])
    tracker.add({ id: time === AT * 1000 ? 1 : 2, created_at: time });
  expect(tracker.sequence).toMatchObject({ seconds: 3, least: { id: 1, seconds: AT }, steps: 1 });
});

test.each<readonly [rows: string, shared: readonly string[], type: string | undefined]>([
  ['1@0 channel=3 type=2', ['channel'], '2'],
  ['1@0 channel=3 type=2, 2@0 channel=3 type=2', ['channel'], '2'],
  ['1@0 channel=3 type=2, 2@0 channel=4 type=5', [], undefined],
  ['1@0 channel=3 type=2, 2@0 type=2', [], '2'],
  // A field that differs once is not shared.
  ['1@0 user_id=3 type=2, 2@0 user_id=4 type=2, 3@0 user_id=3 type=2', [], '2'],
  ['1@0 token_id=1 user_id=3 type=2, 2@0 token_id=2 user_id=3 type=2', ['user_id'], '2'],
  [
    '1@0 channel=1 channel_id=1 model_name=m token_id=1 user_id=1 group=g type=2',
    ['channel', 'channel_id', 'model_name', 'token_id', 'user_id'],
    '2',
  ],
  ['1@0 type=1, 2@0 type=2, 3@0 type=3', [], undefined],
])('rows %s share the fields %j and the type %s', (rows, shared, type) => {
  const sequence = trackList(rows);
  expect(sequence.shared).toEqual(shared);
  expect(sequence.type).toBe(type);
});

test.each<readonly [title: string, rows: readonly string[], ids: readonly number[]]>([
  ['few rows has all of them', run(1, 3), [1, 2, 3]],
  ['256 rows has all of them', run(1, 256), run(1, 256).map((_, n) => n + 1)],
  ['257 rows has every other row', run(1, 257), run(1, 128).map((_, n) => 2 * n + 2)],
  ['514 rows has every fourth row', run(1, 514), run(1, 128).map((_, n) => 4 * n + 4)],
])('the sample of %s', (_, rows, ids) => expect(trackRows(rows).sample.map(({ id }) => id)).toEqual(ids));

test.each([
  [1000, 999],
  [1001, 0],
])('%i ranges have %i gaps', (ranges, gaps) =>
  expect(trackRows(run(1, 1 + 20 * (ranges - 1), 20)).gaps).toHaveLength(gaps),
);

test.each([1, 10])('rows whose numbers differ by %i are one range, however many they are', (by) =>
  expect(trackRows([...run(1, 1 + 1001 * by, by), '50000@50000']).gaps).toHaveLength(1),
);
