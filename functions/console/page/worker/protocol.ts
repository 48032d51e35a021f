import type { UnreadableRow } from '#shared/files/source-file.ts';
import type { Connector } from '#shared/gateways/connector.ts';
import type { FileSettings, SourceField } from '#shared/pipeline/read/source.ts';
import type { ProgressListener } from '#shared/pipeline/run-sources.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import type { ChannelNames } from '#shared/report/answer/localized-report.ts';
import type { PageReport } from '#shared/report/view/page-report.ts';
import type { EarlierReport } from '#shared/report/view/read-earlier-report.ts';
import type { Finding } from '#shared/schemas/report.ts';
import type { Sentence } from '#shared/sentence.ts';
import type { MappingRules } from '../mapping-rules.ts';

const ROLES_WITH_ROWS = [
  'logs',
  'upstreamLogs',
  'bill',
  'payments',
  'channels',
  'ledgers',
  'mapped',
] as const;
/** Roles of files that are one object, which is read as a whole when the file is inspected. */
export const ROLES_WITHOUT_ROWS = ['status', 'settings', 'prices', 'rules', 'known', 'earlier'] as const;
/** Roles of files: input with rows, files with settings or mapping rules, unknown, or ignored. */
export const ROLES = [...ROLES_WITH_ROWS, ...ROLES_WITHOUT_ROWS, 'unknown', 'ignored'] as const;
/** Role of a file in a run. */
export type Role = (typeof ROLES)[number];
/** Roles whose rows are input of a run. */
export const ROW_ROLES: ReadonlySet<Role> = new Set(ROLES_WITH_ROWS);

/** Models and channels that the form offers. */
export interface SoldNames {
  readonly models: readonly string[];
  readonly channels: readonly string[];
}

/** Facts about a file from its first rows. */
export interface Recognition {
  readonly role: Role;
  /** Id of the gateway that wrote a log, a payment list or a channel list. */
  readonly connector?: string;
  /** Name of the gateway's fork that wrote a log, if its rows show it. */
  readonly fork?: string;
  /** Whether more than one gateway writes such rows. */
  readonly isAmbiguous: boolean;
  /** Whether rows have amounts only in quota units, so that the quota per unit is needed. */
  readonly needsUnit: boolean;
  /** Whether the amounts of a bill must be multiplied by a factor that no column contains. */
  readonly needsFactor?: true;
  /** Quota per unit, derived from rows with a fixed price. */
  readonly unit?: number;
  /** Names of channels in a channel list. */
  readonly channelNames?: ChannelNames;
  /** Names of prohibited fields that were removed while reading. */
  readonly stripped: readonly string[];
  /** Reason why a file with the role `ignored` is not used. */
  readonly leftOut?: Sentence;
  /** Columns of a table. */
  readonly columns?: readonly string[];
  /** Names in the first rows of a JSON list, with a point between an object and a key in it. */
  readonly names?: readonly string[];
  /** Settings of a run from a status reply, a file of prices, or a settings file. */
  readonly settings?: SettingsFile;
  /** Whether the prices of a settings file need the published list, which the page does not have. */
  readonly needsPriceList?: true;
  /** Rules of a mapping file. */
  readonly rules?: MappingRules;
  /** Acknowledged causes from known.json. */
  readonly known?: readonly AcknowledgementRule[];
  /** Figures of an earlier report.json, for comparison. */
  readonly earlier?: EarlierReport;
}

/** Facts about a file from all its rows. */
export interface FileContent {
  readonly rows: number;
  readonly unreadCount: number;
  /** The first rows that could not be read. */
  readonly unread: readonly UnreadableRow[];
  /** Sentence about the truncation of a file that is read as far as it goes. */
  readonly brokenOff?: Sentence;
  /** First models and channels in its rows. */
  readonly sold: SoldNames;
}

/** Input file of a run. */
export interface RunFile {
  readonly id: number;
  readonly file: File;
  readonly role: Role;
  readonly connector: string | undefined;
  /** Mapping rules, if its role is `mapped`. */
  readonly rules: MappingRules | undefined;
  /** Settings of a bill. */
  readonly stated?: FileSettings;
}

/** Mistake in the settings: its path, and what is required there. */
export interface SettingMistake {
  readonly path: string;
  readonly sentence: Sentence;
}

/** Input field of a run for each role. Each row of a `ledgers` file names its ledger, whatever the field. */
const FIELD_OF: Readonly<Partial<Record<Role, SourceField>>> = {
  logs: 'logs',
  upstreamLogs: 'upstreamCharges',
  bill: 'upstreamCharges',
  payments: 'payments',
  ledgers: 'logs',
};

