import type { Connector } from '../gateways/connector.ts';
import type { Channels } from './records/channels.ts';

/** Settings of the caller for all rows. */
export interface ExportSettings {
  /** The caller multiplies amounts by the factors that settings state of files; bills that need one are refused otherwise. */
  readonly appliesFactors?: true;
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
