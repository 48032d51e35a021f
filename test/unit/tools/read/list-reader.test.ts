import { describe, expect, test } from 'vitest';
import type { GatewayClient } from '#tools/read/gateway-client.ts';
import { ListReader } from '#tools/read/list-reader.ts';

interface Row {
  readonly id: number;
  readonly created_at: number;
}
/** The log of a gateway, newest row first, and the number of calls of each page. */
interface Gateway {
  rows: readonly Row[];
  readonly calls: Map<number, number>;
}
/** Answers a request for a page. `page` counts from 1, `call` the calls of this page. */
type Reply = (rows: readonly Row[], page: number, call: number, gateway: Gateway) => object;

const SIZE = 10;
const rowsOf = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: to - i, created_at: (to - i) * 30 }));
const cut = (rows: readonly Row[], page: number, size = SIZE) => rows.slice((page - 1) * size, page * size);
const reply = (items: readonly unknown[], total?: unknown, page_size: unknown = SIZE) => ({
  items,
  total,
  page_size,
});

const all = rowsOf(1, 35);
const honest: Reply = (rows, page) => reply(cut(rows, page), rows.length);
/** A correct gateway, except for pages that the function changes. */
const changed =
  (change: (rows: readonly Row[], page: number, call: number) => readonly Row[] | undefined): Reply =>
  (rows, page, call) =>
    reply(change(rows, page, call) ?? cut(rows, page), rows.length);
/** A correct gateway whose rows change after the first reply to a page. */
const changing =
  (after: number, change: (rows: readonly Row[]) => readonly Row[]): Reply =>
  (rows, page, call, gateway) => {
    if (page === after && call === 1) gateway.rows = change(gateway.rows);
    return honest(rows, page, call, gateway);
  };
/** A correct gateway that reports another total. */
const reporting =
  (total: (rows: number, page: number) => unknown): Reply =>
  (rows, page) =>
    reply(cut(rows, page), total(rows.length, page));

async function read(answer: Reply, hasTimes = true) {
  const gateway: Gateway = { rows: all, calls: new Map() };
  let requests = 0;
  const get: GatewayClient = async (_, query = {}) => {
    requests++;
    const page = Number(query.p);
    const call = (gateway.calls.get(page) ?? 0) + 1;
    gateway.calls.set(page, call);
    const rows = gateway.rows.filter(({ created_at }) => created_at <= Number(query.until ?? Infinity));
    return { success: true, data: answer(rows, page, call, gateway) };
  };
  const paging = { index: 'p', first: 1, size: { key: 'page_size', max: SIZE }, total: 'total' } as const;
  const times = { query: { until: '100000' }, until: { key: 'until', column: 'created_at' } };
  const reader = new ListReader(get, { path: '/log', query: {}, paging, ...(hasTimes && times) });
  const ids: number[] = [];
  for await (const rows of reader.read()) for (const row of rows as readonly Row[]) ids.push(row.id);
  const isEach = new Set(ids).size === ids.length;
  const lost = gateway.rows.filter(({ id }) => !ids.includes(id)).length;
  return { isEach, lost, requests, shortage: reader.shortage };
}

describe('all rows are read once despite', () => {
  test.each<[string, Reply]>([
    ['no faults', honest],
    ['a page that is empty once', changed((_, page, call) => (page === 2 && call === 1 ? [] : undefined))],
    ['a first page that is empty once', changed((_, page, call) => (page * call === 1 ? [] : undefined))],
    [
      'a row that is missing once',
      changed((rows, page, call) => (page * call === 1 ? cut(rows, 1).slice(1) : undefined)),
    ],
    [
      'a page that repeats another once',
      changed((rows, page, call) => (page === 2 && call === 1 ? cut(rows, 1) : undefined)),
    ],
    ['new rows', changing(1, (rows) => [...rowsOf(36, 48), ...rows])],
    ['a new row before the last page', changing(3, (rows) => [...rowsOf(36, 36), ...rows])],
    ['a new row after the last page', changing(4, (rows) => [...rowsOf(36, 36), ...rows])],
    ['deleted rows, so that others move to pages already read', changing(1, (rows) => rows.slice(7))],
    ['deleted rows at the end', changing(1, (rows) => rows.slice(0, -7))],
    ['no total', reporting(() => undefined)],
    ['a total of 0', reporting(() => 0)],
    ['a total of -1', reporting(() => -1)],
    ['a total as text', reporting((rows) => `${rows}`)],
    ['a capped total', reporting((rows) => Math.min(rows, 20))],
    ['a total of the rows so far, and one more', reporting((rows, page) => Math.min(rows, page * SIZE + 1))],
    ['pages that are smaller than reported', (rows, page) => reply(cut(rows, page, 4), rows.length)],
    [
      'pages of another size that is not reported',
      (rows, page) => reply(cut(rows, page, 4), rows.length, null),
    ],
    ['a limit to paging', (rows, page) => reply(page > 2 ? [] : cut(rows, page), rows.length)],
    [
      'a limit to paging and to the total',
      (rows, page) => reply(page > 2 ? [] : cut(rows, page), Math.min(rows.length, 20)),
    ],
    [
      'an empty page without a total',
      (rows, page, call) => reply(page === 2 && call === 1 ? [] : cut(rows, page)),
    ],
    ['a last page that is repeated', (rows, page) => reply(cut(rows, Math.min(page, 4)), rows.length)],
  ])('%s', async (_, answer) => {
    const { requests, ...rest } = await read(answer);
    expect(rest).toEqual({ isEach: true, lost: 0, shortage: undefined });
    expect(requests).toBeLessThan(20);
  });

  test('a correct gateway gets two requests more than the list has pages', async () =>
    expect(await read(honest)).toMatchObject({ requests: 6 }));
});

test.each<[string, Reply, rows: number, total: number]>([
  [
    'a row that is never sent',
    changed((rows, page) => (page === 1 ? cut(rows, 1).slice(1) : undefined)),
    34,
    35,
  ],
  ['a page that is never sent', changed((_, page) => (page === 2 ? [] : undefined)), 25, 35],
  ['a page that repeats another', changed((rows, page) => (page === 2 ? cut(rows, 1) : undefined)), 25, 35],
  ['a gateway that ignores the page number', changed((rows) => cut(rows, 1)), 10, 35],
  ['no rows', changed(() => []), 0, 35],
  ['more rows announced than there are', reporting((rows) => rows + 5), 35, 40],
])('%s ends in a shortage', async (_, answer, rows, total) => {
  const { requests, ...rest } = await read(answer, false);
  expect(rest).toEqual({ isEach: true, lost: 35 - rows, shortage: { rows, total } });
  expect(requests).toBeLessThan(30);
});
