import { defineConfig } from 'vitest/config';

/** The tests that judge mutants: fast ones, without the volumes of `reply-size.test.ts` and the random runs. */
export default defineConfig({
  test: {
    include: [
      'test/unit/engine/{cases,copies,details,figures,fingerprint,ties,volume,worked-examples}.test.ts',
      'test/golden/findings.test.ts',
      'test/unit/money.test.ts',
      'test/property/money.test.ts',
      'test/property/engine/monoid.test.ts',
    ],
    testTimeout: 60_000,
  },
});
