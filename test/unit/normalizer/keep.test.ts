import { describe, expect, test } from 'vitest';
import { newApi } from '#shared/gateways/new-api.ts';
import { oneHub } from '#shared/gateways/one-hub.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { type AllowedList, buildRowFilter } from '#shared/normalizer/intake/filter-row.ts';
import { withQuotaFromText } from '#shared/normalizer/intake/quota-in-text.ts';
import { newApiRow, ratios } from '../../support/fixtures/native-rows.ts';

const keep = (row: unknown, list: AllowedList = 'logs', connector: typeof newApi | typeof oneHub = newApi) =>
  buildRowFilter(list, connector, connectors)(row);

describe('kept fields', () => {
  test('of a log row: columns of the connector, fields that identify a gateway, money and group', () => {
    const { username: _, ...columns } = newApiRow({
      group: 'vip',
      upstream_request_id: 'u',
      other: ratios(),
    });
    const otherColumns = { channel_id: 7, elapsed_time: 8, request_time: 9 };
    const row = {
      ...columns,
      ...otherColumns,
      other: '{"model_ratio":2}',
      cost: '0.1',
      currency: 'USD',
      quota_per_unit: 7,
    };
    expect(keep(row)).toEqual(row);
  });
  test('of a snapshot: prices, tokens, tasks, links and mappings', () => {
    const snapshot = {
      model_ratio: 2,
      group_ratio: 0.8,
      model_price: -1,
      cache_creation_tokens_5m: 7,
      claude: true,
      billing_mode: 'tiered_expr',
      expr_b64: 'dGllcg==',
      matched_tier: 'base',
      task_id: 'task_1',
      upstream_model_name: 'gpt-4o-2026',
      request_path: '/v1/images/generations',
      tool_surcharges: [{ count: 2, price: 10 }],
      request_rules: [{ multiplier: 2, matched: true }],
      image_request: { n: 2 },
      admin_info: {
        use_channel: ['7', '8'],
        usage_billing_path: 'upstream',
        quota_saturation: { clamped: 1 },
      },
    };
    expect(JSON.parse(String(keep({ other: JSON.stringify(snapshot) })?.other))).toEqual(snapshot);
    const hub = {
      input_ratio: 1,
      price_type: 'tokens',
      extra_billing: { web_search: { call_count: 1, price: 2 } },
    };
    expect(keep({ metadata: hub }, 'logs', oneHub)).toEqual({ metadata: hub });
  });
  test('of a ratio from a later version', () =>
    expect(keep({ metadata: { openai_cache_write_tokens_ratio: 1.25 } }, 'logs', oneHub)).toEqual({
      metadata: { openai_cache_write_tokens_ratio: 1.25 },
    }));
  test('of a payment and of a channel', () => {
    const payment = { id: 1, trade_no: 't', money: 10, amount: 10, status: 'success', create_time: 1 };
    expect(keep(payment, 'payments')).toEqual(payment);
    const channel = { id: 7, name: 'main', tag: 'eu', models: 'a,b', model_mapping: 'none' };
    expect(keep(channel, 'channels')).toEqual(channel);
  });
  test('that identify a gateway, although they are empty', () => {
    expect(keep({ metadata: null, other: '', request_time: 0 })).toEqual({
      metadata: null,
      other: '',
      request_time: 0,
    });
    expect(keep({ other: 'not JSON: a prompt' })).toEqual({ other: '' });
  });
});

