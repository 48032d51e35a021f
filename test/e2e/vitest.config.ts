import { defineConfig } from 'vitest/config';

/** Tests of the commands that people type: `npm run e2e`. Each starts programs of its own, so they run one by one. */
export default defineConfig({
  test: {
    reporters: ['verbose'],
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/support/service/local-service.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
