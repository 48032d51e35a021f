import { describe, expect, test } from 'vitest';
import { checks } from '#shared/engine/checks/registry.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { formatFinding, readCaseFiles } from '../../support/engine/case-file.ts';
import { reconcileWithFacts } from '../../support/engine/reconcile-with-facts.ts';
import {
  parseFacts,
  parsePaymentContexts,
  parseTextLedger,
  reconcileText,
} from '../../support/engine/text-ledger.ts';

const tables = readCaseFiles();

describe.each([...tables])('%s', (_, cases) => {
  test.each(cases)('$name', (one) => {
    const { ledger } = one;
    const report = reconcileText(ledger);
    expect(report.findings.map(formatFinding).sort()).toEqual([...one.finds].sort());
    const input = readBody(reconciliationInputSchema, parseTextLedger(ledger));
    const withFacts = reconcileWithFacts(
      input,
      report.generatedAt,
      parseFacts(ledger),
      parsePaymentContexts(ledger),
      {
        isSlow: true,
      },
    );
    expect(JSON.stringify(withFacts)).toBe(JSON.stringify(report));
  });
});

test('every check has a table of cases, and every table belongs to a check', () => {
  const ids = checks.map(({ id }) => id);
  const files = [...tables.keys()];
  const without = ids.filter((id) => !tables.has(id)).map((id) => `test/unit/engine/cases/${id}.txt`);
  expect(
    without,
    'Cases are missing: for each code a ledger that has it, and a similar one that does not.',
  ).toEqual([]);
  expect(
    files.filter((id) => !ids.includes(id)),
    'A table without a check: add its line to the registry.',
  ).toEqual([]);
});

test.each(checks.map(({ id, codes }) => [id, Object.keys(codes)] as const))(
  'the cases of %s find each of its codes, and at least one case finds nothing',
  (id, codes) => {
    const cases = tables.get(id) ?? [];
    const found = cases.map(({ finds }) => finds.map((find) => find.split(' ')[1] ?? ''));
    for (const code of codes) {
      expect(
        found.some((some) => some.includes(code)),
        `no case finds ${code}`,
      ).toBe(true);
      expect(
        found.some((some) => !some.includes(code)),
        `every case finds ${code}`,
      ).toBe(true);
    }
  },
);
