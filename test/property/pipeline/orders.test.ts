import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconcileFiles } from '#functions/console/page/worker/reconcile-files.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { Rejection } from '#shared/rejections.ts';
import { type CapturedBooks, capturedBooks } from '../../support/fixtures/captured-books.ts';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { CSV_FORMAT, formatTable } from '../../support/fixtures/tables.ts';
import { makeTextFile, runInMemory, type TextFile } from '../../support/pipeline/run-in-memory.ts';
import { runMonthOnFiles } from '../../support/pipeline/run-month-command.ts';

/** Rows of one list, as JSON Lines or as a table. */
interface Part {
  readonly field: 'logs' | 'upstreamCharges';
  readonly form: 'lines' | 'table';
  readonly rows: readonly number[];
}

const shuffled = <T>(items: readonly T[], stream: Iterator<number>): T[] =>
  items
    .map((item) => ({ item, place: stream.next().value as number }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** Splits each list into parts that may overlap and together have all rows. */
const parts = (book: CapturedBooks): fc.Arbitrary<Part[]> =>
  fc
    .tuple(
      ...(['logs', 'upstreamCharges'] as const).map((field) => {
        const all = [...book[field].keys()];
        if (all.length === 0) return fc.constant([]);
        const part = fc.record({
          field: fc.constant(field),
          form: fc.constantFrom('lines' as const, 'table' as const),
          rows: fc.subarray(all, { minLength: 1 }),
        });
        return fc.array(part, { minLength: 1, maxLength: 2 }).map((some): Part[] => {
          const missing = all.filter((row) => !some.some(({ rows }) => rows.includes(row)));
          return missing.length === 0 ? some : [...some, { field, form: 'lines', rows: missing }];
        });
      }),
    )
    .map((lists) => lists.flat());

const drawn = fc
  .constantFrom(...capturedBooks)
  .chain((book) => fc.tuple(fc.constant(book), parts(book), fc.infiniteStream(fc.nat())));

const ROLES = { logs: 'logs', upstreamCharges: 'bill' } as const;
const OPTIONS = { logs: '--logs', upstreamCharges: '--upstream' } as const;

/** Returns the report as JSON, or the message of the rejection. */
const describeOutcome = (work: Promise<object>): Promise<string> =>
  work.then(JSON.stringify, (error) => {
    if (error instanceof Rejection) return error.message;
    throw error;
  });

const filesOf = (book: CapturedBooks, some: readonly Part[]): TextFile[] =>
  some.map(({ field, form, rows }) => {
    const all = rows.map((row) => book[field][row] as Row);
    const lines = all.map((row) => `${JSON.stringify(row)}\n`).join('');
    return makeTextFile(field, form === 'table' ? formatTable(all, CSV_FORMAT) : lines);
  });

/** Runs the pipeline. The workflow is compared with the command in test/infra/ledger-workflow.test.ts. */
async function runPipeline({ connector, quotaPerUnit }: CapturedBooks, files: readonly TextFile[]) {
  const supplied = {
    upstreamCharges: files.some(({ field }) => field === 'upstreamCharges'),
    payments: false,
  };
  return (await runInMemory(files, { connector, quotaPerUnit, supplied })).report;
}

/** Runs the worker of the page. */
async function runPage({ connector, quotaPerUnit }: CapturedBooks, files: readonly TextFile[]) {
  const sources = files.map(({ field, bytes }, id) => ({
    id,
    file: new File([bytes as Uint8Array<ArrayBuffer>], `file ${id}`),
    role: ROLES[field as keyof typeof ROLES],
    connector,
    rules: undefined,
  }));
  const settings = { connector, quotaPerUnit } as SettingsFile;
  return (await reconcileFiles({ sources, settings, isPartial: false }, '2026-11-22T00:00:00.000Z', () => {}))
    .report;
}

/** Runs the month command. @returns its output: the summary, or the refusal */
async function runCommand(
  { connector, quotaPerUnit }: CapturedBooks,
  files: readonly TextFile[],
): Promise<string> {
  const named = files.map(
    ({ field, bytes }, place) => [`${place}`, OPTIONS[field as keyof typeof OPTIONS], bytes] as const,
  );
  const { text } = await runMonthOnFiles(Object.fromEntries(named.map(([name, , bytes]) => [name, bytes])), [
    ...['--connector', connector, '--quota-per-unit', `${quotaPerUnit}`, '--json'],
    ...named.flatMap(([name, option]) => [option, `@${name}`]),
  ]);
  return text;
}

test('the same rows give the same report in any order of files and rows, also if JSON Lines and tables overlap', async () => {
  let [runs, reports] = [0, 0];
  await fc.assert(
    fc.asyncProperty(drawn, async ([book, some, stream]) => {
      const order = stream[Symbol.iterator]();
      const others = shuffled(some, order).map((part) => ({ ...part, rows: shuffled(part.rows, order) }));
      const report = await describeOutcome(runPipeline(book, filesOf(book, some)));
      expect(await describeOutcome(runPipeline(book, filesOf(book, others)))).toBe(report);
      expect(await describeOutcome(runPage(book, filesOf(book, others)))).toBe(report);
      runs++;
      const text = await runCommand(book, filesOf(book, others));
      if (!report.startsWith('{')) return expect(text).toContain(report);
      reports++;
      expect(JSON.parse(text)).toMatchObject(JSON.parse(report).summary);
    }),
    { numRuns: 40 },
  );
  expect(reports).toBeGreaterThan(runs / 2);
});
