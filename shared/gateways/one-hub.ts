import type { Connector, LogDialect, TokenKeys } from './connector.ts';
import {
  balanceResource,
  channelList,
  familyFields,
  noBalances,
  resource,
  statusResource,
} from './one-api-family.ts';

const fields = {
  ...familyFields,
  requestId: { at: ['request_id'], as: 'id', notes: 'never logged by one-hub itself' },
  model: { at: ['model_name'], as: 'model', notes: 'the model sent to the provider' },
  channelId: { at: ['channel_id', 'channel'], as: 'channel' },
  channelName: { at: ['channel'], as: 'channelName' },
  snapshot: { at: ['metadata'], as: 'embedded' },
} as const satisfies LogDialect['fields'];

const tokens = {
  convention: 'included',
  input: 'prompt_tokens',
  output: 'completion_tokens',
  cacheRead: ['cached_tokens', 'cached_read_tokens'],
  cacheWrite: { total: 'cached_write_tokens', parts: [] },
  reasoning: ['reasoning_tokens'],
  media: ['input_audio_tokens', 'output_audio_tokens', 'input_image_tokens', 'output_image_tokens'],
} as const satisfies TokenKeys;

/**
 * one-hub (MartialBE/one-hub), source of 2026-02-20. Facts from `model/log.go`, `model/order.go`,
 * `model/price.go`, `relay/relay_util/quota.go` and `providers/claude/common.go`.
 */
