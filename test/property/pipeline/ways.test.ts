import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InputFacts } from '#shared/engine/survey/context.ts';
import { readRowKey } from '#shared/normalizer/duplicates/row-rules.ts';
import { toCanonicalText } from '#shared/normalizer/intake/native.ts';
import { unwrapPages } from '#shared/normalizer/intake/pages.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { reconcileWithFacts } from '../../support/engine/reconcile-with-facts.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { newApiRow } from '../../support/fixtures/native-rows.ts';
import { normalizeForMonth } from '../../support/normalizer/normalize-for-month.ts';
import { makeTextFile, runInMemory, type TextFile } from '../../support/pipeline/run-in-memory.ts';

type Row = Readonly<Record<string, unknown>>;
type Field = 'logs' | 'upstreamCharges' | 'payments';
const FIELDS: readonly Field[] = ['logs', 'upstreamCharges', 'payments'];

interface Book {
  readonly connector: string;
  readonly quotaPerUnit: number;
  readonly rows: Readonly<Record<Field, readonly Row[]>>;
}

const example = (name: string): readonly Row[] =>
  unwrapPages(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs')
    .rows as readonly Row[];
const stripRows = (rows: readonly Row[], field: Field): readonly Row[] =>
  rows.map((row) => new Stripper(field).strip(row) as Row);

const BOOKS: readonly Book[] = [
  {
    connector: 'new-api',
    quotaPerUnit: 500_000,
    rows: { logs: example('export'), upstreamCharges: example('upstream'), payments: example('topups') },
  },
  ...capturedBooks.map(({ connector, quotaPerUnit, logs, upstreamCharges }) => ({
    connector,
    quotaPerUnit,
    rows: { logs, upstreamCharges, payments: [] },
  })),
];

/** Changes of a row: all that make a row not plain, and some that only look so. */
const changes: fc.Arbitrary<(row: Row, others: readonly Row[]) => Row> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((row: Row) => row) },
  fc
    .constantFrom<[string, unknown]>(
      ['quota', 0],
      ['quota', -100],
      ['quota', 7],
      ['type', 5],
      ['type', 6],
      ['type', undefined],
      ['request_id', ''],
      ['request_id', 'söme-id'],
      ['request_id', '请求'],
      ['upstream_request_id', ''],
      ['user_id', 0],
      ['user_id', '7'],
      ['channel', 0],
      ['channel', '{"id":3}'],
      ['model_name', ''],
      ['model_name', 'mj_imagine'],
      ['created_at', 1_700_000_000],
      ['id', 0],
      ['id', 'seven'],
      ['id', 12],
      ['prompt_tokens', 5_000_000_000],
      ['other', ''],
      ['other', '{"is_task":true,"model_ratio":1}'],
      ['other', '{"admin_info":{"use_channel":["1","2"]},"model_ratio":1,"group_ratio":1,"model_price":-1}'],
      ['other', '{"billing_source":"subscription","model_ratio":1.5,"group_ratio":1,"model_price":-1}'],
      [
        'other',
        '{"is_model_mapped":true,"upstream_model_name":"real-x","admin_info":{"use_channel":["1"]},"model_ratio":3,"group_ratio":1,"model_price":-1}',
      ],
      ['other', '{"model_ratio":2,"completion_ratio":4,"group_ratio":0.5,"model_price":-1}'],
      ['other', '{"model_ratio":0,"completion_ratio":0,"group_ratio":0.5,"model_price":0.1}'],
      ['group', 'vip'],
      ['use_time', 40],
      ['cost', '0.5'],
      ['quota_per_unit', 1000],
      ['token_name', '模型测试'],
      ['channelId', '9'],
    )
    .map(
      ([key, value]) =>
        (row: Row): Row => ({ ...row, [key]: value }),
    ),
  fc.tuple(fc.constantFrom('request_id', 'upstream_request_id', 'id'), fc.nat()).map(
    ([key, n]) =>
      (row: Row, others: readonly Row[]): Row => ({
        ...row,
        [key]: others[n % Math.max(others.length, 1)]?.[key],
      }),
  ),
  fc.nat().map((n) => (row: Row, others: readonly Row[]): Row => {
    const other = others[n % Math.max(others.length, 1)];
    return { ...row, request_id: other?.upstream_request_id, upstream_request_id: other?.request_id };
  }),
);

const picked = fc.array(fc.tuple(fc.nat(), changes), { maxLength: 40 });
const books: fc.Arbitrary<Book> = fc
  .tuple(fc.constantFrom(...BOOKS), picked, picked, fc.array(fc.nat(), { maxLength: 5 }))
  .map(([book, logs, upstream, payments]) => {
    const { rows } = book;
    const some = (from: readonly Row[], picks: typeof logs): Row[] =>
      from.length === 0 ? [] : picks.map(([n, change]) => change(from[n % from.length] as Row, rows.logs));
    return {
      ...book,
      rows: {
        logs: some(rows.logs, logs),
        upstreamCharges: some(rows.upstreamCharges, upstream),
        payments:
          rows.payments.length === 0
            ? []
            : payments.map((n) => rows.payments[n % rows.payments.length] as Row),
      },
    };
  });

