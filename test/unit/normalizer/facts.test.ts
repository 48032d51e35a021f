import { describe, expect, it } from 'vitest';
import type { LogFacts, ObservedPrice, RequestDetails } from '#shared/log-facts.ts';
import { mergeLogFacts, sumTextOnlyMoney } from '#shared/normalizer/records/merge-log-facts.ts';
import { linkUpstreamCharges as linked } from '#shared/normalizer/records/upstream.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { CREATED_AT, newApiRow, oneHubRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { openTestExport } from '../../support/normalizer/normalize-for-month.ts';

/** Facts of log rows that are not in their records. Rows are of new-api unless a connector is named. */

function read(logs: readonly Row[], upstreamCharges: readonly Row[] = [], connector = 'new-api') {
  const { usage, unlinked, account } = openTestExport({ connector, logs, upstreamCharges });
  const charges = linked(unlinked, usage.links, account);
  return { facts: usage.facts(), sales: [...usage.sales().values()], charges };
}
const factsOf = (...logs: Row[]): LogFacts => read(logs).facts;

const attempt = (channel: number, upstream_request_id: string, over: Row = {}): Row =>
  newApiRow({ type: 5, quota: 0, request_id: 'r', channel, upstream_request_id, ...over });
const served = (channels: string[], over: Row = {}): Row =>
  newApiRow({
    id: 9,
    created_at: CREATED_AT + 5,
    request_id: 'r',
    channel: 7,
    upstream_request_id: 'u7',
    other: ratios({ admin_info: { use_channel: channels } }),
    ...over,
  });

const FAILED = { type: 5, quota: 0 };

describe('of a request', () => {
  it.each<[string, Row[], RequestDetails[]]>([
    ['with one attempt, which was served', [served(['7'])], [{ attempts: 1 }]],
    ['with two attempts, the second served', [attempt(3, 'u3'), served(['3', '7'])], [{ attempts: 2 }]],
    ['with two failed attempts', [attempt(3, 'u3'), served(['3', '7'], FAILED)], [{ attempts: 2 }]],
    [
      'whose model is mapped to another: the model bought',
      [served(['7'], { other: ratios({ is_model_mapped: true, upstream_model_name: 'real-x' }) })],
      [{ bought: 'real-x' }],
    ],
    [
      'whose model is mapped to its own name: none',
      [served([], { other: ratios({ is_model_mapped: true, upstream_model_name: 'gpt-5-mini' }) })],
      [],
    ],
    ['of a user’s own list, which has no attempts: none', [newApiRow({ other: ratios() })], []],
    ['with an empty list of attempts: none', [served([])], []],
  ])('%s', (_, logs, details) => expect(read(logs).sales).toEqual(details));
});

describe('of a charge', () => {
  const logs = [attempt(3, 'u3'), served(['3', '7'])];
  const bill = (request_id: string, over: Row = {}): Row => ({
    request_id,
    time: CREATED_AT,
    cost: 1,
    ...over,
  });
  it.each<[string, Row, string | undefined]>([
    ['for a failed attempt: the channel of its row', bill('u3'), '3'],
    ['for the attempt that was served: the channel of its row', bill('u7'), '7'],
    ['with its own channel: none', bill('u3', { channelId: '5' }), undefined],
    ['without a request: none', bill('x'), undefined],
  ])('%s', (_, row, channel) => {
    const [charge] = read(logs, [row]).charges;
    expect(charge?.loggedChannelId).toBe(channel);
    // The fact does not change the record, nor the reply of the API.
    expect(charge?.record.channelId).toBe(row.channelId);
  });
});

