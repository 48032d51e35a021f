import { billReason, billRemedy } from '../../engine/words/bill-reason.ts';
import { changesText } from '../../engine/words/price-change.ts';
import type { Language } from '../../language.ts';
import type { Side } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { isNone } from './books.ts';
import { causesTogether, type Together } from './causes-together.ts';
import { count, shown } from './shown.ts';
import type { Told } from './told.ts';
import { standoutOf } from './traits.ts';
import { answerWords } from './words/answer-words.ts';

/** Causes that stand with the answer; all others below. */
export const CAUSES_FIRST = 3;

/** A cause as the answer tells it: one of the report, or several that differ by their model alone. */
export interface CauseLine {
  /** Of several: their sums, without a model. */
  readonly cause: Cause;
  /** Each of several, told by itself, most money first. */
  readonly parts: readonly CauseLine[];
  /** Whose money it is; `none` shows what others count, or has no money; `record` is no deviation. */
  readonly side: Side | 'none' | 'record';
  /** What counts of it, as people read it; where nothing does, what it is about, or nothing. */
  readonly money: string;
  readonly text: string;
  readonly remedy: string;
  /** Its first day; null where only the cause shows it. */
  readonly since: string | null;
}

/** Whose money a cause is; what counts none is told by what it is for. */
export const sideOf = ({ severity, side, counted }: Cause): CauseLine['side'] =>
  !isNone(counted) ? (side ?? 'none') : severity === 'info' ? 'record' : 'none';

/** What counts of a cause; where nothing does, what it is about, or nothing. Exact. */
export const exactOf = ({ counted, amount }: Pick<Cause, 'counted' | 'amount'>): string =>
  isNone(counted) ? (amount ?? '0') : counted;

const wordedReason = (
  { cause, traits: { factor, bill, cases = cause.count } }: Together,
  { clauses }: Told,
  language: Language,
): string => {
  const words = answerWords[language];
  if (factor !== null) return words.atShare({ factor, count: cause.count });
  if (bill) return words.bill(billReason[language](bill));
  const [one, several] = clauses[cause.code] ?? [cause.code, cause.code];
  const number = several.includes('#') ? cases : cause.count;
  return (number === 1 ? one : several).replace('#', count(number));
};

function remedyOf({ cause, traits, since }: Together, { report }: Told, language: Language): string {
  const words = answerWords[language];
  const { factor, repriced, bill } = traits;
  if (factor !== null)
    return words.remedyOfFactor({
      factor,
      // What began with the books began before them, for all that one knows.
      since: since === report.summary.byDay.at(-1)?.day ? null : since,
      channelId: cause.channelId,
      isOwed: cause.side === 'owed',
    });
  if (repriced && cause.side === 'lost') return words.remedyOfChange;
  const { remedy = '' } = report.summary.findings.byCode[cause.code] ?? {};
  return (bill && billRemedy(bill, language)) ?? remedy;
}

function lineOf(together: Together, told: Told, language: Language): CauseLine {
  const { cause, models, traits, since, parts } = together;
  const { report, channelNames = {} } = told;
  const { repriced, cases = cause.count } = traits;
  const { channelId, counted, amount } = cause;
  const exact = exactOf(cause);
  return {
    cause,
    parts: parts.map((part) => lineOf(part, told, language)),
    side: sideOf(cause),
    since,
    money: isNone(exact) ? '' : shown(exact),
    text: answerWords[language].cause({
      currency: report.currency,
      models,
      channel: channelId === null ? null : { id: channelId, name: channelNames[channelId] },
      // Shares are of the cause amount: they say nothing of a part that others leave.
      customer: counted === amount ? standoutOf(cause, traits) : null,
      reason: wordedReason(together, told, language),
      since,
      isThen: report.summary.byDay.length === 1 || (cause.count === 1 && cases === 1),
      repriced: repriced
        ? {
            said: changesText([repriced.steps], language),
            isAll: repriced.count === cause.count,
            count: repriced.count,
          }
        : null,
    }),
    remedy: remedyOf(together, told, language),
  };
}

/**
 * Where the money goes, each cause once: in the report's order, what is for the record last. Causes that only show the
 * money of others are left out.
 * @param isShown causes that the reader wants to see
 */
export function causeLines(
  told: Told,
  language: Language,
  isShown: (cause: Cause) => boolean = () => true,
): CauseLine[] {
  const lines = causesTogether(told, isShown).map((together) => lineOf(together, told, language));
  return [...lines.filter(({ side }) => side !== 'record'), ...lines.filter(({ side }) => side === 'record')];
}
