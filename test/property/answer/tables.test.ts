import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumBy, toDecimal, toPlainText } from '#shared/money/money.ts';
import { computeComparedFigures } from '#shared/report/answer/compared.ts';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { drawPlantedBook, PURCHASE_PRICES } from '../../support/answer/planted-books.ts';
import { renderReport } from '../../support/answer/render-report.ts';
import { runFilesToReportSource } from '../../support/pipeline/run-in-memory.ts';

const TABLES = ['byModel', 'byChannel', 'byUser', 'byDay'];
const MONEY = ['Revenue', 'Cost', 'Margin'] as const;

/** Exact amounts of a table row as it is shown; null where it has none. */
interface ShownRow {
  readonly style: string;
  readonly amounts: Readonly<Record<(typeof MONEY)[number], string | null>>;
}

/** Reads the rows of a table from the printed report. */
function rowsOf(html: string, table: string): ShownRow[] {
  const [, , body = ''] =
    /^(.*?)<tbody>(.*?)<\/tbody>/s.exec(html.split(`class="table ${table}"`)[1] ?? '') ?? [];
  return [...body.matchAll(/<tr(?: class(?:="(\w+)")?)?>(.*?)<\/tr>/gs)].map(([, style = '', cells = '']) => {
    const amountOf = (label: string) => {
      const [, attributes = '', text = ''] =
        new RegExp(`<td([^>]*data-label="${label}"[^>]*)>([^<]*)</td>`).exec(cells) ?? [];
      const [, title] = /title="([^"]*)"/.exec(attributes) ?? [];
      return text === '–' || text === '' ? null : (title ?? text.trim());
    };
    const amounts = Object.fromEntries(MONEY.map((label) => [label, amountOf(label)]));
    return { style, amounts: amounts as ShownRow['amounts'] };
  });
}

const share = fc.constantFrom(0, 0, 0.02, 0.3);
const plan = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  to: fc.constantFrom(3, 6),
  unlogged: share,
  unbilled: share,
  lostChannel: fc.constantFrom(0, 0, 3),
  billFrom: fc.constantFrom(1, 1, 2),
  logFrom: fc.constantFrom(1, 1, 2),
  grain: fc.constantFrom('request', 'day'),
  hasBill: fc.constantFrom(true, true, true, false),
  hasPrices: fc.boolean(),
  hasPeriod: fc.boolean(),
});

/** Whether a sale is in a share of all, by its id. */
const isIn = (part: number, id: string, salt: number) =>
  ((Number(id.slice(8, 20)) * 7919 + salt) % 97) / 97 < part;

test('the rows of every table add up to its total, which is that of the first lines', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (drawn) => {
      const { seed, to, unlogged, unbilled, lostChannel, billFrom, logFrom, grain, hasBill } = drawn;
      const { files, settings } = drawPlantedBook(seed, {
        to,
        grain: grain as 'request' | 'day',
        hasBill,
        charged: ({ id, day }) => (isIn(unlogged, id, 1) || day < logFrom ? null : 1),
        billed: ({ id, day, channel }) =>
          isIn(unbilled, id, 2) || day < billFrom || channel === lostChannel ? null : 1,
        settings: {
          ...(drawn.hasPrices && { prices: PURCHASE_PRICES }),
          ...(!drawn.hasPeriod && { period: {} }),
        },
      });
      const { source } = await runFilesToReportSource(files, settings);
      const page = buildPageReport(source);
      const html = renderReport(page, 'en');
      const { revenue, cost, margin } = computeComparedFigures(page.report);
      const first = { Revenue: revenue, Cost: cost, Margin: margin?.amount ?? null };
      const [, card] = /id="step-revenue".*?title="([^" ]*)[^"]*"/s.exec(html) ?? [];
      expect(card, 'the card').toBe(revenue);
      for (const table of TABLES) {
        const rows = rowsOf(html, table);
        const at = rows.findIndex(({ style }) => style === 'total');
        const total = rows[at]?.amounts;
        expect(total?.Revenue, table).toBe(revenue);
        for (const name of MONEY) {
          const shown = total?.[name] ?? null;
          const values = rows.slice(0, at).map(({ amounts }) => amounts[name]);
          // A column without a figure is left out, and nothing compared has no margin.
          if (shown === null)
            expect(
              values.every((value) => value === null || value === '0'),
              `${table} ${name}`,
            ).toBe(true);
          else expect(shown, `${table} ${name}`).toBe(first[name]);
          const isWhole =
            name !== 'Margin' ||
            rows.slice(0, at).every(({ style, amounts }) => style !== '' || amounts.Margin !== null);
          if (shown !== null && isWhole)
            expect(
              toPlainText(sumBy(values, (value) => toDecimal((value ?? '0').replaceAll(',', '')))),
              `${table} ${name}`,
            ).toBe(shown);
        }
      }
    }),
    { numRuns: 40 },
  );
});
