import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/registry.ts';
import type { Language } from '../language.ts';
import type { Account } from '../normalizer/account.ts';
import { entriesOf } from '../normalizer/intake/overlap.ts';
import { Channels } from '../normalizer/records/channels.ts';
import type { ExportSettings } from '../normalizer/settings.ts';
import type { ReconciliationInput } from '../schemas/reconciliation-input.ts';
import type { EarlierRun } from './earlier-run.ts';

/** Settings of a run, the same for every step. Plain JSON. */
export interface LedgerSettings {
  readonly connector: string;
  readonly quotaPerUnit?: number;
  readonly currency?: string;
  readonly period?: NonNullable<ReconciliationInput['period']>;
  /** Ledgers that are there at all, if only empty. Usage always is. */
  readonly supplied: { readonly upstreamCharges: boolean; readonly payments: boolean };
  /** The stripped rows of the gateway's channel list. */
  readonly channels?: readonly unknown[];
  /** How many parts native rows are dealt to, and how many shards canonical ones. */
  readonly parts: number;
  readonly shards: number;
  /** Sources with more bytes are read in pieces; absent where one reader takes each. */
  readonly pieceBytes?: number;
  /** Share of rows that may be unreadable. */
  readonly rejectedShareMax: number;
  /** Findings are written once more as packed lines, for programs that read all of them. */
  readonly packsFindings?: true;
  /** Of what the report's files tell in sentences; the steps word it in English. */
  readonly language?: Language;
  /** What its findings are compared with; absent where there is no report before this one. */
  readonly earlier?: EarlierRun;
  /** The caller's clock, as a date-time: the one part of the report that does not follow from the input. */
  readonly generatedAt: string;
}

export const connectorOf = ({ connector: id }: LedgerSettings): Connector => {
  const connector = connectors.find((known) => known.id === id);
  if (connector === undefined) throw new Error(`no connector ${id}`);
  return connector;
};

/** The same settings as the normalizer takes them. */
export const normalizerSettings = (settings: LedgerSettings, account: Account): ExportSettings => ({
  connectors,
  connector: connectorOf(settings),
  quotaPerUnit: settings.quotaPerUnit,
  currency: (settings.currency?.trim() || 'USD').toUpperCase(),
  channels: new Channels(settings.channels && entriesOf(settings.channels, 'channels', account), account),
});
