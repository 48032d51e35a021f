import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 120_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'core',
          include: ['test/{unit,property,golden}/**/*.test.ts'],
          ...timeouts,
        },
      },
      {
        // Tests of the service as it deploys: its stack is synthesized once and its bundles run locally.
        test: {
          name: 'service',
          include: ['test/{contract,infra}/**/*.test.ts'],
          globalSetup: ['test/support/service/local-service.ts'],
          ...timeouts,
        },
      },
    ],
  },
});
