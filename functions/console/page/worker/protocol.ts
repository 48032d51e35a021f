import type { UnreadableRow } from '#shared/files/source-file.ts';
import type { Connector } from '#shared/gateways/connector.ts';
import type { FileSettings, SourceField } from '#shared/pipeline/read/source.ts';
import type { StatedSettings } from '#shared/pipeline/settings/stated-settings.ts';
import type { AcknowledgementRule } from '#shared/report/acknowledged/acknowledgement-rules.ts';
import type { ChannelNames } from '#shared/report/answer/told.ts';
import type { Answered } from '#shared/report/view/answered.ts';
import type { Earlier } from '#shared/report/view/earlier.ts';
import type { Sentence } from '#shared/sentence.ts';
import type { Rules } from '../rules.ts';

const BOOKS = ['logs', 'upstreamLogs', 'bill', 'payments', 'channels', 'ledgers', 'mapped'] as const;
const AIDS = ['status', 'settings', 'prices', 'rules', 'known', 'earlier'] as const;
/** What a file is to the books, what helps to read the others, or neither. */
export const ROLES = [...BOOKS, ...AIDS, 'unknown', 'ignored'] as const;
export type Role = (typeof ROLES)[number];
/** Whose rows go into the books. */
export const USED: ReadonlySet<Role> = new Set(BOOKS);

/** What a form offers to choose from. */
export interface Sold {
  readonly models: readonly string[];
  readonly channels: readonly string[];
}

/** What the content of a file says of itself. */
export interface Recognition {
  readonly role: Role;
  /** Id of the gateway that wrote a log, a payment list or a channel list. */
  readonly connector?: string;
  /** More than one gateway writes such rows. */
  readonly isAmbiguous: boolean;
  readonly rows: number;
  /** Rows carry quota and no money, so that quotaPerUnit is needed. */
  readonly needsUnit: boolean;
  /** The quota per unit that rows of a fixed price were charged by. */
  readonly unit?: number;
  /** Of a log: the first models and channels in it. */
  readonly sold?: Sold;
  /** Of a channel list: what it calls each channel. */
  readonly channelNames?: ChannelNames;
  /** Names of fields that were left out while reading. */
  readonly stripped: readonly string[];
  readonly unreadCount: number;
  /** The first rows that could not be read. */
  readonly unread: readonly UnreadableRow[];
  /** How the file breaks off, where it is read as far as it goes. */
  readonly brokenOff?: Sentence;
  /** Why its rows are not for the books, of a file with the role `ignored`. */
  readonly leftOut?: Sentence;
  /** Of a table. */
  readonly columns?: readonly string[];
  /** Of a list in JSON: what its first rows hold, with points between an object and what is in it. */
  readonly names?: readonly string[];
  /** Of a status reply, a file of prices or a settings file of the month command: what it states of a run. */
  readonly settings?: StatedSettings;
  /** From a file of rules. */
  readonly rules?: Rules;
  /** From a file of what the reader knows. */
  readonly known?: readonly AcknowledgementRule[];
  /** From an earlier report.json: what this one is held against. */
  readonly earlier?: Earlier;
}

/** A file with its bytes, and what it is to a run. */
export interface OrderedFile {
  readonly id: number;
  readonly file: File;
  readonly role: Role;
  readonly connector: string | undefined;
  /** How its columns are read, where its role is `mapped`. */
  readonly rules: Rules | undefined;
  /** What is stated of a bill. */
  readonly stated?: FileSettings;
}

/** Where settings say what they cannot, and what must stand there instead. */
export interface Mistake {
  readonly path: string;
  readonly sentence: Sentence;
}

/** The ledger whose rows a file of a role holds; whole ledgers say it row by row. */
const FIELD_OF: Readonly<Partial<Record<Role, SourceField>>> = {
  logs: 'logs',
  upstreamLogs: 'upstreamCharges',
  bill: 'upstreamCharges',
  payments: 'payments',
  ledgers: 'logs',
};

export function fieldOf({ role, rules }: Pick<OrderedFile, 'role' | 'rules'>): SourceField | undefined {
  if (role !== 'mapped') return FIELD_OF[role];
  return rules?.rows === 'downstreamUsage' ? 'logs' : rules?.rows;
}

/** A mistake in a file or a setting, as sentences; each says where. */
export interface Problem {
  readonly file?: string;
  readonly message: Sentence;
  readonly details: readonly Sentence[];
  /** The file breaks off; it may be read as far as it goes. */
  readonly isBrokenOff?: boolean;
  /** The page's own fault. */
  readonly isBug?: boolean;
}

/** What rules make of the first rows of a table. */
export interface Preview {
  /** Why they cannot be used at all. */
  readonly problem?: Problem;
  readonly rows: readonly {
    readonly row: number;
    /** Absent where the row cannot be read, or is none. */
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly reason?: Sentence;
  }[];
  readonly needsUnit: boolean;
  readonly connector?: string;
}

/** What the worker is asked. Only looks leave something in it, and nothing that an answer rests on. */
export type Order =
  /** @property isPartial the file is read as far as it goes */
  | { readonly do: 'look'; readonly id: number; readonly file: File; readonly isPartial: boolean }
  | { readonly do: 'forget'; readonly id: number }
  | { readonly do: 'map'; readonly id: number; readonly name: string; readonly rules: Rules }
  /** Settings as they are typed, to be held against their schema. */
  | { readonly do: 'check'; readonly settings: object }
  | {
      readonly do: 'run';
      /** All files with their bytes: an answer rests on this order alone. */
      readonly sources: readonly OrderedFile[];
      /** In the words of a settings file, and read by its schema. */
      readonly settings: StatedSettings;
      /** Files that break off are read as far as they go, and the answer says so. */
      readonly isPartial: boolean;
    };

type Step = 'reading' | 'linking' | 'reconciling' | 'telling';

/** How far a run is. */
export interface Progress {
  readonly step: Step;
  /** Rows that have been read so far. */
  readonly rows: number;
  /** Bytes of all files, and how many of them have been read. */
  readonly bytes: number;
  readonly total: number;
}

/** A gateway that the normalizer reads. */
export type Gateway = Pick<Connector, 'id' | 'name' | 'quotaPerUnitAt'>;

/** The fields that columns may be, by what the rows are; which of them a row must have. */
export type MappedFields = Readonly<
  Record<Rules['rows'], readonly { readonly name: string; readonly isRequired: boolean }[]>
>;

export type News =
  | { readonly is: 'ready'; readonly gateways: readonly Gateway[]; readonly fields: MappedFields }
  /** A file that is looked at. */
  | { readonly is: 'share'; readonly id: number; readonly share: number }
  | { readonly is: 'looked'; readonly id: number; readonly recognition: Recognition }
  | { readonly is: 'unreadable'; readonly id: number; readonly problem: Problem }
  | { readonly is: 'mapped'; readonly id: number; readonly preview: Preview }
  | { readonly is: 'checked'; readonly mistakes: readonly Mistake[] }
  /** Other files show what a log is: another one names its requests as those of its upstream. */
  | { readonly is: 'role'; readonly id: number; readonly role: 'logs' | 'upstreamLogs' }
  | { readonly is: 'progress'; readonly progress: Progress }
  | { readonly is: 'answered'; readonly answered: Answered }
  /** The run came to no answer; guards say why. */
  | { readonly is: 'refused'; readonly problem: Problem };
