import type { Connector, LogDialect, PaymentDialect } from './connector.ts';

/** What gateways that descend from one-api have alike. */

type Resource = Connector['source']['resources'][number];
type FamilyCapability = NonNullable<Connector['capabilities'][keyof Connector['capabilities']]>;

export const familyFields = {
  rowId: { at: ['id'], as: 'rowId' },
  occurredAt: { at: ['created_at'], as: 'time' },
  userId: { at: ['user_id'], as: 'id' },
  tokenName: { at: ['token_name'], as: 'name' },
  quota: { at: ['quota'], as: 'quota' },
} as const satisfies Partial<LogDialect['fields']>;

const RESOURCES = {
  logs: ['/api/log/', 'administrator', 'Log rows of all users'],
  'logs-self': ['/api/log/self', 'user', 'Log rows of one user'],
  status: ['/api/status', 'none', 'Quota units per currency unit'],
  'top-ups': ['/api/user/topup', 'administrator', 'Top-ups of all users'],
  orders: ['/api/payment/order', 'administrator', 'Payment orders'],
  channels: ['/api/channel/', 'administrator', 'Channel list'],
} as const;

/** A list or a document of the gateway's API, at the path that it has in all of the family. */
export function resource(id: keyof typeof RESOURCES, notes: string, ownLabel?: string): Resource {
  const [path, permission, label] = RESOURCES[id];
  return { id, label: ownLabel ?? label, path, permission, notes };
}

export const statusResource = resource(
  'status',
  'data.quota_per_unit is the quotaPerUnit of this deployment.',
);

export const balanceResource = {
  id: 'channel-balance',
  label: 'Refresh of one channel balance',
  path: '/api/channel/update_balance/:id',
  permission: 'administrator',
  notes: 'Not read-only: calls the provider with the channel key and saves the balance.',
} as const satisfies Resource;

export const channelList = {
  support: 'supported',
  resourceIds: ['channels'],
} as const satisfies FamilyCapability;

export const noBalances = {
  support: 'unavailable',
  resourceIds: ['channel-balance'],
  notes:
    'A refresh changes the channel balance, so a read-only reader must not call it. Balances are not reconciled.',
} as const satisfies FamilyCapability;

/** What new-api writes and VoAPI, which was derived from it, is read by as well. */
export const newApiFields = {
  ...familyFields,
  occurredAt: { at: ['created_at'], as: 'time', notes: 'end of the request' },
  tokenId: { at: ['token_id'], as: 'id' },
  model: { at: ['model_name'], as: 'model', notes: 'the requested model' },
  snapshot: { at: ['other'], as: 'embedded' },
} as const satisfies Partial<LogDialect['fields']>;

export const newApiLog = {
  // `model/log.go`: columns that no other gateway writes; done-hub, which has `metadata`, writes the first one, too.
  signatures: [
    { key: 'upstream_request_id', without: ['metadata'] },
    { key: 'other', text: true },
  ],
  // `model/log.go`: types of rows.
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
  // `service/log_info_generate.go`, `service/task_billing.go`: keys of `other` that say more than a price.
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
  // `service/log_info_generate.go`: the terms of a price. That of an image holds its size, so it is none of the model's.
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
  // `service/midjourney.go`: submitted by a client of its own, which reads no header of the reply.
  untracedModels: ['mj_', 'swap_face'],
  // `service/text_quota.go`, `service/quota.go`: where the counts of tokens stand.
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

/** `model/topup.go`. */
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
