import type { Sentence } from '../../sentence.ts';
import type { Repeats } from '../link/repeat-counter.ts';
import type { Source } from '../read/read.ts';

/** Pairs of files that are told. */
const PAIRS_SHOWN = 5;

/** Which files hold rows of others, so that nobody wonders where their rows went. Pages of one file may overlap. */
export const repeatsSaid = (repeats: readonly Repeats[], sources: readonly Source[]): Sentence[] =>
  repeats
    .filter(({ source, earlier }) => source !== earlier)
    .slice(0, PAIRS_SHOWN)
    .map(({ source, earlier, rows }) => {
      const [name, other] = [sources[source]?.place, sources[earlier]?.place];
      return {
        en: `${rows} rows of ${name} stand in ${other}, too, equal in all that both say; they count once.`,
        zh: `${name} 中有 ${rows} 行与 ${other} 中的记录相同，只计一次。`,
      };
    });
