import { type Decimal, isPositive, sumBy, toDecimal, ZERO } from '../../../money/money.ts';
import type { Span } from '../../survey/ledger-span.ts';
import { buildPrefixSums } from '../bills/slots.ts';
import type { EstimatedBucket } from './bucket-reasons.ts';
import type { KindSlots, KindTotals } from './estimate-tally.ts';

/** One kind of tokens, in money or tokens: `billed` is the sum in the bill, `cost` the sum in the log. */
export interface KindPart extends Pick<EstimatedBucket, 'billed' | 'cost'> {
  /** Builds the amounts by bucket on demand, because most kinds do not need them. */
  readonly buckets: () => readonly EstimatedBucket[];
}
/** Amounts by kind of tokens; empty if bill or log does not distinguish kinds. */
export type KindParts = ReadonlyMap<string, KindPart>;

/** Bill and log of one compared part, by quarter-hour. */
interface BillAndLog {
  readonly bills: readonly KindSlots[];
  readonly slots: readonly KindSlots[];
}

type Unit = 'cost' | 'tokens';

/** Sums money or tokens of some kinds in a quarter-hour. */
const sumKinds =
  (kinds: Iterable<string>, unit: Unit) =>
  (slot: KindTotals): Decimal =>
    sumBy([...kinds], (kind) => {
      const own = slot.kinds.get(kind);
      if (own === undefined) return ZERO;
      return unit === 'cost' ? own.cost.value : toDecimal(own.tokens.value);
    });

/** Lists the kinds of tokens in some quarter-hours. */
const namedIn = (slots: readonly KindSlots[], unit: Unit): Set<string> =>
  new Set(
    slots.flatMap((own) =>
      [...own.values()].flatMap((slot) =>
        [...slot.kinds.keys()].filter((kind) => !sumKinds([kind], unit)(slot).isZero()),
      ),
    ),
  );

/** Kinds that count as input if the bill does not distinguish them. */
const IN_INPUT: readonly string[] = ['cacheRead', 'cacheWrite'];

/**
 * Compares bill and log by kind of tokens, in money or numbers of tokens (`unit`). The map is empty if a bill row has
 * no kind, or if all have the same. The `spans` of the log may be longer than the `buckets` of the bill, because a
 * request may end in an hour without a bill row.
 */
export function compareByKind(
  { bills, slots }: BillAndLog,
  unit: Unit,
  buckets: readonly Span[],
  spans: readonly Span[],
): KindParts {
  const named = namedIn(bills, unit);
  if (named.size < 2 || named.has('')) return new Map();
  const isInInput = (kind: string): boolean =>
    unit === 'tokens' && named.has('input') && IN_INPUT.includes(kind) && !named.has(kind);
  const asInput = ['input', ...IN_INPUT.filter(isInInput)];
  const kinds = [...new Set([...named, ...namedIn(slots, unit)])].filter((kind) => !isInInput(kind));
  return new Map(
    kinds.map((kind) => {
      const billed = buildPrefixSums(bills, sumKinds([kind], unit));
      const logged = buildPrefixSums(slots, sumKinds(kind === 'input' ? asInput : [kind], unit));
      const compare = (span: Span) => ({ billed: billed.within(span), cost: logged.within(span) });
      return [
        kind,
        {
          billed: sumBy(buckets, billed.within),
          cost: sumBy(spans, logged.within),
          buckets: () =>
            buckets.map((span) => ({ ...span, ...compare(span), rounding: ZERO, ...logged.around(span) })),
        },
      ];
    }),
  );
}

/**
 * Compares, by kind, the numbers of tokens in the log with those that the provider counts: in its usage report
 * (`counted`), otherwise in its bill. The map is empty if the provider does not distinguish kinds.
 */
export function compareTokensByKind(
  books: BillAndLog,
  counted: readonly KindSlots[],
  buckets: readonly Span[],
  span: Span,
): KindParts {
  if (counted.length === 0) return compareByKind(books, 'tokens', buckets, [span]);
  const any = buildPrefixSums(counted, (slot) => sumKinds(slot.kinds.keys(), 'tokens')(slot));
  const known = buckets.filter((bucket) => isPositive(any.within(bucket)));
  return compareByKind({ ...books, bills: counted }, 'tokens', known, known);
}
