import type { Connector, LogDialect, PaymentDialect } from './connector.ts';

// Data that the gateways derived from one-api share.

type Resource = Connector['source']['resources'][number];
type FamilyCapability = NonNullable<Connector['capabilities'][keyof Connector['capabilities']]>;

/** Log columns of all gateways derived from one-api. */
export const familyFields = {
  rowId: { at: ['id'], as: 'rowId' },
  occurredAt: { at: ['created_at'], as: 'time' },
  userId: { at: ['user_id'], as: 'id' },
  tokenName: { at: ['token_name'], as: 'name' },
  quota: { at: ['quota'], as: 'quota' },
} as const satisfies Partial<LogDialect['fields']>;

/** Texts about credit without a payment: a redemption code, or a gift (`model/redemption.go`, `model/user.go`). */
export const grantedTexts = [
  ['通过兑换码充值'],
  ['新用户注册赠送'],
  ['使用邀请码赠送'],
  ['邀请用户赠送'],
] as const satisfies LogDialect['grantedTexts'];

const RESOURCES = {
  logs: ['/api/log/', 'administrator', 'Log rows of all users'],
  'logs-self': ['/api/log/self', 'user', 'Log rows of one user'],
  status: ['/api/status', 'none', 'Quota units per currency unit'],
  'top-ups': ['/api/user/topup', 'administrator', 'Top-ups of all users'],
  orders: ['/api/payment/order', 'administrator', 'Payment orders'],
  channels: ['/api/channel/', 'administrator', 'Channel list'],
} as const;

/** Describes an API endpoint, with the path and, by default, the label that it has in all gateways of this family. */
export function buildResource(id: keyof typeof RESOURCES, notes: string, ownLabel?: string): Resource {
  const [path, permission, label] = RESOURCES[id];
  return { id, label: ownLabel ?? label, path, permission, notes };
}

/** The endpoint that reports `quotaPerUnit`. */
export const statusResource = buildResource(
  'status',
  'data.quota_per_unit is the quotaPerUnit of this deployment.',
);

/** The endpoint that refreshes one channel balance, which a read-only reader must not call. */
export const balanceResource = {
  id: 'channel-balance',
  label: 'Refresh of one channel balance',
  path: '/api/channel/update_balance/:id',
  permission: 'administrator',
  notes: 'Not read-only: calls the provider with the channel key and saves the balance.',
} as const satisfies Resource;

/** Capability to list channels. */
export const channelList = {
  support: 'supported',
  resourceIds: ['channels'],
} as const satisfies FamilyCapability;

/** Missing capability to read balances without changing them. */
export const noBalances = {
  support: 'unavailable',
  resourceIds: ['channel-balance'],
  notes:
    'A refresh changes the channel balance, so a read-only reader must not call it. Balances are not reconciled.',
} as const satisfies FamilyCapability;

/** Log columns of new-api, which VoAPI shares because it is derived from new-api. */
export const newApiFields = {
  ...familyFields,
  occurredAt: { at: ['created_at'], as: 'time', notes: 'the time when the request ended' },
  tokenId: { at: ['token_id'], as: 'id' },
  model: { at: ['model_name'], as: 'model', notes: 'the requested model' },
  snapshot: { at: ['other'], as: 'embedded' },
} as const satisfies Partial<LogDialect['fields']>;

/** Log format of new-api, which VoAPI shares. */
export const newApiLog = {
  // Identifying columns (`model/log.go`). done-hub also writes `upstream_request_id`, but its rows have `metadata` as
  // well.
  signatures: [
    { key: 'upstream_request_id', without: ['metadata'] },
    { key: 'other', text: true },
  ],
  // Row types, from the gateway's source (`model/log.go`).
  kinds: [
    { type: 1, kind: 'topup' },
    { type: 2, kind: 'consume' },
    { type: 3, kind: 'manage' },
    { type: 4, kind: 'system', note: { note: 'hiddenRefunds' } },
    { type: 5, kind: 'error' },
    { type: 6, kind: 'refund' },
    { type: 7, kind: 'login' },
  ],
  testTokenName: '模型测试',
  // Keys of `other` with facts besides the price (`service/log_info_generate.go`, `service/task_billing.go`).
  snapshotKeys: {
    taskId: 'task_id',
    isTask: 'is_task',
    partOf: 'pre_consumed_quota',
    adjustment: ['pre_consumed_quota', 'actual_quota', 'reason'],
    ratio: 'model_ratio',
    violation: 'violation_fee',
    session: 'ws',
    source: { key: 'billing_source', subscription: 'subscription' },
    attempts: { within: 'admin_info', key: 'use_channel' },
    mapping: { flag: 'is_model_mapped', to: 'upstream_model_name' },
  },
  // Keys of the price (`service/log_info_generate.go`). Requests for images are left out, because their price depends on
  // the size of the image and is not the price of the model.
  priceTerms: {
    input: 'model_ratio',
    output: 'completion_ratio',
    call: 'model_price',
    group: 'group_ratio',
    special: 'user_group_ratio',
    groupName: { in: 'row', key: 'group' },
    unless: ['billing_mode', 'task_id', 'violation_fee'],
    path: { key: 'request_path', unless: ['/images/', ':predict'] },
    duration: { key: 'use_time', ms: 1000 },
  },
  // Models of requests without an upstream id: the gateway’s Midjourney code does not read the headers of the reply
  // (`service/midjourney.go`).
  untracedModels: ['mj_', 'swap_face'],
  // Keys of token counts, from the gateway's source (`service/text_quota.go`, `service/quota.go`).
  tokens: {
    convention: 'marked',
    input: 'prompt_tokens',
    output: 'completion_tokens',
    cacheRead: ['cache_tokens'],
    cacheWrite: {
      total: 'cache_creation_tokens',
      parts: ['cache_creation_tokens_5m', 'cache_creation_tokens_1h'],
      hour: 'cache_creation_tokens_1h',
    },
    media: ['image_output', 'audio_input_token_count', 'audio_input', 'audio_output'],
  },
  price: 'snapshot',
} as const satisfies Omit<LogDialect, 'fields'>;

/** Payment format, as in `model/topup.go`. */
export const topUps = {
  signatures: [{ key: 'money' }],
  fields: {
    transactionId: { at: ['trade_no'], as: 'id' },
    occurredAt: { at: ['complete_time', 'create_time'], as: 'time' },
    userId: { at: ['user_id'], as: 'id' },
    provider: { at: ['payment_provider', 'payment_method'], as: 'name' },
    amount: { at: ['money'], as: 'money' },
    currency: { at: ['currency'], as: 'name', notes: 'added by the caller; the gateway does not log it' },
    units: { at: ['amount'], as: 'money' },
    credit: { at: ['money'], as: 'money' },
  },
  statuses: [
    ['pending', 'pending'],
    ['success', 'settled'],
    ['failed', 'failed'],
    ['expired', 'failed'],
  ],
  rule: 'byProvider',
} as const satisfies PaymentDialect;
