import type { Connector } from './connector.ts';
import { buildResource, newApiFields, newApiLog, topUps } from './one-api-family.ts';

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
    en: 'an option of the deployment, presumably as in new-api: GET /api/status, data.quota_per_unit',
    zh: '部署时设置的选项，应与 new-api 相同：GET /api/status, data.quota_per_unit',
  },
  source: {
    access: 'caller-exported-file',
    authType: 'access token (legacy, up to v0.11)',
    authHeaderNames: ['Authorization', 'voapi-user'],
    resources: [
      buildResource(
        'logs',
        'Only for legacy versions of VoAPI. The most reliable source is a dump of the table `logs` as JSON. Booleans as 0 and 1, numbers as text and `other` as text are all accepted. The HTTP reply is assumed to be the same as new-api’s.',
        'Legacy log rows: the table `logs`, or the list reply',
      ),
      buildResource(
        'status',
        'Legacy only, and assumed to be the same as in new-api: data.quota_per_unit is the quotaPerUnit of this deployment.',
      ),
      buildResource(
        'top-ups',
        'Only for legacy versions of VoAPI, from a dump of the table. It is not known whether its API has this list.',
        'Legacy top-ups: the table `top_ups`',
      ),
      buildResource(
        'channels',
        'Legacy only. Remove the channel keys before you send the list: a dump contains them, and the gateway’s list may show them.',
        'Legacy channel list: the table `channels`',
      ),
    ],
  },
  capabilities: {
    'usage-log-normalization': {
      support: 'file-only',
      resourceIds: ['logs', 'status'],
      notes:
        'Legacy rows (up to v0.11) are read like those of new-api in early 2025. Support for v1.x is planned; its log is not documented.',
    },
    'upstream-charge-import': {
      support: 'file-only',
      resourceIds: ['logs'],
      notes:
        'Records in this service’s own format, rows of a provider’s bill, or log rows of an upstream gateway. VoAPI stores no request id.',
    },
    'payment-settlement-import': {
      support: 'file-only',
      resourceIds: ['top-ups'],
      notes:
        'Legacy top-ups contain neither provider nor currency. The payment provider’s report contains both.',
    },
    'channel-metadata-source': {
      support: 'file-only',
      resourceIds: ['channels'],
    },
    'top-up-log-source': {
      support: 'unavailable',
      resourceIds: ['logs', 'top-ups'],
      notes: 'Top-up rows are counted as skipped. Send the top-ups instead.',
    },
    'channel-balance-refresh-source': {
      support: 'unavailable',
      notes: 'A refresh changes channel balances. v1.x is not documented.',
    },
  },
  log: {
    ...newApiLog,
    fields: {
      ...newApiFields,
      requestId: { at: ['request_id'], as: 'id', notes: 'never logged by VoAPI itself' },
      channelId: { at: ['channel_id', 'channel'], as: 'channel' },
      channelName: { at: ['channel_name'], as: 'name', notes: 'only after a migration to new-api' },
    },
  },
  payments: {
    ...topUps,
    fields: {
      ...topUps.fields,
      provider: { ...topUps.fields.provider, notes: 'missing from legacy top-ups' },
    },
  },
  requestIds: {
    en: 'VoAPI stores no ids, neither its own nor its upstream’s. The id in the report is made from the row and matches nothing, so bills are compared by totals.',
    zh: 'VoAPI 不记录自己的 ID，也不记录上游的 ID。报告中的 ID 由行内容生成，与账单匹配不上，因此账单只能核对合计。',
  },
  limitations: [
    'Only legacy versions up to v0.11 are read. Support for v1.x is planned. Until then, use a mapping for its exports.',
    'v1.x is closed source and does not document its logs, top-ups or channels.',
    'VoAPI is closed source. Row types and prices are read like those of new-api in early 2025.',
    'In rows that were migrated to new-api, the group and the channel name are made up.',
    'Top-ups do not contain a provider or currency, so the amount paid and the credit are unknown.',
  ],
} as const satisfies Connector;
