import type { Connector } from '../gateways/connector.ts';
import type { Channels } from './records/channels.ts';

/** Settings of the caller for all rows. */
export interface ExportSettings {
  /** The caller takes what mappings and settings state beside records: factors of files, ends of charges. Otherwise rows with these are refused. */
  readonly takesFacts?: true;
  readonly connectors: readonly Connector[];
  /** Gateway of the payload. */
  readonly connector: Connector;
  readonly quotaPerUnit: number | undefined;
  /** Currency of the report and of the wallets, upper case. */
  readonly currency: string;
  /** Currency of payments whose rows name none, if the caller configured it. */
  readonly paymentsCurrency?: string | undefined;
  readonly channels: Channels;
}
