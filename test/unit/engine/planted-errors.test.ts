import { expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { cleanBooks } from '../../support/engine/books.ts';
import { formatFinding, readCaseFiles, type TextCase } from '../../support/engine/case-file.ts';
import { reconcileWithFacts } from '../../support/engine/reconcile-with-facts.ts';
import { addTextLedger, parseFacts, parsePaymentContexts } from '../../support/engine/text-ledger.ts';

type Books = Required<ReturnType<typeof cleanBooks>>;

const clean = cleanBooks(200) as Books;
const foundIn = (books: ReconciliationInput, ledger: readonly string[] = []): string[] =>
  reconcileWithFacts(books, '2026-11-21T00:00:00Z', parseFacts(ledger), parsePaymentContexts(ledger))
    .findings.map(formatFinding)
    .sort();
const isOf = (code: string) => (find: string) => find.split(' ')[1] === code;

test('correct books give no finding', () => expect(foundIn(clean)).toEqual([]));

const later = (text: string, minutes: number): string =>
  new Date(Date.parse(text) + minutes * 60_000).toISOString();

/** Errors of a whole ledger, which a single case cannot contain. */
const IN_WHOLE_LEDGERS: Readonly<Record<string, Partial<Record<keyof Books, unknown>>>> = {
  ledger_ids_disjoint: {
    upstreamCharges: clean.upstreamCharges.map((row) => ({ ...row, requestId: `other ${row.requestId}` })),
  },
  ledger_clock_offset: {
    upstreamCharges: clean.upstreamCharges.map((row) => ({
      ...row,
      occurredAt: later(row.occurredAt, -480),
    })),
  },
  negative_margin_total: {
    upstreamCharges: [...clean.upstreamCharges, { ...clean.upstreamCharges[0], costAmount: '99999' }],
  },
  ledger_missing: { payments: undefined },
  funding_shortfall: { payments: [] },
};

test.each(Object.entries(IN_WHOLE_LEDGERS))('%s is found once in a whole ledger', (code, rows) => {
  expect(foundIn({ ...clean, ...rows } as Books).filter(isOf(code))).toHaveLength(1);
});

const cases = [...readCaseFiles().values()].flat();
const casesOf = (code: string): TextCase[] => cases.filter(({ finds }) => finds.some(isOf(code)));
const foundAmongClean = ({ ledger }: TextCase): string[] => foundIn(addTextLedger(clean, ledger), ledger);

/** Codes that compare totals, which include the correct requests. */
const IN_TOTALS = [
  ...['bill_exceeds_estimate', 'bill_below_estimate', 'bill_beyond_log', 'billed_not_sold'],
  ...['estimated_loss_model', 'estimated_loss_channel', 'estimated_loss_user'],
];

test.each(IN_TOTALS)('%s is found by a case among correct requests', (code) => {
  expect(casesOf(code).some((textCase) => foundAmongClean(textCase).some(isOf(code)))).toBe(true);
});

test.each([...codes.keys()].filter((code) => !IN_TOTALS.includes(code) && !(code in IN_WHOLE_LEDGERS)))(
  'a case of %s gives the same findings among correct requests as alone',
  (code) => {
    const differences = casesOf(code).map((textCase) => {
      const found = foundAmongClean(textCase);
      const missing = textCase.finds.filter((find) => isOf(code)(find) && !found.includes(find));
      return [textCase.name, ...missing, ...found.filter((find) => !textCase.finds.includes(find))];
    });
    expect(differences).toContainEqual([expect.any(String)]);
  },
);
