/**
 * Mutation testing of the core: `npm run mutate`, outside `npm test`, or of one file or room (minutes):
 * `npm run mutate -- --mutate shared/engine/rows/**`. The tests that judge mutants are the fast ones; words of
 * findings are left out, for the catalogue is their test. A run below the threshold fails.
 */
export default {
  testRunner: 'resident',
  plugins: ['./test/mutation/resident-runner.ts'],
  mutate: ['shared/{engine,connectors,normalizer}/**/*.ts', 'shared/money.ts', 'shared/money/*.ts'],
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // The runner ends endless mutants by their CPU time.
  timeoutMS: 300_000,
  thresholds: { break: 88 },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: 'reports/mutation.json' },
  // Stryker rewrites the tsconfig with a compiler interface that TypeScript 7 does not have; nothing there needs rewriting.
  tsconfigFile: 'none.json',
  tempDirName: '.stryker-tmp',
};
