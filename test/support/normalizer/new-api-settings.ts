import { newApi } from '#shared/gateways/new-api.ts';
import { connectors } from '#shared/gateways/registry.ts';
import type { ExportSettings } from '#shared/normalizer/export-context.ts';
import { Channels } from '#shared/normalizer/records/channels.ts';
import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';

/** Settings for logs of new-api without a channel list. */
export const newApiSettings: ExportSettings = {
  connectors,
  connector: newApi,
  quotaPerUnit: 500_000,
  currency: 'USD',
  channels: new Channels(undefined, new RowOutcomes()),
};
