import { compare, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { SIDES } from '../../schemas/lists.ts';
import type { Cause } from '../../schemas/report.ts';
import { isNone } from './books.ts';
import { causeKey } from './findings-of-cause.ts';
import type { Told } from './told.ts';
import { type Traits, traitsTogether } from './traits.ts';

/** A cause of the report with all that is known of it. */
export interface KnownCause {
  readonly cause: Cause;
  readonly traits: Traits;
  /** Its first day; null where only the whole shows it. */
  readonly since: string | null;
}

/** The same, or several as one that differ by their model alone: with the sums of count and amounts, and no model. */
export interface Together extends KnownCause {
  /** Most money first; none where they are unknown. */
  readonly models: readonly string[];
  /** Each of several, in the report's order. */
  readonly parts: readonly Together[];
}

/** All causes of a report. */
export const causesIn = ({ report, since, traits = [] }: Told): KnownCause[] =>
  report.summary.causes.map((cause, place) => ({
    cause,
    traits: traits[place] ?? { shares: [], factor: null },
    since: since[place] ?? null,
  }));

/** A view of what a cause before it counts: told under that cause, not again. */
export const isNested = ({ of, counted }: Cause): boolean => of !== undefined && isNone(counted);

/**
 * What causes have in common that are one. A clause without a number says something of its model, such as what the model
 * cost, and stays that model's own.
 */
function keyOf({ cause, traits }: Together, { clauses }: Told): string {
  const { code, channelId, model, counted, amount } = cause;
  const counts = clauses[code]?.[1].includes('#') || traits.factor !== null;
  return model === null || !counts
    ? causeKey(cause)
    : JSON.stringify([
        code,
        channelId,
        traits.factor,
        traits.repriced?.steps,
        isNone(counted),
        amount === null,
      ]);
}

const earliest = (days: readonly (string | null)[]): string | null =>
  days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null);

const sumOfAll = (amounts: readonly string[]): string => toPlainText(sumBy(amounts, toDecimal));

function asOne(parts: readonly Together[]): Together {
  const [first, second] = parts as readonly [Together, ...Together[]];
  if (!second) return first;
  const causes = parts.map(({ cause }) => cause);
  const { amount } = first.cause;
  return {
    cause: {
      ...first.cause,
      model: null,
      count: causes.reduce((sum, { count }) => sum + count, 0),
      amount: amount === null ? null : sumOfAll(causes.map((cause) => cause.amount ?? '0')),
      counted: sumOfAll(causes.map(({ counted }) => counted)),
    },
    models: parts.flatMap(({ models }) => models),
    traits: traitsTogether(parts),
    since: earliest(parts.map(({ since }) => since)),
    parts,
  };
}

const placeOf = ({ side }: Cause): number => (side === null ? SIDES.length : SIDES.indexOf(side));

/** As the report orders causes, by their sums. */
export const byMoney = ({ cause: a }: KnownCause, { cause: b }: KnownCause): number =>
  placeOf(a) - placeOf(b) || compare(toDecimal(b.counted), toDecimal(a.counted));

/**
 * The causes that the reader wants to see, each leak once: a channel that charges three models at the same part of their
 * price is one, and so are unbilled requests of three models.
 */
export function causesTogether(told: Told, isShown: (cause: Cause) => boolean): Together[] {
  const all = causesIn(told).flatMap((known): Together[] => {
    const { cause } = known;
    if (isNested(cause) || !isShown(cause)) return [];
    return [{ ...known, models: cause.model === null ? [] : [cause.model], parts: [] }];
  });
  return [...Map.groupBy(all, (one) => keyOf(one, told)).values()].map(asOne).sort(byMoney);
}
