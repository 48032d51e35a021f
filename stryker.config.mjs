/**
 * Mutation testing of the engine and of money: `npm run mutate`, outside `npm test` (it takes half an hour). The
 * tests that judge mutants are the fast ones; words of findings are left out, for the catalogue is their test.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: ['shared/engine/**/*.ts', 'shared/money.ts'],
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  // Stryker rewrites the tsconfig with a compiler interface that TypeScript 7 does not have; nothing there needs rewriting.
  tsconfigFile: 'none.json',
  tempDirName: '.stryker-tmp',
};
