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
  label: 'Balance refresh of one channel',
  path: '/api/channel/update_balance/:id',
  permission: 'administrator',
  notes: 'Not a read: calls the provider with the channel key and writes the balance.',
} as const satisfies Resource;

export const channelList = {
  support: 'supported',
  resourceIds: ['channels'],
} as const satisfies Capability;

export const noBalances = {
  support: 'unavailable',
  resourceIds: ['channel-balance'],
  notes:
    'A refresh writes the channel balance, so no read-only reader may call it; balances are not reconciled.',
} as const satisfies Capability;
