import type { Sentence } from './sentence.ts';

/** Levenshtein distance: insertions, deletions and replacements that turn one word into the other. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(
        Math.min(
          (next[j] as number) + 1,
          (row[j + 1] as number) + 1,
          (row[j] as number) + (letter === b[j] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] as number;
}

/** Most edits of a typing error. */
const EDITS_MAX = 2;
const LENGTH_MAX = 40;

/** Finds the name closest to a mistyped one, with at most two edits and half of its letters; ignores case, `-`, `_`. */
export function findSimilarName(written: string, names: readonly string[]): string | undefined {
  if (written.length > LENGTH_MAX) return undefined;
  const simplify = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');
  const [near] = names
    .map((name) => ({ name, edits: countEdits(simplify(written), simplify(name)) }))
    .sort((a, b) => a.edits - b.edits);
  return near !== undefined && near.edits <= Math.min(EDITS_MAX, near.name.length / 2)
    ? near.name
    : undefined;
}

/** Builds ` (did you mean …?)` for the end of a message; empty if no name is close or `written` is not text. */
export function didYouMean(written: unknown, names: readonly string[]): Sentence {
  const near = typeof written === 'string' ? findSimilarName(written, names) : undefined;
  return near === undefined
    ? { en: '', zh: '' }
    : { en: ` (did you mean ${near}?)`, zh: `（是否想写 ${near}？）` };
}
