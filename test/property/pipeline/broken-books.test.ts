import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { CSV_FORMAT, formatTable, MYSQL_FORMAT } from '../../support/fixtures/tables.ts';
import { runMonthOnFiles } from '../../support/pipeline/run-month-command.ts';

type Captured = (typeof capturedBooks)[number];
type Files = Readonly<Record<string, string | Uint8Array>>;

const PAGE = 10;

/** Splits the rows of a log into pages as its gateway sends them. */
function buildPages({ connector }: Captured, rows: readonly Row[]): object[] {
  const pages = Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, n) =>
    rows.slice(n * PAGE, (n + 1) * PAGE),
  );
  const total = rows.length;
  return pages.map((items, n) => {
    const hub = { data: items, page: n + 1, size: PAGE, total_count: total };
    const data = connector === 'one-hub' ? hub : { page: n + 1, page_size: PAGE, total, items };
    return { success: true, message: '', data: connector === 'one-api' ? items : data };
  });
}

const hasBill = ({ upstreamCharges }: Captured): boolean => upstreamCharges.length > 0;
const argsOf = (book: Captured): string[] => [
  ...['--connector', book.connector, '--quota-per-unit', `${book.quotaPerUnit}`, '--logs', '@log.json'],
  ...(hasBill(book) ? ['--upstream', '@bill.json'] : []),
];
const filesOf = (book: Captured) => ({
  'log.json': JSON.stringify(buildPages(book, book.logs)),
  'bill.json': JSON.stringify(book.upstreamCharges),
});

/** Whether log and bill share enough ids for a missing half to be detected. */
function sharesIds({ logs, upstreamCharges }: Captured): boolean {
  const known = new Set(logs.map((row) => row.upstream_request_id));
  return upstreamCharges.filter((row) => known.has(row.request_id)).length >= 2 * PAGE;
}
const timeOf = (row: Row): number =>
  Number(row.created_at ?? Date.parse(`${row.timestamp ?? row.occurredAt}`));
const byTime = (a: Row, b: Row): number => timeOf(a) - timeOf(b);

const CUT = /is cut off|cannot be read after|is empty|neither JSON/;
const from = (books: readonly Captured[]) => fc.constantFrom(...books);

const VERDICT = /You lost|You owe|Nothing wrong|Everything that was found/;
/** Like `VERDICT`, but allows sums "at least": log and bill are complete in the time that both cover. */
const EXACT_VERDICT =
  /You lost (?!at least)|You owe (?!customers at least)|Nothing wrong|Everything that was found/;

/** Builds broken books. @param how describes the fault @param names matches the sentence that must name it */
const broken = (
  book: Captured,
  how: string,
  files: Files,
  names: RegExp,
  args: readonly string[] = [],
  verdict = VERDICT,
) => ({
  book,
  verdict,
  files: { ...filesOf(book), ...files },
  names,
  args,
  [fc.toStringMethod]: () => `${book.name}, ${how}`,
});

