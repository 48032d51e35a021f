/**
 * Mutation tests of the core, outside `npm test`: all of them in a night, or a room in half an hour by
 * `npm run mutate -- --mutate 'shared/engine/rows/**'`. A mutant takes seconds, for every file of tests that reaches it
 * is loaded anew; what neither source nor tests have changed since the last run is remembered (`incremental`). Words of
 * findings are left out, for the catalogue is their test. A run below the threshold fails.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  mutate: [
    'shared/{engine,gateways,bills,normalizer}/**/*.ts',
    'shared/pipeline/**/*.ts',
    'shared/money/*.ts',
  ],
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  incremental: true,
  incrementalFile: 'reports/mutation.json',
  concurrency: 2,
  timeoutMS: 60_000,
  thresholds: { break: 88 },
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false },
  // Stryker rewrites the tsconfig with a compiler interface that TypeScript 7 does not have; nothing there needs rewriting.
  tsconfigFile: 'none.json',
  tempDirName: '.stryker-tmp',
};
