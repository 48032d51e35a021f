import { expect, test } from 'vitest';
import { describePossiblyPartialLogs, findMissingRows } from '#shared/pipeline/guards/missing-rows.ts';
import {
  buildFacts,
  buildSources,
  buildSpans,
  describeEvidence,
  type SourceFacts,
} from '../../../support/pipeline/source-facts.ts';

type Ids = NonNullable<SourceFacts['ids']>;
const missing = (files: readonly SourceFacts[], spans = buildSpans(), period = {}) =>
  describeEvidence(findMissingRows(buildFacts(buildSources(...files), { spans, settings: { period } })));
const partial = (files: readonly SourceFacts[], spans = buildSpans()) =>
  describeEvidence(describePossiblyPartialLogs(buildFacts(buildSources(...files), { spans })));

const gap = (ids: number, seconds = 10 * ids) => ({ ids, seconds });
/** Rows with consecutive ids, ten seconds apart, and gaps. */
const dense = (rows: number, ...gaps: Ids['gaps'] & object): Ids => ({
  ...{ rows, steps: rows - 1, seconds: 10 * (rows - 1), gaps },
  ...{ least: { id: 1, seconds: 10 }, greatest: { id: rows, seconds: 10 * rows } },
});

test.each<[title: string, ids: Ids, missingIds?: number]>([
  ['a page of 50 is reported', dense(100, gap(50)), 50],
  ['less than a page is not', dense(100, gap(49))],
  ['two gaps of a page are added up', dense(100, gap(50), gap(60)), 110],
  ['only gaps of a page or more count', dense(100, gap(60), gap(49)), 60],
  ['a hundred times the rows is reported', dense(100, gap(10_000)), 10_000],
  ['more than a hundred times the rows is not', dense(100, gap(10_001))],
  ['a page in a fifth of the usual time is reported', dense(100, gap(50, 100)), 50],
  ['a page in less time is not, because databases skip ids', dense(100, gap(50, 99))],
  ['a page in no time is reported if all rows have one time', { ...dense(100, gap(50, 0)), seconds: 0 }],
  ['a page beside twenty rows is reported', dense(20, gap(50)), 50],
  ['a page beside fewer rows is not', dense(19, gap(50))],
  ['a page is reported if 95 % of the ids are consecutive', { ...dense(101, gap(50)), steps: 95 }, 50],
  ['a page is not reported if fewer are', { ...dense(101, gap(50)), steps: 94 }],
])('ids that are missing in a list: %s', (_, ids, missingIds) => {
  const message =
    missingIds &&
    `a: ${missingIds} row ids are missing, although all other rows are numbered in sequence. Export all rows again.`;
  expect(missing([{ ids }])).toEqual(message ? [message] : []);
});

/** Rows with these consecutive ids, each at the second of its id since 1970. */
const stretch = (from: number, to: number, more: Ids = {}): SourceFacts => {
  const rows = to - from + 1;
  const ends = { least: { id: from, seconds: from }, greatest: { id: to, seconds: to } };
  return { ids: { rows, steps: rows - 1, seconds: rows - 1, ...ends, ...more } };
};
const second = (at: number) => new Date(at * 1000).toISOString();

test.each<[title: string, files: SourceFacts[], missingIds?: string, period?: object]>([
  ['a day between two files', [stretch(1, 100), stretch(161, 260)], '60 between a and b'],
  ['the later file first', [stretch(161, 260), stretch(1, 100)], '60 between b and a'],
  ['less than a page', [stretch(1, 100), stretch(150, 260)]],
  ['one file continues the other', [stretch(1, 100), stretch(101, 260)]],
  ['one contains another', [stretch(1, 300), stretch(50, 100), stretch(401, 500)], '100 between a and c'],
  [
    'one is the end of another',
    [stretch(1, 300), stretch(50, 300), stretch(401, 500)],
    '100 between a and c',
  ],
  ['one overlaps another', [stretch(1, 200), stretch(50, 300), stretch(401, 500)], '100 between b and c'],
  [
    'two days',
    [stretch(1, 100), stretch(201, 300), stretch(361, 460)],
    '100 between a and b, 60 between b and c',
  ],
  ['a file whose ids are not consecutive', [stretch(1, 100), stretch(161, 260, { steps: 50 })]],
  ['a user’s own log', [stretch(1, 100), { ...stretch(161, 260), usersOwnLog: { isProven: true } }]],
  ['a mapped log', [stretch(1, 100), { ...stretch(161, 260), mapping: {} as never }]],
  ['a bill', [stretch(1, 100), { ...stretch(161, 260), field: 'upstreamCharges' }]],
  [
    'within the period',
    [stretch(1, 100), stretch(161, 260)],
    '60 between a and b',
    { start: second(50), end: second(200) },
  ],
  ['before the period', [stretch(1, 100), stretch(161, 260)], '', { start: second(161) }],
  ['after the period', [stretch(1, 100), stretch(161, 260)], '', { end: second(100) }],
  ['mostly before the period', [stretch(1, 100), stretch(161, 260)], '', { start: second(155) }],
])('ids that are missing between files: %s', (_, files, missingIds = '', period = {}) => {
  const gaps = missingIds
    .split(', ')
    .filter(Boolean)
    .map((text) => text.replace('between', 'row ids are missing between'));
  expect(missing(files, buildSpans(), period)).toEqual(gaps.map((text) => `${text}. Add the missing file.`));
});

