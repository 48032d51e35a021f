import { type Decimal, isPositive, sumBy, toDecimal, ZERO } from '../../../money/money.ts';
import { buildPrefixSums, type PrefixSums } from '../bills/prefix-sums.ts';
import type { Stretch } from '../bills/slots.ts';
import type { EstimatedBucket } from './bucket.ts';
import type { KindSlots } from './estimate-tally.ts';

/** One kind of tokens, in money or in tokens: what the bill says, and what the log does. */
export interface KindPart extends Pick<EstimatedBucket, 'billed' | 'cost'> {
  readonly buckets: () => readonly EstimatedBucket[];
}
/** By kind; empty where nothing can be told by kinds. */
export type KindParts = ReadonlyMap<string, KindPart>;

/** Bill and log of one part by quarters of an hour. */
export interface BillAndLog {
  readonly bills: readonly KindSlots[];
  readonly slots: readonly KindSlots[];
}

type Slot = KindSlots extends ReadonlyMap<string, infer TSlot> ? TSlot : never;
type Unit = 'cost' | 'tokens';

/** What of a quarter is of some kinds: money, or tokens. */
const ofKinds =
  (kinds: Iterable<string>, unit: Unit) =>
  (slot: Slot): Decimal =>
    sumBy([...kinds], (kind) => {
      const own = slot.kinds.value?.get(kind);
      if (own === undefined) return ZERO;
      return unit === 'cost' ? own.cost.value : toDecimal(own.tokens.value);
    });

/** The kinds of what lies in some slots. */
const namedIn = (slots: readonly KindSlots[], unit: Unit): Set<string> =>
  new Set(
    slots.flatMap((own) =>
      [...own.values()].flatMap((slot) =>
        [...(slot.kinds.value?.keys() ?? [])].filter((kind) => !ofKinds([kind], unit)(slot).isZero()),
      ),
    ),
  );

/** Tokens that a bill does not tell from other input count as it. */
const IN_INPUT: readonly string[] = ['cacheRead', 'cacheWrite'];

function kindPart(
  { billed, logged }: { readonly billed: PrefixSums; readonly logged: PrefixSums },
  buckets: readonly Stretch[],
  spans: readonly Stretch[],
): KindPart {
  return {
    billed: sumBy(buckets, (bucket) => billed.within(bucket)),
    cost: sumBy(spans, (span) => logged.within(span)),
    buckets: () =>
      buckets.map(({ start, end }) => {
        const bucket = { start, end };
        return {
          ...bucket,
          billed: billed.within(bucket),
          cost: logged.within(bucket),
          rounding: ZERO,
          ...logged.around(bucket),
        };
      }),
  };
}

/**
 * Bill and log by kind of tokens; nothing where some line of the bill names none, or all name the same.
 * @param spans of the log that stand beside the buckets: a request may end in an hour that has no line of the bill
 */
export function splitByKind(
  { bills, slots }: BillAndLog,
  unit: Unit,
  buckets: readonly Stretch[],
  spans: readonly Stretch[],
): KindParts {
  const named = namedIn(bills, unit);
  if (named.size < 2 || named.has('')) return new Map();
  const isInInput = (kind: string): boolean =>
    unit === 'tokens' && named.has('input') && IN_INPUT.includes(kind) && !named.has(kind);
  const asInput = ['input', ...IN_INPUT.filter(isInInput)];
  const kinds = [...new Set([...named, ...namedIn(slots, unit)])].filter((kind) => !isInInput(kind));
  return new Map(
    kinds.map((kind) => {
      const billed = buildPrefixSums(bills, ofKinds([kind], unit));
      const logged = buildPrefixSums(slots, ofKinds(kind === 'input' ? asInput : [kind], unit));
      return [kind, kindPart({ billed, logged }, buckets, spans)];
    }),
  );
}

/**
 * Tokens as a provider counts them beside its bill, of the buckets that it counts; else as the bill does.
 * @param span of the log that stands beside the buckets
 */
export function countTokensByKind(
  books: BillAndLog,
  counted: readonly KindSlots[],
  buckets: readonly Stretch[],
  span: Stretch,
): KindParts {
  if (counted.length === 0) return splitByKind(books, 'tokens', buckets, [span]);
  const any = buildPrefixSums(counted, (slot) => ofKinds(slot.kinds.value?.keys() ?? [], 'tokens')(slot));
  const known = buckets.filter((bucket) => isPositive(any.within(bucket)));
  return splitByKind({ ...books, bills: counted }, 'tokens', known, known);
}
