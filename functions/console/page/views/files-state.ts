import type { Entry } from '../entry.ts';
import type { Rules } from '../rules.ts';
import type { Gateway, MappedFields, Problem, Settings } from '../worker/protocol.ts';

export interface FilesState {
  readonly entries: readonly Entry[];
  settings: Settings;
  /** What the worker reads; empty until it has said so. */
  gateways: readonly Gateway[];
  /** The gateway that a settings file names. */
  gateway?: string | undefined;
  /** What columns may be; empty until the worker has said so. */
  fields: MappedFields;
  /** What went wrong in the last run. */
  problem: Problem | undefined;
}

export interface FilesActions {
  readonly add: (files: readonly File[]) => void;
  readonly remove: (entry: Entry) => void;
  readonly run: () => void;
  /** Reads the columns of a table by other rules. */
  readonly map: (entry: Entry, rules: Rules) => void;
  readonly redraw: () => void;
}
