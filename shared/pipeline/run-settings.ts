import { parseInstant } from '../civil-time.ts';
import type { Connector } from '../gateways/connector.ts';
import { connectors } from '../gateways/registry.ts';
import { toCurrencyCode } from '../money/currency.ts';
import type { ExportSettings } from '../normalizer/export-context.ts';
import { indexRows } from '../normalizer/intake/index-rows.ts';
import type { Forks } from '../normalizer/log-survey/log-survey.ts';
import { Channels } from '../normalizer/records/channels.ts';
import { RowOutcomes } from '../normalizer/row-outcomes.ts';
import type { ConfiguredRun } from './settings/configure-run.ts';

/** Settings of a run, as plain JSON. */
export interface RunSettings extends Omit<ConfiguredRun, 'connector' | 'isPartial'> {
  readonly connector: string;
  /** Whether files that are cut off are read as far as they go. */
  readonly isPartial?: boolean;
  /** Ledgers that are present, even if empty. Usage always is. */
  readonly supplied: { readonly upstreamCharges: boolean; readonly payments: boolean };
  /** Rows of the gateway's channel list, without prohibited fields. */
  readonly channels?: readonly unknown[];
  /** Forks in whose format a ledger is written; known after the first reading. */
  readonly forks?: Forks;
  /** Whether `quotaPerUnit` was found in the rows of the log, because the settings had none. */
  readonly isUnitOfLog?: true;
  /** Whether every row takes the slow path through the normalizer; tests compare it with the fast path. */
  readonly isSlow?: true;
}

/**
 * Builds a function that tests whether a time in epoch milliseconds is in the period. An absent bound sets no limit.
 */
export function buildPeriodTest({ start, end }: NonNullable<RunSettings['period']> = {}) {
  const [from, to] = [start, end].map((time) => (time === undefined ? Number.NaN : parseInstant(time)));
  return (timeMs: number): boolean => !(timeMs < (from as number)) && !(timeMs >= (to as number));
}

/** Returns the connector (our data about a gateway) that the settings name. Throws an Error for an unknown name. */
export const findConnector = ({ connector: id }: RunSettings): Connector => {
  const connector = connectors.find((candidate) => candidate.id === id);
  if (connector === undefined) throw new Error(`no connector ${id}`);
  return connector;
};

/** Converts the settings of a run to those of the normalizer. Ignores rows of the channel list that cannot be read. */
export function toExportSettings(settings: RunSettings): ExportSettings {
  const { quotaPerUnit, channels } = settings;
  const outcomes = new RowOutcomes();
  return {
    takesFacts: true,
    connectors,
    connector: findConnector(settings),
    quotaPerUnit,
    currency: toCurrencyCode(settings.currency ?? '') || 'USD',
    paymentsCurrency: toCurrencyCode(settings.paymentsCurrency ?? '') || undefined,
    channels: new Channels(channels && indexRows(channels, 'channels', outcomes), outcomes),
  };
}
