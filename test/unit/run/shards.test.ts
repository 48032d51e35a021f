import { describe, expect, test } from 'vitest';
import { connectors } from '#shared/connectors/registry.ts';
import { identify, type RowIds } from '#shared/normalizer/survey/row-ids.ts';
import { admit } from '#shared/run/admit.ts';
import { keyOfNumber, keyOfText, labelOf } from '#shared/run/columns/id-key.ts';
import { packed } from '#shared/run/columns/packed.ts';
import { headOf, type SourceField } from '#shared/run/read/source.ts';
import { acrossShards } from '#shared/run/shards/across.ts';
import { AsideKeyReader } from '#shared/run/shards/aside-keys.ts';
import { deal, dealtTo } from '#shared/run/shards/deal.ts';
import { Labels, Unions } from '#shared/run/shards/labels.ts';
import { RowNumbers } from '#shared/run/shards/row-numbers.ts';
import { type Room, sourceName } from '#shared/run/shards/shelf.ts';
import { AT, newApiRow, oneApiRow, type Row, ratios, topUpRow } from '../../support/fixtures/native-rows.ts';
import { logsOf, type PlainRow } from '../../support/run/plain-rows.ts';
import {
  fileOf,
  readFiles,
  runHere,
  SETTINGS,
  shelfHere,
  type TextFile,
} from '../../support/run/run-here.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('labels and unions', () => {
  test('a key keeps its first label, however many follow', () => {
    const labels = new Labels(1);
    // Keys whose places are the same, and others.
    const keys = [...range(500).map((n) => n * 2 ** 32), ...range(500).map((n) => n * 7919)];
    const first = new Map<number, number>();
    for (const [n, key] of [...keys, ...keys].entries()) {
      if (!first.has(key)) first.set(key, n);
      expect(labels.say(key, n)).toBe(first.get(key));
    }
    expect(labels.size).toBe(first.size);
  });

  test.each<[united: string, asked: number, smallest: number]>([
    ['', 5, 5],
    ['5-3', 5, 3],
    ['5-3', 3, 3],
    ['5-5', 5, 5],
    ['5-3 5-4 9-4', 9, 3],
    ['1-2 3-4 4-2', 3, 1],
    ['9-8 8-7 7-6 6-5', 9, 5],
  ])('of %s, %i goes with %i', (united, asked, smallest) => {
    const unions = new Unions();
    for (const [, a, b] of united.matchAll(/(\d)-(\d)/g)) unions.unite(Number(a), Number(b));
    const again = new Unions(unions.pairs);
    for (const one of [unions, again]) {
      expect([one.find(asked), one.find(asked)]).toEqual([smallest, smallest]);
      for (const shards of [1, 2, 5]) expect(one.shardOf(asked, shards)).toBe(one.shardOf(smallest, shards));
    }
  });

  test('every shard gets about as many rows', () => {
    const unions = new Unions();
    const shards = range(3000).map((n) => unions.shardOf(keyOfText(`r${n}`), 3));
    for (const shard of range(3))
      expect(shards.filter((one) => one === shard).length / 1000).toBeCloseTo(1, 0.9);
  });
});

describe('numbers of rows, counted without the rows at hand', () => {
  const gateway = connectors.findIndex(({ id }) => id === 'new-api');
  const row = (rowId: number, content = rowId): PlainRow => ({ rowId, content, time: rowId * 1000, gateway });
  test.each<[what: string, rows: PlainRow[], rows_: number, nameless: number]>([
    ['of their own', [row(1), row(2)], 2, 0],
    ['one that is repeated', [row(1), row(1), row(2)], 2, 0],
    ['one of two rows', [row(1), row(1, 5), row(2)], 2, 1],
    ['none', [row(0), row(0), row(2)], 1, 2],
  ])('%s', (_, rows, named, nameless) => {
    for (const passes of [1, 2, 3]) {
      const numbers = new RowNumbers();
      for (const pass of range(passes)) {
        numbers.begin(1);
        for (const one of rows) numbers.add(logsOf([one]), pass === 0, (number) => number % passes === pass);
      }
      const [[id, ids] = []] = numbers.ids;
      expect([numbers.ids.length, id, ids?.nameless, ids?.buckets.length]).toEqual([
        1,
        'new-api',
        nameless,
        named,
      ]);
      expect(ids && identify(ids)).toBe(nameless === 0);
    }
  });
});

