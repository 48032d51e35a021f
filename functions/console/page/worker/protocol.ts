import type { Sentence } from '#shared/sentence.ts';
import type { Answered, AsideRows } from '../answered.ts';
import type { Rules } from '../rules.ts';

/** What a file is to the books. */
export const ROLES = [
  ...(['logs', 'upstreamLogs', 'bill', 'payments', 'channels', 'ledgers'] as const),
  ...(['mapped', 'status', 'settings', 'rules', 'acknowledged', 'unknown', 'ignored'] as const),
];
export type Role = (typeof ROLES)[number];

/** A row that cannot be read, by its number in its file, and why. */
export interface Unread {
  readonly row: number;
  readonly reason: Sentence;
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
  /** Names of fields that were left out while reading. */
  readonly stripped: readonly string[];
  readonly unreadCount: number;
  /** The first rows that could not be read. */
  readonly unread: readonly Unread[];
  /** Why its rows are not for the books, of a file with the role `ignored`. */
  readonly leftOut?: Sentence;
  /** Of a table. */
  readonly columns?: readonly string[];
  /** From a status reply, or a settings file of the month command. */
  readonly settings?: Partial<Settings> & { readonly connector?: string };
  /** From a file of rules. */
  readonly rules?: Rules;
  /** From a file of acknowledgements. */
  readonly acknowledged?: readonly string[];
}

export interface Settings {
  readonly quotaPerUnit: string;
  readonly currency: string;
  /** Days, as `2026-03-01`; empty where the period is open. */
  readonly from: string;
  readonly to: string;
}

export interface Source {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly connector: string | undefined;
  /** How its columns are read, where its role is `mapped`. */
  readonly rules: Rules | undefined;
}

/** A mistake in a file or a setting, as sentences; each says where. */
export interface Problem {
  readonly file?: string;
  readonly message: Sentence;
  readonly details: readonly Sentence[];
  /** Rows that could not be read, where they are the problem. */
  readonly unread?: AsideRows & { readonly received: number };
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

export type Order =
  | { readonly do: 'read'; readonly id: number; readonly file: File }
  | { readonly do: 'forget'; readonly id: number }
  | { readonly do: 'map'; readonly id: number; readonly name: string; readonly rules: Rules }
  | { readonly do: 'run'; readonly sources: readonly Source[]; readonly settings: Settings };

export type Step = 'reading' | 'normalizing' | 'reconciling';

/** A gateway that the normalizer reads. */
export interface Gateway {
  readonly id: string;
  readonly name: string;
  /** Where its quotaPerUnit is read. */
  readonly quotaPerUnitAt: string;
}

/** The fields that columns may be, by what the rows are; which of them a row must have. */
export type MappedFields = Readonly<
  Record<Rules['rows'], readonly { readonly name: string; readonly isRequired: boolean }[]>
>;

export type News =
  | { readonly is: 'ready'; readonly gateways: readonly Gateway[]; readonly fields: MappedFields }
  | { readonly is: 'progress'; readonly id: number; readonly share: number }
  | { readonly is: 'read'; readonly id: number; readonly recognition: Recognition }
  | { readonly is: 'mapped'; readonly id: number; readonly preview: Preview }
  | { readonly is: 'role'; readonly id: number; readonly role: Role; readonly repeats?: number }
  | { readonly is: 'twice'; readonly id: number; readonly beside: number }
  | { readonly is: 'unreadable'; readonly id: number; readonly problem: Problem }
  | { readonly is: 'step'; readonly step: Step }
  | { readonly is: 'answered'; readonly answered: Answered }
  | { readonly is: 'failed'; readonly problem: Problem };
