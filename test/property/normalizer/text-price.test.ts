import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Snapshot } from '#shared/normalizer/fields/snapshot.ts';
import type { LogRow } from '#shared/normalizer/logs/log-row.ts';
import { computeRatioPrice } from '#shared/normalizer/price/ratio-price.ts';

/** A ratio in ten-thousandths: exact here, a double in the snapshot. */
const ratio = fc.oneof(
  fc.constantFrom(5000, 2500, 1250, 10_000, 15_000, 80_000),
  fc.integer({ min: 1, max: 1_000_000 }),
);
const count = fc.oneof(fc.nat(20), fc.nat(2_000_000));

/** Whole units of ten-thousandths, halves away from zero, one at least. */
const charged = (scaled: bigint, scale: bigint): number =>
  Math.max(Number((2n * scaled + scale) / (2n * scale)), 1);

test('prices given as text cost the exact fraction, also where a price ends in a half', () => {
  fc.assert(
    fc.property(
      count,
      count,
      count,
      ratio,
      ratio,
      ratio,
      ratio,
      (fresh, cached, completion, model, group, out, cache) => {
        fc.pre(fresh + cached + completion > 0);
        const snapshot = new Snapshot(
          {
            model_price: -1,
            model_ratio: model / 1e4,
            group_ratio: group / 1e4,
            completion_ratio: out / 1e4,
            cache_ratio: cache / 1e4,
            cache_tokens: cached,
          },
          'other',
        );
        const row = { prompt: fresh + cached, completion, snapshot } as LogRow;
        const tokens =
          BigInt(fresh) * 10_000n + BigInt(cached) * BigInt(cache) + BigInt(completion) * BigInt(out);
        const expected = charged(tokens * BigInt(model) * BigInt(group), 10n ** 12n);
        fc.pre(Number.isSafeInteger(expected));
        expect(computeRatioPrice(row, snapshot, 500_000)).toBe(expected);
      },
    ),
    { numRuns: 3000 },
  );
});
