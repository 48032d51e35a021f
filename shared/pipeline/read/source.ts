import type { Mapping } from '../../files/mapping/mapping.ts';
import type { NativeObject, RowField } from '../../normalizer/intake/native.ts';
import type { UnitEvidence } from '../../normalizer/log-survey/unit-evidence.ts';
import type { Sentence } from '../../sentence.ts';
import type { LogColumns } from '../columns/log-columns.ts';
import type { RowProfile } from './row-profile.ts';

/** Fields of the input whose rows are reconciled. The channel list is only a setting. */
export type SourceField = Exclude<RowField, 'channels'>;

/** Ledger of each field. */
export const LEDGER_BY_FIELD = {
  logs: 'downstreamUsage',
  upstreamCharges: 'upstreamCharges',
  payments: 'payments',
} as const satisfies Record<SourceField, string>;

/** All fields of sources. */
export const SOURCE_FIELDS = Object.keys(LEDGER_BY_FIELD) as readonly SourceField[];

/** Settings of an upstream file. */
export interface FileSettings {
  /** Channel for rows that name none. */
  readonly channel?: string;
  /** Quota per unit of an upstream's log, if it differs from this gateway's. */
  readonly quotaPerUnit?: number;
  /** Currency of its units, and of rows that name none. */
  readonly currency?: string;
  /** Factor by which its amounts are multiplied; a plain decimal. */
  readonly factor?: string;
}

/** An input file of a run. */
export interface Source extends FileSettings {
  /** Index among all sources. */
  readonly source: number;
  readonly name: string;
  /** Location of its bytes, in the form that the caller opens: a path or URL. */
  readonly location: string;
  readonly field: SourceField;
  readonly mapping?: Mapping;
}

/** A row kept as an object rather than in columns: as in its file, without prohibited fields. */
export interface UnpackedRow {
  readonly field: SourceField;
  readonly source: number;
  readonly row: number;
  readonly native: NativeObject;
}

/** Money of a row that cannot be read. */
export interface UnreadMoney {
  /** Amount in the report's currency, as a plain decimal; absent if unknown. */
  readonly amount?: string;
  readonly kind?: string;
}

/** A row that cannot be read, with the reason. */
export interface RejectedSourceRow {
  readonly source: number;
  readonly row: number;
  readonly reason: Sentence;
  /** Money of the row; absent if it certainly contains none. */
  readonly money?: UnreadMoney;
  /** Whether the row is valid, and only a setting is missing that says where its money belongs. */
  readonly lacksSetting?: true;
  /** Whether the row can be read, and only the meaning of its kind is unknown. */
  readonly isOfUnknownKind?: true;
}

/** Facts about a file after reading, without its rows: small for any number of rows. */
export interface SourceHead {
  readonly rejected: readonly RejectedSourceRow[];
  /** Number of rows, including rejected ones. */
  readonly rows: number;
  /** Names of prohibited fields that were removed, and how often. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  /**
   * Gateways recognized by columns of its log rows. A row with a column of the configured gateway counts only for it.
   */
  readonly detectedGateways: readonly string[];
  readonly forks: readonly string[];
  /** Facts by which the file is recognized and checked, such as its columns and how it is cut off. */
  readonly profile: RowProfile;
  /** Evidence for the quota per unit of money, from rows that contain both quota and money, or a price. */
  readonly units: UnitEvidence;
  /** Fields of the input for which it has rows that are kept as objects. */
  readonly fields: readonly SourceField[];
  /** Whether it has a bill row with a cost; rows of usage reports have only token counts. */
  readonly isBilled: boolean;
  /** Sums by currency of a bill without usage: all its rows are taxes, purchases or other services. */
  readonly nonUsageSums?: readonly (readonly [currency: string, sum: string])[];
}

/** A source after reading, with its head. */
export interface HeadedSource extends Source {
  readonly head: SourceHead;
}

/** Returns whether a file was given as the log and has no mapping, so it is in a gateway's own format. */
export const isGatewayLog = ({ field, mapping }: Source): boolean =>
  field === 'logs' && mapping === undefined;

/** Content of a file: facts about it, its ordinary log rows in columns, and all other rows as objects (`unpacked`). */
export interface SourceColumns extends SourceHead {
  readonly sales: LogColumns;
  readonly charges: LogColumns;
  readonly unpacked: readonly UnpackedRow[];
}
