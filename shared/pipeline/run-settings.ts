import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import { toCurrencyCode } from '../money/currency.ts';
import type { ExportSettings } from '../normalizer/export-settings.ts';
import { toEntries } from '../normalizer/intake/to-entries.ts';
import type { Forks } from '../normalizer/log-survey/log-survey.ts';
import { Channels } from '../normalizer/records/channels.ts';
import { silentAccount } from '../normalizer/rejections-and-notes.ts';
import type { ConfiguredRun } from './settings/configure-run.ts';

/** What is known of a run before a row is read. Plain JSON. */
export interface RunSettings extends Omit<ConfiguredRun, 'connector' | 'isPartial'> {
  readonly connector: string;
  /** Files that break off are read as far as they go. */
  readonly isPartial?: boolean;
  /** Ledgers that are there at all, if only empty. Usage always is. */
  readonly supplied: { readonly upstreamCharges: boolean; readonly payments: boolean };
  /** The stripped rows of the gateway's channel list. */
  readonly channels?: readonly unknown[];
  /** Forks whose dialect the rows of a ledger are written in; known once all rows have been looked at. */
  readonly forks?: Forks;
  /** Every row goes the long way, through normalizer and groups: what the short way is held against. */
  readonly isSlow?: true;
}

export const findConnector = ({ connector: id }: RunSettings): Connector => {
  const connector = connectors.find((known) => known.id === id);
  if (connector === undefined) throw new Error(`no connector ${id}`);
  return connector;
};

/** The same settings as the normalizer takes them. A channel of the list that cannot be read is none, and no row. */
export function toExportSettings(settings: RunSettings): ExportSettings {
  const { quotaPerUnit, channels } = settings;
  const account = silentAccount();
  return {
    takesFacts: true,
    connectors,
    connector: findConnector(settings),
    quotaPerUnit,
    currency: toCurrencyCode(settings.currency ?? '') || 'USD',
    paymentsCurrency: toCurrencyCode(settings.paymentsCurrency ?? '') || undefined,
    channels: new Channels(channels && toEntries(channels, 'channels', account), account),
  };
}
