import type { Connector } from '../gateways/connector.ts';
import type { ReportedUsage } from './bills/bill-tokens.ts';
import type { LogSurvey } from './log-survey/log-survey.ts';
import type { LogReading } from './logs/log-group.ts';
import type { Channels } from './records/channels.ts';

/** Settings with which all rows of an export are read. */
export interface ExportSettings {
  /** The caller uses facts that records have no field for. Otherwise, rows that need them are refused. */
  readonly takesFacts?: true;
  readonly connectors: readonly Connector[];
  readonly connector: Connector;
  readonly quotaPerUnit: number | undefined;
  /** Currency of the report and of the wallets, upper case. */
  readonly currency: string;
  /** Currency of payments whose rows name none, if the caller configured it. */
  readonly paymentsCurrency?: string | undefined;
  readonly channels: Channels;
}

/** Settings with which all rows of an export are read, and facts that were collected from all of its log rows. */
export interface ExportContext extends ExportSettings {
  readonly survey: LogSurvey;
  /** Returns whether a row outside of this export charged a request. Set if the files of a run are read in parts. */
  readonly consumedElsewhere?: Readonly<
    Record<'logs' | 'upstreamCharges', LogReading['isConsumedElsewhere']>
  >;
  /** Returns whether the settings contain `quotaPerUnit` for the file of a row, by the index of the row. */
  readonly hasConfiguredUnit?: (index: number) => boolean;
  /** Receives the rows of usage reports. Without it such rows are refused, because they contain no money. */
  readonly takeUsage?: ((usage: ReportedUsage) => void) | undefined;
}

/** A canonical record with the index of its native row. */
export interface IndexedRecord<TRecord> {
  readonly index: number;
  readonly record: TRecord;
}
