import { Rejection } from '../../rejections.ts';
import type { LineStates } from '../link/line-states.ts';
import type { Source } from '../read/source.ts';

/** So many lines that cost the same are no chance. */
const SAME_MIN = 3;

/**
 * A bill that is exported before a day is over states less of it than the next export does; both would be added.
 * @throws Rejection where two bills share lines, and most but not all of these cost the same
 */
export function refuseTwoStates(pairs: LineStates, sources: readonly Source[]): void {
  for (const [pair, { same, others }] of Object.entries(pairs)) {
    if (same < SAME_MIN || others === 0 || others > same) continue;
    const [a, b] = pair.split(' ').map((place) => (sources[Number(place)] as Source).place);
    throw new Rejection(
      'invalid_request',
      {
        en: `${a} and ${b} share ${same + others} lines of a bill, with different amounts in ${others} of them: one was exported before they were complete.`,
        zh: `${a} 与 ${b} 有 ${same + others} 行账单相同，但其中 ${others} 行的金额不同：有一份导出时这些行尚未出完。`,
      },
      [
        {
          en: 'Give the newer one alone, or leave these days out of the older one.',
          zh: '请只给出较新的一份，或从较旧的一份中去掉这些日期。',
        },
      ],
    );
  }
}
