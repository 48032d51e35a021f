import { expect, test } from 'vitest';
import type { Mapping } from '#shared/files/mapping/mapping.ts';
import { CREATED_AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';
import { tableRows } from '../../support/table.ts';

const mapping: Mapping = {
  rows: 'upstreamCharges',
  columns: { requestId: 'request_id', occurredAt: 'time', model: 'model', costAmount: 'cost_usd' },
};
const TIME = new Date(CREATED_AT * 1000).toISOString();
const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** `r1>u1`: request r1 was sent upstream as u1. `test>u1` is a channel test, and `task>u1` is not kept in columns. */
const sale = (text: string, id: number): Row => {
  const [request = '', upstream = ''] = text.split('>');
  return {
    ...newApiRow({ id: id + 1, request_id: request, upstream_request_id: upstream, quota: 1000 }),
    ...(request === 'test' && { token_name: '模型测试', token_id: 0 }),
    ...(request === 'task' && { other: { task_id: 't1', is_task: true } }),
  };
};
const table = (ids: string): string =>
  `time,request_id,model,cost_usd\n${words(ids)
    .map((id) => `${TIME},${id},gpt-5-mini,0.001\n`)
    .join('')}`;

/** Request ids of the bill after linking, in its order. */
async function linkedIds(logs: readonly Row[], bills: readonly string[]): Promise<string> {
  const files = [
    makeTextFile('logs', logs),
    ...bills.map((ids) => makeTextFile('upstreamCharges', table(ids), { mapping })),
  ];
  const { books } = await runFiles(files);
  return books.upstreamCharges.map(({ requestId }) => requestId ?? '-').join(' ');
}

// Log | bills | request ids of their rows
test.each(
  tableRows(`
  the gateway’s ids                               | r1>u1 r2>u2 | r1 r2      | r1 r2
  the provider’s ids                              | r1>u1 r2>u2 | u2 u1      | r2 r1
  an id that the log does not contain             | r1>u1       | u1 x       | r1 x
  an id that fits both ways is the gateway’s      | r1>u1 u1>u2 | u1 u2      | u1 u1
  an upstream id of two requests                  | r1>u1 r2>u1 | u1         | u1
  the provider’s id of a channel test             | test>u1     | u1         | -
  a request that is not kept in columns           | task>u1     | u1         | task
  each bill has its own kind of ids               | r1>u1 r2>u2 | r1 / u2    | r1 r2
`),
)('a bill table is linked by either id: %s', async (_, log, bills, expected) => {
  const logs = words(log).map(sale);
  const tables = bills.split(' / ');
  expect(await linkedIds(logs, tables)).toBe(expected);
  expect(await linkedIds(logs.toReversed(), tables)).toBe(expected);
  const backwards = tables.toReversed().map((ids) => words(ids).reverse().join(' '));
  expect(await linkedIds(logs, backwards)).toBe(words(expected).reverse().join(' '));
});
