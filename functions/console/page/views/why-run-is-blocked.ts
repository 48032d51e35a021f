import { viewWords } from '#shared/report/view/words/view-words.ts';
import { cannotBeMapped, isLeftOut, isReading, needsUnit } from '../file-entry.ts';
import type { PageState } from '../page-state.ts';
import { normalizeNumber } from '../settings/form.ts';
import { findContradiction } from '../settings/settings-from-files.ts';
import type { PageWords } from '../words/words.ts';
import { type Role, sourceFieldOf } from '../worker/protocol.ts';

/** Finds the first reason why a run cannot start, as a sentence. Returns undefined if it can start. */
export function findObstacle(state: PageState, words: PageWords): string | undefined {
  if (state.entries.some(isReading)) return words.runReading;
  const unmapped = state.entries.find((entry) => cannotBeMapped(entry) && !isLeftOut(entry));
  if (unmapped) return words.runUnmapped(unmapped.file.name);
  const contradicting = findContradiction(state.entries);
  if (contradicting)
    return words.runContradiction(
      contradicting.files.join(viewWords[words.id].rows.comma),
      contradicting.name,
    );
  if (!state.entries.some((entry) => sourceFieldOf(entry) === 'logs')) return words.runMissingLogs;
  if (needsUnit(state.entries) && !(Number(normalizeNumber(state.settings.quotaPerUnit)) > 0))
    return words.runMissingUnit;
  return state.mistakes.length > 0 ? words.runMistaken : undefined;
}

/** Roles of files that may contain the cost of requests. */
const COSTS: ReadonlySet<Role> = new Set(['bill', 'upstreamLogs', 'ledgers', 'mapped']);

/** Lists sentences about a missing bill, and about files that are not used. They do not prevent a run. */
export function listMissingInputs({ entries }: PageState, words: PageWords): string[] {
  const unused = entries.filter(isLeftOut);
  const hasCosts = entries.some(({ role }) => COSTS.has(role));
  return [
    ...(hasCosts ? [] : [words.runWithoutBill]),
    ...(unused.length > 0
      ? [words.runWithout(unused.map(({ file }) => file.name).join(viewWords[words.id].rows.comma))]
      : []),
  ];
}
