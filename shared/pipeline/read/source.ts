import type { Mapping } from '../../files/mapping/mapping.ts';
import type { Native, RowField } from '../../normalizer/intake/native.ts';
import type { UnitEvidence } from '../../normalizer/log-survey/unit-evidence.ts';
import type { Sentence } from '../../sentence.ts';
import type { LogColumns } from '../columns/log-columns.ts';
import type { RowProfile } from './row-profile.ts';

/** The fields of a run whose rows are read; channels are a setting. */
export type SourceField = Exclude<RowField, 'channels'>;

/** The ledger that the rows of each field become. */
export const LEDGER_BY_FIELD = {
  logs: 'downstreamUsage',
  upstreamCharges: 'upstreamCharges',
  payments: 'payments',
} as const satisfies Record<SourceField, string>;

/** What the operator states of a file of the upstream. */
export interface FileSettings {
  /** The channel that bought what is in it; a row's own goes before. */
  readonly channel?: string;
  /** How an upstream's log counts, where that is not how this gateway does. */
  readonly quotaPerUnit?: number;
  /** Currency of its units, and of rows that name none. */
  readonly currency?: string;
  /** What its amounts are multiplied by; a plain decimal. */
  readonly factor?: string;
}

/** An input of a run, and what is known about it. */
export interface Source extends FileSettings {
  /** Its place among all sources; messages and rejected rows are told by it. */
  readonly source: number;
  /** What messages call it. */
  readonly name: string;
  /** Where its bytes are, in terms of the caller that opens it. */
  readonly place: string;
  readonly field: SourceField;
  /** How the columns of a table are read. */
  readonly mapping?: Mapping;
}

/** A row that is no plain log row, as it stands in its source, stripped. */
export interface UnpackedRow {
  readonly field: SourceField;
  readonly source: number;
  readonly row: number;
  readonly native: Native;
}

/** What money a row states that cannot be read. */
export interface UnreadMoney {
  /** In the report's currency, a plain decimal; absent where it cannot be told. */
  readonly amount?: string;
  /** What its export calls its kind. */
  readonly kind?: string;
}

/** A row that cannot be read, and what is wrong with it. */
export interface RejectedSourceRow {
  readonly source: number;
  readonly row: number;
  readonly reason: Sentence;
  /** What money it states; absent where it certainly carries none. */
  readonly money?: UnreadMoney;
}

/** What a source says beside its rows: little, however many they are. Plain JSON. */
export interface SourceHead {
  readonly rejected: readonly RejectedSourceRow[];
  /** Rows that were read, the rejected ones among them. */
  readonly rows: number;
  /** Fields that were taken out of rows, by name, and how often. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  /** Gateways whose marks its log rows show: the own one, and others that a row shows without the own one's. */
  readonly detectedGateways: readonly string[];
  /** Forks whose marks they show. */
  readonly forks: readonly string[];
  /** What a look at the source as a whole shows. */
  readonly profile: RowProfile;
  /** What its rows say about the quota per unit. */
  readonly units: UnitEvidence;
  /** The ledgers of the rows that are kept as they are. */
  readonly fields: readonly SourceField[];
  /** Whether one of these bills something, rather than only counting it. */
  readonly isBilled: boolean;
  /** Whether it holds rows of a bill, and all of them are taxes, purchases or of other services. */
  readonly isNonUsage: boolean;
}

/** A source that has been read, with what it says beside its rows. */
export interface HeadedSource extends Source {
  readonly head: SourceHead;
}

/** A log as its gateway writes it: none that a mapping reads. */
export const isGatewayLog = ({ field, mapping }: Source): boolean =>
  field === 'logs' && mapping === undefined;

/** What a source holds: a function of its bytes and the settings alone. */
export interface SourceColumns extends SourceHead {
  readonly sales: LogColumns;
  readonly charges: LogColumns;
  readonly unpacked: readonly UnpackedRow[];
}
