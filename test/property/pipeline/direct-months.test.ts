import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '#shared/schemas/report.ts';
import { drawDirectMonth, type PlantedError, type PlantedKind } from '../../support/costs/direct-month.ts';
import { runInMemory } from '../../support/pipeline/run-in-memory.ts';

/** How many months of each kind; `npm run fuzz -- --months 500` makes more of them. */
const MONTHS = Number(process.env.MONTHS ?? 6);
const TIMEOUT_MS = 60_000 + MONTHS * 2000;

async function estimated(
  files: Parameters<typeof runInMemory>[0],
  settings: Parameters<typeof runInMemory>[1],
) {
  const { report } = await runInMemory(files, settings);
  return { summary: report.summary, alarms: report.findings.filter(({ severity }) => severity !== 'info') };
}

/** Months that were told wrongly once: requests that end in an hour of which the bill has no line. */
const SEEDS: Readonly<Partial<Record<PlantedKind, [number][]>>> = { tokens: [[93250306]] };

/** By how much, by a share, a figure is off another. */
const off = (a: unknown, b: number): number => Math.abs(Number(a) / b - 1);

const TWO_DAYS_MS = 2 * 86_400_000;
/** Whether a bucket is the first that shows it; of what goes on, requests at bounds may explain the first ones. */
const isSince = (start: number, { plant, firstBucket }: PlantedError): boolean =>
  plant === 'usage' ? start === firstBucket : Math.abs(start - firstBucket) <= TWO_DAYS_MS;

/** Whether a finding names the model, why, since when and how much. */
const isFound = ({ model, details }: Finding, planted: PlantedError): boolean =>
  model === planted.model &&
  details?.kind === planted.plant &&
  isSince(Date.parse(`${details.firstBucket}`), planted) &&
  off(details.amount, planted.amount.toNumber()) <= 0.01 &&
  (planted.factor === undefined || off(details.factor, planted.factor.toNumber()) <= 0.005) &&
  (planted.tokens === undefined || details.tokens === planted.tokens);

/** What a bill above its estimate may make of the model besides. */
const LOSSES = ['negative_margin_model', 'negative_margin_total'];

describe('months of gateways that buy from providers directly', { timeout: TIMEOUT_MS }, () => {
  test('correct months raise no finding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const { files, settings } = drawDirectMonth(seed);
        const { summary, alarms } = await estimated(files, settings);
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
          const { alarms } = await estimated(files, settings);
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
