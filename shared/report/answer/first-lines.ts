import type { Language } from '../../language.ts';
import { UNASSIGNED } from '../../log-facts.ts';
import { exceeds, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { AnswerAbout, Side } from '../../schemas/lists.ts';
import type { Answer, Cause } from '../../schemas/report.ts';
import { type AnswerInput, isNegativeAmount, isTiny } from './answer-input.ts';
import { buildComparedModels, type ComparedFigures, computeComparedFigures, isByTotals } from './compared.ts';
import { findCostlyDays } from './costly-days.ts';
import { listGaps, shareOf } from './gaps/find-gaps.ts';
import type { Gap, GapAction } from './gaps/gap.ts';
import {
  hidesDebts,
  hidesRequestLosses,
  isIncomplete,
  isMinor,
  isPaymentCode,
  listActions,
  listRepeatedCodes,
  mayBeOfUnbilled,
  mayExplain,
} from './gaps/gap-effects.ts';
import { type ComparedDays, computeScope, findComparedDays } from './scope.ts';
import { isUnsold, sumUnbilled } from './unbilled.ts';
import { answerWords } from './words/answer-words.ts';
import type { ByPrices, LossReason, ModelNote, Status } from './words/parts.ts';

/** Tone of an answer: money is lost or owed, something is doubtful or missing, or neither. */
type Tone = 'loss' | 'doubt' | 'fine';

/** Text about a gap, and the actions that may close it. */
export interface GapLine {
  readonly gap: Gap;
  readonly text: string;
  /** Actions on the page that may close it. */
  readonly actions: readonly GapAction[];
}

/**
 * First lines of a report: headline with the money, scope, notes about models whose cost is not counted as lost, and one
 * line for each gap.
 */
export interface FirstLines {
  readonly about: AnswerAbout;
  readonly tone: Tone;
  readonly headline: string;
  readonly scope: string;
  /** Sentence about losses and debts that the scope mentions, but not the headline; may be empty. */
  readonly status: string;
  readonly notes: readonly string[];
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
      cause.side !== 'lost' || isPaymentCode(cause.code) || gaps.some((gap) => mayExplain(gap, cause)),
  );

/** Whether money was lost in payments, which the margin does not contain. */
const hasPaymentLoss = ({ summary }: AnswerInput): boolean =>
  summary.causes.some(
    ({ side, counted, code }) => side === 'lost' && !isTiny(counted) && isPaymentCode(code),
  );

interface ModelCost {
  readonly model: string;
  readonly amount: string;
  readonly reason: ModelNote['reason'];
}

/** Finds models that cost more than they earn, bill lines for unsold models, and whether all sold models are billed. */
function judgeModels(books: AnswerInput, gaps: readonly Gap[], { margin, unbilled }: ComparedFigures) {
  const all = buildComparedModels(books);
  // Skip models without a margin if bills name only the channel: the cost of its models is unknown.
  const isOfChannels = all.some(({ model, requests }) => model === UNASSIGNED && requests === 0);
  const models = isOfChannels ? all.filter(({ margin }) => margin !== null) : all;
  const sold = models.filter(({ requests, revenue }) => requests > 0 && !isTiny(revenue));
  const losing = models.flatMap(({ model, margin, requests, revenue, notJudged }): ModelCost[] => {
    if (margin === null || requests === 0 || !isNegativeAmount(margin, requests, books)) return [];
    const amount = margin.slice(1);
    const isOfUnbilled = gaps.some((gap) => mayBeOfUnbilled(gap, amount));
    const reason: LossReason | undefined = isTiny(revenue)
      ? 'given'
      : (notJudged ?? (isOfUnbilled ? 'unbilled' : undefined));
    return [{ model, amount, reason: reason ?? 'losing' }];
  });
  const isUnsoldCause = books.summary.causes.some(
    ({ code, severity }) => code === 'billed_not_sold' && severity !== 'info',
  );
  const unsold =
    isByTotals(books) && !isUnsoldCause
      ? books.byModel
          .filter(isUnsold)
          .map(({ model, cost }): ModelCost => ({ model, amount: cost ?? '0', reason: 'unsold' }))
      : [];
  return {
    losing,
    unsold,
    unbilled: {
      models: isTiny(unbilled.revenue) ? [] : sumUnbilled(books).models,
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

/**
 * Finds the customer and the channel that lose the most money at the operator's prices, unless the loss of a model
 * explains them.
 */
function lossesByPrices({ summary }: AnswerInput): ByPrices {
  const { byCode } = summary.findings;
  if (['negative_margin_model', 'estimated_loss_model'].some((code) => code in byCode)) return {};
  const customers = summary.byUser.flatMap(({ userId, estimatedMargin }) =>
    'estimated_loss_user' in byCode && estimatedMargin?.startsWith('-')
      ? [{ id: userId, amount: estimatedMargin.slice(1) }]
      : [],
  );
  const channels = summary.causes.flatMap(({ code, channelId, amount }) =>
    code === 'estimated_loss_channel' && channelId !== null ? [{ id: channelId, amount: amount ?? '0' }] : [],
  );
  const largest = ([first, ...others]: typeof channels) =>
    others.reduce((a, b) => (a && exceeds(toDecimal(b.amount), toDecimal(a.amount)) ? b : a), first);
  return { customer: largest(customers), channel: largest(channels) };
}

/** Sum of the money of acknowledged causes. */
const acknowledgedMoney = ({ summary: { known = [] } }: AnswerInput): string =>
  toPlainText(
    sumBy(
      known.filter(({ state }) => state === 'covers'),
      ({ amount }) => toDecimal(amount),
    ),
  );

/** Figures from which the first lines are built. */
interface Verdict {
  readonly money: Record<Side, string>;
  readonly margin: ComparedFigures['margin'];
  readonly gaps: readonly Gap[];
  readonly hiding: Gap | undefined;
  /** Models, unless a gap hides losses. */
  readonly models: ReturnType<typeof judgeModels> | undefined;
  readonly byPrices: ByPrices;
  readonly costly: ReturnType<typeof findCostlyDays>;
}

/** Whether something was lost or is owed for certain, so that the headline states it. */
const hasMoney = ({ money: { lost, owed } }: Verdict): boolean => !isTiny(lost) || !isTiny(owed);

/** Whether an amount is so small a part of a sum that the first lines omit it. */
const isMinorPart = (part: string, total: string): boolean => isMinor({ share: shareOf(part, total) });

/** Whether so little money is in doubt that the headline does not mention it. */
function isDoubtMinor({ summary }: AnswerInput, { money: { lost, owed, doubtful } }: Verdict): boolean {
  const sum = toDecimal(lost).plus(toDecimal(owed));
  return isMinorPart(doubtful, sum.isZero() ? summary.revenue.net : toPlainText(sum));
}

/** Whether models cost more than they earned, each for a reason that may be no loss. */
const areLossesUncertain = ({ models }: Verdict): boolean =>
  models !== undefined &&
  models.losing.length > 0 &&
  models.losing.every(({ reason }) => reason !== 'losing');

/** Reasons why a model that costs more than it earns may or may not lose money. */
const UNCERTAIN: ReadonlySet<ModelNote['reason']> = new Set(['edges', 'unbilled']);

/** Builds the sentences of the headline, and the subject of the first one. */
function headlineOf(books: AnswerInput, verdict: Verdict, language: Language) {
  const { money, margin, gaps, hiding, models } = verdict;
  const { currency, summary } = books;
  const words = answerWords[language];
  const { lost, owed, doubtful } = money;
  const acknowledged = acknowledgedMoney(books);
  const after = [isTiny(acknowledged) ? '' : words.known({ amount: acknowledged, currency })];
  if (hiding) {
    const certain = hasMoney(verdict)
      ? words.certain({ lost, owed, currency, isOfPayments: isOfPayments(books, gaps) })
      : '';
    return {
      about: hiding.about as AnswerAbout,
      sentences: [words.hides(words.gap(hiding, currency), books.completeness.payments), certain, ...after],
    };
  }
  const byPrices = words.byPrices({ ...verdict.byPrices, currency });
  const doubt = isTiny(doubtful) ? '' : words.doubtful({ amount: doubtful, currency });
  const rest = [byPrices, isDoubtMinor(books, verdict) ? '' : doubt, ...after];
  if (hasMoney(verdict)) {
    // Without payments, customers may be owed more.
    const isLeast = gaps.length > 0 || !books.completeness.payments;
    const text = words.verdict({ lost, owed, currency, isLeast });
    return { about: isTiny(lost) ? ('owed' as const) : ('lost' as const), sentences: [text, ...rest] };
  }
  const gapCodes = new Set(gaps.flatMap(listRepeatedCodes));
  const causes = summary.causes.filter(({ severity, code }) => severity !== 'info' && !gapCodes.has(code));
  const isClean = isTiny(doubtful) && isTiny(acknowledged) && causes.length === 0;
  if (margin !== null && models !== undefined) {
    const isUnbilled = gaps.some(({ about }) => about === 'unbilled');
    const { losing, hasSales, areAllBilled } = models;
    const isWhole = isClean && !isByTotals(books) && gaps.length === 0 && losing.length === 0;
    return {
      about: 'margin' as const,
      sentences: [
        words.margin({ ...margin, currency, isPart: isUnbilled }),
        isWhole
          ? words.clean
          : losing.some(({ reason }) => UNCERTAIN.has(reason))
            ? words.lossUncertain(margin.amount.startsWith('-'))
            : losing.length === 0 && hasSales && !margin.amount.startsWith('-')
              ? words.noModelLoses(areAllBilled)
              : '',
        ...rest,
      ],
    };
  }
  if (isClean) {
    return {
      about: 'clean' as const,
      sentences: [gaps.length === 0 ? words.clean : words.cleanSoFar],
    };
  }
  if (causes.length === 0 && isTiny(doubtful))
    return { about: 'known' as const, sentences: [words.allKnown, ...rest] };
  const title = summary.findings.byCode[causes[0]?.code ?? '']?.title ?? '';
  return isTiny(doubtful)
    ? { about: 'unchecked' as const, sentences: [byPrices === '' ? title : '', ...rest] }
    : { about: 'doubtful' as const, sentences: [byPrices, doubt, ...after] };
}

/** Says whether anything was lost or is owed, unless the headline or a gap does. */
function statusOf(books: AnswerInput, verdict: Verdict): Status {
  const { money, margin, gaps, models, byPrices } = verdict;
  const { completeness, summary } = books;
  const isDoubtful = (isOfPayments: boolean) =>
    summary.causes.some(
      ({ side, counted, code }) =>
        side === 'doubtful' && !isTiny(counted) && isPaymentCode(code) === isOfPayments,
    );
  const areLossesKnown =
    margin !== null &&
    isTiny(acknowledgedMoney(books)) &&
    !margin.amount.startsWith('-') &&
    models?.losing.every(({ reason }) => reason !== 'losing' && !UNCERTAIN.has(reason)) &&
    !byPrices.customer &&
    !byPrices.channel;
  const lost =
    isDoubtful(false) || verdict.costly.days.length > 0 || models?.unsold.length !== 0
      ? 'doubtful'
      : gaps.some(isIncomplete)
        ? 'partly'
        : 'none';
  const owed = isDoubtful(true) || !completeness.paymentCredits ? 'doubtful' : 'none';
  return {
    lost: isTiny(money.lost) && areLossesKnown ? lost : undefined,
    owed: !isTiny(money.owed)
      ? undefined
      : !completeness.payments
        ? 'unchecked'
        : gaps.some(hidesDebts)
          ? // A headline about a gap that hides losses already says that debts are unknown.
            gaps.some(hidesRequestLosses)
            ? undefined
            : 'open'
          : owed,
  };
}

/**
 * Builds one sentence for each reason why models cost more than they earned, one for bill lines that were not sold, and
 * one for days with a loss that no cause explains. A bill without any cost is questioned.
 */
function listNotes(books: AnswerInput, verdict: Verdict, language: Language): string[] {
  const { currency, summary, completeness } = books;
  const { models } = verdict;
  if (models === undefined) return [];
  const { cost, records, revenue } = summary;
  const isFree = cost !== null && [cost.gross, cost.refunds, cost.pending].every((amount) => amount === '0');
  const isBilled = records.upstreamCharges.included > 0 && completeness.currency && !isTiny(revenue.net);
  const lost = Map.groupBy(
    summary.causes.filter(({ side }) => side === 'lost'),
    ({ model }) => model,
  );
  const countedAsLost = (model: string) => sumBy(lost.get(model) ?? [], ({ counted }) => toDecimal(counted));
  // If losses are certain, causes name the models.
  const losing = models.losing.filter(
    ({ model, amount, reason }) =>
      !hasMoney(verdict) || (reason !== 'losing' && exceeds(toDecimal(amount), countedAsLost(model))),
  );
  const byReason = Map.groupBy([...losing, ...models.unsold], ({ reason }) => reason);
  const ofModels = [...byReason].flatMap(([reason, costs]) => {
    const amount = toPlainText(sumBy(costs, ({ amount }) => toDecimal(amount)));
    if (reason === 'given' && isMinorPart(amount, cost?.net ?? '0')) return [];
    return answerWords[language].modelNote({
      reason,
      models: costs.map(({ model }) => model),
      amount,
      unbilled: models.unbilled,
      freeCustomers: summary.byUser.flatMap(({ userId, requests, revenue }) =>
        userId !== UNASSIGNED && requests > 0 && isTiny(revenue) ? [userId] : [],
      ),
      currency,
    });
  });
  const { days, amount } = verdict.costly;
  return [
    ...(isFree && isBilled ? [answerWords[language].freeBill] : []),
    ...ofModels,
    ...(days.length > 0 ? [answerWords[language].costlyDays({ days, amount, currency })] : []),
  ];
}

function toneOf(books: AnswerInput, verdict: Verdict): Tone {
  const { money, margin, hiding } = verdict;
  const { causes, requests } = books.summary;
  if (hiding) return 'doubt';
  if (hasMoney(verdict)) return 'loss';
  if (margin !== null && isNegativeAmount(margin.amount, requests.total, books))
    return areLossesUncertain(verdict) ? 'doubt' : 'loss';
  return isTiny(money.doubtful) && causes.every(({ severity }) => severity === 'info') ? 'fine' : 'doubt';
}

/** Finds the days that the figures are of. */
export function findDaysOfFigures(books: AnswerInput, gaps: readonly Gap[] = listGaps(books)): ComparedDays {
  if (gaps.some(({ about }) => about === 'span')) return findComparedDays(books);
  const { from, to } = computeScope(books);
  return { span: from && to ? { from, to } : null, without: { whole: [], part: [] } };
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
  const verdict = {
    gaps,
    hiding,
    money: certainMoney(books, gaps),
    margin: figures.margin,
    models: hiding || figures.margin === null ? undefined : judgeModels(books, gaps, figures),
    byPrices: lossesByPrices(books),
    costly: findCostlyDays(books),
  };
  const { about, sentences } = headlineOf(books, verdict, language);
  const isClean = sentences.includes(words.clean);
  const status = statusOf(books, verdict);
  const { requests, isByTotals } = computeScope(books);
  const unsaid: Status = isClean
    ? { lost: undefined, owed: status.owed === 'unchecked' ? 'unchecked' : undefined }
    : status;
  return {
    about,
    tone: toneOf(books, verdict),
    headline: sentences.filter((text) => text !== '').join(words.between),
    scope: words.scope({
      requests,
      isByTotals,
      days: findDaysOfFigures(books, gaps),
      currency: books.currency,
      margin:
        hiding || about === 'margin' || figures.margin === null
          ? null
          : { ...figures.margin, isBeforePayments: hasPaymentLoss(books) },
      revenue: hiding || figures.margin !== null || isTiny(revenue.net) ? null : revenue.net,
      status: unsaid,
    }),
    // The headline already says that no model loses money.
    status: words.status({
      ...unsaid,
      lost: sentences.includes(words.noModelLoses(true)) ? undefined : unsaid.lost,
    }),
    notes: listNotes(books, verdict, language),
    gaps: gaps.map((gap) => ({
      gap,
      // Do not repeat the gap that the headline is about.
      text: gap === hiding ? '' : words.gap(gap, books.currency),
      actions: listActions(gap),
    })),
  };
}

/**
 * Returns a test whether the first lines already say what a cause is about: a negative margin, a model whose bill may
 * include other models, or bill lines that were not sold. The list of causes leaves such causes out.
 */
export function createFirstLinesTest(
  books: AnswerInput,
): (cause: Pick<Cause, 'code' | 'severity' | 'amount'>) => boolean {
  const gaps = listGaps(books);
  const { margin } = computeComparedFigures(books);
  if (margin === null || gaps.some(hidesRequestLosses)) return () => false;
  return ({ code, severity, amount }) =>
    (code === 'negative_margin_total' && margin.amount.startsWith('-')) ||
    (code === 'negative_margin_model' && gaps.some((gap) => mayBeOfUnbilled(gap, amount))) ||
    (code === 'billed_not_sold' && severity === 'info' && isByTotals(books));
}

/** Builds `summary.answer` of the report: headline, status, notes and the sentences about gaps as one text. */
export function buildAnswer(books: AnswerInput, language: Language): Answer {
  const { about, headline, status, notes, gaps } = buildFirstLines(books, language);
  const text = [headline, status, ...notes, ...gaps.map((line) => line.text)]
    .filter(Boolean)
    .join(answerWords[language].between);
  return { text, about };
}
