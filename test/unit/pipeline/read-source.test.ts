import { expect, test } from 'vitest';
import { readChannelRows } from '#shared/pipeline/read/channel-rows.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import { isGatewayLog, type SourceField } from '#shared/pipeline/read/source.ts';
import { newApiRow, oneHubRow } from '../../support/fixtures/native-rows.ts';
import { fileOf, SETTINGS } from '../../support/pipeline/run-here.ts';

async function* bytes(content: unknown) {
  yield fileOf('logs', content).bytes;
}
const readAs = (field: SourceField, content: unknown, channel?: string) =>
  readSource(
    { source: 0, name: 'file', location: 'file', field, ...(channel && { channel }) },
    bytes(content),
    SETTINGS,
  );

const NOTATIONS = /has decimal commas in column “cost”, and also points/;
const MIXED = true;
test.each<readonly [one: string, other: string, mixed: boolean]>([
  ['1.234', '0,5', MIXED],
  ['1.234', ',5', MIXED],
  ['-1.234', '+12,5', MIXED],
  ['123.456', '1,2345', MIXED],
  ['1.234', '1.234,5', MIXED],
  ['1.234', '1.234.567,89', MIXED],
  // No thousands.
  ['0.234', '0,5', false],
  ['1234.567', '0,5', false],
  ['1.23', '0,5', false],
  ['1.2345', '0,5', false],
  // No decimal comma: perhaps thousands, or no number.
  ['1.234', '1,234', false],
  ['1.234', '12,', false],
  ['1.234', 'a 0,5', false],
  ['1.234', '0,5 b', false],
  ['1.234 a', '0,5', false],
  ['a 1.234', '0,5', false],
  ['1.234', '1234.567,8', false],
  // A text, however long.
  ['1.234', `0,${'5'.repeat(62)}`, MIXED],
  ['1.234', `0,${'5'.repeat(63)}`, false],
])('a column of a bill with %s and %s: in two notations %s', async (one, other, mixed) => {
  const reading = readAs('upstreamCharges', `id;cost\n1;"${one}"\n2;"${other}"\n`);
  await (mixed
    ? expect(reading).rejects.toMatchObject({ details: [expect.stringMatching(NOTATIONS)] })
    : expect(reading).resolves.toMatchObject({ rows: 2 }));
});

test.each<readonly [title: string, field: SourceField, content: unknown]>([
  ['two columns, each in its own', 'upstreamCharges', 'id;cost;price\n1;"1.234";"0,5"\n'],
  ['a log, whose amounts are quota', 'logs', 'id;cost\n1;"1.234"\n2;"0,5"\n'],
  ['JSON, whose texts are as they are', 'upstreamCharges', [{ cost: '1.234' }, { cost: '0,5' }]],
])('numbers of %s are not held against each other', async (_, field, content) => {
  expect((await readAs(field, content)).rows).toBeGreaterThan(0);
});

test.each<
  readonly [title: string, rows: readonly object[], shown: readonly string[], forks: readonly string[]]
>([
  ['nothing', [{ request_id: 'r' }], [], []],
  ['the own gateway', [newApiRow({})], ['new-api'], []],
  ['another', [oneHubRow({})], ['one-hub'], []],
])('a log with the marks of %s', async (_, rows, shown, forks) => {
  const read = await readAs('logs', rows);
  expect([read.detectedGateways, read.forks]).toEqual([shown, forks]);
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
  const two = await readAs('payments', [{ amount: '1' }, { amount: '2' }]);
  expect(two).toMatchObject({ rows: 2, fields: ['payments'], isBilled: false });
});

test.each<readonly [field: SourceField, mapping: object, is: boolean]>([
  ['logs', {}, true],
  ['payments', {}, false],
  ['logs', { mapping: { rows: {} } }, false],
])('%s %j as a gateway writes them: %s', (field, mapping, is) =>
  expect(isGatewayLog({ source: 0, name: '', place: '', field, ...mapping } as never)).toBe(is),
);

test.each<readonly [rows: readonly object[], kept: number | RegExp]>([
  [[], 0],
  [[{ id: 1, name: 'one', key: 'sk-1' }], 1],
  [[{ id: 1 }, { id: 2, name: 'two' }], 2],
  [[{ name: 'one' }], /not a list of channels/],
  [[{ id: 1 }], /not a list of channels/],
  [[{ id: 1, name: 'code', quota: 5 }], /not a list of channels/],
])('a list of channels %j has %s rows', async (rows, kept) => {
  const reading = readChannelRows({ name: 'channels.json', bytes: bytes(rows) });
  if (typeof kept === 'number') {
    expect(await reading).toHaveLength(kept);
    expect(JSON.stringify(await reading)).not.toContain('sk-1');
  } else await expect(reading).rejects.toMatchObject({ details: [expect.stringMatching(kept)] });
});
