import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDecimal, toPlainText } from '#shared/money/money.ts';
import { SIDES, type Side } from '#shared/schemas/lists.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import {
  buildSoundRows,
  collectLedgers,
  formatMillionths,
  type Leak,
  type LeakTarget,
  leaks,
} from '../../support/engine/leaks.ts';
import { prove, reconcileInput } from '../../support/engine/prove.ts';

const amount = (max: number) => fc.integer({ min: 1000, max });
/** Half of the leaks are on a model and a channel that live of leaks alone. */
const place = fc.record({
  model: fc.constantFrom('a', 'b', 'thin'),
  channelId: fc.constantFrom('7', '8', 'thin'),
  cost: amount(900_000),
  margin: amount(900_000),
  more: amount(700_000),
});
const placed = (
  name: string,
  { margin, ...rest }: Omit<LeakTarget, 'name' | 'price'> & { margin: number },
): LeakTarget => ({
  name,
  ...rest,
  price: rest.cost + margin,
});

const books = fc.record({
  earning: fc.array(place, { minLength: 20, maxLength: 40 }),
  planted: fc.array(fc.tuple(fc.constantFrom(...Object.values(leaks)), place), { maxLength: 12 }),
});
type Books = typeof books extends fc.Arbitrary<infer TBooks> ? TBooks : never;

/**
 * Minutes between two honest requests: the first is before every leak, and the last after, so that bill and log cover
 * the time of all leaks.
 */
const MINUTES_BETWEEN = 5;

/** Requests that earn on two models, and leaks among them. */
function plantedIn({ earning, planted }: Books): {
  input: ReconciliationInput;
  corrected: ReconciliationInput;
  all: Leak[];
} {
  const rows = earning.flatMap((one, i) =>
    buildSoundRows(
      { ...placed(`honest ${i}`, one), model: one.model === 'thin' ? 'a' : one.model, channelId: '7' },
      (i - 1) * MINUTES_BETWEEN,
    ),
  );
  const all = planted.map(([leak, one], i) => leak(placed(`leak ${i}`, one)));
  return {
    input: collectLedgers([...rows, ...all.flatMap((leak) => leak.rows)]),
    corrected: collectLedgers([...rows, ...all.flatMap((leak) => leak.corrected)]),
    all,
  };
}

const sumOf = (texts: readonly string[]): string =>
  toPlainText(texts.reduce((sum, text) => sum.plus(text), toDecimal(0)));
const plantedOf = (all: readonly Leak[], side: Side): string =>
  sumOf(all.filter((leak) => leak.side === side).map((leak) => formatMillionths(leak.amount)));

/** What findings, causes and summary count of a side is one sum. */
function countedOf({ findings, summary }: ReconciliationReport, side: Side): string {
  const causes = summary.causes.filter((cause) => cause.side === side);
  const codes = new Set(causes.map(({ code }) => code));
  const own = findings.filter(({ code }) => codes.has(code));
  expect(sumOf(causes.map(({ counted }) => counted))).toBe(summary.money[side]);
  expect(sumOf(own.map(({ details }) => `${details?.counted ?? 0}`))).toBe(summary.money[side]);
  return summary.money[side];
}

test.each(Object.entries(leaks))(
  '%s, planted alone in profitable books, is counted as planted',
  (_name, leak) => {
    prove(
      [books, place],
      ({ earning }, one) => {
        const { side, amount: planted } = leak(placed('leak 0', one));
        const report = reconcileInput(plantedIn({ earning, planted: [[leak, one]] }).input);
        expect(countedOf(report, side)).toBe(sumOf([formatMillionths(planted)]));
      },
      10,
    );
  },
);

test('independent leaks: the three sums equal the planted money, each cent once', () => {
  prove([books], (drawn) => {
    const { input, all } = plantedIn(drawn);
    const report = reconcileInput(input);
    for (const side of SIDES) expect([side, countedOf(report, side)]).toEqual([side, plantedOf(all, side)]);
  });
});

test('after the faulty rows are corrected nothing is lost and nothing is owed', () => {
  prove([books], (drawn) => {
    const { lost, owed } = reconcileInput(plantedIn(drawn).corrected).summary.money;
    expect({ lost, owed }).toEqual({ lost: '0', owed: '0' });
  });
});

test('no finding counts more than its amount, and perspectives and infos count nothing', () => {
  prove([books], (drawn) => {
    const { findings, summary } = reconcileInput(plantedIn(drawn).input);
    const sides = new Map(summary.causes.map(({ code, side }) => [code, side]));
    for (const { code, severity, details } of findings) {
      if (details?.amount === undefined) continue;
      const [counted, whole] = [toDecimal(`${details.counted}`), toDecimal(`${details.amount}`)];
      expect(counted.lte(whole) && counted.gte(0)).toBe(true);
      if (severity === 'info' || sides.get(code) === null) expect(details.counted).toBe('0');
    }
  });
});
