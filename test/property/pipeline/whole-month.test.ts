import { describe, expect, test } from 'vitest';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

type Row = Readonly<Record<string, unknown>>;
type Book = (typeof capturedBooks)[number];

const DAYS = 28;
const DAY_S = 86_400;
/** Ids of requests, tasks and bills, in columns and in the text of snapshots. */
const ID_KEYS = /^(?:request_id|upstream_request_id|requestId|upstreamId|task_id)$/;
const ID_IN_TEXT = /"task_id":"([^"]+)"/g;

/** Moves a row to another day, with new ids. */
function moveToDay(row: Row, day: number): Row {
  const moved = Object.entries(row).map(([key, value]) => {
    if (ID_KEYS.test(key) && typeof value === 'string' && value !== '') return [key, `${value}.${day}`];
    if (key === 'id')
      return [key, typeof value === 'number' ? value + day * 100_000 : value === '' ? '' : `${value}.${day}`];
    // New customers, too: refunds do not name their charge, so equal refunds of two days would be ambiguous.
    if (key === 'user_id' && typeof value === 'number' && value > 0) return [key, value + day * 1000];
    if (key === 'created_at' && typeof value === 'number') return [key, value + day * DAY_S];
    if ((key === 'timestamp' || key === 'occurredAt') && typeof value === 'string')
      return [key, new Date(Date.parse(value) + day * DAY_S * 1000).toISOString()];
    if (key === 'other' && typeof value === 'string')
      return [key, value.replaceAll(ID_IN_TEXT, (_, id) => `"task_id":"${id}.${day}"`)];
    return [key, value];
  });
  return Object.fromEntries(moved);
}

interface Month {
  readonly logs: readonly Row[];
  readonly upstreamCharges: readonly Row[];
}

const buildMonth = ({ logs, upstreamCharges }: Book): Month => {
  const days = Array.from({ length: DAYS }, (_, day) => day);
  return {
    logs: days.flatMap((day) => logs.map((row) => moveToDay(row, day))),
    upstreamCharges: days.flatMap((day) => upstreamCharges.map((row) => moveToDay(row, day))),
  };
};

const repeatLine = (bill: Row): Row =>
  Object.fromEntries(
    Object.entries(bill).map(([key, value]) =>
      key === 'timestamp' || key === 'occurredAt'
        ? [key, new Date(Date.parse(value as string) + 1000).toISOString()]
        : [key, value],
    ),
  );

async function report({ connector, quotaPerUnit }: Book, month: Month): Promise<ReconciliationReport> {
  const files = [makeTextFile('logs', month.logs), makeTextFile('upstreamCharges', month.upstreamCharges)];
  const run = await runFiles(files, { connector, quotaPerUnit });
  return run.report;
}

/** Codes that depend on the number of unmatched requests: five of them become one finding about their ids. */
const PARTNERLESS = /^(?:unmatched_|.*_ids_disjoint$)/;

/** Warnings and critical findings, without those about margins and unmatched requests, which depend on others. */
const faults = ({ findings }: ReconciliationReport): string[] =>
  findings
    .filter(
      ({ severity, code }) =>
        severity !== 'info' && !code.startsWith('negative_margin') && !PARTNERLESS.test(code),
    )
    .map(({ severity, code, id }) => `${severity} ${code} ${id}`)
    .sort();

const added = (before: string[], after: string[]): string[] =>
  after.filter((fault) => !before.includes(fault)).map((fault) => fault.split(' ').slice(0, 2).join(' '));
const gone = (before: string[], after: string[]): string[] =>
  before.filter((fault) => !after.includes(fault));

describe.each(capturedBooks.map((book) => [book.name, book] as const))('a month of %s', (_, book) => {
  const month = buildMonth(book);

  test('repeats the findings of a day and adds none', async () => {
    const codes = (found: ReconciliationReport) => new Set(faults(found).map((fault) => fault.split(' ')[1]));
    const day = await report(book, book);
    const whole = await report(book, month);
    expect(codes(whole)).toEqual(codes(day));
    expect(whole.summary.requests.total).toBe(day.summary.requests.total * DAYS);
  });

  test('reports the planted faults and no others', async () => {
    const before = faults(await report(book, month));
    const charged = month.logs.findIndex(
      (row, n) =>
        n > month.logs.length / 2 &&
        row.type === 2 &&
        (row.quota as number) > 1000 &&
        row.request_id !== undefined,
    );
    const [bill] = month.upstreamCharges.filter(
      (row) => Number(row.cost ?? row.costAmount) > 0 && (row.request_id ?? row.requestId) !== undefined,
    );
    const planted: Month = {
      // A charge that is repeated under another row id.
      logs: charged < 0 ? month.logs : [...month.logs, { ...month.logs[charged], id: 99_999_999 }],
      // A line that is billed again a second later.
      upstreamCharges:
        bill === undefined ? month.upstreamCharges : [...month.upstreamCharges, repeatLine(bill)],
    };
    const after = faults(await report(book, planted));
    expect(gone(before, after)).toEqual([]);
    expect(added(before, after)).toEqual([
      ...(charged < 0 ? [] : ['critical duplicate_downstream_request']),
      ...(bill === undefined ? [] : ['critical duplicate_upstream_charge']),
    ]);
  });
});
