import type { Connector, LogDialect } from './connector.ts';
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
  requestId: { at: ['request_id'], as: 'id', notes: 'since 2025-01' },
  model: { at: ['model_name'], as: 'model', notes: 'the model sent to the provider' },
  channelId: { at: ['channel_id', 'channel'], as: 'channel' },
} as const satisfies LogDialect['fields'];

const kinds = [
  { type: 1, kind: 'topup' },
  { type: 2, kind: 'consume' },
  { type: 3, kind: 'manage' },
  { type: 4, kind: 'system' },
  { type: 5, kind: 'channelTest' },
] as const satisfies LogDialect['kinds'];

const tokens = { input: 'prompt_tokens', output: 'completion_tokens' } as const;

/**
 * one-api (songquanpeng/one-api), source of 2025-02-21. Facts from `model/log.go`, `controller/log.go`,
 * `relay/controller/helper.go` and `model/channel.go`.
 */
export const oneApi = {
  id: 'one-api',
  name: 'One API',
  family: 'one-api',
  maturity: 'verified',
  verifiedAt: '2025-02-21',
  inputFamily: 'one-api log rows',
  quotaPerUnitAt: 'GET /api/status, data.quota_per_unit',
  source: {
    access: 'caller-operated-api',
    authType: 'access token',
    authHeaderNames: ['Authorization'],
    resources: [
      buildResource(
        'logs',
        'Query: p (from 0), type, start_timestamp, end_timestamp (Unix seconds), username, token_name, model_name, channel. Pages have ten rows and no total: read on until a page has fewer rows. End the time range in the past, otherwise rows move between pages.',
      ),
      buildResource('logs-self', 'Same query as logs, except username and channel. The row id is always 0.'),
      statusResource,
      buildResource(
        'channels',
        'Query: p (from 0), ten rows a page. Remove `config` before you send the list: it contains cloud keys in plain text.',
      ),
      balanceResource,
    ],
  },
  reading: {
    // one-api has pages of ten rows and reports no total. Only the fork Laisky/one-api uses the keys `size` and `total`.
    paging: { index: 'p', first: 0, size: { key: 'size', max: 100 }, total: 'total' },
  },
  capabilities: {
    'usage-log-normalization': {
      support: 'verified',
      resourceIds: ['logs', 'logs-self', 'status'],
      notes:
        'Consume rows are converted to records. Top-up, manage and system rows and channel tests are counted as skipped.',
    },
    'upstream-charge-import': {
      support: 'supported',
      resourceIds: ['logs'],
      notes:
        'Records in this service’s own format, rows of a provider’s bill, or log rows of an upstream gateway. one-api does not store the id of the upstream request.',
    },
    'payment-settlement-import': {
      support: 'file-only',
      notes: 'one-api does not store payments. Send the payment provider’s report.',
    },
    'channel-metadata-source': channelList,
    'top-up-log-source': {
      support: 'unavailable',
      resourceIds: ['logs'],
      notes:
        'Top-ups by an administrator contain the quota in a field, top-ups by redemption code only in the text. Neither contains the amount paid, so these rows are counted as skipped.',
    },
    'channel-balance-refresh-source': noBalances,
  },
  log: {
    signatures: [{ key: 'elapsed_time' }],
    fields,
    kinds,
    tokens: { ...tokens, convention: 'unstated' },
    price: 'free',
    // Log texts about credit (`controller/user.go`, `model/redemption.go`, `model/user.go`). It all counts as granted: the gateway records no payments.
    grantedTexts: [...grantedTexts, ['管理员将用户额度从', '修改为']],
  },
  requestIds: {
    en: 'Since 2025-01, one-api stores its own request id, which customers receive as `X-Oneapi-Request-Id`. It never stores the id of its upstream, so bills are compared by totals. If a new-api gateway buys from one-api, one-api’s log serves as its bill and is matched request by request, unless one-api passes on the header of its own upstream.',
    zh: '2025-01 起记录自己的 ID，也就是客户收到的 `X-Oneapi-Request-Id`，从不记录上游的 ID，账单只能核对合计。作为 new-api 的上游时可以逐条核对，除非它把自己上游的响应头原样转给了客户。',
  },
  limitations: [
    'Rows contain the price only as text with two decimals, so expectedCharge is left out.',
    'Cached tokens are not logged. tokens.input is the provider’s count of prompt tokens.',
    'Failed and retried attempts have no row. A reply without token usage has no row either, although the gateway keeps the quota that it reserved.',
    'Rows have no token id. The token name can be changed, so it is not used instead.',
    'Rows from before 2025-01 have no request id. They get an id that is made from the row and matches no bill.',
  ],
  forks: [
    {
      // Source: `dto/responses.go` and `model/log.go` of 2026-08-22.
      name: 'Laisky/one-api',
      repository: 'Laisky/one-api',
      verifiedAt: '2026-08-22',
      signatures: [{ key: 'cached_prompt_tokens' }],
      log: {
        // Since 2026-07 the API returns uuids instead of numeric ids. A dump of the database contains both.
        fields: {
          ...fields,
          rowId: { at: ['id', 'uuid'], as: 'rowId' },
          userId: { at: ['user_id', 'user_uuid'], as: 'id' },
          tokenId: { at: ['token_uuid'], as: 'id' },
          channelId: { at: ['channel_id', 'channel', 'channel_uuid'], as: 'channel' },
          channelName: { at: ['channel_name'], as: 'name' },
        },
        kinds: [...kinds, { type: 6, kind: 'provisional' }, { type: 7, kind: 'tool' }],
        tokens: { ...tokens, convention: 'included', cacheReadColumn: 'cached_prompt_tokens' },
      },
      limitations: [
        'Rows of type 6, which only database dumps contain, are reservations. The same row becomes type 2 when the request ends.',
        'The charge of a request includes its tool rows (type 7). Without such a charge, as for MCP and `/api/token/consume`, the tool row is the only record of the debit.',
      ],
    },
  ],
} as const satisfies Connector;
