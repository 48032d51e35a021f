import { viewWords } from '#shared/report/view/words/view-words.ts';
import { cannotBeMapped, isLeftOut, isReading, needsUnit } from '../file-entry.ts';
import type { PageState } from '../page-state.ts';
import { plainNumber } from '../settings/form.ts';
import { findContradiction } from '../settings/settings-from-files.ts';
import type { PageWords } from '../words/words.ts';
import { type Role, sourceFieldOf } from '../worker/protocol.ts';

/** Sentence with the reason why a run cannot start. Undefined if it can. */
export function findObstacle(state: PageState, words: PageWords): string | undefined {
  if (state.entries.some(isReading)) return words.runReading;
  const unmapped = state.entries.find((entry) => cannotBeMapped(entry) && !isLeftOut(entry));
  if (unmapped) return words.runUnmapped(unmapped.file.name);
  const contradicting = findContradiction(state.entries);
  if (contradicting)
    return words.runContradiction(
      contradicting.name,
      contradicting.files.join(viewWords[words.id].rows.comma),
    );
  if (!state.entries.some((entry) => sourceFieldOf(entry) === 'logs')) return words.runMissingLogs;
  if (needsUnit(state.entries) && !(Number(plainNumber(state.settings.quotaPerUnit)) > 0))
    return words.runMissingUnit;
  return state.mistakes.length > 0 ? words.runMistaken : undefined;
}

/** Roles of files that may contain the cost of requests. */
const COSTS: ReadonlySet<Role> = new Set(['bill', 'upstreamLogs', 'ledgers', 'mapped']);

/** Sentences that warn of a missing bill and of files that are not used. The report can be made without them. */
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
