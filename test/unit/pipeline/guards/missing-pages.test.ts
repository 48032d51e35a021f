import { expect, test } from 'vitest';
import {
  findFullLastPages,
  findMissingPages,
  findUnfinishedLists,
} from '#shared/pipeline/guards/missing-pages.ts';
import {
  buildFacts,
  buildSources,
  describeEvidence,
  type SourceFacts,
} from '../../../support/pipeline/source-facts.ts';

type RepeatedRows = { source: number; earlier: number; rows: number };
const paged = (rows: number, total?: number, more: SourceFacts = {}): SourceFacts => ({
  ...{ rows, kind: 'logs', pages: { total } },
  ...more,
});
const payments = { field: 'payments', kind: 'payments' } as const;
const mapped = (isNumbered: boolean, total?: number): SourceFacts => ({
  ...{ rows: 3, mapping: {} as never, pages: { total, isNumbered } },
});
const repeated = (source: number, earlier: number, rows: number): RepeatedRows => ({ source, earlier, rows });

/** The missing rows of each file, as `3 of the 5`, or its number of missing ids. */
test.each<
  [title: string, files: readonly SourceFacts[], messages: readonly string[], repeats?: RepeatedRows[]]
>([
  ['all rows of one list', [paged(5, 5)], []],
  ['more rows than the total, because the list grew', [paged(6, 5)], []],
  ['two rows are missing', [paged(3, 5)], ['a has only 3 of the 5']],
  ['a repeated page does not count', [paged(6, 5)], ['a has only 4 of the 5'], [repeated(0, 0, 2)]],
  ['rows also in another file count', [paged(6, 5), paged(5, 5)], [], [repeated(0, 1, 2), repeated(1, 0, 2)]],
  ['two files are one list', [paged(3, 5), paged(2, 5)], []],
  ['two files lack one row', [paged(3, 6), paged(2, 6)], ['a, b have only 5 of the 6']],
  ['two files of a list that grew', [paged(3, 5), paged(2, 7)], []],
  ['two files, the second without a total', [paged(3, 5), paged(2)], []],
  ['two files lack a row, the second without a total', [paged(3, 5), paged(1)], ['a has only 3 of the 5']],
  ['a complete list beside an incomplete one', [paged(3, 5), paged(9, 9)], ['a has only 3 of the 5']],
  ['an incomplete list of payments', [paged(5, 5), paged(3, 5, payments)], ['b has only 3 of the 5']],
  [
    'a log and payments are not one list',
    [paged(3, 5), paged(2, 5, payments)],
    ['a has only 3 of the 5', 'b has only 2 of the 5'],
  ],
  ['a bill, whose total may be an amount', [paged(3, 5, { field: 'upstreamCharges', kind: 'bill' })], []],
  ['a bill as the log, whose total may be an amount', [paged(3, 5, { kind: 'bill' })], []],
  [
    'a bill as the log, with page numbers',
    [paged(3, 5, { kind: 'bill', pages: { total: 5, isNumbered: true } })],
    ['a has only 3 of the 5'],
  ],
  ['only an empty page after the end', [paged(0, 5, { kind: 'unknown' })], ['a has only 0 of the 5']],
  ['a complete list and an empty page after its end', [paged(5, 5), paged(0, 5, { kind: 'unknown' })], []],
  [
    'a complete list and an empty page with a number after its end',
    [paged(5, 5), paged(0, 5, { kind: 'unknown', pages: { total: 5, isNumbered: true } })],
    [],
  ],
  ['a mapped list with page numbers', [mapped(true, 5)], ['a has only 3 of the 5']],
  ['a mapped list without page numbers, whose total may be an amount', [mapped(false, 5)], []],
  ['a mapped list without a total is another list', [mapped(true), paged(3, 5)], ['b has only 3 of the 5']],
  ['an empty mapped list', [{ ...mapped(true, 5), rows: 0 }], []],
  ['missing ids between two pages', [paged(5, 5, { pages: { missingIds: 12 } })], ['a: 12']],
  [
    'missing ids in one file and rows in another',
    [paged(3, 5), paged(1, undefined, { pages: { missingIds: 1 } })],
    ['a has only 3 of the 5', 'b: 1'],
  ],
])('missing pages are found: %s', (_, files, messages, repeats = []) => {
  const rows = describeEvidence(findMissingPages(buildFacts(buildSources(...files), { repeats })));
  expect(rows.map((text) => text.replace(/ (?:rows|row ids) .*/, ''))).toEqual(messages);
});

const list = (hasMorePages?: boolean, more: SourceFacts = {}): SourceFacts => ({
  columns: ['id'],
  pages: { hasMorePages },
  ...more,
});
test.each<[title: string, files: readonly SourceFacts[], unfinished: readonly string[]]>([
  ['more pages follow', [list(true)], ['a']],
  ['no more pages follow', [list(false)], []],
  ['without the field', [list()], []],
  ['two files have more pages', [list(true), list(), list(true)], ['a', 'c']],
  ['another file has the last page', [list(true), list(false)], []],
  ['a file with other columns is not the last page', [list(true), list(false, { columns: ['no'] })], ['a']],
  ['a file of another ledger is not the last page', [list(true), list(false, { field: 'payments' })], ['a']],
])('lists whose last page is missing are found: %s', (_, files, unfinished) => {
  const messages = unfinished.map(
    (place) => `${place}: its last page says that more pages follow. Export them as well.`,
  );
  expect(describeEvidence(findUnfinishedLists(buildFacts(buildSources(...files))))).toEqual(messages);
});

test.each<[withoutTotal: readonly [pages: number, first: number, last: number], isOpen: boolean]>([
  [[1, 10, 10], true],
  [[1, 11, 11], false],
  [[1, 9, 9], false],
  [[2, 20, 20], true],
  [[2, 20, 21], true],
  [[2, 20, 19], false],
  [[2, 9, 9], false],
  [[2, 10, 10], true],
])('pages without totals, first and last rows %j: more may follow %s', ([pages, first, last], isOpen) => {
  const file: SourceFacts = { pages: { withoutTotal: { pages, first, last } } };
  const messages = describeEvidence(
    findFullLastPages(
      buildFacts(buildSources(file, { ...file, field: 'payments' }, { ...file, mapping: {} as never })),
    ),
  );
  expect(messages).toEqual(isOpen ? [expect.stringMatching(/^a: its last page is full/)] : []);
});