describe('rows that must come to one shard', () => {
  const reader = new AsideKeyReader(SETTINGS);
  const keysOf = (field: SourceField, native: Row) => reader.of({ field, source: 0, row: 0, native }).keys;
  type Placed = readonly [field: SourceField, native: Row];
  const log = (over: Row): Placed => ['logs', newApiRow(over)];
  const upstreamLog = (over: Row): Placed => ['upstreamCharges', newApiRow(over)];
  const payment = (over: Row = {}): Placed => ['payments', topUpRow(over)];
  const bill = (over: Row): Placed => ['upstreamCharges', { time: AT, model: 'm', cost: '1', ...over }];
  const canonical = (over: Row): Placed => [
    'upstreamCharges',
    { occurredAt: '2026-10-01T00:00:00Z', model: 'm', status: 'success', costAmount: '1', ...over },
  ];
  /** A row that names no request: a task, where it says which. */
  const nameless = (over: Row) => newApiRow({ request_id: '', ...over });
  const taskRow = (over: Row) => nameless({ id: 2, type: 6, other: ratios({ task_id: 't' }), ...over });
  const task = (over: Row = {}): Placed => ['logs', taskRow(over)];
  const unnamed = (over: Row): Placed => ['logs', nameless(over)];
  const unread = (cost: string): Placed => ['upstreamCharges', { cost }];
  const attempt = { type: 5, quota: 0, request_id: 'r', upstream_request_id: 'u' };
  const failed = log(attempt);
  const submitted = unnamed({ id: 1, other: ratios({ is_task: true }) });

  test.each<[what: string, one: Placed, other: Placed, meet: boolean]>([
    ['payments of anybody', payment(), payment({ id: 2, trade_no: 's' }), true],
    ['and what an administrator took back', payment(), log({ type: 3 }), true],
    ['but no usage', payment(), failed, false],
    ['an attempt and its request', failed, log({ request_id: 'r', upstream_request_id: 'v' }), true],
    ['an attempt and its charge', failed, bill({ request_id: 'u' }), true],
    ['but not another one', failed, bill({ request_id: 'w' }), false],
    ['a request and a charge that names it', failed, canonical({ requestId: 'r' }), true],
    [
      'a canonical sale and its charge',
      ['logs', { requestId: 'r', chargedAmount: '1' }],
      canonical({ requestId: 'r' }),
      true,
    ],
    ['a task and its refund', submitted, task(), true],
    ['of another amount', submitted, task({ quota: 7 }), false],
    ['of another user', submitted, task({ user_id: 7 }), false],
    ['of another channel', submitted, task({ channel: 7 }), false],
    ['or in the upstream’s log', submitted, ['upstreamCharges', taskRow({})], false],
    ['rows of one task', task({ type: 2 }), task({ id: 3, quota: 1 }), true],
    ['and who names the task', task({ type: 2 }), canonical({ requestId: 'task:t' }), true],
    ['or its refund', task(), canonical({ requestId: 'task:t:refund' }), true],
    [
      'a row without an id and who names its number',
      unnamed({ id: 5 }),
      canonical({ requestId: 'new-api:5' }),
      true,
    ],
    ['copies of it under other numbers', unnamed({ id: 5 }), unnamed({ id: 6 }), true],
    ['but not rows that differ', unnamed({ id: 5 }), unnamed({ id: 6, quota: 7 }), false],
    [
      'nor those of requests',
      log({ request_id: 'a', other: ratios() }),
      log({ request_id: 'b', other: ratios() }),
      false,
    ],
    [
      'a row upstream and the record of it',
      upstreamLog({ id: 5, type: 5, request_id: 'a' }),
      canonical({ upstreamId: 'new-api:5' }),
      true,
    ],
    [
      'a row upstream that is named after its request',
      upstreamLog({ id: 0, type: 5, request_id: 'a' }),
      canonical({ upstreamId: 'new-api:a' }),
      true,
    ],
    ['of what an upstream asked in turn', upstreamLog(attempt), bill({ request_id: 'u' }), false],
    [
      'records of one charge',
      canonical({ upstreamId: 'c', requestId: 'a' }),
      canonical({ upstreamId: 'c', requestId: 'b' }),
      true,
    ],
    [
      'whose id only looks like a row’s',
      canonical({ upstreamId: 'stripe:5' }),
      canonical({ upstreamId: 'stripe:5', requestId: 'b' }),
      true,
    ],
    ['bills without ids of one time', bill({}), bill({}), true],
    ['of another time', bill({}), bill({ time: AT + 1 }), false],
    ['one with an id is known by it, not by its time', bill({ request_id: 'a' }), bill({}), false],
    ['what cannot be read, and its copy', unread('much'), unread('much'), true],
    ['and nothing else', unread('much'), unread('more'), false],
    ['a log row that cannot be read goes by its ids', log({ type: 99, request_id: 'r' }), failed, true],
  ])('%s', (_, one, other, meet) => {
    const keys = keysOf(...other);
    expect(keysOf(...one).some((key) => keys.includes(key))).toBe(meet);
  });

  const ofOneApi = connectors.findIndex(({ id }) => id === 'one-api');
  const failedCharge: Placed = ['upstreamCharges', oneApiRow({ id: 12, type: 5, request_id: 'a' })];
  test.each<[what: string, placed: Placed, key: number]>([
    ['a sale, by the id upstream', failed, keyOfText('u')],
    [
      'a charge of the number that a record names',
      canonical({ upstreamId: 'one-api:12' }),
      keyOfNumber(ofOneApi, 12),
    ],
    [
      'a charge of the request that a record names',
      canonical({ upstreamId: 'one-api:abc' }),
      keyOfText('abc'),
    ],
    ['a charge of the number that a failed one has', failedCharge, keyOfNumber(ofOneApi, 12)],
  ])('a plain row is met: %s', (_, placed, key) => expect(keysOf(...placed)).toContain(key));

  test('prices of rows that are not plain are those of consume rows of the log', () => {
    const priceOf = (field: SourceField, over: Row = {}) =>
      reader.of({
        field,
        source: 0,
        row: 0,
        native: newApiRow({ request_id: 'söme', other: ratios(), ...over }),
      }).price;
    expect(JSON.parse(priceOf('logs') ?? '{}')).toMatchObject({ model: 'gpt-5-mini' });
    expect([
      priceOf('upstreamCharges'),
      priceOf('logs', { type: 5 }),
      priceOf('logs', { other: '' }),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe('rows of several files', () => {
  async function shelved(...files: TextFile[]) {
    const shelf = shelfHere();
    const { sources, columns } = await readFiles(files, SETTINGS);
    for (const [source, of] of columns.entries()) await shelf.write(sourceName(source), packed(of));
    return { admitted: admit(columns.map(headOf), sources, SETTINGS), shelf };
  }
  const plainRow = (id: number, over: Row) =>
    newApiRow({ id, created_at: AT + id, other: ratios(), ...over });
  /** `a b`: request a was sent upstream as b. */
  const sale = (text: string, id: number) => {
    const [request_id, upstream_request_id] = text.split(' ');
    return plainRow(id + 1, {
      request_id,
      upstream_request_id,
      ...(id === 0 && { other: ratios({ group_ratio: 2 }) }),
    });
  };
  const failed = (text: string, id = 0) => ({ ...sale(text, 900 + id), type: 5, quota: 0 });
  const charge = (request_id: string, id: number) => plainRow(id + 100, { request_id });
  const record = (over: Row): Row => ({
    occurredAt: '2026-08-17T00:00:00Z',
    model: 'm',
    status: 'success',
    costAmount: '1',
    ...over,
  });
  const sold = {
    requestId: 'g',
    chargedAmount: '1',
    occurredAt: '2026-08-17T00:00:00Z',
    model: 'm',
    status: 'success',
  };
  const FILES = [
    fileOf('logs', [
      ...['a u1', 'b u2', 'c', 'd', 'e u5', 'e u6', 'h'].map(sale),
      ...['f u7', 'h v1', 'i v2'].map(failed),
      sold,
    ]),
    fileOf('logs', [failed('f u7')]),
    fileOf('upstreamCharges', [
      ...['u1', 'u2', 'c', 'x', 'u7', 'u6', 'i'].map(charge),
      ...['p', 'q'].map((id) => ({ ...charge(id, 50), id: 0 })),
      { ...charge('y', 9), type: 5, quota: 0 },
    ]),
    fileOf('upstreamCharges', [
      record({ requestId: 'a' }),
      record({ upstreamId: 'new-api:103', requestId: 'd' }),
      record({ requestId: 'f' }),
    ]),
    fileOf('payments', [topUpRow(), topUpRow({ id: 9, trade_no: 's', user_id: 5 })]),
  ];
  const TOGETHER = ['a u1', 'b u2', 'c', 'd x', 'e u5 u6', 'f u7', 'h v1', 'i v2', 'p', 'q', 't s'];

  /** All texts that name a row, in its shard. */
  const namesIn = (shard: Awaited<ReturnType<typeof dealtTo>>) =>
    shard.flatMap(({ sales, charges, aside }) => [
      ...range(sales.length).flatMap((row) => [sales.requestIds.text(row), sales.upstreamIds.text(row)]),
      ...range(charges.length).map((row) => charges.requestIds.text(row)),
      ...aside.flatMap(({ native }) => [
        native.request_id,
        native.upstream_request_id,
        native.requestId,
        native.trade_no,
      ]),
    ]);

  test.each([1, 2, 7, 40])(
    'are dealt to %i shards, each once, with those they share an id with',
    async (shards) => {
      const { admitted, shelf } = await shelved(...FILES);
      const { unions, asideLabels } = await acrossShards(admitted, shelf);
      for (const { source } of admitted.counted)
        await deal(source, new Unions(unions), asideLabels.get(source) ?? [], shards, shelf);
      const dealt = await Promise.all(range(shards).map((shard) => dealtTo(shard, admitted, shelf)));
      const shardsOf = (name: string) =>
        dealt.flatMap((shard, n) => (namesIn(shard).includes(name) ? [n] : []));
      for (const names of TOGETHER)
        expect([names, new Set(names.split(' ').flatMap(shardsOf)).size]).toEqual([names, 1]);
      if (shards === 40) expect(new Set(dealt.map((shard) => namesIn(shard).length > 0)).size).toBe(2);
      const rows = dealt
        .flat()
        .map(({ sales, charges, aside }) => sales.length + charges.length + aside.length);
      expect(rows.reduce((sum, count) => sum + count)).toBe(27);
      for (const { rejected } of dealt.flat()) expect(rejected).toEqual([]);
    },
  );

  test('tell the same of the whole in any number of passes', async () => {
    const { admitted, shelf } = await shelved(...FILES);
    const told = async (passRows?: number) => {
      const { unions, asideLabels, survey, models } = await acrossShards(admitted, shelf, passRows);
      const all = new Unions(unions);
      const names = TOGETHER.flatMap((some) => some.split(' '));
      const met = [...Map.groupBy(names, (name) => all.find(labelOf(keyOfText(name)))).values()];
      return { met: met.map((some) => some.join(' ')), asideLabels, survey, models };
    };
    const once = await told();
    // A row goes by its first id: what it has beside needs no label, unless another row goes by it.
    const met = ['a u1', 'd x', 'u5 u6', 'f u7', 'h v1', 'i v2'];
    expect(once.met.filter((some) => some.includes(' '))).toEqual(met);
    expect(once.models).toEqual(['gpt-5-mini']);
    // Each row of a gateway once, whatever its kind.
    const { logIds, upstreamIds } = once.survey;
    const numbers = (ids: RowIds) => [ids.nameless, ids.buckets.length, identify(ids)];
    expect([logIds, ...upstreamIds.map(([, ids]) => ids)].map(numbers)).toEqual([
      [0, 10, true],
      [2, 8, false],
    ]);
    for (const passRows of [1, 5, 10]) expect(await told(passRows)).toEqual(once);
  });

  test.each<[what: string, rows: Row[], models: string[]]>([
    ['none', [{}, {}], []],
    ['of plain rows', [{}, { other: ratios({ group_ratio: 2 }) }], ['gpt-5-mini']],
    ['of others', [{}, { request_id: 'söme…', other: ratios({ group_ratio: 2 }) }], ['gpt-5-mini']],
  ])('show whose prices may have changed: %s', async (_, rows, models) => {
    const { admitted, shelf } = await shelved(
      ...rows.map((over, id) => fileOf('logs', [plainRow(id + 1, { request_id: `r${id}`, ...over })])),
    );
    expect((await acrossShards(admitted, shelf)).models).toEqual(models);
  });

  test('come to the same report, and to the same rows of its findings', async () => {
    const told = async (room?: Room) => {
      const { books, whole: _, ...files } = await runHere(FILES, SETTINGS, undefined, room);
      return [books === undefined, JSON.stringify(files)];
    };
    const [isSharded, one] = await told();
    expect(isSharded).toBe(false);
    expect(JSON.parse(one as string).evidence.length).toBeGreaterThan(5);
    for (const bytes of [8000, 1000]) expect(await told({ bytes, shelf: shelfHere() })).toEqual([true, one]);
  });
});
