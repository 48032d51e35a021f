import { type Books, isLoss, isNone } from './books.ts';
import { isSure } from './gaps.ts';

/** How an answer looks: money is gone or somebody else's, something is in doubt or missing, or neither. */
export type Tone = 'loss' | 'doubt' | 'fine';

/** By money and certainty; severity is for machines. */
export function toneOf(books: Books): Tone {
  const { money, margin, causes, requests } = books.summary;
  if (!isSure(books)) return 'doubt';
  if (!isNone(money.lost) || !isNone(money.owed)) return 'loss';
  if (margin !== null && isLoss(margin.amount, requests.total, books)) return 'loss';
  return isNone(money.doubtful) && causes.every(({ severity }) => severity === 'info') ? 'fine' : 'doubt';
}
