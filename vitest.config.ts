import { defineConfig } from 'vitest/config';

/**
 * Files share their worker's modules: loading the CDK, valibot and fast-check anew for each of them took as long as
 * the tests. So a test puts back what it changes of the world, and no module keeps anything that a test changes.
 */
const shared = {
  isolate: false,
  setupFiles: ['test/support/seed.ts'],
  testTimeout: 120_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // What fails, with what it printed, and the counts.
    reporters: ['minimal'],
    // Every core: by default one is left to watch files, and nobody watches.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'core',
          include: ['test/{architecture,unit,property,golden}/**/*.test.ts'],
        },
      },
      {
        // Tests of the service as it deploys: its stack is synthesized once and its bundles run locally.
        test: {
          ...shared,
          name: 'service',
          include: ['test/{contract,infra}/**/*.test.ts'],
          // Bundles run as they deploy, and are not transformed: each function loads a megabyte of its own.
          server: { deps: { external: [/index\.mjs/] } },
          globalSetup: ['test/support/service/local-service.ts'],
          setupFiles: [...shared.setupFiles, 'test/support/service/log-of-failures.ts'],
        },
      },
      {
        // The console in Chromium, where there is one.
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/browser/say-skipped.ts', 'test/support/service/local-service.ts'],
        },
      },
    ],
  },
});
