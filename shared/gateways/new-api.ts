import type { Connector } from './connector.ts';
import {
  buildResource,
  channelList,
  grantedTexts,
  newApiFields,
  newApiLog,
  statusResource,
  topUps,
} from './one-api-family.ts';

/**
 * new-api (QuantumNous/new-api), source of 2026-08-18, just after v1.0.0-rc.24. Facts from `model/log.go`,
 * `model/topup.go`, `controller/log.go`, `service/text_quota.go`, `service/quota.go`, `service/violation_fee.go`,
 * `service/task_billing.go` and `service/log_info_generate.go`.
 */
export const newApi = {
  id: 'new-api',
  name: 'New API',
  family: 'one-api',
  maturity: 'verified',
  verifiedAt: '2026-08-18',
  inputFamily: 'new-api log rows',
  quotaPerUnitAt: 'GET /api/status, data.quota_per_unit',
  source: {
    access: 'caller-operated-api',
    authType: 'personal access token',
    authHeaderNames: ['Authorization', 'New-Api-User', 'Veloera-User'],
    resources: [
      buildResource(
        'logs',
        'Query: p (from 1), page_size (at most 100), type, start_timestamp, end_timestamp (Unix seconds, inclusive), username, token_name, model_name, channel, group, request_id. End the time range in the past, otherwise rows move between pages. The header New-Api-User is required up to v1.0.0-rc.21; Veloera requires Veloera-User instead.',
      ),
      buildResource(
        'logs-self',
        'Same query as logs, except username and channel. The row id is only a position and does not identify the row.',
      ),
      statusResource,
      buildResource(
        'top-ups',
        'Query: p, page_size, keyword (trade number). /api/user/topup/self lists only the last 30 days.',
      ),
      buildResource(
        'channels',
        'Query: p, page_size. Remove `setting`, `settings` and `header_override` before you send the list: they may contain secrets.',
      ),
      {
        id: 'channel-balance',
        label: 'Refresh of channel balances',
        path: '/api/channel/update_balance',
        permission: 'administrator',
        notes:
          'Not read-only: calls every provider with the channel keys, saves the balances and disables channels without a balance.',
      },
    ],
  },
  reading: {
    userHeader: 'New-Api-User',
    paging: { index: 'p', first: 1, size: { key: 'page_size', max: 100 }, total: 'total' },
    payments: {
      resource: 'top-ups',
      // A version without this route reads `topup` as a user id, and answers that it cannot parse it.
      absent: {
        says: 'parsing "topup"',
        why: {
          en: 'new-api before 2025-10-07 and some forks, such as Veloera, have no list of top-ups. Supply the payment provider’s report with --payments.',
          zh: '2025-10-07 之前的 new-api 和 Veloera 等分支没有充值列表接口。请用 --payments 提供支付平台的账单。',
        },
      },
    },
  },
  capabilities: {
    'usage-log-normalization': {
      support: 'verified',
      resourceIds: ['logs', 'logs-self', 'status'],
      notes:
        'Consume, error and refund rows are converted to records, with the expected charge recomputed from `other`. Other rows are counted as skipped.',
    },
    'upstream-charge-import': {
      support: 'verified',
      resourceIds: ['logs'],
      notes:
        'Records in this service’s own format, rows of a provider’s bill, or log rows of an upstream gateway, matched by `upstream_request_id` if the log has it.',
    },
    'payment-settlement-import': {
      support: 'verified',
      resourceIds: ['top-ups'],
      notes:
        'Top-ups, or records in this service’s own format. The gateway does not log the currency of a top-up. Add `currency` to the rows, otherwise the credit is usually known only for Stripe.',
    },
    'channel-metadata-source': channelList,
    'top-up-log-source': {
      support: 'unavailable',
      resourceIds: ['logs', 'top-ups'],
      notes:
        'Top-up rows of the log contain money only as text and are counted as skipped. Send the top-ups instead.',
    },
    'channel-balance-refresh-source': {
      support: 'unavailable',
      resourceIds: ['channel-balance'],
      notes:
        'A refresh changes balances and may disable channels, so a read-only reader must not call it. Balances are not reconciled.',
    },
  },
  log: {
    ...newApiLog,
    fields: {
      ...newApiFields,
      requestId: {
        at: ['request_id'],
        as: 'id',
        notes:
          'since 2026-02. Refunds and settlements of tasks get an id from the task, because their own id is random',
      },
      channelId: { at: ['channel_id', 'channel'], as: 'channel', notes: 'channel of the last attempt' },
      channelName: { at: ['channel_name'], as: 'name' },
      upstreamRequestId: {
        at: ['upstream_request_id'],
        as: 'id',
        notes: 'since 2026-05; matches the rows of an upstream gateway',
      },
    },
    // Texts of `controller/midjourney.go`, `controller/task_video.go` and `controller/task.go` before 2026-02-22.
    settledTexts: [
      { begins: '构图失败', before: '补偿', sign: -1 },
      { begins: '异步任务执行失败', before: '补偿', sign: -1 },
      { begins: 'Video async task failed', before: 'refund', sign: -1 },
      { begins: '视频任务成功补扣费', before: '补扣费', sign: 1 },
      { begins: '视频任务成功退还', before: '退还', sign: -1 },
    ],
    // Deductions from balances by administrators (`controller/user.go`): the texts of three successive versions. Newer
    // versions log an operation instead.
    loweredTexts: [['管理员减少用户额度'], ['管理员将用户额度从', '修改为'], ['管理员覆盖用户额度从', '为']],
    loweredOps: { 'user.quota_subtract': ['quota'], 'user.quota_override': ['from', 'to'] },
    // Balances by `controller/user.go`.
    grantedTexts: [
      ...grantedTexts,
      ['管理员增加用户额度'],
      ['管理员将用户额度从', '修改为'],
      ['管理员覆盖用户额度从', '为'],
    ],
    grantedOps: { 'user.quota_add': ['quota'], 'user.quota_override': ['from', 'to'] },
    // Words for gifts (`model/user.go`) and for daily check-ins (forks).
    giftWords: ['赠送', '签到'],
  },
  payments: {
    ...topUps,
    fields: {
      ...topUps.fields,
      processorCurrency: {
        at: ['payment_currency'],
        as: 'name',
        of: 'stripe',
        notes: 'SolveaCX/new-api: only for Stripe top-ups',
      },
      bonus: { at: ['bonus_amount'], as: 'money', notes: 'SolveaCX/new-api' },
      otherId: { at: ['gateway_trade_no'], as: 'id', notes: 'SolveaCX/new-api' },
      method: { at: ['payment_method'], as: 'name' },
    },
    // Plans bought with the balance of the wallet (`model/subscription.go`).
    walletPlans: {
      provider: 'balance',
      charged: { at: 'provider_payload', after: 'charged_quota=', into: 'charged_quota' },
    },
  },
  requestIds: {
    en: 'Since 2026-02, new-api stores its own request id. Since 2026-05, it also stores the id of an upstream that sends `X-Oneapi-Request-Id`: another new-api, or one-api from 2025-01 on. Charges of such an upstream are matched request by request. Model providers send no such header, so their bills are compared by totals.',
    zh: '2026-02 起记录自己的 ID；2026-05 起，上游返回 `X-Oneapi-Request-Id` 时也记录上游的 ID，这样的上游只有另一个 new-api，或 2025-01 之后的 one-api。这类上游可以逐条核对。直接向厂商采购时没有这个响应头，只能核对合计。',
  },
  limitations: [
    'Rows from before 2026-02 have no request id. They get an id that is made from the row and matches no bill.',
    'Failed requests are logged only if the gateway is set to log errors.',
    'A refund or settlement of a task is joined to the charge of the task. Since autumn 2026, the charge contains the task id.',
    'Older charges of tasks are matched by user, token, channel, model and quota, and only if exactly one pair is left.',
    'Before 2026-02-22, refunds and settlements of tasks are system rows with the amount only in the text. They are counted, but not deducted.',
    'The price cannot be recomputed for tasks, for images priced per call since 2026-03-31, for tiered expressions that need details of the request, and for quota that the gateway limited to its maximum.',
    'Rows do not record which quotaPerUnit applied to them. If it changed within the period, send the rows before and after the change separately.',
    'For rows paid from a subscription, the quota counts as the charge although the wallet was not debited.',
    'Top-up rows have no currency. Add `currency` to the rows so that the money is counted.',
    'Versions before 2025-10-07 have no list of top-ups: the path answers with an error about `topup`.',
  ],
  forks: [
    {
      name: 'Veloera',
      repository: 'Veloera/Veloera',
      verifiedAt: '2025-06-18',
      // Only check-ins identify Veloera: its other rows look like those of new-api in early 2025.
      signatures: [{ key: 'type', is: 5, blank: ['model_name', 'token_id'] }],
      log: {
        kinds: [
          { type: 5, blank: ['model_name', 'token_id'], kind: 'system', note: { note: 'checkIn' } },
          ...newApiLog.kinds,
        ],
        tokens: { ...newApiLog.tokens, convention: 'named' },
        price: 'snapshotBelowZero',
      },
      userHeader: 'Veloera-User',
      requestIds: {
        en: 'Veloera stores no ids, so bills are compared by totals.',
        zh: 'Veloera 不记录任何 ID，账单只能核对合计。',
      },
      limitations: [
        'Rows of type 5 are daily check-ins and are skipped as `system`. Failed requests have no row.',
        'A log is recognized as Veloera’s by its check-ins. A log without check-ins is read like a log of new-api in early 2025.',
        'Claude requests through chat completions are charged less than their list price, because cached tokens are subtracted from a prompt that does not include them. A note counts these requests.',
        'There is no list of top-ups.',
        'With `LogChatContentEnabled`, `other` contains prompts and replies (`input_content`, `output_content`): remove them before you send the log.',
      ],
    },
    {
      name: 'SolveaCX/new-api',
      repository: 'SolveaCX/new-api',
      verifiedAt: '2026-08-22',
      limitations: [
        'With `CompanyLogRoutingEnabled`, the rows of some users are in a second table, `logs_company`, which is listed only with `company=true`. Send both lists.',
        'For Stripe top-ups, `payment_currency` is the currency paid. For other providers, the column is wrong and is not read.',
        '`invoice` and `ga_client_id` of top-ups contain personal data: remove them before you send the list.',
        '`group_model_ratio` only names the source of `group_ratio`. It is not multiplied again.',
      ],
    },
    {
      name: 'piexian/new-api',
      repository: 'piexian/new-api',
      verifiedAt: '2026-08-17',
      limitations: [
        'The number of images is in `other.image_request.n`, so images priced per call have an expected charge. If several images were requested and fewer were charged, expectedCharge is left out.',
        'Rows contain `user_agent`, `other.caller_ip` and `other.admin_info.admin_username`: remove them before you send the log.',
      ],
    },
  ],
} as const satisfies Connector;
