import { expect, test } from 'vitest';
import { newApiRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { fileOf, readFiles, SETTINGS } from '../../support/pipeline/run-here.ts';

/** By row, which price its columns say: a number for each price, in the order in which they come. */
async function pricesOf(others: readonly Row[], mores: readonly Row[] = []): Promise<number[]> {
  const rows = others.map((other, n) =>
    newApiRow({ id: n + 1, request_id: `r${n}`, other: ratios(other), ...mores[n] }),
  );
  const { columns } = await readFiles([fileOf('logs', rows)], SETTINGS);
  return [...(columns[0]?.sales.table.columns.price ?? [])].slice(0, rows.length);
}

test.each<[part: string, one: Row, another: Row]>([
  ['input', { model_ratio: 1 }, { model_ratio: 2 }],
  ['output', { completion_ratio: 1 }, { completion_ratio: 2 }],
  ['call', { model_price: 0.1, model_ratio: 0 }, { model_price: 0.2, model_ratio: 0 }],
  ['ratio of its group', { group_ratio: 1 }, { group_ratio: 2 }],
])('a row whose %s costs otherwise has another price, and one like it the same', async (_, one, another) =>
  expect(await pricesOf([one, one, another, another, one])).toEqual([1, 1, 2, 2, 1]),
);

test('prices belong to a group and a model', async () => {
  const [none, vip, other] = [{}, { group: 'vip' }, { model_name: 'other' }];
  expect(await pricesOf([{}, {}, {}, {}, {}], [none, vip, vip, none, other])).toEqual([1, 2, 2, 1, 3]);
});
