import { expect, test } from 'vitest';
import { describePossiblyPartialLogs, findMissingRows } from '#shared/pipeline/guards/missing-rows.ts';
import { english, factsOf, headed, reachOf, type Shown } from '../../../support/pipeline/headed.ts';

type Ids = NonNullable<Shown['ids']>;
const missing = (files: readonly Shown[], reach = reachOf(), period = {}) =>
  english(findMissingRows(factsOf(headed(...files), { spans: reach, settings: { period } })));
const partial = (files: readonly Shown[], reach = reachOf()) =>
  english(describePossiblyPartialLogs(factsOf(headed(...files), { spans: reach })));

const gap = (ids: number, seconds = 10 * ids) => ({ ids, seconds });
/** Rows that follow one another, one in ten seconds. */
const dense = (rows: number, ...gaps: Ids['gaps'] & object): Ids => ({
  ...{ rows, steps: rows - 1, seconds: 10 * (rows - 1), gaps },
  ...{ least: { id: 1, seconds: 10 }, greatest: { id: rows, seconds: 10 * rows } },
});

test.each<[list: string, ids: Ids, leftOut?: number]>([
  ['a page is left out', dense(100, gap(50)), 50],
  ['less than a page', dense(100, gap(49))],
  ['two pages', dense(100, gap(50), gap(60)), 110],
  ['a page, and less than one', dense(100, gap(60), gap(49)), 60],
  ['a hundred times the rows', dense(100, gap(10_000)), 10_000],
  ['more than that', dense(100, gap(10_001))],
  ['a page in a fifth of its time', dense(100, gap(50, 100)), 50],
  ['in less, as a database skips numbers', dense(100, gap(50, 99))],
  ['in no time, as all rows', { ...dense(100, gap(50, 0)), seconds: 0 }],
  ['a page of twenty rows', dense(20, gap(50)), 50],
  ['of fewer', dense(19, gap(50))],
  ['19 of 20 rows follow one another', { ...dense(101, gap(50)), steps: 95 }, 50],
  ['fewer do', { ...dense(101, gap(50)), steps: 94 }],
])('ids that a list leaves out: %s', (_, ids, leftOut) => {
  const said =
    leftOut &&
    `a: ${leftOut} row ids are missing, although all other rows are numbered in sequence. Export all rows again.`;
  expect(missing([{ ids }])).toEqual(said ? [said] : []);
});

/** Rows of so many ids, one a second since the first second of 1970. */
const stretch = (from: number, to: number, more: Ids = {}): Shown => {
  const rows = to - from + 1;
  const ends = { least: { id: from, seconds: from }, greatest: { id: to, seconds: to } };
  return { ids: { rows, steps: rows - 1, seconds: rows - 1, ...ends, ...more } };
};
const second = (at: number) => new Date(at * 1000).toISOString();

test.each<[files: string, given: Shown[], leftOut?: string, period?: object]>([
  ['a day between two', [stretch(1, 100), stretch(161, 260)], '60 between a and b'],
  ['the later one first', [stretch(161, 260), stretch(1, 100)], '60 between b and a'],
  ['less than a page', [stretch(1, 100), stretch(150, 260)]],
  ['one follows the other', [stretch(1, 100), stretch(101, 260)]],
  ['one holds another', [stretch(1, 300), stretch(50, 100), stretch(401, 500)], '100 between a and c'],
  [
    'one is the end of another',
    [stretch(1, 300), stretch(50, 300), stretch(401, 500)],
    '100 between a and c',
  ],
  ['one goes on with another', [stretch(1, 200), stretch(50, 300), stretch(401, 500)], '100 between b and c'],
  [
    'two days',
    [stretch(1, 100), stretch(201, 300), stretch(361, 460)],
    '100 between a and b, 60 between b and c',
  ],
  ['a list that is dense no longer', [stretch(1, 100), stretch(161, 260, { steps: 50 })]],
  ['the user’s own', [stretch(1, 100), { ...stretch(161, 260), usersOwnLog: { isProven: true } }]],
  ['a mapped log', [stretch(1, 100), { ...stretch(161, 260), mapping: {} as never }]],
  ['a bill', [stretch(1, 100), { ...stretch(161, 260), field: 'upstreamCharges' }]],
  [
    'in the period',
    [stretch(1, 100), stretch(161, 260)],
    '60 between a and b',
    { start: second(50), end: second(200) },
  ],
  ['before it', [stretch(1, 100), stretch(161, 260)], '', { start: second(161) }],
  ['after it', [stretch(1, 100), stretch(161, 260)], '', { end: second(100) }],
  ['for the most part before it', [stretch(1, 100), stretch(161, 260)], '', { start: second(155) }],
])('ids that are left out between files: %s', (_, files, leftOut = '', period = {}) => {
  const said = leftOut
    .split(', ')
    .filter(Boolean)
    .map((some) => some.replace('between', 'row ids are missing between'));
  expect(missing(files, reachOf(), period)).toEqual(said.map((some) => `${some}. Add the missing file.`));
});

