import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingCatalogue } from '#shared/engine/checks/registry.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { reportOf } from '../../support/engine/prove.ts';

test('random ledgers reach most codes, so that the laws are tried on them; the case tables have the others', () => {
  const reached = new Set(
    fc
      .sample(inputs, { numRuns: 4000, seed: 1 })
      .flatMap((input) => reportOf(input).findings.map(({ code }) => code)),
  );
  expect(reached.size / findingCatalogue.length).toBeGreaterThan(0.9);
});
