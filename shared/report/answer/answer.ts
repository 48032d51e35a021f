import type { Language } from '../../language.ts';
import type { AnswerAbout } from '../../schemas/lists.ts';
import type { Answer } from '../../schemas/report.ts';
import { type Books, isNone } from './books.ts';
import type { Gap } from './gap.ts';
import { gapsOf, isSure, minorGapsOf } from './gaps.ts';
import { deficitsOf, earnedOf, isByTotals, isLostByTotals, isOfChannels } from './totals.ts';
import { unbilledOf } from './unbilled.ts';
import { type AnswerWords, answerWords } from './words/answer-words.ts';

/** A sentence, and what it is about. */
interface Said {
  readonly about: AnswerAbout;
  readonly text: string;
}

const gapsSaid = (gaps: readonly Gap[], { currency }: Books, words: AnswerWords): Said[] =>
  gaps.map((gap) => ({ about: gap.about, text: words.gap(gap, currency) }));

const earned = (books: Books, words: AnswerWords): Said[] => {
  const margin = earnedOf(books);
  if (margin === undefined) return [];
  const text = words.earned({ ...margin, currency: books.currency });
  return [...gapsSaid(minorGapsOf(books), books, words), { about: 'margin', text }];
};

const doubtful = ({ currency, summary: { money } }: Books, words: AnswerWords): Said[] =>
  isNone(money.doubtful)
    ? []
    : [{ about: 'doubtful', text: words.doubtful({ amount: money.doubtful, currency }) }];

function losing(books: Books, words: AnswerWords): Said[] {
  const deficits = deficitsOf(books);
  if (!isByTotals(books) || (deficits.all === 0 && isOfChannels(books))) return [];
  return [{ about: 'margin', text: words.deficits({ ...deficits, currency: books.currency }) }];
}

/** Whose money it is; by totals, where all that is lost is what models cost beyond what they earn. */
function verdict(books: Books, words: AnswerWords): Said[] {
  const { currency, summary } = books;
  const { lost, owed } = summary.money;
  if (isByTotals(books) && isLostByTotals(books))
    return [...earned(books, words), ...losing(books, words), ...doubtful(books, words)];
  const told: Said[] =
    isNone(lost) && isNone(owed)
      ? []
      : [{ about: isNone(lost) ? 'owed' : 'lost', text: words.verdict({ lost, owed, currency }) }];
  return [...told, ...doubtful(books, words), ...earned(books, words), ...losing(books, words)];
}

/** No money is lost, owed or in doubt: why not. */
function calm(books: Books, words: AnswerWords, isKnown: boolean): Said[] {
  const { currency, completeness, summary } = books;
  const open = summary.causes.find(
    ({ severity, code }) => severity !== 'info' && code !== 'ledger_ids_disjoint',
  );
  const margin = earned(books, words);
  if (open) {
    const { title = open.code } = summary.findings.byCode[open.code] ?? {};
    const text = words.unchecked({ title, amount: isNone(open.amount) ? null : open.amount, currency });
    return [{ about: 'unchecked', text }, ...margin];
  }
  if (isKnown) return [{ about: 'known', text: words.known }, ...margin];
  // Of log and bill nothing was compared.
  if ('ledger_ids_disjoint' in summary.findings.byCode) return margin;
  const isWhole = completeness.upstreamCharges && completeness.payments && isNone(unbilledOf(books).amount);
  return [{ about: 'clean', text: isWhole ? words.clean : words.cleanSoFar }, ...margin];
}

/** What is known where something is missing: figures, and no verdict on them. */
function knownSoFar(books: Books, words: AnswerWords): Said[] {
  const { currency, summary } = books;
  const { revenue, cost, money } = summary;
  const text = words.soFar({ currency, revenue: revenue.net, cost: cost?.net ?? null, ...money });
  return text === '' ? [] : [{ about: 'margin', text }];
}

function sentences(books: Books, words: AnswerWords, isKnown: boolean): Said[] {
  const gaps = gapsOf(books);
  const missing = gapsSaid(gaps, books, words);
  if (!isSure(books, gaps)) return [...missing, ...knownSoFar(books, words)];
  const { lost, owed, doubtful } = books.summary.money;
  const isCalm = isNone(lost) && isNone(owed) && isNone(doubtful) && !isByTotals(books);
  return [...missing, ...(isCalm ? calm(books, words, isKnown) : verdict(books, words))];
}

/**
 * A report in a sentence or two: what is missing first, what is known without it, then money. "You lost", "You owe" and
 * "Nothing wrong was found" are said of figures whose flags are true, and of no others.
 */
export function answerOf(books: Books, language: Language): Answer {
  const isKnown = books.summary.known?.some(({ state }) => state === 'covers') ?? false;
  const words = answerWords[language];
  const said = sentences(books, words, isKnown);
  return { text: said.map(({ text }) => text).join(words.between), about: said[0]?.about ?? 'clean' };
}
