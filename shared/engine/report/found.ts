import { type Cause, causesOf, type SeverityCounts, severityCounts } from './causes.ts';
import type { Draft } from './drafts.ts';

/** What findings come to. */
export interface Found {
  bySeverity: SeverityCounts;
  /** In the report's order. */
  causes: readonly Cause[];
}

export const foundOf = (list: readonly Draft[]): Found => ({
  bySeverity: severityCounts(list),
  causes: causesOf(list),
});
