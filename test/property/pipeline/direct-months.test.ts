import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '#shared/schemas/report.ts';
import { drawDirectMonth, type PlantedError, type PlantedKind } from '../../support/costs/direct-month.ts';
import { runInMemory } from '../../support/pipeline/run-in-memory.ts';

/** Number of months of each kind; `npm run fuzz -- --months 500` draws more. */
const MONTHS = Number(process.env.MONTHS ?? 6);
const TIMEOUT_MS = 60_000 + MONTHS * 2000;

async function reconcileMonth(
  files: Parameters<typeof runInMemory>[0],
  settings: Parameters<typeof runInMemory>[1],
) {
  const { report } = await runInMemory(files, settings);
  return { summary: report.summary, alarms: report.findings.filter(({ severity }) => severity !== 'info') };
}

/** Regressions: months with requests that end in an hour without a line in the bill. */
const SEEDS: Readonly<Partial<Record<PlantedKind, [number][]>>> = { tokens: [[93250306]] };

/** Relative difference of two figures. */
const relativeDifference = (a: unknown, b: number): number => Math.abs(Number(a) / b - 1);

const TWO_DAYS_MS = 2 * 86_400_000;
/**
 * Whether a finding starts at the right bucket. Prices may start up to two days off, because requests at the bounds of
 * buckets can explain the first differences.
 */
const isSince = (start: number, { plant, firstBucket }: PlantedError): boolean =>
  plant === 'usage' ? start === firstBucket : Math.abs(start - firstBucket) <= TWO_DAYS_MS;

/** Whether a finding has the right model, kind, start and amount. */
const isFound = ({ model, details }: Finding, planted: PlantedError): boolean =>
  model === planted.model &&
  details?.kind === planted.plant &&
  isSince(Date.parse(`${details.firstBucket}`), planted) &&
  relativeDifference(details.amount, planted.amount.toNumber()) <= 0.01 &&
  (planted.factor === undefined || relativeDifference(details.factor, planted.factor.toNumber()) <= 0.005) &&
  (planted.tokens === undefined || details.tokens === planted.tokens);

/** Further findings that a bill above its estimate may cause. */
const LOSSES = ['negative_margin_model', 'negative_margin_total'];

describe('months of gateways that buy from providers directly', { timeout: TIMEOUT_MS }, () => {
  test('correct months raise no finding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const { files, settings } = drawDirectMonth(seed);
        const { summary, alarms } = await reconcileMonth(files, settings);
        expect(alarms).toEqual([]);
        expect(summary).toMatchObject({ estimate: { unpriced: 0 } });
      }),
      { numRuns: MONTHS },
    );
  });

  test.each(['usage', 'price', 'tokens'] as const)(
    'a single fault in a bill is named, and nothing else: %s',
    async (plant) => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const { files, settings, planted } = drawDirectMonth(seed, plant);
          const { alarms } = await reconcileMonth(files, settings);
          const others = alarms.filter(({ code }) => !LOSSES.includes(code));
          expect(planted).toBeDefined();
          expect(others).toHaveLength(1);
          expect({
            code: others[0]?.code,
            isFound: isFound(others[0] as Finding, planted as PlantedError),
          }).toEqual({
            code: 'bill_exceeds_estimate',
            isFound: true,
          });
        }),
        { numRuns: MONTHS, examples: SEEDS[plant] ?? [] },
      );
    },
  );
});
