import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingCatalogue } from '#shared/engine/checks/registry.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { reportOf } from '../../support/engine/prove.ts';

/** Codes that take more rows than random ledgers have, or numbers that they do not write; the case tables have them. */
const RARE = ['ledger_ids_disjoint', 'ledger_clock_offset', 'imprecise_amount', 'price_rounding'];

test('random ledgers reach every code but the rare ones, so that the laws are tried on all of them', () => {
  const reached = new Set(
    fc
      .sample(inputs, { numRuns: 4000, seed: 1 })
      .flatMap((input) => reportOf(input).findings.map(({ code }) => code)),
  );
  const missed = findingCatalogue.map(({ code }) => code).filter((code) => !reached.has(code));
  expect(missed.filter((code) => !RARE.includes(code))).toEqual([]);
});
