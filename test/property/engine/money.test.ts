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
/** Some leaks are on a model or channel (`thin`) without profitable requests. */
const target = fc.record({
  model: fc.constantFrom('a', 'b', 'thin'),
  channelId: fc.constantFrom('7', '8', 'thin'),
  cost: amount(900_000),
  margin: amount(900_000),
  more: amount(700_000),
});
const buildTarget = (
  name: string,
  { margin, ...rest }: Omit<LeakTarget, 'name' | 'price'> & { margin: number },
): LeakTarget => ({
  name,
  ...rest,
  price: rest.cost + margin,
});

const books = fc.record({
  earning: fc.array(target, { minLength: 20, maxLength: 40 }),
  planted: fc.array(fc.tuple(fc.constantFrom(...Object.values(leaks)), target), { maxLength: 12 }),
});
type Books = typeof books extends fc.Arbitrary<infer TBooks> ? TBooks : never;

/**
 * Minutes between two correct requests. The first is before all leaks and the last after them, so that bill and log
 * cover the time of all leaks.
 */
const MINUTES_BETWEEN = 5;

/** Builds profitable requests on two models, and plants leaks among them. */
function plantLeaks({ earning, planted }: Books): {
  input: ReconciliationInput;
  corrected: ReconciliationInput;
  all: Leak[];
} {
  const rows = earning.flatMap((values, i) =>
    buildSoundRows(
      {
        ...buildTarget(`sound ${i}`, values),
        model: values.model === 'thin' ? 'a' : values.model,
        channelId: '7',
      },
      (i - 1) * MINUTES_BETWEEN,
    ),
  );
  const all = planted.map(([leak, values], i) => leak(buildTarget(`leak ${i}`, values)));
  return {
    input: collectLedgers([...rows, ...all.flatMap((leak) => leak.rows)]),
    corrected: collectLedgers([...rows, ...all.flatMap((leak) => leak.corrected)]),
    all,
  };
}

const sumOf = (texts: readonly string[]): string =>
  toPlainText(texts.reduce((sum, text) => sum.plus(text), toDecimal(0)));
const sumPlanted = (all: readonly Leak[], side: Side): string =>
  sumOf(all.filter((leak) => leak.side === side).map((leak) => formatMillionths(leak.amount)));

/** Returns the sum of a side; findings, causes and summary must agree on it. */
function readCountedSum({ findings, summary }: ReconciliationReport, side: Side): string {
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
      [books, target],
      ({ earning }, one) => {
        const { side, amount: planted } = leak(buildTarget('leak 0', one));
        const report = reconcileInput(plantLeaks({ earning, planted: [[leak, one]] }).input);
        expect(readCountedSum(report, side)).toBe(sumOf([formatMillionths(planted)]));
      },
      10,
    );
  },
);

test('independent leaks: the three sums equal the planted money, each cent once', () => {
  prove([books], (drawn) => {
    const { input, all } = plantLeaks(drawn);
    const report = reconcileInput(input);
    for (const side of SIDES)
      expect([side, readCountedSum(report, side)]).toEqual([side, sumPlanted(all, side)]);
  });
});

test('after the faulty rows are corrected nothing is lost and nothing is owed', () => {
  prove([books], (drawn) => {
    const { lost, owed } = reconcileInput(plantLeaks(drawn).corrected).summary.money;
    expect({ lost, owed }).toEqual({ lost: '0', owed: '0' });
  });
});

test('no finding counts more than its amount, and perspectives and infos count nothing', () => {
  prove([books], (drawn) => {
    const { findings, summary } = reconcileInput(plantLeaks(drawn).input);
    const sides = new Map(summary.causes.map(({ code, side }) => [code, side]));
    for (const { code, severity, details } of findings) {
      if (details?.amount === undefined) continue;
      const [counted, whole] = [toDecimal(`${details.counted}`), toDecimal(`${details.amount}`)];
      expect(counted.lte(whole) && counted.gte(0)).toBe(true);
      if (severity === 'info' || sides.get(code) === null) expect(details.counted).toBe('0');
    }
  });
});
