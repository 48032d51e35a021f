import { defineConfig } from 'vitest/config';

/** Tests for mutants: only fast ones, without full bodies, processes and most random runs. */
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 60_000,
    setupFiles: ['test/mutation/bounded-properties.ts'],
    include: [
      'test/unit/{gateways,normalizer,pipeline}/**/*.test.ts',
      'test/unit/engine/*.test.ts',
      'test/unit/money.test.ts',
      'test/unit/report/view/earlier.test.ts',
      'test/golden/{findings,normalize,readme,sentences}.test.ts',
      'test/property/money.test.ts',
      'test/property/engine/{copies,laws,order}.test.ts',
      'test/property/normalizer/captured-books.test.ts',
      'test/property/pipeline/*.test.ts',
    ],
    exclude: [
      'test/unit/gateways/strip-command.test.ts',
      // It captures the console, to which an aborted run still writes.
      'test/property/pipeline/broken-books.test.ts',
      'test/unit/engine/{planted-errors,registry,reply-size,exact-money}.test.ts',
    ],
  },
});
