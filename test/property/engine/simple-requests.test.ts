import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyCheck } from '#shared/engine/checks/check.ts';
import { listSimpleTests } from '#shared/engine/digester.ts';
import { groupRows } from '#shared/engine/entities/group-rows.ts';
import { type SimpleRequest, toSimpleRequest } from '#shared/engine/entities/simple-request.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { cleanBooks } from '../../support/engine/books.ts';
import { readCaseFiles } from '../../support/engine/case-file.ts';
import { prove, reconcileInput } from '../../support/engine/prove.ts';
import { reconcileWithFacts } from '../../support/engine/reconcile-with-facts.ts';
import { addTextLedger } from '../../support/engine/text-ledger.ts';

const REQUESTS = 24;
const cases = [...readCaseFiles().values()].flat();

/** Changed fields of a row, with or without a fault. */
const COMMON_CHANGES: readonly Record<string, unknown>[] = [
  {},
  { tokens: { input: 10, output: 2 } },
  { tokens: { input: 10, output: 3, cacheRead: 4 } },
  { userId: 'u1' },
  { channelId: 'c-0' },
  { model: 'vendor/m-1-2026-01-01' },
  { currency: 'CNY' },
  { currency: 'usd' },
  { occurredAt: '2026-03-05T10:00:00Z' },
  { occurredAt: '2026-04-01T00:00:00Z' },
  { refundAmount: '0' },
  { status: 'failed' },
  { status: 'pending' },
];
const sales = fc.constantFrom(
  ...COMMON_CHANGES,
  { chargedAmount: '0.0001', expectedCharge: '0.0001' },
  { expectedCharge: '9' },
);
const charges = fc.constantFrom(
  ...COMMON_CHANGES,
  { costAmount: '9' },
  { costAmount: '0' },
  { costAmount: 0.1234567890123456 },
);

const clean = cleanBooks(REQUESTS);
const index = fc.nat(REQUESTS - 1);
type Changes = readonly (readonly [number, Record<string, unknown>])[];

/** Changes some rows of correct books, and appends the rows of some cases. */
function changeBooks(planted: readonly (typeof cases)[number][], sold: Changes, bought: Changes) {
  const books = structuredClone(clean);
  for (const [i, change] of sold) Object.assign(books.downstreamUsage[i] ?? {}, change);
  for (const [i, change] of bought) {
    // Charges have no customer.
    const { userId: _, ...own } = change;
    Object.assign(books.upstreamCharges?.[i] ?? {}, own);
  }
  return planted.reduce((all, { ledger }) => addTextLedger(all, ledger), books);
}

const countSimple = (input: ReconciliationInput): number => {
  const ledgers = readLedgers(input);
  const requests = [...groupRows(ledgers).requests];
  const { context } = surveyLedgers(ledgers, requests);
  return requests.filter((rows) => toSimpleRequest(rows, context) !== undefined).length;
};

const inputs = fc
  .tuple(
    fc.array(fc.constantFrom(...cases), { maxLength: 3 }),
    fc.array(fc.tuple(index, sales), { maxLength: 12 }),
    fc.array(fc.tuple(index, charges), { maxLength: 12 }),
  )
  .map(([planted, sold, bought]) => changeBooks(planted, sold, bought));

test('the report is identical, byte for byte, whether simple requests take the short path or the full one', () => {
  let simple = 0;
  let runs = 0;
  prove([inputs, fc.boolean()], ({ upstreamCharges = [], ...books }, isSupplied) => {
    const input = isSupplied ? { ...books, upstreamCharges } : books;
    simple += countSimple(input);
    runs++;
    const fullPath = reconcileWithFacts(input, '2026-11-21T00:00:00Z', {}, undefined, { isSlow: true });
    expect(JSON.stringify(reconcileInput(input))).toBe(JSON.stringify(fullPath));
  });
  expect(simple / runs).toBeGreaterThan(REQUESTS / 3);
});

test('a check sees every simple request unless it declares which ones, or that none, can concern it', () => {
  const simple = { sale: {}, charge: undefined } as SimpleRequest;
  const appliesTo = (more: object): boolean =>
    listSimpleTests([{ request: () => {}, ...more } as unknown as AnyCheck]).some((concerns) =>
      concerns(simple),
    );
  expect([{}, { simple: () => true }, { simple: () => false }, { simple: false }].map(appliesTo)).toEqual([
    ...[true, true, false, false],
  ]);
});
