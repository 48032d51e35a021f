import type {
  LoweredText,
  Mark,
  PaymentDialect,
  PriceTerms,
  RowKind,
  SettledText,
  SnapshotKeys,
  TokenKeys,
} from './connector.ts';

/** What new-api writes and VoAPI, which was derived from it, is read by as well. */

/** `model/log.go`: columns that no other gateway writes; done-hub, which has `metadata`, writes the first one, too. */
export const newApiMarks = [
  { key: 'upstream_request_id', without: ['metadata'] },
  { key: 'other', text: true },
] as const satisfies readonly Mark[];

/** `model/log.go`: types of rows. */
export const newApiKinds = [
  { type: 1, kind: 'topup' },
  { type: 2, kind: 'consume' },
  { type: 3, kind: 'manage' },
  { type: 4, kind: 'system', note: { note: 'hiddenRefunds' } },
  { type: 5, kind: 'error' },
  { type: 6, kind: 'refund' },
  { type: 7, kind: 'login' },
] as const satisfies readonly RowKind[];

/** `service/log_info_generate.go`, `service/task_billing.go`: keys of `other` that say more than a price. */
export const newApiSnapshotKeys = {
  taskId: 'task_id',
  isTask: 'is_task',
  partOf: 'pre_consumed_quota',
  ratio: 'model_ratio',
  violation: 'violation_fee',
  session: 'ws',
  source: { key: 'billing_source', subscription: 'subscription' },
  attempts: { within: 'admin_info', key: 'use_channel' },
  mapping: { flag: 'is_model_mapped', to: 'upstream_model_name' },
} as const satisfies SnapshotKeys;

/** `controller/midjourney.go`, `controller/task_video.go`, `controller/task.go` before 2026-02-22. */
export const newApiSettledTexts = [
  { begins: '构图失败', before: '补偿', sign: -1 },
  { begins: '异步任务执行失败', before: '补偿', sign: -1 },
  { begins: 'Video async task failed', before: 'refund', sign: -1 },
  { begins: '视频任务成功补扣费', before: '补扣费', sign: 1 },
  { begins: '视频任务成功退还', before: '退还', sign: -1 },
] as const satisfies readonly SettledText[];

/** `controller/user.go`: what administrators take off balances, in words of three ages, then as an action with parameters. */
export const newApiLoweredTexts = [
  ['管理员减少用户额度'],
  ['管理员将用户额度从', '修改为'],
  ['管理员覆盖用户额度从', '为'],
] as const satisfies readonly LoweredText[];
export const newApiLoweredOps = {
  'user.quota_subtract': ['quota'],
  'user.quota_override': ['from', 'to'],
} as const;
/** `model/user.go`, and check-ins of forks. */
export const newApiGiftWords = ['赠送', '签到'] as const;

/** `service/log_info_generate.go`: the terms of a price. That of an image holds its size, so it is none of the model's. */
export const newApiPriceTerms = {
  input: 'model_ratio',
  output: 'completion_ratio',
  call: 'model_price',
  group: 'group_ratio',
  special: 'user_group_ratio',
  groupName: { in: 'row', key: 'group' },
  unless: ['billing_mode', 'task_id', 'violation_fee'],
  path: { key: 'request_path', unless: ['/images/', ':predict'] },
  duration: { key: 'use_time', ms: 1000 },
} as const satisfies PriceTerms;

/** `service/midjourney.go`: submitted by a client of its own, which reads no header of the reply. */
export const newApiUntracedModels = ['mj_', 'swap_face'] as const;

/** `service/text_quota.go`, `service/quota.go`: where the counts of tokens stand. */
export const newApiTokens = {
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
} as const satisfies TokenKeys;

/** `model/topup.go`: statuses of a top-up. */
export const topUpStatuses = [
  ['pending', 'pending'],
  ['success', 'settled'],
  ['failed', 'failed'],
  ['expired', 'failed'],
] as const satisfies PaymentDialect['statuses'];