/** Rows of one type, whose ids range over so many numbers from 100 on. */
const oneType = (rows: number, ids: number): SourceFacts => ({
  ids: { rows, type: '2', least: { id: 100, seconds: 0 }, greatest: { id: 99 + ids, seconds: 0 } },
});

test.each<[rows: number, ids: number, missingIds?: string]>([
  [200, 210, '10 of 210'],
  [200, 209],
  [199, 398],
  [1980, 2000, '20 of 2000'],
  [1981, 2000],
  [200, 400, '200 of 400'],
  [200, 401],
])('%i rows of one type among %i ids are noted as filtered, or not', (rows, ids, missingIds) => {
  const start = `a seems to be filtered: all rows have the same type, and ${missingIds} row ids are missing.`;
  const messages = missingIds ? [expect.stringContaining(start)] : [];
  expect(partial([oneType(rows, ids)])).toEqual(messages);
  const { ids: sequence } = oneType(rows, ids);
  expect(partial([{ ids: { ...sequence, type: undefined } }])).toEqual([]);
});

const holed = {
  rows: 20,
  steps: 1,
  holes: 2,
  least: { id: 8, seconds: 0 },
  greatest: { id: 29, seconds: 0 },
};
const WITHOUT_IDS = buildSpans({ count: 10 }, { count: 11 });

test.each<[title: string, ids: Ids, shared?: string]>([
  ['holes after a tenth of its rows', holed, ''],
  ['fewer holes', { ...holed, holes: 1 }],
  ['few rows', { ...holed, rows: 19 }],
  ['no consecutive ids', { ...holed, steps: 0 }],
  ['complete ids in another order', { ...holed, greatest: { id: 28, seconds: 0 } }],
  ['no ids', { rows: 0 }],
  ['rows of one type', { ...holed, type: '2' }],
  ['one type and channel', { ...holed, type: '2', shared: ['channel', 'user_id'] }, ' (channel, user_id)'],
])('a list with holes is noted beside a bill: %s', (_, ids, shared) => {
  const message = `a seems to be filtered${shared}: row ids are missing in 2 places, and the bill may contain these requests. Export all rows.`;
  expect(partial([{ ids }], WITHOUT_IDS)).toEqual(shared === undefined ? [] : [message]);
});

const NAMED = { first: 0, last: 9 };
test.each<[bill: string, spans: typeof WITHOUT_IDS, result: 'missing' | 'perhaps' | 'nothing']>([
  ['no bill', buildSpans({ count: 10 }), 'nothing'],
  [
    'four requests that are not in the log',
    buildSpans({}, { count: 9, named: NAMED, unmatchedTimes: [1, 2, 3, 4] }),
    'nothing',
  ],
  [
    'five requests that are not in the log',
    buildSpans({}, { count: 9, named: NAMED, unmatchedTimes: [1, 2, 3, 4, 5] }),
    'missing',
  ],
  ['a tenth more rows, without ids', WITHOUT_IDS, 'perhaps'],
  ['even more rows, without ids', buildSpans({ count: 10 }, { count: 12 }), 'missing'],
])('a bill confirms the holes of a list or not: %s', (_, spans, result) => {
  const messages = [expect.stringContaining('a seems to be filtered: row ids are missing in 2 places')];
  expect(missing([{ ids: holed }], spans)).toEqual(result === 'missing' ? messages : []);
  expect(partial([{ ids: holed }], spans)).toEqual(result === 'perhaps' ? messages : []);
});
