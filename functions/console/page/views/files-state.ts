import type { ChannelNames } from '#shared/answer/told.ts';
import type { Entry } from '../entry.ts';
import type { Rules } from '../rules.ts';
import type { Terms } from '../settings/terms.ts';
import type { Gateway, MappedFields, Mistake, Problem, Sold } from '../worker/protocol.ts';

/** What the form says, as it is typed; empty where it says nothing. */
export interface FormSettings extends Terms {
  readonly quotaPerUnit: string;
  readonly currency: string;
  /** Days, as `2026-03-01`; empty where the period is open. */
  readonly from: string;
  readonly to: string;
}

export interface FilesState {
  readonly entries: readonly Entry[];
  /** What the form says and cannot, by the schema. */
  readonly mistakes: readonly Mistake[];
  settings: FormSettings;
  /** Models and channels that files and answer name. */
  readonly sold: Sold;
  /** What channel lists among the files call the channels. */
  readonly channelNames: ChannelNames;
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
  /** Takes over what the form says of purchases. */
  readonly state: (terms: Partial<Terms>) => void;
  /** Has all that is stated held against the schema. */
  readonly check: () => void;
  readonly saveSettings: () => void;
  readonly startOver: () => void;
}
