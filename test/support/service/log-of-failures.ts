import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, inject } from 'vitest';
import { SERVICE_LOG } from './local-service.ts';

/** Only the last lines: a test with a thousand requests fails at one of its last. */
const LINES_MAX = 20;

const log = join(inject('scratch'), SERVICE_LOG);

/** Prints the log lines of the service that were written during a failed test. */
beforeEach(({ onTestFailed }) => {
  if (!existsSync(log)) return;
  const { size } = statSync(log);
  onTestFailed(({ task }) => {
    const lines = readFileSync(log).subarray(size).toString().trimEnd().split('\n');
    const last = lines.slice(-LINES_MAX).join('\n');
    if (last)
      console.log(`The service logged while "${task.name}" ran (the last ${LINES_MAX} lines):\n${last}`);
  });
});
