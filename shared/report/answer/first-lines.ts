import type { Language } from '../../language.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import { compare, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { AnswerAbout, Side } from '../../schemas/lists.ts';
import type { Answer } from '../../schemas/report.ts';
import { type AnswerInput, isNegativeAmount, isTiny } from './answer-input.ts';
import { buildComparedModels, type ComparedFigures, computeComparedFigures, isByTotals } from './compared.ts';
import { listGaps } from './gaps/find-gaps.ts';
import type { Gap, GapAction } from './gaps/gap.ts';
import {
  hidesRequestLosses,
  isIncomplete,
  listActions,
  listRepeatedCodes,
  mayBeOfUnbilled,
  mayExplain,
  PAYMENT_CODES,
} from './gaps/gap-effects.ts';
import { computeScope, isCompared } from './scope.ts';
import { answerWords } from './words/answer-words.ts';
import type { ByPrices, LosingModels } from './words/parts.ts';

/** Tone of an answer: money is lost or owed, something is doubtful or missing, or neither. */
type Tone = 'loss' | 'doubt' | 'fine';

/** Text about a gap, and the actions that may close it. */
export interface GapLine {
  readonly gap: Gap;
  readonly text: string;
  /** Actions on the page that may close it. */
  readonly actions: readonly GapAction[];
}

/** First lines of a report: headline with the money, scope, and one line for each gap. */
export interface FirstLines {
  readonly about: AnswerAbout;
  readonly tone: Tone;
  readonly headline: string;
  readonly scope: string;
  readonly gaps: readonly GapLine[];
}

/** Sums by side of the causes that no gap may explain. */
function certainMoney({ summary }: AnswerInput, gaps: readonly Gap[]): Record<Side, string> {
  const isExplained = (cause: AnswerInput['summary']['causes'][number]) =>
    gaps.some((gap) => mayExplain(gap, cause));
  if (!gaps.some(hidesRequestLosses) && !summary.causes.some(isExplained)) return summary.money;
  const certain = summary.causes.filter((cause) => !isExplained(cause));
  const sumOf = (side: Side) =>
    toPlainText(sumBy(certain, (cause) => toDecimal(cause.side === side ? cause.counted : '0')));
  return { lost: sumOf('lost'), owed: sumOf('owed'), doubtful: sumOf('doubtful') };
}

/** Whether all certain losses are about payments. */
const isOfPayments = ({ summary }: AnswerInput, gaps: readonly Gap[]): boolean =>
  summary.causes.every(
    (cause) =>
      cause.side !== 'lost' || PAYMENT_CODES.has(cause.code) || gaps.some((gap) => mayExplain(gap, cause)),
  );

/** Finds models that cost more than they earn, bill lines for unsold models, and whether all sold models are billed. */
function losingModels(books: AnswerInput, gaps: readonly Gap[]): LosingModels {
  const all = buildComparedModels(books);
  const { margin, unbilled } = computeComparedFigures(books);
  // Skip models without a margin if bills name only the channel: the cost of its models is unknown.
  const isOfChannels = all.some(({ model, requests }) => model === UNASSIGNED && requests === 0);
  const models = isOfChannels ? all.filter(({ margin }) => margin !== null) : all;
  const sold = models.filter(({ requests, revenue }) => requests > 0 && !isTiny(revenue));
  const losing = models.flatMap(({ model, margin, requests, revenue, notJudged }) => {
    if (margin === null || requests === 0 || !isNegativeAmount(margin, requests, books)) return [];
    const amount = margin.slice(1);
    const isOfUnbilled = gaps.some((gap) => mayBeOfUnbilled(gap, amount));
    const reason = isTiny(revenue) ? 'free' : (notJudged ?? (isOfUnbilled ? 'unbilled' : undefined));
    return [{ model, amount, reason } as const];
  });
  const unsold = isByTotals(books)
    ? books.byModel.flatMap(({ model, requests, cost, billedWith }) =>
        requests === 0 && model !== UNASSIGNED && billedWith === undefined && !isTiny(cost)
          ? [{ model, amount: cost ?? '0' }]
          : [],
      )
    : [];
  return {
    losing: losing.toSorted((a, b) => compare(toDecimal(b.amount), toDecimal(a.amount))),
    unsold,
    unbilled: {
      models: gaps.flatMap((gap) => (gap.about === 'unbilled' ? gap.models : [])),
      marginWith: toPlainText(
        toDecimal(margin?.amount ?? '0')
          .plus(unbilled.revenue)
          .minus(unbilled.cost),
      ),
    },
    areAllBilled: sold.every(({ margin }) => margin !== null),
    hasSales: sold.length > 0,
  };
}

/** Finds customers and channels that lose money at the operator's prices, unless the loss of a model explains them. */
function lossesByPrices({ summary }: AnswerInput): ByPrices {
  const { byCode } = summary.findings;
  if (['negative_margin_model', 'estimated_loss_model'].some((code) => code in byCode))
    return { customers: [], channels: [] };
  const customers = summary.byUser.flatMap(({ userId, estimatedMargin }) =>
    estimatedMargin?.startsWith('-') ? [{ id: userId, amount: estimatedMargin.slice(1) }] : [],
  );
  const channels = summary.causes.flatMap(({ code, channelId, amount }) =>
    code === 'estimated_loss_channel' && channelId !== null ? [{ id: channelId, amount: amount ?? '0' }] : [],
  );
  const byAmount = (all: typeof channels) =>
    all.toSorted((a, b) => compare(toDecimal(b.amount), toDecimal(a.amount)));
  return {
    customers: 'estimated_loss_user' in byCode ? byAmount(customers) : [],
    channels: byAmount(channels),
  };
}

