import { type Decimal, decimal, exceeds, larger } from '../../money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import { TOKEN_RATIO } from '../survey/context.ts';
import { check, counted } from './check.ts';

/** Counts that differ by at most this much, or by `TOKEN_RATIO` of the larger one, differ by rounding. */
const ROUNDING = decimal(1);

/** Whether the larger input is the smaller one plus the cached tokens that its side reports beside it. */
function countsCacheInside(a: Tokens, b: Tokens): boolean {
  const [inputA, inputB] = [decimal(a.input ?? 0), decimal(b.input ?? 0)];
  const [difference, lesser] = exceeds(inputA, inputB)
    ? [inputA.minus(inputB), b]
    : [inputB.minus(inputA), a];
  const cacheRead = decimal(lesser.cacheRead ?? 0);
  return difference.eq(cacheRead) || difference.eq(cacheRead.plus(lesser.cacheWrite ?? 0));
}

const isRounding = (a: Decimal, b: Decimal): boolean =>
  a
    .minus(b)
    .abs()
    .lte(larger(ROUNDING, larger(a, b).times(TOKEN_RATIO)));

/** Both ledgers count the same tokens. */
export const tokens = check({
  id: 'tokens',
  invariant:
    'The latest downstream row with tokens and the serving attempt agree in every category that both name; an input that differs by exactly the cached tokens is a convention, one finding per model sold.',
  codes: {
    token_cache_semantics: {
      about: 'model',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'One ledger counts cached tokens inside the input, the other beside it.',
          remedy:
            'Settle on one convention for this model, and check that cached tokens are not billed twice.',
          message: ({ name, cases }) =>
            `One ledger counts cached tokens inside the input, the other beside it, in ${counted(cases, 'request')} of model ${name}.`,
        },
      },
    },
    token_mismatch: {
      about: 'request',
      severities: ['warning', 'info'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'The ledgers count different tokens; info where rounding explains it (1 token, or 0.5 %).',
          remedy: 'Compare the usage that the provider returned with what the gateway logged.',
          message: ({ name, counts }) =>
            `The ledgers disagree on the tokens of request ${name}: ${Object.keys(counts)
              .map((name) => `${name} ${counts[name]}`)
              .join(', ')}.`,
        },
      },
    },
  },
  request({ sales, serving, soldTokens, model }, { find }) {
    const served = serving?.tokens;
    if (sales.length === 0 || soldTokens === undefined || served === undefined) return;
    const kinds = TOKEN_KINDS.filter(
      (kind) =>
        soldTokens[kind] !== undefined && served[kind] !== undefined && soldTokens[kind] !== served[kind],
    );
    const isConvention = kinds.includes('input') && countsCacheInside(soldTokens, served);
    if (isConvention) find('token_cache_semantics', { subject: { kind: 'model', name: model } });
    const differing = isConvention ? kinds.filter((kind) => kind !== 'input') : kinds;
    if (differing.length === 0) return;
    const pairs = differing.map((kind) => [kind, soldTokens[kind] ?? 0, served[kind] ?? 0] as const);
    find('token_mismatch', {
      severity: pairs.every(([, a, b]) => isRounding(decimal(a), decimal(b))) ? 'info' : 'warning',
      counts: Object.fromEntries(
        pairs.flatMap(([kind, sold, bought]) => [
          [`${kind}Downstream`, sold],
          [`${kind}Upstream`, bought],
        ]),
      ),
    });
  },
});