describe('of a price', () => {
  const listPrices = (facts: LogFacts) =>
    facts.prices.map(({ model, group, price, at }) => [model, group, price, at / 1000 - CREATED_AT]);
  const usual = { input: 0.125, output: 8, group: 1 };

  it('is that of the start of a request, although its row has the time of its end', () => {
    const row = newApiRow({ created_at: CREATED_AT + 90, use_time: 80, group: 'vip', other: ratios() });
    expect(listPrices(factsOf(row))).toEqual([['gpt-5-mini', 'vip', usual, 10]]);
  });

  it.each<[string, Row, ObservedPrice['price'] | undefined]>([
    ['by the call', ratios({ model_price: 0.1, model_ratio: 0 }), { call: 0.1, group: 1 }],
    ['for nothing', ratios({ model_ratio: 0 }), { input: 0, output: 8, group: 1 }],
    ['with a multiplier of one customer', ratios({ user_group_ratio: 0.93 }), { input: 0.125, output: 8 }],
    ['without one', ratios({ user_group_ratio: -1 }), usual],
    ['by tiers', ratios({ billing_mode: 'tiered_expr', model_price: 0 }), undefined],
    [
      'of an image, which its size is part of',
      ratios({ model_price: 0.1, model_ratio: 0, request_path: '/v1/images/generations' }),
      undefined,
    ],
    ['of a fine', ratios({ violation_fee: true }), undefined],
    ['of a settlement', ratios({ task_id: 't' }), undefined],
    ['without ratios', {}, undefined],
  ])('%s', (_, other, price) =>
    expect(factsOf(newApiRow({ other })).prices.map((fact) => fact.price)).toEqual(price ? [price] : []),
  );

  it('of one-hub: its own ratios, and the group in the snapshot', () => {
    const metadata = { group_name: 'vip', group_ratio: 0.5, input_ratio: 2, output_ratio: 8 };
    const { facts } = read([oneHubRow({ metadata, request_time: 3000 })], [], 'one-hub');
    expect(listPrices(facts)).toEqual([['gpt-4.1', 'vip', { input: 2, output: 8, group: 0.5 }, -3]]);
  });

  it('in the capture: gpt-4o was sold for a tenth of its price for a while', () => {
    const fork = capturedBooks.find(({ name }) => name === 'new-api-fork');
    const inputs = read(fork?.logs ?? [])
      .facts.prices.filter(({ model }) => model === 'gpt-4o')
      .map(({ price }) => price.input);
    expect(inputs).toContain(0.25);
    expect(inputs).toContain(2.5);
  });
});

describe('of money stated only in text', () => {
  const system = (id: number, user_id: number, over: Row = {}): Row =>
    newApiRow({ id, user_id, type: 4, quota: 0, model_name: '', request_id: undefined, ...over });
  const task = (id: number, user_id: number): Row =>
    newApiRow({ id, user_id, model_name: 'mj_imagine', request_id: undefined, other: { model_price: 0.04 } });
  const nothing = { rows: 0, settledQuota: 0, movedQuota: 0, unknownRows: 0, models: [] };

  it.each<[string, Row[], Partial<ReturnType<typeof sumTextOnlyMoney>>]>([
    [
      'of a customer charged for a task',
      [task(1, 2), system(2, 2)],
      { rows: 1, unknownRows: 1, models: ['mj_imagine'] },
    ],
    ['of a customer without tasks, which is a gift', [task(1, 2), system(2, 3)], {}],
    ['of a version that logs refunds as rows', [task(1, 2), system(2, 2, { request_id: 's' })], {}],
    [
      'whose amount was kept as a number',
      [system(2, 2, { other: '{"settled_quota":-16000}' }), system(3, 3)],
      { rows: 1, settledQuota: -16_000, movedQuota: 16_000 },
    ],
    [
      'that charges as much as another refunds',
      [5, -5].map((quota, id) => system(id, 2, { other: `{"settled_quota":${quota}}` })),
      { rows: 2, movedQuota: 10 },
    ],
    ['whose text contains no settlement', [task(1, 2), system(2, 2, { other: '{"settled_quota":0}' })], {}],
    ['of a customer who pays by tokens', [newApiRow({ user_id: 2, other: ratios() }), system(2, 2)], {}],
  ])('in a system row %s', (_, logs, sum) =>
    expect(sumTextOnlyMoney(factsOf(...logs))).toEqual({ ...nothing, ...sum }),
  );

  it('in the capture of 2025: a refund of a Midjourney task that is not in the rows', () => {
    const logs = capturedBooks.find(({ name }) => name === 'new-api-2025')?.logs ?? [];
    expect(sumTextOnlyMoney(read(logs).facts)).toEqual({
      ...nothing,
      rows: 1,
      unknownRows: 1,
      models: ['mj_imagine'],
    });
  });
});

it.each(capturedBooks)('the facts of $name are equal for any division into parts', ({ connector, logs }) => {
  const sorted = ({ prices, ...rest }: LogFacts) => ({
    ...rest,
    prices: prices.map((price) => JSON.stringify(price)).sort(),
  });
  const undivided = read(logs, [], connector).facts;
  const users = Map.groupBy(logs, ({ user_id, model_name }) => `${user_id} ${model_name}`);
  // A single row identifies a fork, which the survey tells all parts. Facts of a gateway do not depend on it.
  const parts = [...users.values()].map((rows) => read(rows, [], connector).facts);
  expect(sorted(mergeLogFacts(parts))).toEqual(sorted(undivided));
  expect(JSON.parse(JSON.stringify(undivided))).toEqual(undivided);
});
