import { viewWords } from '#shared/report/view/words/view-words.ts';
import type { Desk } from '../desk.ts';
import type { Entry } from '../entry.ts';
import { contradiction } from '../settings/stated.ts';
import type { Words } from '../words/words.ts';
import { fieldOf, type Role } from '../worker/protocol.ts';

/** Rows count in quota, and nobody else says what it is worth. */
export const needsUnit = ({ entries }: Desk): boolean =>
  entries.some(({ role, recognition, preview }) =>
    role === 'mapped'
      ? preview?.needsUnit
      : (role === 'logs' || role === 'upstreamLogs') && recognition?.needsUnit,
  );

/** Nothing of a table can be read by its rules. */
const isUnmapped = ({ role, preview }: Entry): boolean =>
  role === 'mapped' &&
  (preview?.problem !== undefined || (preview?.rows.every(({ reason }) => reason !== undefined) ?? true));

/** What keeps the books from being reconciled, in words; undefined where nothing does. */
export function obstacle(desk: Desk, words: Words): string | undefined {
  const unmapped = desk.entries.find(isUnmapped);
  if (unmapped) return words.runUnmapped(unmapped.file.name);
  const contradicting = contradiction(desk.entries);
  if (contradicting)
    return words.runContradiction(
      contradicting.name,
      contradicting.files.join(viewWords[words.id].rows.comma),
    );
  if (!desk.entries.some((entry) => fieldOf(entry) === 'logs')) return words.runMissingLogs;
  if (needsUnit(desk) && !(Number(desk.settings.quotaPerUnit) > 0)) return words.runMissingUnit;
  return desk.mistakes.length > 0 ? words.runMistaken : undefined;
}

/** What may say what requests cost. */
const COSTS: ReadonlySet<Role> = new Set(['bill', 'upstreamLogs', 'ledgers', 'mapped']);

/** What the report will do without, in words. */
export function lacking({ entries }: Desk, words: Words): string[] {
  const unused = entries.filter(({ role, problem }) => problem || role === 'unknown');
  const hasCosts = entries.some(({ role }) => COSTS.has(role));
  return [
    ...(hasCosts ? [] : [words.runWithoutBill]),
    ...(unused.length > 0
      ? [words.runWithout(unused.map(({ file }) => file.name).join(viewWords[words.id].rows.comma))]
      : []),
  ];
}
