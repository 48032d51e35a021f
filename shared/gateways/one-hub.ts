import type { Connector, LogDialect, TokenKeys } from './connector.ts';
import {
  balanceResource,
  buildResource,
  channelList,
  familyFields,
  grantedTexts,
  noBalances,
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
      buildResource(
        'logs',
        'Query: page (from 1), size (at most 100; more is an error), log_type, start_timestamp, end_timestamp (Unix seconds), model_name, username, token_name, channel_id, source_ip, order. By default, the row with the highest id comes first. If you order by `created_at`, pages may repeat or omit rows of the same second.',
      ),
      buildResource('logs-self', 'Same query as logs. The row id is always 0 and the channel is null.'),
      statusResource,
      buildResource(
        'orders',
        'Query: page, size, status, start_timestamp, end_timestamp, user_id, trade_no. Orders have no time of payment.',
      ),
      buildResource(
        'channels',
        'Remove `model_headers`, `custom_parameter`, `proxy` and `plugin` before you send the list: they may contain secrets. Channels with the same tag are listed as one row.',
      ),
      balanceResource,
    ],
  },
  reading: {
    paging: { index: 'page', first: 1, size: { key: 'size', max: 100 }, total: 'total_count' },
    payments: { resource: 'orders' },
  },
  capabilities: {
    'usage-log-normalization': {
      support: 'verified',
      resourceIds: ['logs', 'logs-self', 'status'],
      notes:
        'Consume rows are converted to records, with the expected charge recomputed from `metadata`. Top-up, manage and system rows are counted as skipped.',
    },
    'upstream-charge-import': {
      support: 'supported',
      resourceIds: ['logs'],
      notes:
        'Records in this service’s own format, rows of a provider’s bill, or log rows of an upstream gateway. one-hub stores no request id, neither its own nor the upstream’s.',
    },
    'payment-settlement-import': {
      support: 'verified',
      resourceIds: ['orders'],
      notes:
        'Orders, or records in this service’s own format. The credit is known only for orders paid in the currency of the request.',
    },
    'channel-metadata-source': channelList,
    'top-up-log-source': {
      support: 'unavailable',
      resourceIds: ['logs', 'orders'],
      notes: 'Top-up rows are skipped. Send the orders as payments instead.',
    },
    'channel-balance-refresh-source': noBalances,
  },
  log: {
    signatures: [{ key: 'request_time' }, { key: 'metadata', without: ['elapsed_time'] }],
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
    grantedTexts: [...grantedTexts, ['管理员增减用户额度']],
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
    signatures: [{ key: 'order_amount' }, { key: 'order_currency' }],
    fields: {
      transactionId: { at: ['trade_no'], as: 'id' },
      occurredAt: { at: ['created_at'], as: 'time' },
      userId: { at: ['user_id'], as: 'id' },
      provider: {
        at: ['payment_provider', 'payment_method'],
        as: 'name',
        notes: 'missing from orders of one-hub itself',
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
    en: 'one-hub stores no ids, neither its own nor its upstream’s. The id in the report is made from the row and matches nothing, so bills are compared by totals.',
    zh: 'one-hub 不记录自己的 ID，也不记录上游的 ID。报告中的 ID 由行内容生成，与账单匹配不上，因此账单只能核对合计。',
  },
  limitations: [
    'Refunds of failed tasks are system rows with the amount only in the text: they are counted, but not deducted.',
    'Failed and retried attempts have no row.',
    'Rows have no token id. The token name can be changed, so it is not used instead.',
    'Channel tests have no row, but the provider bills them, so the bill has charges that match no request.',
    'The fee of an order is in wallet units, so it is known only if the order was paid in the report currency.',
    'The time of an order is when it was created, not when it was paid.',
    'If a unit of credit costs more than 1 in the payment currency (`currency_rate` of done-hub), credit and payment cannot be compared, and the credit is left out.',
  ],
  forks: [
    {
      name: 'done-hub',
      repository: 'deanxv/done-hub',
      verifiedAt: '2026-08-21',
      signatures: [{ key: 'cost_quota' }],
      log: {
        fields: {
          ...fields,
          requestId: { at: ['request_id'], as: 'id', notes: 'the request id that customers receive' },
          upstreamRequestId: {
            at: ['upstream_request_id'],
            as: 'id',
            notes: 'the `x-request-id` or `request-id` of the reply; matches a bill that has this id',
          },
        },
        tokens: {
          ...tokens,
          // The parts do not overlap, so their sum is used. It is never less than `total`, which repeats the first part.
          cacheWrite: {
            total: 'cached_write_tokens',
            parts: ['cached_write_tokens', 'cached_write_1h_tokens', 'openai_cache_write_tokens'],
          },
        },
        price: 'unitsOrEmpty',
      },
      requestIds: {
        en: 'done-hub stores its own request id, which customers receive as `X-Oneapi-Request-Id`. It also stores the `x-request-id` or `request-id` of its provider’s reply. A bill with either id is matched request by request.',
        zh: 'done-hub 记录自己的 ID（客户收到的 `X-Oneapi-Request-Id`）和厂商返回的 `x-request-id` 或 `request-id`，账单带有其中之一即可逐条核对。',
      },
      limitations: [
        'Failed attempts have no row. The upstream id is that of the last attempt.',
        '`cost_quota` is the gateway’s own estimate of its cost, not a bill, and is not read.',
        'The log list rejects a start more than 180 days ago.',
        'The export button on the log page creates a table with Chinese column names, which needs a mapping.',
      ],
    },
  ],
} as const satisfies Connector;