/** Rows of these ids from the hundredth on, all of one type. */
const oneType = (rows: number, ids: number): Shown => ({
  ids: { rows, type: '2', least: { id: 100, seconds: 0 }, greatest: { id: 99 + ids, seconds: 0 } },
});

test.each<[rows: number, ids: number, leftOut?: string]>([
  [200, 210, '10 of 210'],
  [200, 209],
  [199, 398],
  [1980, 2000, '20 of 2000'],
  [1981, 2000],
  [200, 400, '200 of 400'],
  [200, 401],
])('%i rows of one type among %i ids', (rows, ids, leftOut) => {
  const start = `a seems to be filtered: all rows have the same type, and ${leftOut} row ids are missing.`;
  const said = leftOut ? [expect.stringContaining(start)] : [];
  expect(partial([oneType(rows, ids)])).toEqual(said);
  const { ids: marks } = oneType(rows, ids);
  expect(partial([{ ids: { ...marks, type: undefined } }])).toEqual([]);
});

const holed = {
  rows: 20,
  steps: 1,
  holes: 2,
  least: { id: 8, seconds: 0 },
  greatest: { id: 29, seconds: 0 },
};
const UNNAMED = reachOf({ count: 10 }, { count: 11 });

test.each<[list: string, ids: Ids, shared?: string]>([
  ['a tenth of its rows behind a hole', holed, ''],
  ['fewer', { ...holed, holes: 1 }],
  ['few rows', { ...holed, rows: 19 }],
  ['no two that follow one another', { ...holed, steps: 0 }],
  ['whole, in another order', { ...holed, greatest: { id: 28, seconds: 0 } }],
  ['without numbers', { rows: 0 }],
  ['rows of one type', { ...holed, type: '2' }],
  ['of one type and channel', { ...holed, type: '2', shared: ['channel', 'user_id'] }, ' (channel, user_id)'],
])('a list with holes, beside a bill: %s', (_, ids, shared) => {
  const said = `a seems to be filtered${shared}: row ids are missing in 2 places, and the bill may contain these requests. Export all rows.`;
  expect(partial([{ ids }], UNNAMED)).toEqual(shared === undefined ? [] : [said]);
});

const NAMED = { first: 0, last: 9 };
test.each<[bill: string, reach: typeof UNNAMED, shows: 'missing' | 'perhaps' | 'nothing']>([
  ['none', reachOf({ count: 10 }), 'nothing'],
  [
    'four requests that the log lacks',
    reachOf({}, { count: 9, named: NAMED, unmatchedTimes: [1, 2, 3, 4] }),
    'nothing',
  ],
  ['five', reachOf({}, { count: 9, named: NAMED, unmatchedTimes: [1, 2, 3, 4, 5] }), 'missing'],
  ['without ids, a tenth more rows', UNNAMED, 'perhaps'],
  ['without ids, more than that', reachOf({ count: 10 }, { count: 12 }), 'missing'],
])('what a bill shows of a list with holes: %s', (_, reach, shows) => {
  const said = [expect.stringContaining('a seems to be filtered: row ids are missing in 2 places')];
  expect(missing([{ ids: holed }], reach)).toEqual(shows === 'missing' ? said : []);
  expect(partial([{ ids: holed }], reach)).toEqual(shows === 'perhaps' ? said : []);
});