const breaks = fc.oneof(
  fc
    .tuple(
      ...[from(capturedBooks), fc.constantFrom('log.json', 'bill.json')],
      ...[fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()],
    )
    .filter(([book, file]) => file === 'log.json' || hasBill(book))
    .map(([book, file, share, isPacked]) => {
      const whole = isPacked ? gzipSync(filesOf(book)[file]) : Buffer.from(filesOf(book)[file]);
      const cut = Math.floor(share * (whole.length - 1));
      return broken(book, `${file} cut at ${cut}`, { [file]: whole.subarray(0, cut) }, CUT);
    }),
  fc
    .tuple(
      from(capturedBooks),
      fc.constantFrom('log.csv', 'log.tsv'),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(([book, file, share]) => {
      const text = formatTable(book.logs, file === 'log.csv' ? CSV_FORMAT : MYSQL_FORMAT);
      const heads = text.indexOf('\n') + 1;
      const cut = heads + 1 + Math.floor(share * (text.length - heads - 2));
      // After a complete row a cut cannot be detected; its last cell may be empty.
      const isWhole = text[cut] === '\n' || /[\n\t,]/.test(text[cut - 1] ?? '');
      const files = { [file]: text.slice(0, isWhole ? cut - 9 : cut) };
      return broken(book, `${file} cut at ${cut}`, files, CUT, ['--logs', `@${file}`]);
    }),
  // Pages of one-api have no total: only a short last page proves that the list is complete.
  from(capturedBooks.filter(({ connector }) => connector === 'one-api')).map((book) => {
    const pages = buildPages(book, book.logs.slice(0, -(book.logs.length % PAGE) || undefined)).slice(0, -1);
    const files = { 'log.json': JSON.stringify(pages) };
    return broken(book, 'without its last page', files, /last page is full/);
  }),
  fc
    .tuple(from(capturedBooks.filter(sharesIds)), fc.constantFrom('log.json', 'bill.json'), fc.boolean())
    .map(([book, file, isLate]) => {
      const rows = [...(file === 'log.json' ? book.logs : book.upstreamCharges)].sort(byTime);
      const half = Math.floor(rows.length / 2);
      const some = isLate ? rows.slice(half) : rows.slice(0, half);
      const files = { [file]: some.map((row) => JSON.stringify(row)).join('\n') };
      return broken(
        book,
        `half the lines of ${file}, ${isLate}`,
        files,
        /Not compared: \d+ requests of the (?:log|bill)|fall outside the dates of/,
        [],
        EXACT_VERDICT,
      );
    }),
  fc
    .tuple(from(capturedBooks.filter(({ connector }) => connector !== 'one-api')), fc.nat(), fc.boolean())
    .map(([book, nth, isTwice]) => {
      const pages = buildPages(book, book.logs);
      const at = nth % pages.length;
      const [next] = pages.slice((at + 1) % pages.length);
      // If a list changes while it is read, a page may replace another one.
      const [lost] = pages.splice(at, 1, ...(isTwice && pages.length > 1 ? [next as object] : []));
      const files = { 'log.json': JSON.stringify(pages) };
      return broken(book, `without the page ${JSON.stringify(lost)}`, files, /rows of the list/);
    }),
  // Rows of one-api do not depend on the unit.
  fc
    .tuple(
      from(capturedBooks.filter(({ connector }) => connector !== 'one-api')),
      fc.constantFrom(0.001, 0.1, 0.5, 2, 10, 1000),
    )
    .map(([book, factor]) => {
      const text = { type: 3, quota: -500_000, content: '管理员增减用户额度 -＄1.000000 额度' };
      const taken = { ...book.logs[0], ...text, id: 60_000, request_id: 'taken' };
      const logs = book.connector === 'one-hub' ? [...book.logs, taken] : book.logs;
      const files = { 'log.json': JSON.stringify(logs) };
      const args = ['--quota-per-unit', `${book.quotaPerUnit * factor}`];
      return broken(book, `unit × ${factor}`, files, /(?:with|use|at|每单位) 500000/, args);
    }),
  fc
    .tuple(from(capturedBooks), fc.integer({ min: 1, max: 9 }))
    .map(([book, month]) =>
      broken(book, `month ${month}`, {}, /None of the \d+ requests of the log is in the period/, [
        '--period',
        `2026-0${month}`,
      ]),
    ),
  from(capturedBooks.filter(hasBill)).map((book) => {
    const { 'log.json': log, 'bill.json': bill } = filesOf(book);
    return broken(book, 'swapped', { 'log.json': bill, 'bill.json': log }, /log\.json: is a provider.s bill/);
  }),
  fc
    .tuple(
      from(capturedBooks),
      fc.nat(),
      fc.integer({ min: 70, max: 999 }),
      fc.integer({ min: 5_000_000 }),
      fc.boolean(),
    )
    .map(([book, at, type, quota, isFew]) => {
      const row = { ...book.logs[0], id: 60_000, request_id: 'unknown', type, quota };
      const files = { 'log.json': JSON.stringify(book.logs.toSpliced(at % book.logs.length, 0, row)) };
      const args = isFew ? ['--rejected-share', '0.5'] : [];
      return broken(book, `with ${JSON.stringify(row)}`, files, /could not be read|cannot be read/, args);
    }),
  fc
    .tuple(from(capturedBooks), from(capturedBooks), fc.boolean())
    .filter(([book, other]) => book.connector !== other.connector)
    .map(([book, other, isOne]) => {
      const files = {
        'other.json': JSON.stringify(other.logs),
        ...(isOne && { 'log.json': JSON.stringify([...book.logs, ...other.logs]) }),
      };
      return broken(book, `and ${other.name}`, files, /two gateways/, isOne ? [] : ['--logs', '@other.json']);
    }),
  from(capturedBooks).map((book) =>
    broken(book, 'log as bill', {}, /contains rows of log\.json/, ['--upstream', '@log.json']),
  ),
);

/** Runs the command. @param args replace the default of the same option */
const run = (book: Captured, files: Files, args: readonly string[]) => {
  const own = args.includes('--quota-per-unit') ? argsOf(book).toSpliced(2, 2) : argsOf(book);
  return runMonthOnFiles(files, [...own, ...args]);
};

test('broken books give no verdict: the fault is named, and the exit code is not 0', async () => {
  await fc.assert(
    fc.asyncProperty(breaks, async ({ book, files, names, args, verdict }) => {
      const { code, text } = await run(book, files, args);
      expect(text).toMatch(names);
      expect(text.split('\n\n')[0]).not.toMatch(verdict);
      expect(code).toBeGreaterThan(0);
    }),
  );
});

test('rows repeated in a second file change nothing except a note', async () => {
  const repetition = fc.tuple(
    from(capturedBooks),
    fc.constantFrom('log.json', 'bill.json'),
    fc.nat(),
    fc.integer({ min: 1 }),
    fc.constantFrom('list', 'table', 'turned'),
  );
  await fc.assert(
    fc.asyncProperty(repetition, async ([book, file, start, length, form]) => {
      const of = file === 'log.json' ? book.logs : book.upstreamCharges;
      fc.pre(of.length > 0);
      const at = start % of.length;
      const some = of.slice(at, at + 1 + (length % of.length));
      const files = {
        ...filesOf(book),
        'again.json':
          form === 'table'
            ? formatTable(some, CSV_FORMAT)
            : JSON.stringify(form === 'list' ? some : some.toReversed()),
      };
      const again = [file === 'log.json' ? '--logs' : '--upstream', '@again.json'];
      const summaryOf = async (args: string[]) => {
        const { answer, inputFingerprint, ...summary } = JSON.parse(
          (await run(book, files, [...args, '--json'])).text,
        );
        return { answer, summary };
      };
      expect(await summaryOf(again)).toEqual(await summaryOf([]));
      expect((await run(book, files, again)).text).toMatch(/also in/);
    }),
    { numRuns: 25 },
  );
});
