import { expect, test } from 'vitest';
import { newApiRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, readFiles, SETTINGS } from '../../support/pipeline/run-in-memory.ts';

/** Returns the price number of each row. Prices are numbered in the order of their first rows. */
async function readPriceNumbers(others: readonly Row[], fields: readonly Row[] = []): Promise<number[]> {
  const rows = others.map((other, n) =>
    newApiRow({ id: n + 1, request_id: `r${n}`, other: ratios(other), ...fields[n] }),
  );
  const { columns } = await readFiles([makeTextFile('logs', rows)], SETTINGS);
  return [...(columns[0]?.sales.table.columns.price ?? [])].slice(0, rows.length);
}

test.each<[part: string, first: Row, second: Row]>([
  ['input price', { model_ratio: 1 }, { model_ratio: 2 }],
  ['output price', { completion_ratio: 1 }, { completion_ratio: 2 }],
  ['price per call', { model_price: 0.1, model_ratio: 0 }, { model_price: 0.2, model_ratio: 0 }],
  ['group ratio', { group_ratio: 1 }, { group_ratio: 2 }],
])('rows with a different %s have different prices', async (_, first, second) =>
  expect(await readPriceNumbers([first, first, second, second, first])).toEqual([1, 1, 2, 2, 1]),
);

test('prices belong to a group and a model', async () => {
  const [none, vip, other] = [{}, { group: 'vip' }, { model_name: 'other' }];
  expect(await readPriceNumbers([{}, {}, {}, {}, {}], [none, vip, vip, none, other])).toEqual([
    1, 2, 2, 1, 3,
  ]);
});
