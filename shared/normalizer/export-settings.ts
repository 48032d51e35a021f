import type { Connector } from '../gateways/connector.ts';
import type { Channels } from './records/channels.ts';

/** What the caller says about all rows. */
export interface ExportSettings {
  readonly connectors: readonly Connector[];
  /** The gateway of the payload. */
  readonly connector: Connector;
  readonly quotaPerUnit: number | undefined;
  /** Currency of the report and of the wallets, upper case. */
  readonly currency: string;
  /** Currency of payments whose rows name none, where the caller has said it. */
  readonly paymentsCurrency?: string | undefined;
  readonly channels: Channels;
}
