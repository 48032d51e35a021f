import type { MappingRules } from './mapping-rules.ts';
import {
  type FileContent,
  type InputProblem,
  type Preview,
  type Recognition,
  ROLES_WITHOUT_ROWS,
  type Role,
} from './worker/protocol.ts';

/** Settings about the amounts of a bill. */
export const FILE_TERMS = ['quotaPerUnit', 'currency', 'factor'] as const;
type FileTerm = (typeof FILE_TERMS)[number];

/** A file that the user has added, and its state. */
export interface FileEntry {
  readonly id: number;
  readonly file: File;
  /** Share of the file that was read, from 0 to 1. */
  share: number;
  recognition?: Recognition;
  /** Facts from all its rows, such as their number. Undefined until the whole file has been read. */
  content?: FileContent;
  /** Whether the page has asked the worker to read all rows. */
  isRequested?: boolean;
  problem?: InputProblem;
  role: Role;
  /** Whether the user has chosen the role. Recognition does not change it then. */
  isChosen?: boolean;
  /** Whether it is a file of the example. */
  readonly isExample?: boolean;
  /** Whether the file is truncated, and is read as far as it goes. */
  isPartial?: boolean;
  connector: string | undefined;
  /** Channel that the user has chosen for a bill. Empty for none. */
  channel?: string;
  /** Settings about the amounts of a bill, as the user has typed them. */
  terms?: { readonly [name in FileTerm]?: string };
  /** Rules by which a table is read, and the preview of its first rows. */
  rules: MappingRules | undefined;
  preview?: Preview;
  /** Whether the rules are only a guess from the names of the columns. */
  areRulesGuessed?: boolean;
  /** Whether the user has chosen the rules. */
  hasChosenRules?: boolean;
}

/** Whether a file is still being read, or waits to be read. */
export const isReading = ({ recognition, content, problem }: FileEntry): boolean =>
  !problem && !content && !(recognition && ROLES_WITHOUT_ROWS.some((role) => role === recognition.role));

/** Returns the columns of a table, or the keys in the rows of a JSON list, that the user can map to fields. */
export const columnsOf = ({ recognition }: FileEntry): readonly string[] =>
  recognition?.columns ?? recognition?.names ?? [];

/** Whether a table has invalid mapping rules, or none of its first rows can be read with them. */
export const cannotBeMapped = ({ role, preview }: Pick<FileEntry, 'role' | 'preview'>): boolean =>
  role === 'mapped' &&
  (preview?.problem !== undefined || (preview?.rows.every(({ reason }) => reason !== undefined) ?? true));

/**
 * Whether a run leaves out a file, because it is unreadable, not recognized, or a table for which the guessed rules
 * do not work. Such a file does not prevent the run.
 */
export const isLeftOut = (entry: FileEntry): boolean =>
  entry.problem !== undefined ||
  entry.role === 'unknown' ||
  (entry.preview !== undefined && cannotBeMapped(entry) && entry.areRulesGuessed === true && !entry.isChosen);

/** Whether the user must enter the quota per unit, because rows of a log have amounts only in quota units. */
export const needsUnit = (entries: readonly FileEntry[]): boolean =>
  entries.some(({ role, recognition, preview }) =>
    role === 'mapped'
      ? preview?.needsUnit
      : (role === 'logs' || role === 'upstreamLogs') && recognition?.needsUnit,
  );
