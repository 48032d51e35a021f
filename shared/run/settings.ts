import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import { currencyCode } from '../money/currency.ts';
import { silent } from '../normalizer/account.ts';
import { entriesOf } from '../normalizer/intake/overlap.ts';
import { Channels } from '../normalizer/records/channels.ts';
import type { ExportSettings } from '../normalizer/settings.ts';
import type { LogSurvey } from '../normalizer/survey/survey.ts';
import type { PriceSettings } from '../prices/price-settings.ts';
import type { RateSettings } from '../prices/rates.ts';
import type { ReconciliationInput } from '../schemas/reconciliation-input.ts';

/** Names of forks, by the ledger whose rows show their marks. */
export type Forks = LogSurvey['forks'];

/** What is known of a run before a row is read. Plain JSON. */
export interface RunSettings {
  readonly connector: string;
  readonly quotaPerUnit?: number;
  readonly currency?: string;
  /** Currency of payments whose rows name none. */
  readonly paymentsCurrency?: string;
  readonly period?: NonNullable<ReconciliationInput['period']>;
  /** Ledgers that are there at all, if only empty. Usage always is. */
  readonly supplied: { readonly upstreamCharges: boolean; readonly payments: boolean };
  /** The stripped rows of the gateway's channel list. */
  readonly channels?: readonly unknown[];
  /** Names in bills, each with the model sold that it is. */
  readonly names?: Readonly<Record<string, string>>;
  /** What other currencies are worth in the report's; bills and payments enter converted. */
  readonly rates?: RateSettings;
  /** What the operator pays for models; requests without an upstream row of their own are estimated by it. */
  readonly prices?: PriceSettings;
  /** Share of rows that may be unreadable, of each file and of each ledger. */
  readonly rejectedShareMax: number;
  /** Files that break off are read as far as they go. */
  readonly isPartial?: boolean;
  /** How many customers the gateway has, where its operator says so: the log of one is asked about otherwise. */
  readonly customers?: number;
  /** Forks whose dialect the rows of a ledger are written in; known once all rows have been looked at. */
  readonly forks?: Forks;
  /** Every row goes the long way, through normalizer and groups: what the short way is held against. */
  readonly isSlow?: true;
}

export const connectorOf = ({ connector: id }: RunSettings): Connector => {
  const connector = connectors.find((known) => known.id === id);
  if (connector === undefined) throw new Error(`no connector ${id}`);
  return connector;
};

/** The same settings as the normalizer takes them. A channel of the list that cannot be read is none, and no row. */
export function normalizerSettings(settings: RunSettings): ExportSettings {
  const { quotaPerUnit, channels } = settings;
  const account = silent();
  return {
    connectors,
    connector: connectorOf(settings),
    quotaPerUnit,
    currency: currencyCode(settings.currency ?? '') || 'USD',
    paymentsCurrency: currencyCode(settings.paymentsCurrency ?? '') || undefined,
    channels: new Channels(channels && entriesOf(channels, 'channels', account), account),
  };
}