/** Sum of the money of acknowledged causes. */
const acknowledgedMoney = ({ summary: { known = [] } }: AnswerInput): string =>
  toPlainText(
    sumBy(
      known.filter(({ state }) => state === 'covers'),
      ({ amount }) => toDecimal(amount),
    ),
  );

/** Counts the days that log and bill both cover. Null if they share only a part of some day. */
function countSharedDays({ summary }: AnswerInput): number | null {
  const days = summary.byDay.filter(isCompared);
  const isPart = days.some(
    ({ uncomparedRevenue, uncomparedCost }) => !isTiny(uncomparedRevenue) || !isTiny(uncomparedCost),
  );
  return isPart ? null : days.length;
}

/** Figures from which the headline is built. */
interface Verdict {
  readonly money: Record<Side, string>;
  readonly margin: ComparedFigures['margin'];
  readonly gaps: readonly Gap[];
  readonly hiding: Gap | undefined;
}

/** Builds the sentences of the headline, and the subject of the first one. */
function headlineOf(books: AnswerInput, { money, margin, gaps, hiding }: Verdict, language: Language) {
  const { currency, summary } = books;
  const words = answerWords[language];
  const { lost, owed, doubtful } = money;
  const hasVerdict = !isTiny(lost) || !isTiny(owed);
  const acknowledged = acknowledgedMoney(books);
  const after = [isTiny(acknowledged) ? '' : words.known({ amount: acknowledged, currency })];
  if (hiding) {
    const certain = hasVerdict
      ? words.certain({ lost, owed, currency, isOfPayments: isOfPayments(books, gaps) })
      : '';
    return {
      about: hiding.about as AnswerAbout,
      sentences: [words.hides(words.gap(hiding, currency)), certain, ...after],
    };
  }
  const byPrices = words.byPrices({ ...lossesByPrices(books), currency });
  const rest = [byPrices, isTiny(doubtful) ? '' : words.doubtful({ amount: doubtful, currency }), ...after];
  if (hasVerdict) {
    const text = words.verdict({ lost, owed, currency, isLeast: gaps.length > 0 });
    return { about: isTiny(lost) ? ('owed' as const) : ('lost' as const), sentences: [text, ...rest] };
  }
  const gapCodes = new Set(gaps.flatMap(listRepeatedCodes));
  const causes = summary.causes.filter(({ severity, code }) => severity !== 'info' && !gapCodes.has(code));
  const isClean = isTiny(doubtful) && isTiny(acknowledged) && causes.length === 0;
  if (margin !== null) {
    const span = gaps.find(({ about }) => about === 'span');
    const isUnbilled = gaps.some(({ about }) => about === 'unbilled');
    const models = losingModels(books, gaps);
    const isWhole = isClean && !isByTotals(books) && gaps.length === 0 && models.losing.length === 0;
    return {
      about: 'margin' as const,
      sentences: [
        words.margin({ ...margin, currency, days: span && countSharedDays(books), isPart: isUnbilled }),
        isWhole ? words.clean : words.models({ ...models, currency }),
        ...rest,
      ],
    };
  }
  if (isClean) {
    const soFar = gaps.some(isIncomplete) ? words.cleanSoFar : words.cleanInGiven;
    return { about: 'clean' as const, sentences: [gaps.length === 0 ? words.clean : soFar] };
  }
  if (causes.length === 0 && isTiny(doubtful))
    return { about: 'known' as const, sentences: [words.allKnown, ...rest] };
  const title = summary.findings.byCode[causes[0]?.code ?? '']?.title ?? '';
  return isTiny(doubtful)
    ? { about: 'unchecked' as const, sentences: [byPrices === '' ? title : '', ...rest] }
    : { about: 'doubtful' as const, sentences: rest };
}

function toneOf(books: AnswerInput, { money, margin, hiding }: Verdict): Tone {
  const { causes, requests } = books.summary;
  if (hiding) return 'doubt';
  if (!isTiny(money.lost) || !isTiny(money.owed)) return 'loss';
  if (margin !== null && isNegativeAmount(margin.amount, requests.total, books)) return 'loss';
  return isTiny(money.doubtful) && causes.every(({ severity }) => severity === 'info') ? 'fine' : 'doubt';
}

/**
 * Builds the first lines of a report: headline, scope (days, requests, margin), and gaps in the data with their
 * remedies. API, page, terminal and mail use them.
 */
export function buildFirstLines(books: AnswerInput, language: Language): FirstLines {
  const words = answerWords[language];
  const gaps = listGaps(books);
  const figures = computeComparedFigures(books);
  const { revenue } = books.summary;
  const hiding = gaps.find(hidesRequestLosses);
  const verdict = { gaps, hiding, money: certainMoney(books, gaps), margin: figures.margin };
  const { about, sentences } = headlineOf(books, verdict, language);
  return {
    about,
    tone: toneOf(books, verdict),
    headline: sentences.filter((text) => text !== '').join(words.between),
    scope: words.scope({
      ...computeScope(books),
      currency: books.currency,
      margin: hiding || about === 'margin' ? null : figures.margin,
      revenue: hiding || figures.margin !== null || isTiny(revenue.net) ? null : revenue.net,
    }),
    gaps: gaps.map((gap) => ({
      gap,
      // Do not repeat the gap that the headline is about.
      text: gap === hiding ? '' : words.gap(gap, books.currency),
      actions: listActions(gap),
    })),
  };
}

/** Builds `summary.answer` of the report: the headline and the sentences about gaps as one text. */
export function buildAnswer(books: AnswerInput, language: Language): Answer {
  const { about, headline, gaps } = buildFirstLines(books, language);
  const text = [headline, ...gaps.map((line) => line.text)]
    .filter(Boolean)
    .join(answerWords[language].between);
  return { text, about };
}
