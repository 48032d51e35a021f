import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, inject } from 'vitest';
import { SERVICE_LOG } from './local-service.ts';

/** A test that sends a thousand requests fails on one of its last. */
const LINES_MAX = 20;

const log = join(inject('scratch'), SERVICE_LOG);

/** A test that fails shows what the service logged meanwhile; what the others left in the log stays there. */
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
