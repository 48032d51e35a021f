import { defineConfig } from 'vitest/config';

/** The tests that judge mutants: fast ones, without the full bodies of `reply-size.test.ts` and the random runs. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{connectors,normalizer}/**/*.test.ts',
      'test/unit/engine/*.test.ts',
      'test/golden/{findings,normalize}.test.ts',
      'test/unit/money.test.ts',
      'test/property/money.test.ts',
      'test/property/engine/monoid.test.ts',
    ],
    exclude: ['test/unit/engine/{planted-errors,registry,reply-size}.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
  },
});