/**
 * Returns the kind of a file's rows: `logs`, `upstreamCharges` or `payments`. Undefined if the file is not input of a
 * run.
 */
export function sourceFieldOf({ role, rules }: Pick<RunFile, 'role' | 'rules'>): SourceField | undefined {
  if (role !== 'mapped') return FIELD_OF[role];
  return rules?.rows === 'downstreamUsage' ? 'logs' : rules?.rows;
}

/** Problem of a file, a setting or a run, in sentences. */
export interface InputProblem {
  readonly file?: string;
  readonly message: Sentence;
  readonly details: readonly Sentence[];
  /** Whether the file is truncated and can be read as far as it goes. */
  readonly isBrokenOff?: boolean;
  /** Whether it is an error of the page itself. */
  readonly isBug?: boolean;
}

/** First rows of a table, read with mapping rules. */
export interface Preview {
  /** Problem of the rules themselves. */
  readonly problem?: InputProblem;
  readonly rows: readonly {
    readonly row: number;
    /** Absent if the row cannot be read or is skipped. */
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly reason?: Sentence;
  }[];
  readonly needsUnit: boolean;
  readonly connector?: string;
}

/** Input of a run. The report depends on nothing else. */
export interface RunInput {
  readonly sources: readonly RunFile[];
  /** Settings as in a settings file. The worker checks them. */
  readonly settings: SettingsFile;
  /** Whether truncated files are read as far as they go. The report says so. */
  readonly isPartial: boolean;
}

/**
 * Request of the page to the worker. The worker keeps the columns of the files that it has read; a run with settings
 * that read a file in another way reads it again.
 */
export type WorkerRequest =
  /** Recognizes a file by its first rows. With `isPartial`, a truncated file is read as far as it goes. */
  | { readonly do: 'inspect'; readonly id: number; readonly file: File; readonly isPartial: boolean }
  /** Reads a file whole, as a run with this input would read it. */
  | {
      readonly do: 'read';
      readonly file: RunFile;
      readonly isPartial: boolean;
      readonly run: RunInput;
    }
  | { readonly do: 'forget'; readonly id: number }
  | { readonly do: 'map'; readonly id: number; readonly file: File; readonly rules: MappingRules }
  /** Builds the files of the example. */
  | { readonly do: 'example' }
  /** Checks settings against their schema. */
  | { readonly do: 'check'; readonly settings: object }
  | { readonly do: 'run'; readonly run: RunInput };

/** Progress of a run. */
export interface RunProgress {
  readonly step: Parameters<ProgressListener>[0] | 'write';
  /** Rows that have been read so far. */
  readonly rows: number;
  /** Bytes that have been read so far, and bytes of all files. */
  readonly bytes: number;
  readonly total: number;
}

/** A supported gateway. */
export type Gateway = Pick<Connector, 'id' | 'name' | 'quotaPerUnitAt' | 'forks'>;

/** Fields to which columns can be mapped, by kind of rows. */
export type MappedFields = Readonly<
  Record<MappingRules['rows'], readonly { readonly name: string; readonly isRequired: boolean }[]>
>;

/** Message of the worker to the page. */
export type WorkerMessage =
  | { readonly is: 'ready'; readonly gateways: readonly Gateway[]; readonly fields: MappedFields }
  | { readonly is: 'example'; readonly files: readonly File[] }
  | { readonly is: 'inspected'; readonly id: number; readonly recognition: Recognition }
  /** Share of a file that has been read. */
  | { readonly is: 'share'; readonly id: number; readonly share: number }
  | { readonly is: 'read'; readonly id: number; readonly content: FileContent }
  | { readonly is: 'unreadable'; readonly id: number; readonly problem: InputProblem }
  | { readonly is: 'mapped'; readonly id: number; readonly preview: Preview }
  | { readonly is: 'checked'; readonly mistakes: readonly SettingMistake[] }
  /** Ids of the logs that belong to the upstream gateway, because another log refers to their requests. */
  | { readonly is: 'upstreamLogs'; readonly upstreamLogs: readonly number[] }
  | { readonly is: 'progress'; readonly progress: RunProgress }
  /** A part of the findings of a report. A report is sent in parts, so that the page is never busy for long. */
  | { readonly is: 'findings'; readonly findings: readonly Finding[] }
  /** The report of a run without its findings, which have been sent. */
  | { readonly is: 'report'; readonly answered: PageReport }
  /** The run ended with the report. */
  | { readonly is: 'answered' }
  /** The run ended without a report. */
  | { readonly is: 'refused'; readonly problem: InputProblem };
