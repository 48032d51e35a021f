import { expect, test } from 'vitest';
import {
  findFullLastPages,
  findMissingPages,
  findUnfinishedLists,
} from '#shared/pipeline/guards/missing-pages.ts';
import { english, factsOf, headed, type Shown } from '../../../support/pipeline/headed.ts';

type Repeated = { source: number; earlier: number; rows: number };
const paged = (rows: number, total?: number, more: Shown = {}): Shown => ({
  ...{ rows, kind: 'logs', pages: { total } },
  ...more,
});
const payments = { field: 'payments', kind: 'payments' } as const;
const mapped = (isNumbered: boolean, total?: number): Shown => ({
  ...{ rows: 3, mapping: {} as never, pages: { total, isNumbered } },
});
const again = (source: number, earlier: number, rows: number): Repeated => ({ source, earlier, rows });

/** What each file lacks, as `3 of the 5` rows or as the number of ids. */
test.each<[pages: string, files: readonly Shown[], said: readonly string[], repeats?: Repeated[]]>([
  ['all', [paged(5, 5)], []],
  ['more than all, as lists grow', [paged(6, 5)], []],
  ['one is missing', [paged(3, 5)], ['a has only 3 of the 5']],
  ['one is there twice', [paged(6, 5)], ['a has only 4 of the 5'], [again(0, 0, 2)]],
  [
    'some of its rows are in another file, too',
    [paged(6, 5), paged(5, 5)],
    [],
    [again(0, 1, 2), again(1, 0, 2)],
  ],
  ['in files of their own', [paged(3, 5), paged(2, 5)], []],
  [
    'in files of their own, one is missing',
    [paged(3, 6), paged(2, 6)],
    ['a has only 3 of the 6', 'b has only 2 of the 6'],
  ],
  ['while the list grew', [paged(3, 5), paged(2, 7)], []],
  ['beside a file that says no total', [paged(3, 5), paged(2)], []],
  ['the same, and both are too few', [paged(3, 5), paged(1)], ['a has only 3 of the 5']],
  ['beside a whole list', [paged(3, 5), paged(9, 9)], ['a has only 3 of the 5']],
  ['of payments', [paged(5, 5), paged(3, 5, payments)], ['b has only 3 of the 5']],
  [
    'payments fill no log',
    [paged(3, 5), paged(2, 5, payments)],
    ['a has only 3 of the 5', 'b has only 2 of the 5'],
  ],
  ['of a bill', [paged(3, 5, { field: 'upstreamCharges', kind: 'bill' })], []],
  ['a bill as the log', [paged(3, 5, { kind: 'bill' })], []],
  [
    'the same, numbered',
    [paged(3, 5, { kind: 'bill', pages: { total: 5, isNumbered: true } })],
    ['a has only 3 of the 5'],
  ],
  ['none but one beyond the end', [paged(0, 5, { kind: 'unknown' })], ['a has only 0 of the 5']],
  ['one beyond the end of a whole list', [paged(5, 5), paged(0, 5, { kind: 'unknown' })], []],
  [
    'one beyond the end, numbered',
    [paged(5, 5), paged(0, 5, { kind: 'unknown', pages: { total: 5, isNumbered: true } })],
    [],
  ],
  ['that a mapping reads', [mapped(true, 5)], ['a has only 3 of the 5']],
  ['that a mapping reads, a sum', [mapped(false, 5)], []],
  ['that a mapping reads, of no total', [mapped(true), paged(3, 5)], ['b has only 3 of the 5']],
  ['an empty one that a mapping reads', [{ ...mapped(true, 5), rows: 0 }], []],
  ['ids between two', [paged(5, 5, { pages: { missingIds: 12 } })], ['a: 12']],
  [
    'ids, and rows',
    [paged(3, 5), paged(1, undefined, { pages: { missingIds: 1 } })],
    ['a has only 3 of the 5', 'b: 1'],
  ],
])('pages: %s', (_, files, said, repeats = []) => {
  const rows = english(findMissingPages(factsOf(headed(...files), { repeats })));
  expect(rows.map((one) => one.replace(/ (?:rows|row ids) .*/, ''))).toEqual(said);
});

const list = (follows?: boolean, more: Shown = {}): Shown => ({
  columns: ['id'],
  pages: { hasMorePages: follows },
  ...more,
});
test.each<[lists: string, files: readonly Shown[], goOn: readonly string[]]>([
  ['one goes on', [list(true)], ['a']],
  ['one has an end', [list(false)], []],
  ['one says nothing', [list()], []],
  ['two go on', [list(true), list(), list(true)], ['a', 'c']],
  ['another file is the end', [list(true), list(false)], []],
  ['a file of other columns is no end', [list(true), list(false, { columns: ['no'] })], ['a']],
  ['nor is one of another ledger', [list(true), list(false, { field: 'payments' })], ['a']],
])('lists that say whether they go on: %s', (_, files, goOn) => {
  const said = goOn.map(
    (place) => `${place}: its last page says that more pages follow. Export them as well.`,
  );
  expect(english(findUnfinishedLists(factsOf(headed(...files))))).toEqual(said);
});

test.each<[untold: readonly [pages: number, first: number, last: number], isOpen: boolean]>([
  [[1, 10, 10], true],
  [[1, 11, 11], false],
  [[1, 9, 9], false],
  [[2, 20, 20], true],
  [[2, 20, 21], true],
  [[2, 20, 19], false],
  [[2, 9, 9], false],
  [[2, 10, 10], true],
])('pages without totals, first and last rows %j: more may follow %s', ([pages, first, last], isOpen) => {
  const file: Shown = { pages: { withoutTotal: { pages, first, last } } };
  const said = english(
    findFullLastPages(
      factsOf(headed(file, { ...file, field: 'payments' }, { ...file, mapping: {} as never })),
    ),
  );
  expect(said).toEqual(isOpen ? [expect.stringMatching(/^a: its last page is full/)] : []);
});
