import type { Connector, LogDialect } from './connector.ts';

/** What gateways that descend from one-api have alike. */

type Resource = Connector['source']['resources'][number];
type Capability = NonNullable<Connector['capabilities'][keyof Connector['capabilities']]>;

export const familyFields = {
  rowId: { at: ['id'], as: 'rowId' },
  occurredAt: { at: ['created_at'], as: 'time' },
  userId: { at: ['user_id'], as: 'id' },
  tokenName: { at: ['token_name'], as: 'name' },
  quota: { at: ['quota'], as: 'quota' },
} as const satisfies Partial<LogDialect['fields']>;

export const statusResource = {
  id: 'status',
  label: 'Quota units per currency unit',
  path: '/api/status',
  permission: 'none',
  notes: 'data.quota_per_unit is the quotaPerUnit of this deployment.',
} as const satisfies Resource;

export const balanceResource = {
  id: 'channel-balance',
  label: 'Balance refresh of one channel',
  path: '/api/channel/update_balance/:id',
  permission: 'administrator',
  notes: 'Not a read: calls the provider with the channel key and writes the balance.',
} as const satisfies Resource;

export const channelList = {
  support: 'supported',
  ingress: ['hosted-json-push', 'local-source-api'],
  resourceIds: ['channels'],
} as const satisfies Capability;

export const noBalances = {
  support: 'unavailable',
  resourceIds: ['channel-balance'],
  notes:
    'A refresh writes the channel balance, so no read-only reader may call it; balances are not reconciled.',
} as const satisfies Capability;
