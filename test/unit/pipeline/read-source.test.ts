import { expect, test } from 'vitest';
import { readChannelRows } from '#shared/pipeline/read/channel-rows.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import { isGatewayLog, type SourceField } from '#shared/pipeline/read/source.ts';
import { newApiRow, oneHubRow } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, SETTINGS } from '../../support/pipeline/run-in-memory.ts';

async function* bytes(content: unknown) {
  yield makeTextFile('logs', content).bytes;
}
const readAs = (field: SourceField, content: unknown, channel?: string) =>
  readSource(
    { source: 0, name: 'file', location: 'file', field, ...(channel && { channel }) },
    bytes(content),
    SETTINGS,
  );

const NOTATIONS = /uses decimal commas in column “cost”, but also points/;
const MIXED = true;
test.each<readonly [first: string, second: string, mixed: boolean]>([
  ['1.234', '0,5', MIXED],
  ['1.234', ',5', MIXED],
  ['-1.234', '+12,5', MIXED],
  ['123.456', '1,2345', MIXED],
  ['1.234', '1.234,5', MIXED],
  ['1.234', '1.234.567,89', MIXED],
  // The point does not separate thousands.
  ['0.234', '0,5', false],
  ['1234.567', '0,5', false],
  ['1.23', '0,5', false],
  ['1.2345', '0,5', false],
  // The comma separates thousands, or the cell is not a number.
  ['1.234', '1,234', false],
  ['1.234', '12,', false],
  ['1.234', 'a 0,5', false],
  ['1.234', '0,5 b', false],
  ['1.234 a', '0,5', false],
  ['a 1.234', '0,5', false],
  ['1.234', '1234.567,8', false],
  // Cells of up to 64 characters are compared.
  ['1.234', `0,${'5'.repeat(62)}`, MIXED],
  ['1.234', `0,${'5'.repeat(63)}`, false],
])('a bill column with %s and %s has two notations of decimals: %s', async (first, second, mixed) => {
  const reading = readAs('upstreamCharges', `id;cost\n1;"${first}"\n2;"${second}"\n`);
  await (mixed
    ? expect(reading).rejects.toMatchObject({ details: [expect.stringMatching(NOTATIONS)] })
    : expect(reading).resolves.toMatchObject({ rows: 2 }));
});

test.each<readonly [title: string, field: SourceField, content: unknown]>([
  ['two columns with one notation each', 'upstreamCharges', 'id;cost;price\n1;"1.234";"0,5"\n'],
  ['a log, whose amounts are in quota', 'logs', 'id;cost\n1;"1.234"\n2;"0,5"\n'],
  ['JSON, whose numbers are not localized', 'upstreamCharges', [{ cost: '1.234' }, { cost: '0,5' }]],
])('notations of numbers are not compared in %s', async (_, field, content) => {
  expect((await readAs(field, content)).rows).toBeGreaterThan(0);
});

test.each<
  readonly [title: string, rows: readonly object[], gateways: readonly string[], forks: readonly string[]]
>([
  ['no gateway', [{ request_id: 'r' }], [], []],
  ['the gateway of the settings', [newApiRow({})], ['new-api'], []],
  ['another gateway', [oneHubRow({})], ['one-hub'], []],
])('a log is recognized by its columns: %s', async (_, rows, gateways, forks) => {
  const columns = await readAs('logs', rows);
  expect([columns.detectedGateways, columns.forks]).toEqual([gateways, forks]);
  expect((await readAs('upstreamCharges', rows)).detectedGateways).toEqual([]);
});

test.each<readonly [row: object, channelId: unknown]>([
  [{ cost: '1' }, '7'],
  [{ cost: '1', channelId: '' }, '7'],
  [{ cost: '1', channelId: '8' }, '8'],
])('the channel of %j in the bill of channel 7 is %s', async (row, channelId) => {
  expect((await readAs('upstreamCharges', [row], '7')).unpacked[0]?.native).toMatchObject({ channelId });
  expect((await readAs('upstreamCharges', [{ cost: '1' }])).unpacked[0]?.native).not.toHaveProperty(
    'channelId',
  );
});

test('payments contain no charges', async () => {
  const columns = await readAs('payments', [{ amount: '1' }, { amount: '2' }]);
  expect(columns).toMatchObject({ rows: 2, fields: ['payments'], isBilled: false });
});

test.each<readonly [field: SourceField, mapping: object, expected: boolean]>([
  ['logs', {}, true],
  ['payments', {}, false],
  ['logs', { mapping: { rows: {} } }, false],
])('%s with %j are a log as a gateway writes it: %s', (field, mapping, expected) =>
  expect(isGatewayLog({ source: 0, name: '', place: '', field, ...mapping } as never)).toBe(expected),
);

test.each<readonly [rows: readonly object[], result: number | RegExp]>([
  [[], 0],
  [[{ id: 1, name: 'one', key: 'sk-1' }], 1],
  [[{ id: 1 }, { id: 2, name: 'two' }], 2],
  [[{ name: 'one' }], /not a list of channels/],
  [[{ id: 1 }], /not a list of channels/],
  [[{ id: 1, name: 'code', quota: 5 }], /not a list of channels/],
])('a list of channels %j has so many rows, or is refused: %s', async (rows, result) => {
  const reading = readChannelRows({ name: 'channels.json', bytes: bytes(rows) });
  if (typeof result === 'number') {
    expect(await reading).toHaveLength(result);
    expect(JSON.stringify(await reading)).not.toContain('sk-1');
  } else await expect(reading).rejects.toMatchObject({ details: [expect.stringMatching(result)] });
});
