import type { Language } from '../language.ts';
import type { Side } from '../schemas/lists.ts';
import type { Cause, ReconciliationReport } from '../schemas/report.ts';
import { isNone } from './books.ts';
import { count, shown } from './shown.ts';
import { standoutOf, type Traits } from './traits.ts';
import { answerWords } from './words/answer-words.ts';
import { billReason, billRemedy } from './words/bill-reason.ts';
import { repricedTold } from './words/price-change.ts';

/** Causes that stand with the answer; all others below. */
export const CAUSES_FIRST = 3;

/** By code, a part of a sentence of one finding and of several, in which `#` is how many. */
export type Clauses = Readonly<Record<string, readonly [one: string, several: string]>>;

/** What the operator's channel list calls channels, by id. */
export type ChannelNames = Readonly<Record<string, string>>;

/** A report, worded in one language, and when its causes began. */
export interface Told {
  readonly report: ReconciliationReport;
  /** First day of each cause, in the order of `summary.causes`; null where only the whole shows it. */
  readonly since: readonly (string | null)[];
  /** Why money is at risk by the causes of each code. */
  readonly clauses: Clauses;
  /** What all findings of each cause have in common, in the same order; absent where nobody has looked at them all. */
  readonly traits?: readonly Traits[];
  readonly channelNames?: ChannelNames;
}

/** A cause as the answer tells it. */
export interface CauseLine {
  readonly cause: Cause;
  /** Whose money it is; `none` shows what others count, or has no money; `record` is no deviation. */
  readonly side: Side | 'none' | 'record';
  /** What counts of it, as people read it; where nothing does, what it is about, or nothing. */
  readonly money: string;
  readonly text: string;
  readonly remedy: string;
  /** Its first day; null where only the whole shows it. */
  readonly since: string | null;
}

/** Whose money a cause is; what counts none is told by what it is for. */
export const sideOf = ({ severity, side, counted }: Cause): CauseLine['side'] =>
  !isNone(counted) ? (side ?? 'none') : severity === 'info' ? 'record' : 'none';

/** What counts of a cause; where nothing does, what it is about, or nothing. Exact. */
export const exactOf = ({ counted, amount }: Pick<Cause, 'counted' | 'amount'>): string =>
  isNone(counted) ? (amount ?? '0') : counted;

const NO_TRAITS: Traits = { shares: [], factor: null };

function lineOf(
  { report, since, clauses, traits = [], channelNames = {} }: Told,
  place: number,
  language: Language,
): CauseLine {
  const cause = report.summary.causes[place] as Cause;
  const words = answerWords[language];
  const money = exactOf(cause);
  const { factor, repriced, bill, cases = cause.count, ...shared } = traits[place] ?? NO_TRAITS;
  const [one, several] = clauses[cause.code] ?? [cause.code, cause.code];
  const { remedy = '' } = report.summary.findings.byCode[cause.code] ?? {};
  const began = since[place] ?? null;
  const { byDay } = report.summary;
  const [firstDay, isOneDay] = [byDay.at(-1)?.day, byDay.length === 1];
  const number = several.includes('#') ? cases : cause.count;
  return {
    cause,
    side: sideOf(cause),
    since: began,
    money: isNone(money) ? '' : shown(money),
    text: words.cause({
      currency: report.currency,
      model: cause.model,
      channel: cause.channelId === null ? null : { id: cause.channelId, name: channelNames[cause.channelId] },
      // Shares are of the whole amount: they say nothing of a part that others leave.
      customer: cause.counted === cause.amount ? standoutOf(cause, { factor, ...shared }) : null,
      reason:
        factor === null
          ? bill
            ? words.bill(billReason[language](bill))
            : (number === 1 ? one : several).replace('#', count(number))
          : words.atShare({ factor, count: cause.count }),
      since: began,
      isThen: isOneDay || (cause.count === 1 && cases === 1),
      repriced: repriced
        ? {
            said: repricedTold(repriced.text, language),
            isAll: repriced.count === cause.count,
            count: repriced.count,
          }
        : null,
    }),
    remedy:
      factor === null
        ? repriced && cause.side === 'lost'
          ? words.remedyOfChange
          : ((bill && billRemedy(bill, language)) ?? remedy)
        : words.remedyOfFactor({
            factor,
            // What began with the books began before them, for all that one knows.
            since: began === firstDay ? null : began,
            channelId: cause.channelId,
            isOwed: cause.side === 'owed',
          }),
  };
}

/** A view of what a cause before it counts: told under that cause, not again. */
export const isNested = ({ of, counted }: Cause): boolean => of !== undefined && isNone(counted);

/**
 * Where the money goes, in the report's order: each cause once, those that only show the money of others left out.
 * @param isShown causes that the reader wants to see
 */
export const causeLines = (
  told: Told,
  language: Language,
  isShown: (cause: Cause) => boolean = () => true,
): CauseLine[] =>
  told.report.summary.causes.flatMap((cause, place) =>
    isNested(cause) || !isShown(cause) ? [] : [lineOf(told, place, language)],
  );
