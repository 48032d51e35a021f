import type { Sentence } from './sentence.ts';

/** Insertions, deletions and replacements that lead from one word to another. */
function distance(a: string, b: string): number {
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

/** Further apart than by so many letters two words are not the same one with a slip. */
const SLIPS_MAX = 2;
const LENGTH_MAX = 40;

/** The name that was meant, with a slip or two. */
export function meant(written: string, names: readonly string[]): string | undefined {
  if (written.length > LENGTH_MAX) return undefined;
  const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');
  const [near] = names
    .map((name) => ({ name, slips: distance(plain(written), plain(name)) }))
    .sort((a, b) => a.slips - b.slips);
  return near !== undefined && near.slips <= Math.min(SLIPS_MAX, near.name.length / 2)
    ? near.name
    : undefined;
}

/** In brackets behind what is wrong with a word: the name that may have been meant; nothing where none is near. */
export function meantInBrackets(written: unknown, names: readonly string[]): Sentence {
  const near = typeof written === 'string' ? meant(written, names) : undefined;
  return near === undefined
    ? { en: '', zh: '' }
    : { en: ` (did you mean ${near}?)`, zh: `（您要的是 ${near} 吗？）` };
}