const writeRows = (rows: readonly Row[], form: 'array' | 'page' | 'lines'): unknown => {
  if (form === 'array' || rows.length === 0) return rows;
  if (form === 'lines') return rows.map((row) => JSON.stringify(row)).join('\n');
  return { success: true, data: { items: rows } };
};

/** Names of a row. Similar rows with the same name are one row if they are in two files, but not in one file. */
const namesOf = (row: Row): string[] => {
  const name = readRowKey({ field: 'logs', index: 0, native: row });
  const names = [row.id, row.request_id].flatMap((value) => (value ? [`${value}`] : []));
  return name === undefined ? [toCanonicalText(row), ...names] : names;
};

/** Selects the rows of a file, so that rows with the same name are in one file, as in one body. */
const selectFileRows = (rows: readonly Row[], files: number, file: number): Row[] => {
  const groups: { names: Set<string>; rows: Set<Row> }[] = [];
  for (const row of rows) {
    const names = new Set(namesOf(row));
    const shared = groups.filter((group) => [...names].some((name) => group.names.has(name)));
    const all = { names, rows: new Set([row]) };
    for (const group of shared) {
      for (const name of group.names) all.names.add(name);
      for (const other of group.rows) all.rows.add(other);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(all);
  }
  const own = new Set(groups.filter((_, n) => n % files === file).flatMap((group) => [...group.rows]));
  return rows.filter((row) => own.has(row));
};

const filesOf = ({ rows }: Book, forms: readonly ('array' | 'page' | 'lines')[]): TextFile[] =>
  FIELDS.flatMap((field) =>
    forms.map((form, n) =>
      makeTextFile(field, writeRows(selectFileRows(rows[field], forms.length, n), form)),
    ),
  );

/** Normalizes and reconciles a book request by request. @param facts facts that only files have */
function reconcileByRequest({ connector, quotaPerUnit, rows }: Book, facts: InputFacts) {
  const body = {
    connector,
    quotaPerUnit,
    ...Object.fromEntries(FIELDS.map((field) => [field, stripRows(rows[field], field)])),
  };
  // As JSON, which has no undefined fields; with the facts of the log and of both sides of payments.
  const { data, meta, paid, beside } = normalizeForMonth(JSON.parse(JSON.stringify(body)));
  return {
    report: reconcileWithFacts(data, '2026-11-22T00:00:00.000Z', { ...beside, ...facts }, paid),
    meta,
  };
}

const settingsOf = ({ connector, quotaPerUnit }: Book) => ({
  connector,
  quotaPerUnit,
  supplied: { upstreamCharges: true, payments: true },
});

/** Returns the result, or 'refused' for a rejection: the API refuses rows that a file run only lists. */
const catchRefusal = async <T>(way: () => Promise<T> | T): Promise<T | 'refused'> => {
  try {
    return await way();
  } catch (error) {
    if ((error as Error).constructor.name === 'Rejection') return 'refused';
    throw error;
  }
};

test('rows of a request keep the order of their file', async () => {
  const failed = (id: number, request: string, model: string, user: number) =>
    newApiRow({ id, request_id: request, model_name: model, user_id: user, type: 5, quota: 0 });
  const rows = [failed(4, 'r2', 'm', 5), failed(1, 'r1', 'n', 6), failed(2, 'r1', 'm', 5)];
  const bill = [{ id: 'c', time: rows[0]?.created_at, request_id: 'r1', cost: 1, model: 'm' }];
  const files = [makeTextFile('logs', rows), makeTextFile('upstreamCharges', bill)];
  const settings = settingsOf(BOOKS[0] as Book);
  const { evidence } = await runInMemory(files, settings);
  const sold = evidence.filter(({ ledger }) => ledger === 'downstreamUsage');
  expect([...new Set(sold.map(({ row }) => row))]).toEqual([2, 3]);
});

test('columns, the full path and single requests give the same report, byte for byte', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(
      books,
      fc.array(fc.constantFrom('array' as const, 'page' as const, 'lines' as const), {
        minLength: 1,
        maxLength: 3,
      }),
      async (book, forms) => {
        const files = filesOf(book, forms);
        const fast = await catchRefusal(() => runInMemory(files, settingsOf(book)));
        const slow = await catchRefusal(() => runInMemory(files, { ...settingsOf(book), isSlow: true }));
        if (fast === 'refused' || slow === 'refused') {
          expect([fast, slow]).toEqual(['refused', 'refused']);
          return;
        }
        plain += fast.books.sales.length + fast.books.charges.length;
        expect(JSON.stringify(fast.report)).toBe(JSON.stringify(slow.report));
        expect(fast.meta).toEqual(slow.meta);
        const { comparesByTotals = false, questions = [], rowsMissing = false } = fast.overview.facts;
        const one = await catchRefusal(() =>
          reconcileByRequest(book, { comparesByTotals, questions, rowsMissing }),
        );
        // If only some bills have ids of the log, the API compares request by request, and the run does not.
        const isPartly = fast.books.unknownBills.sources.size > 0 && !comparesByTotals;
        if (one === 'refused' || isPartly) return;
        expect(JSON.stringify(fast.report)).toBe(JSON.stringify(one.report));
        expect(fast.meta.rows).toEqual(one.meta.rows);
        expect(fast.meta.notes.slice(fast.notices.length)).toEqual(one.meta.notes);
      },
    ),
    { numRuns: 60 },
  );
  expect(plain).toBeGreaterThan(0);
});
