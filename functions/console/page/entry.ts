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
  /** The file whose rows it repeats. */
  repeats?: string | undefined;
  /** Id of the log in which its requests stand, too, as far as logs without request ids show. */
  twiceBeside?: number;
  connector: string | undefined;
  /** How the columns of a table are read, and what that makes of its first rows. */
  rules: Rules | undefined;
  preview?: Preview;
  isRuledByHand?: boolean;
}
