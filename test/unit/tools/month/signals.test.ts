import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newApiRow } from '../../../support/fixtures/native-rows.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const folder = new TestFolder();

/** Starts the command as npm does, and sends a signal to it once it says that it has begun a step. */
async function endedBy(signal: NodeJS.Signals, step: string, log: string) {
  const options = ['--connector', 'new-api', '--quota-per-unit', '500000', '--language', 'en'];
  const files = ['--logs', log, '--out', folder.at('report')];
  const child = spawn(process.execPath, ['tools/run.mjs', 'tools/month.ts', ...options, ...files]);
  child.stderr.on('data', (text) => {
    if (String(text).includes(step)) child.kill(signal);
  });
  const [, by] = await once(child, 'exit');
  return by;
}

test.each<[NodeJS.Signals, step: string]>([
  ['SIGINT', 'reading files'],
  ['SIGHUP', 'reading files'],
  ['SIGTERM', 'joining rows'],
])('%s ends the command while it is %s, and leaves nothing', async (signal, step) => {
  const rows = Array.from({ length: 40_000 }, (_, n) =>
    JSON.stringify(newApiRow({ id: n + 1, request_id: `r${n}` })),
  );
  const log = folder.put('log.jsonl', rows.join('\n'));
  expect(await endedBy(signal, step, log)).toBe(signal);
  expect(readdirSync(folder.path)).toEqual(['log.jsonl']);
});
