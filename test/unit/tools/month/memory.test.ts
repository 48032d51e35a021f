import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runMonth } from '#tools/month/run-month.ts';
import { monthSettings } from '#tools/month/settings/settings.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const NOW = '2026-11-23T12:00:00Z';
const { at } = new TestFolder();
beforeEach(() => {
  mkdirSync(at('tmp'));
  vi.stubEnv('TMPDIR', at('tmp'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The files of the example's report, and the steps of the run. @param memoryMb that it may take */
async function reportWith(memoryMb: number | undefined) {
  const out = at(`${memoryMb}`);
  mkdirSync(out);
  const settings = await monthSettings([
    ...['--connector', 'new-api', '--quota-per-unit', '500000', '--out', out],
    ...['--logs', 'examples/new-api-export.json', '--upstream', 'examples/new-api-upstream.json'],
    ...['--payments', 'examples/new-api-topups.json'],
  ]);
  if (settings === undefined) throw new Error('no settings');
  let shards = 0;
  await runMonth({ ...settings, memoryMb }, NOW, (step, parts) => {
    if (step === 'reconcile') shards = parts;
    return () => {};
  });
  const files = readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]);
  return { files, shards };
}

test('books beyond memory lie in a temporary folder, give the same files, and are gone afterwards', async () => {
  const [all, some] = [await reportWith(undefined), await reportWith(300.1)];
  expect(all.shards).toBe(1);
  expect(some.shards).toBeGreaterThan(1);
  expect(some.files).toEqual(all.files);
  expect(readdirSync(at('tmp'))).toEqual([]);
});
