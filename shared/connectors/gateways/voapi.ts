import type { Connector } from '../connector.ts';
import {
  newApiKinds,
  newApiMarks,
  newApiPriceTerms,
  newApiSnapshotKeys,
  newApiTokens,
  newApiUntracedModels,
  topUpStatuses,
} from '../new-api-tables.ts';
import { familyFields } from '../one-api-family.ts';

/**
 * VoAPI up to v0.11 (closed source, a derivative of new-api). Facts from the database schema that the public
 * migration tool to new-api carries, of 2025-06-20; types, snapshot and formula are read as new-api's of that
 * time. v1.x is another product without public documentation of its logs, and nothing is claimed for it.
 */
export const voapi = {
  id: 'voapi',
  name: 'VoAPI',
  family: 'one-api',
  maturity: 'file-import',
  verifiedAt: '2025-06-20',
  inputFamily: 'VoAPI legacy log rows',
  quotaPerUnitAt: {
    en: 'an option of the deployment, presumably as with new-api: GET /api/status, data.quota_per_unit',
    zh: '部署的一个选项，应与 new-api 相同：GET /api/status, data.quota_per_unit',
  },
  source: {
    access: 'caller-exported-file',
    authType: 'access token (legacy, up to v0.11)',
    authHeaderNames: ['Authorization', 'voapi-user'],
    resources: [
      {
        id: 'logs',
        label: 'Legacy log rows: the table `logs`, or the list reply',
        path: '/api/log/',
        permission: 'administrator',
        notes:
          'Legacy only. The surest source is a dump of the table `logs` as JSON; booleans as 0 and 1, numbers as text and `other` as text are all read. The HTTP reply is presumed to be new-api’s.',
      },
      {
        id: 'status',
        label: 'Quota units per currency unit',
        path: '/api/status',
        permission: 'none',
        notes:
          'Legacy only, and presumed to be new-api’s: data.quota_per_unit is the quotaPerUnit of this deployment.',
      },
      {
        id: 'top-ups',
        label: 'Legacy top-ups: the table `top_ups`',
        path: '/api/user/topup',
        permission: 'administrator',
        notes: 'Legacy only, as a dump of the table; whether the list reply exists is not known.',
      },
      {
        id: 'channels',
        label: 'Legacy channel list: the table `channels`',
        path: '/api/channel/',
        permission: 'administrator',
        notes: 'Legacy only. Strip it: a dump holds the keys, and a deployment may show them in the list.',
      },
    ],
  },
  capabilities: {
    'usage-log-normalization': {
      support: 'file-only',
      resourceIds: ['logs', 'status'],
      notes:
        'Legacy rows (up to v0.11) are read like those of new-api in early 2025. v1.x is planned: its log is not documented.',
    },
    'upstream-charge-import': {
      support: 'file-only',
      resourceIds: ['logs'],
      notes:
        'Canonical records, billing rows of a provider, or log rows of an upstream gateway. VoAPI stores no request id.',
    },
    'payment-settlement-import': {
      support: 'file-only',
      resourceIds: ['top-ups'],
      notes:
        'Legacy top-ups name neither provider nor currency; canonical records of the processor say more.',
    },
    'channel-metadata-source': {
      support: 'file-only',
      resourceIds: ['channels'],
    },
    'top-up-log-source': {
      support: 'unavailable',
      resourceIds: ['logs', 'top-ups'],
      notes: 'Top-up rows are counted as skipped; send the top-ups instead.',
    },
    'channel-balance-refresh-source': {
      support: 'unavailable',
      notes: 'A refresh writes channel balances. What v1.x offers is not documented.',
    },
  },
  log: {
    marks: newApiMarks,
    fields: {
      ...familyFields,
      requestId: { at: ['request_id'], as: 'id', notes: 'never logged by VoAPI itself' },
      occurredAt: { at: ['created_at'], as: 'time', notes: 'end of the request' },
      tokenId: { at: ['token_id'], as: 'id' },
      model: { at: ['model_name'], as: 'model', notes: 'the requested model' },
      channelId: { at: ['channel_id', 'channel'], as: 'channel' },
      channelName: { at: ['channel_name'], as: 'name', notes: 'only after a migration to new-api' },
      snapshot: { at: ['other'], as: 'embedded' },
    },
    kinds: newApiKinds,
    testTokenName: '模型测试',
    snapshotKeys: newApiSnapshotKeys,
    priceTerms: newApiPriceTerms,
    untracedModels: newApiUntracedModels,
    tokens: newApiTokens,
    price: 'snapshot',
  },
  payments: {
    marks: [{ key: 'money' }],
    fields: {
      transactionId: { at: ['trade_no'], as: 'id' },
      occurredAt: { at: ['complete_time', 'create_time'], as: 'time' },
      userId: { at: ['user_id'], as: 'id' },
      provider: { at: ['payment_provider', 'payment_method'], as: 'name', notes: 'not in legacy top-ups' },
      amount: { at: ['money'], as: 'money' },
      currency: { at: ['currency'], as: 'name', notes: 'added by the caller; the gateway logs none' },
      units: { at: ['amount'], as: 'money' },
      credit: { at: ['money'], as: 'money' },
    },
    statuses: topUpStatuses,
    rule: 'byProvider',
  },
  requestIds: {
    en: 'Stores no ids, neither its own nor its upstream’s. The id in the report is made from the row and matches nothing; bills are compared by totals.',
    zh: '自己的 ID 和上游的 ID 都不记录。报告里的 ID 由行内容生成，和谁都对不上；账单只能核对合计。',
  },
  limitations: [
    'Only legacy versions up to v0.11 are read. v1.x is closed source and documents no log rows, top-ups or channels. Support is planned; until then, map its exports to canonical records yourself.',
    'VoAPI is closed source: row types, snapshot and formula are read like those of new-api in early 2025.',
    'Rows migrated to new-api carry a made-up group and channel name.',
    'Top-ups name no provider and no currency, so their money is set aside and no credit is stated.',
  ],
} as const satisfies Connector;
