import type { Entry } from '../entry.ts';
import type { Rules } from '../rules.ts';
import type { Gateway, MappedFields, Problem } from '../worker/protocol.ts';

/** What the form says, as it is typed; empty where it says nothing. */
export interface FormSettings {
  readonly quotaPerUnit: string;
  readonly currency: string;
  /** Days, as `2026-03-01`; empty where the period is open. */
  readonly from: string;
  readonly to: string;
}

export interface FilesState {
  readonly entries: readonly Entry[];
  settings: FormSettings;
  /** What the worker reads; empty until it has said so. */
  gateways: readonly Gateway[];
  /** What columns may be; empty until the worker has said so. */
  fields: MappedFields;
  /** What went wrong in the last run. */
  problem: Problem | undefined;
}

export interface FilesActions {
  readonly add: (files: readonly File[]) => void;
  readonly remove: (entry: Entry) => void;
  readonly run: () => void;
  /** Reads a file that breaks off as far as it goes. */
  readonly goOn: (entry: Entry) => void;
  /** Reads the columns of a table by other rules. */
  readonly map: (entry: Entry, rules: Rules) => void;
  readonly redraw: () => void;
  readonly startOver: () => void;
}
