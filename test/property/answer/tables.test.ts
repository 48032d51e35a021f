import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitFields, splitRecords } from '#shared/files/csv/csv-text.ts';
import { sumBy, toDecimal, toPlainText } from '#shared/money/money.ts';
import { computeComparedFigures } from '#shared/report/answer/compared.ts';
import { computeScope, isCompared } from '#shared/report/answer/scope.ts';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { reportTables } from '#shared/report/files/report-tables.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { drawPlantedBook, PURCHASE_PRICES } from '../../support/answer/planted-books.ts';
import { renderReport } from '../../support/answer/render-report.ts';
import { runFilesToReportSource } from '../../support/pipeline/run-in-memory.ts';

const TABLES = ['byModel', 'byChannel', 'byUser', 'byDay'] as const;
const MONEY = ['Revenue', 'Cost', 'Margin'] as const;
/** File of each table, and its columns of `MONEY` and requests. */
const FILE_OF = { byModel: 'by-model', byChannel: 'by-channel', byUser: 'by-user', byDay: 'by-day' } as const;
const SUMMED = [...MONEY, 'Requests'] as const;

/** Exact figures of a table row as it is shown; null where it has none. */
interface ShownRow {
  readonly style: string;
  readonly amounts: Readonly<Record<(typeof SUMMED)[number], string | null>>;
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
      return text === '–' || text === '' ? null : (title ?? text.trim().replaceAll(',', ''));
    };
    const amounts = Object.fromEntries(SUMMED.map((label) => [label, amountOf(label)]));
    return { style, amounts: amounts as ShownRow['amounts'] };
  });
}

/** Reads the rows of a table from its CSV file. */
function rowsOfFile(report: ReconciliationReport, table: (typeof TABLES)[number]) {
  const text = [...reportTables[FILE_OF[table]](report, 'en')].join('');
  const [head = [], ...lines] = splitRecords(text.slice(1), ',').map((record) => splitFields(record, ','));
  return lines.map((cells) => ({
    label: cells[0],
    amounts: Object.fromEntries(
      SUMMED.map((name) => [name, cells[head.indexOf(name.toLowerCase())] || null]),
    ),
  }));
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
      // If nothing is compared, there is no margin, and the card has all revenue.
      expect(card, 'the card').toBe(margin === null ? page.report.summary.revenue.net : revenue);
      // If nothing is compared, the first lines count all requests.
      const firstRequests = page.report.summary.byDay.some(isCompared)
        ? computeScope(page.report).requests
        : 0;
      for (const table of TABLES) {
        const rows = rowsOf(html, table);
        const at = rows.findIndex(({ style }) => style === 'total');
        const total = rows[at]?.amounts;
        const file = rowsOfFile(page.report, table);
        expect(file).toHaveLength(rows.length);
        // The page leaves out columns that no row has.
        for (const [index, { amounts }] of rows.entries())
          for (const name of SUMMED)
            if (amounts[name] !== null)
              expect(file[index]?.amounts[name], `${table} as a file`).toBe(amounts[name]);
        expect(file[at]?.label).toBe('Total');
        const counts = rows.slice(0, at).map(({ amounts }) => Number(amounts.Requests));
        expect(
          counts.reduce((sum, count) => sum + count, 0),
          `${table} requests`,
        ).toBe(Number(total?.Requests));
        expect(total?.Requests, table).toBe(`${firstRequests}`);
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
