import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newApiRow } from '../../../support/fixtures/native-rows.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const folder = new TestFolder();

/** Starts the command as npm does, and sends a signal so long after it has begun to write its folder. */
async function endedBy(signal: NodeJS.Signals, afterMs: number, log: string) {
  const options = ['--connector', 'new-api', '--quota-per-unit', '500000', '--language', 'en'];
  const files = ['--logs', log, '--out', folder.at('report')];
  const child = spawn(process.execPath, ['tools/run.mjs', 'tools/month.ts', ...options, ...files]);
  const waiting = setInterval(() => {
    if (readdirSync(folder.path).length < 2) return;
    clearInterval(waiting);
    setTimeout(() => child.kill(signal), afterMs);
  }, 5);
  const [, by] = await once(child, 'exit');
  clearInterval(waiting);
  return by;
}

test.each<[NodeJS.Signals, afterMs: number]>([
  ['SIGINT', 0],
  ['SIGHUP', 50],
  ['SIGTERM', 100],
])('%s ends the command while it writes, and leaves nothing', async (signal, afterMs) => {
  const rows = Array.from({ length: 40_000 }, (_, n) =>
    JSON.stringify(newApiRow({ id: n + 1, request_id: `r${n}` })),
  );
  const log = folder.put('log.jsonl', rows.join('\n'));
  expect(await endedBy(signal, afterMs, log)).toBe(signal);
  expect(readdirSync(folder.path)).toEqual(['log.jsonl']);
});