describe('removed fields', () => {
  test.each<[string, AllowedList, Record<string, unknown>, Record<string, unknown>]>([
    ['prompts of a fork', 'logs', { input_content: 'p', other: '{"output_content":"r"}' }, { other: '{}' }],
    [
      'names and addresses of persons',
      'logs',
      { id: 1, user_agent: 'a', admin_username: 'b', username: 'c', ip: '::1' },
      { id: 1 },
    ],
    ['audit entries', 'logs', { other: '{"op":{"params":{"username":"c"}},"reason":"r"}' }, { other: '{}' }],
    [
      'conditions on headers',
      'logs',
      { other: '{"request_rules":[{"cond":"header(\\"x\\")","matched":true}]}' },
      { other: '{"request_rules":[{"matched":true}]}' },
    ],
    ['texts as ratios', 'logs', { other: '{"model_ratio":"a text","note_ratio":{"a":1}}' }, { other: '{}' }],
    ['objects in place of texts', 'logs', { model_name: { name: 'x' }, group: '{"a":1}' }, {}],
    [
      'settings of a channel in a log row',
      'logs',
      { channel: { id: 7, name: 'a', proxy: 'p' } },
      { channel: { id: 7, name: 'a' } },
    ],
    ['invoices', 'payments', { trade_no: 't', invoice: { a: 'c' }, callback_ip: '::1' }, { trade_no: 't' }],
    [
      'channel settings',
      'channels',
      { id: 7, key: 'k', setting: '{}', base_url: 'https://u:p@h' },
      { id: 7 },
    ],
    ['keys that would change the prototype', 'logs', JSON.parse('{"id":1,"__proto__":{"id":2}}'), { id: 1 }],
  ])('%s', (_, list, row, kept) => expect(keep(row, list)).toEqual(kept));
  test('values that are not rows', () =>
    expect([keep('a text'), keep(null), keep([1])]).toEqual([undefined, undefined, undefined]));
});

describe('amounts in texts are kept as numbers', () => {
  const settled = (content: unknown, more = {}) =>
    withQuotaFromText({ type: 4, quota: 0, other: '', content, ...more }, newApi, 500_000).other;
  test.each<[string, unknown]>([
    [
      '构图失败 1763700000000001，补偿 ＄0.032000 额度',
      { settled_quota: -16_000, settled_task: '1763700000000001' },
    ],
    [
      'Video async task failed task_ab-1, refund ＄0.768000 额度',
      { settled_quota: -384_000, settled_task: 'task_ab-1' },
    ],
    [
      '异步任务执行失败 9e1b7c55-suno，补偿 50000 点额度',
      { settled_quota: -50_000, settled_task: '9e1b7c55-suno' },
    ],
    [
      '视频任务成功补扣费，模型倍率 2.20，分组倍率 1.00，tokens 100000，预扣费 ＄0.002000 额度，实际扣费 ＄0.440000 额度，补扣费 ＄0.438000 额度',
      { settled_quota: 219_000 },
    ],
    [
      '视频任务成功退还多扣费用，模型倍率 2.20，分组倍率 1.00，tokens 1000，预扣费 ＄0.200000 额度，实际扣费 ＄0.004400 额度，退还 ＄0.195600 额度',
      { settled_quota: -97_800 },
    ],
    ['新用户注册赠送 ＄0.200000 额度', { settled_quota: 0, granted_quota: 100_000 }],
    ['启用两步验证', { settled_quota: 0 }],
  ])('%s', (content, expected) => {
    expect(JSON.parse(String(settled(content)))).toEqual(expected);
    // In a table, numbers are texts.
    expect(JSON.parse(String(settled(content, { type: '4' })))).toEqual(expected);
  });

  test.each<[string, unknown, object]>([
    ['an amount in unknown words', 'Task settled: ＄0.200000', {}],
    ['an amount in another currency', '构图失败 1，补偿 ¥0.230000 额度', {}],
    ['the text of a charge row', '构图失败 1，补偿 ＄0.032000 额度', { type: 2 }],
    ['an object instead of a text', { a: 1 }, {}],
    ['a very long text', `构图失败 ${'9'.repeat(10_000)}，补偿 ＄0.032000 额度`, {}],
  ])('%s is not kept', (_, content, more) => expect(settled(content, more)).toBe(''));

  test('one-hub keeps them in its metadata', () => {
    const row = { type: 4, quota: 0, metadata: null, content: '构图失败 7，补偿 ＄0.100000 额度' };
    const { metadata } = withQuotaFromText(row, oneHub, 500_000);
    // The metadata become text, like the texts of other rows.
    expect(JSON.parse(String(metadata))).toEqual({ settled_quota: -50_000, settled_task: '7' });
  });
});
