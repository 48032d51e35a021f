import { describe, expect, it } from 'vitest';
import type { LogFacts, ObservedPrice, RequestDetails } from '#shared/log-facts.ts';
import { mergeLogFacts, sumTextOnlyMoney } from '#shared/normalizer/records/merge-log-facts.ts';
import { linkUpstreamCharges as linked } from '#shared/normalizer/records/upstream.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { CREATED_AT, newApiRow, oneHubRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { openTestExport } from '../../support/normalizer/normalize-for-month.ts';

/** What rows say beside their records. Every row is one of new-api unless a connector is named. */

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
    ['served at once: one attempt', [served(['7'])], [{ attempts: 1 }]],
    ['served by the second channel: both', [attempt(3, 'u3'), served(['3', '7'])], [{ attempts: 2 }]],
    ['that failed everywhere: all', [attempt(3, 'u3'), served(['3', '7'], FAILED)], [{ attempts: 2 }]],
    [
      'of a model that the operator maps: the one that was asked for',
      [served(['7'], { other: ratios({ is_model_mapped: true, upstream_model_name: 'real-x' }) })],
      [{ bought: 'real-x' }],
    ],
    [
      'mapped to its own name: nothing',
      [served([], { other: ratios({ is_model_mapped: true, upstream_model_name: 'gpt-5-mini' }) })],
      [],
    ],
    ['of a user’s own list, which loses the attempts: nothing', [newApiRow({ other: ratios() })], []],
    ['of a list of no attempts: nothing', [served([])], []],
  ])('%s', (_, logs, said) => expect(read(logs).sales).toEqual(said));
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
    ['of a failed attempt: the channel of its row', bill('u3'), '3'],
    ['of the one that served: its channel', bill('u7'), '7'],
    ['that names its channel itself: nothing', bill('u3', { channelId: '5' }), undefined],
    ['of nobody: nothing', bill('x'), undefined],
  ])('%s', (_, row, channel) => {
    const [charge] = read(logs, [row]).charges;
    expect(charge?.loggedChannelId).toBe(channel);
    // A fact stands beside the record: the API's reply is not changed by it.
    expect(charge?.record.channelId).toBe(row.channelId);
  });
});

describe('of a price', () => {
  const shown = (facts: LogFacts) =>
    facts.prices.map(({ model, group, price, at }) => [model, group, price, at / 1000 - CREATED_AT]);
  const usual = { input: 0.125, output: 8, group: 1 };

  it('is that of the start of a request, although its row has the time of its end', () => {
    const row = newApiRow({ created_at: CREATED_AT + 90, use_time: 80, group: 'vip', other: ratios() });
    expect(shown(factsOf(row))).toEqual([['gpt-5-mini', 'vip', usual, 10]]);
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
    expect(shown(facts)).toEqual([['gpt-4.1', 'vip', { input: 2, output: 8, group: 0.5 }, -3]]);
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
  const nothing = { rows: 0, settledQuota: 0, models: [] };

  it.each<[string, Row[], Partial<ReturnType<typeof sumTextOnlyMoney>>]>([
    ['of one who was charged for a task', [task(1, 2), system(2, 2)], { rows: 1, models: ['mj_imagine'] }],
    ['of a customer without tasks: a gift', [task(1, 2), system(2, 3)], {}],
    ['from a version that logs refunds as rows', [task(1, 2), system(2, 2, { request_id: 's' })], {}],
    [
      'whose text a reader kept as a number',
      [system(2, 2, { other: '{"settled_quota":-16000}' }), system(3, 3)],
      { rows: 1, settledQuota: -16_000 },
    ],
    ['whose text settles nothing', [task(1, 2), system(2, 2, { other: '{"settled_quota":0}' })], {}],
    ['of one who has requests by tokens', [newApiRow({ user_id: 2, other: ratios() }), system(2, 2)], {}],
  ])('in a system row %s', (_, logs, unsaid) =>
    expect(sumTextOnlyMoney(factsOf(...logs))).toEqual({ ...nothing, ...unsaid }),
  );

  it('in the capture of 2025: a refund of a Midjourney task that is not in the rows', () => {
    const logs = capturedBooks.find(({ name }) => name === 'new-api-2025')?.logs ?? [];
    expect(sumTextOnlyMoney(read(logs).facts)).toEqual({ rows: 1, settledQuota: 0, models: ['mj_imagine'] });
  });
});

it.each(capturedBooks)('the facts of $name are equal for any division into parts', ({ connector, logs }) => {
  const sorted = ({ prices, ...rest }: LogFacts) => ({
    ...rest,
    prices: prices.map((seen) => JSON.stringify(seen)).sort(),
  });
  const whole = read(logs, [], connector).facts;
  const users = Map.groupBy(logs, ({ user_id, model_name }) => `${user_id} ${model_name}`);
  // A fork is shown by one row, which every part knows from the survey; a gateway's own facts do not depend on it.
  const parts = [...users.values()].map((rows) => read(rows, [], connector).facts);
  expect(sorted(mergeLogFacts(parts))).toEqual(sorted(whole));
  expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
});
