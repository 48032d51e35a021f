import { viewWords } from '#shared/report-view/words/view-words.ts';
import type { Entry } from '../entry.ts';
import { contradiction } from '../settings/stated.ts';
import type { Words } from '../words/words.ts';
import type { Role } from '../worker/protocol.ts';
import type { FilesState } from './files-state.ts';

/** Rows count in quota, and nobody else says what it is worth. */
export const needsUnit = ({ entries }: FilesState): boolean =>
  entries.some(({ role, recognition, preview }) =>
    role === 'mapped'
      ? preview?.needsUnit
      : (role === 'logs' || role === 'upstreamLogs') && recognition?.needsUnit,
  );

/** Nothing of a table can be read by its rules. */
const isUnmapped = ({ role, preview }: Entry): boolean =>
  role === 'mapped' &&
  (preview?.problem !== undefined || (preview?.rows.every(({ reason }) => reason !== undefined) ?? true));

const isUsage = ({ role, rules }: Entry): boolean =>
  role === 'logs' ||
  role === 'ledgers' ||
  (role === 'mapped' && (rules?.rows === 'logs' || rules?.rows === 'downstreamUsage'));

/** What keeps the books from being reconciled, in words; undefined where nothing does. */
export function obstacle(state: FilesState, words: Words): string | undefined {
  const unmapped = state.entries.find(isUnmapped);
  if (unmapped) return words.runUnmapped(unmapped.file.name);
  const contradicting = contradiction(state.entries);
  if (contradicting)
    return words.runContradiction(
      contradicting.name,
      contradicting.files.join(viewWords[words.id].rows.comma),
    );
  if (!state.entries.some(isUsage)) return words.runMissingLogs;
  if (needsUnit(state) && !(Number(state.settings.quotaPerUnit) > 0)) return words.runMissingUnit;
  return state.mistakes.length > 0 ? words.runMistaken : undefined;
}

/** What may say what requests cost. */
const COSTS: ReadonlySet<Role> = new Set(['bill', 'upstreamLogs', 'ledgers', 'mapped']);

/** What the report will do without, in words. */
export function lacking({ entries }: FilesState, words: Words): string[] {
  const unused = entries.filter(({ role, problem }) => problem || role === 'unknown');
  const hasCosts = entries.some(({ role }) => COSTS.has(role));
  return [
    ...(hasCosts ? [] : [words.runWithoutBill]),
    ...(unused.length > 0 ? [words.runWithout(unused.map(({ file }) => file.name).join(', '))] : []),
  ];
}
