import type { Sentence } from '../../sentence.ts';
import type { Repeats } from '../link/repeats.ts';
import type { Source } from '../read/source.ts';
import type { LinkedFacts } from './file-facts.ts';

/** Pairs of files that are told. */
const PAIRS_SHOWN = 5;

/** Of two files each may say more of some rows: told once, of the one that most rows were left out of. */
function byPair(repeats: readonly Repeats[]): Repeats[] {
  const pairs = Map.groupBy(repeats, ({ source, earlier }) => [source, earlier].sort().join(' '));
  return [...pairs.values()].map((both) => {
    const most = both.reduce((a, b) => (b.rows > a.rows ? b : a));
    return { ...most, rows: both.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

/** Which files hold rows of others, so that nobody wonders where their rows went. Pages of one file may overlap. */
export const repeatsSaid = ({ repeats, sources }: LinkedFacts): Sentence[] =>
  byPair(repeats.filter(({ source, earlier }) => source !== earlier))
    .slice(0, PAIRS_SHOWN)
    .map(({ source, earlier, rows }) => {
      const [{ place: name }, { place: other }] = [sources[source] as Source, sources[earlier] as Source];
      return {
        en:
          rows === 1
            ? `1 row of ${name} stands in ${other}, too, equal in all that both say; it counts once.`
            : `${rows} rows of ${name} stand in ${other}, too, equal in all that both say; they count once.`,
        zh: `${name} 中有 ${rows} 行与 ${other} 中的记录相同，只计一次。`,
      };
    });
