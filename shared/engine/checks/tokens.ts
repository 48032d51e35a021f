import { type Decimal, larger, toDecimal } from '../../money/money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import { TOKEN_ROUNDING_RATIO } from '../survey/context.ts';
import { check, code } from './check.ts';

/** Counts that differ by at most this, or by `TOKEN_ROUNDING_RATIO` of the larger one, differ by rounding. */
const ROUNDING = toDecimal(1);

/** Returns whether two counts differ by exactly one of the given parts. */
function isExplained(a = 0, b = 0, parts: readonly Decimal[]): boolean {
  const difference = toDecimal(a).minus(b).abs();
  return parts.some((part) => difference.eq(part));
}

/** Returns the counts by which inputs differ if only one ledger includes cached tokens. */
const cachedCounts = ({ cacheRead = 0, cacheWrite = 0 }: Tokens): Decimal[] => [
  toDecimal(cacheRead),
  toDecimal(cacheRead).plus(cacheWrite),
];

/** Returns the differences that different counting conventions may cause. */
const conventionDifferences = (kind: keyof Tokens, sold: Tokens, served: Tokens): readonly Decimal[] => {
  if (kind === 'input') return [...cachedCounts(sold), ...cachedCounts(served)];
  return kind === 'output' ? [toDecimal(sold.reasoning ?? 0), toDecimal(served.reasoning ?? 0)] : [];
};

const isRounding = (a: Decimal, b: Decimal): boolean =>
  a
    .minus(b)
    .abs()
    .lte(larger(ROUNDING, larger(a, b).times(TOKEN_ROUNDING_RATIO)));

/** Returns whether both ledgers have the category with different counts. */
const differsIn = (kind: keyof Tokens, sold: Tokens, served: Tokens): boolean =>
  sold[kind] !== served[kind] && sold[kind] !== undefined && served[kind] !== undefined;

/**
 * Finds requests whose token counts differ between the ledgers.
 *
 * Invariant: The latest log row with tokens and the attempt that served the request agree in every kind of tokens that
 * both have. An input that differs by exactly the cached tokens, or an output that differs by exactly the reasoning
 * tokens, is another way of counting: one finding per model sold.
 */
export const tokens = check({
  id: 'tokens',
  codes: {
    token_cache_semantics: code('model', ['info'], null, { needs: 'upstreamCharges' }),
    token_mismatch: code('request', ['warning', 'info'], null, { needs: 'upstreamCharges' }),
  },
  simple({ sale: { tokens }, charge }) {
    const served = charge?.tokens;
    if (tokens === undefined || served === undefined) return false;
    for (const kind in tokens) if (differsIn(kind as keyof Tokens, tokens, served)) return true;
    return false;
  },
  request({ sales: { tokens: sold }, charges: { serving }, model }, { find }) {
    const served = serving?.tokens;
    if (sold === undefined || served === undefined) return;
    const kinds = TOKEN_KINDS.filter((kind) => differsIn(kind, sold, served));
    const differing = kinds.filter(
      (kind) => !isExplained(sold[kind], served[kind], conventionDifferences(kind, sold, served)),
    );
    if (differing.length < kinds.length)
      find('token_cache_semantics', { subject: { kind: 'model', name: model } });
    if (differing.length === 0) return;
    const pairs = differing.map((kind) => [kind, sold[kind] ?? 0, served[kind] ?? 0] as const);
    find('token_mismatch', {
      severity: pairs.every(([, a, b]) => isRounding(toDecimal(a), toDecimal(b))) ? 'info' : 'warning',
      counts: Object.fromEntries(
        pairs.flatMap(([kind, sold, billed]) => [
          [`${kind}Downstream`, sold],
          [`${kind}Upstream`, billed],
        ]),
      ),
    });
  },
});