export const oneHub = {
  id: 'one-hub',
  name: 'One Hub',
  family: 'one-api',
  maturity: 'verified',
  verifiedAt: '2026-02-20',
  inputFamily: 'one-hub log rows',
  quotaPerUnitAt: 'GET /api/status, data.quota_per_unit',
  source: {
    access: 'caller-operated-api',
    authType: 'access token',
    authHeaderNames: ['Authorization'],
    resources: [
      resource(
        'logs',
        'Query: page (from 1), size (at most 100, more is an error), log_type, start_timestamp, end_timestamp (Unix seconds), model_name, username, token_name, channel_id, source_ip, order. Without order the newest row by id is first; by `created_at`, pages repeat and lose rows of one second.',
      ),
      resource('logs-self', 'As logs; the row id is always 0 and the channel is null.'),
      statusResource,
      resource(
        'orders',
        'Query: page, size, status, start_timestamp, end_timestamp, user_id, trade_no. No time of completion.',
      ),
      resource(
        'channels',
        'Strip it: model_headers, custom_parameter, proxy and plugin may hold secrets. Tagged channels collapse to one row a tag.',
      ),
      balanceResource,
    ],
  },
  reading: {
    paging: { index: 'page', first: 1, size: { key: 'size', max: 100 }, total: 'total_count' },
    window: { from: 'start_timestamp', to: 'end_timestamp' },
    logs: 'logs',
    payments: { resource: 'orders' },
    channels: 'channels',
    status: 'status',
  },
  capabilities: {
    'usage-log-normalization': {
      support: 'verified',
      resourceIds: ['logs', 'logs-self', 'status'],
      notes:
        'Consume rows become records, with the expected charge recomputed from `metadata`; top-ups, manage and system rows are counted as skipped.',
    },
    'upstream-charge-import': {
      support: 'supported',
      resourceIds: ['logs'],
      notes:
        'Canonical records, billing rows of a provider, or log rows of an upstream gateway. one-hub stores no request id, neither its own nor the upstream one.',
    },
    'payment-settlement-import': {
      support: 'verified',
      resourceIds: ['orders'],
      notes:
        'Orders, or canonical records. The credit is stated only for orders paid in the currency of the payload.',
    },
    'channel-metadata-source': channelList,
    'top-up-log-source': {
      support: 'unavailable',
      resourceIds: ['logs', 'orders'],
      notes: 'Top-up rows are counted as skipped; take the money from the orders.',
    },
    'channel-balance-refresh-source': noBalances,
  },
  log: {
    marks: [{ key: 'request_time' }, { key: 'metadata', without: ['elapsed_time'] }],
    fields,
    kinds: [
      { type: 1, kind: 'topup' },
      { type: 2, kind: 'consume' },
      { type: 3, kind: 'manage', note: { note: 'manageQuota', quota: true } },
      { type: 4, kind: 'system', note: { note: 'hiddenRefunds' } },
    ],
    settledTexts: [
      { begins: '异步任务执行失败', before: '补偿', sign: -1 },
      { begins: '构图失败', before: '补偿', sign: -1 },
    ],
    loweredTexts: [['管理员将用户额度从', '修改为']],
    giftWords: ['赠送'],
    priceTerms: {
      input: 'input_ratio',
      output: 'output_ratio',
      group: 'group_ratio',
      groupName: { in: 'snapshot', key: 'group_name' },
      unless: [],
      duration: { key: 'request_time', ms: 1 },
    },
    tokens,
    price: 'units',
  },
  payments: {
    marks: [{ key: 'order_amount' }, { key: 'order_currency' }],
    fields: {
      transactionId: { at: ['trade_no'], as: 'id' },
      occurredAt: { at: ['created_at'], as: 'time' },
      userId: { at: ['user_id'], as: 'id' },
      provider: {
        at: ['payment_provider', 'payment_method'],
        as: 'name',
        notes: 'not in orders of one-hub itself',
      },
      amount: { at: ['order_amount'], as: 'money' },
      currency: { at: ['order_currency'], as: 'name' },
      credit: { at: ['quota'], as: 'quota' },
      fee: { at: ['fee'], as: 'money' },
      discount: { at: ['discount'], as: 'money' },
      units: { at: ['amount'], as: 'money' },
      otherId: { at: ['gateway_no'], as: 'id' },
      method: { at: ['gateway_id'], as: 'name' },
    },
    statuses: [
      ['pending', 'pending'],
      ['success', 'settled'],
      ['failed', 'failed'],
      ['closed', 'failed'],
    ],
    rule: 'byCurrency',
  },
  requestIds: {
    en: 'Stores no ids, neither its own nor its upstream’s. The id in the report is made from the row and matches nothing; bills are compared by totals.',
    zh: '自己的 ID 和上游的 ID 都不记录。报告里的 ID 由行内容生成，和谁都对不上；账单只能核对合计。',
  },
  limitations: [
    'Refunds of failed tasks are system rows that state the amount only in text; they are counted, not deducted.',
    'Failed and retried attempts leave no row.',
    'Rows carry no token id. The token name is a label that can be changed, so it does not replace one.',
    'Channel tests leave no row, but the provider bills them, so an upstream ledger shows them without a partner.',
    'The fee of an order is in wallet units, so it is given only if the order was paid in the currency of the payload.',
    'An order has the time of its creation, not of its payment.',
    'An order whose units of credit cost more or less than one unit of money each (`currency_rate` of done-hub) states no credit: both cannot be compared.',
  ],
  forks: [
    {
      name: 'done-hub',
      repository: 'deanxv/done-hub',
      verifiedAt: '2026-08-21',
      marks: [{ key: 'cost_quota' }],
      log: {
        fields: {
          ...fields,
          requestId: { at: ['request_id'], as: 'id', notes: 'the one that customers receive' },
          upstreamRequestId: {
            at: ['upstream_request_id'],
            as: 'id',
            notes:
              'the `x-request-id` or `request-id` of the reply; joins the bill of a provider that names it',
          },
        },
        tokens: {
          ...tokens,
          // Counted apart from each other, so that their sum is the larger.
          cacheWrite: {
            total: 'cached_write_tokens',
            parts: ['cached_write_tokens', 'cached_write_1h_tokens', 'openai_cache_write_tokens'],
          },
        },
        price: 'unitsOrEmpty',
      },
      requestIds: {
        en: 'done-hub stores its own id, which customers receive as `X-Oneapi-Request-Id`, and the `x-request-id` or `request-id` that its provider answers with: a bill that names either matches request by request.',
        zh: 'done-hub 记录自己的 ID（客户收到的 `X-Oneapi-Request-Id`）和厂商返回的 `x-request-id` 或 `request-id`，账单带有其中之一即可逐条核对。',
      },
      limitations: [
        'Failed attempts leave no row, and the id of the upstream is that of the last attempt.',
        '`cost_quota` is the gateway’s own estimate of its cost, not a bill; it is not read.',
        'The list of logs refuses a start more than 180 days back. The export button of its page writes a table with Chinese heads, which needs a mapping.',
      ],
    },
  ],
} as const satisfies Connector;
