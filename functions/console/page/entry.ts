import type { Rules } from './rules.ts';
import type { Preview, Problem, Recognition, Role } from './worker/protocol.ts';

/** A file that the reader has added, and what is known of it. */
export interface Entry {
  readonly id: number;
  readonly file: File;
  /** Share that is read. */
  share: number;
  recognition?: Recognition;
  problem?: Problem;
  role: Role;
  /** The reader has said what it is; no look at it changes that. */
  isChosen?: boolean;
  /** It is a file of the example. */
  readonly isExample?: boolean;
  /** It breaks off, and is read as far as it goes. */
  isPartial?: boolean;
  connector: string | undefined;
  /** Of a bill: the channel that it is of, where the reader says so; empty for none. */
  channel?: string;
  /** How the columns of a table are read, and what that makes of its first rows. */
  rules: Rules | undefined;
  preview?: Preview;
  isRuledByHand?: boolean;
}

/** What the fields of a file's rows may be mapped to. */
export const columnsOf = ({ recognition }: Entry): readonly string[] =>
  recognition?.columns ?? recognition?.names ?? [];
