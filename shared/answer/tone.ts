import { decimal, isNegative } from '../money.ts';
import { type Books, isNone } from './books.ts';
import { isSure } from './gaps.ts';

/** How an answer looks: money is gone or somebody else's, something is in doubt or missing, or neither. */
export type Tone = 'loss' | 'doubt' | 'fine';

/** By money and certainty; severity is for machines. */
export function toneOf(books: Books): Tone {
  const { money, margin, causes } = books.summary;
  if (!isSure(books)) return 'doubt';
  if (!isNone(money.lost) || !isNone(money.owed)) return 'loss';
  if (margin !== null && isNegative(decimal(margin.amount))) return 'loss';
  return isNone(money.doubtful) && causes.every(({ severity }) => severity === 'info') ? 'fine' : 'doubt';
}
