import { newApi } from '#shared/gateways/new-api.ts';
import { connectors } from '#shared/gateways/registry.ts';
import { Account, RefusedCall } from '#shared/normalizer/account.ts';
import { Channels } from '#shared/normalizer/records/channels.ts';
import type { ExportSettings } from '#shared/normalizer/settings.ts';

/** What a caller with new-api's logs says who has no channel list. */
export const newApiSettings: ExportSettings = {
  connectors,
  connector: newApi,
  quotaPerUnit: 500_000,
  currency: 'USD',
  channels: new Channels(undefined, new Account(new RefusedCall())),
};
