import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import { newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFiles, SETTINGS } from '../../support/pipeline/run-in-memory.ts';

/** Guards that need a changed file of a provider. The others are in `cases/guards.txt`. */
const runWithBill = (name: string, change: (text: string) => string) =>
  runFiles([
    makeTextFile('logs', [newApiRow()]),
    makeTextFile('upstreamCharges', change(readFileSync(`test/support/fixtures/bills/${name}`, 'utf8')), {
      name: 'bill',
    }),
  ]);

test('a missing page of a bill is noted', async () => {
  const { notices, report } = await runWithBill('volcengine-ark.json', (text) =>
    text.replace('"Total": 2', '"Total": 5'),
  );
  expect(notices.map(({ en }) => en).join()).toMatch(/has only 2 of the 5 rows/);
  expect(report.completeness.rows).toBe(false);
});

test('a cloud bill without rows of models is refused', async () => {
  const otherServices = (text: string) =>
    text.replaceAll(/"service":\{[^}]*\}/g, '"service":{"id":"0","description":"Compute Engine"}');
  await expect(runWithBill('google-billing-export.jsonl', otherServices)).rejects.toMatchObject({
    details: expect.arrayContaining([expect.stringMatching(/bill: \d+ rows were left out, [\d.]+ USD/)]),
  });
});

test('log rows in columns keep their known fields, and rows named by their content keep all fields', async () => {
  const note = { visitor: 'Wei, 5 Main Street', other: '{"is_task":true,"note":"Wei","model_price":0.1}' };
  const readUnpacked = async (native: Row) => {
    async function* bytes() {
      yield makeTextFile('logs', [native]).bytes;
    }
    const source = { source: 0, name: 'l', location: 'l', field: 'logs' } as const;
    return JSON.stringify((await readSource(source, bytes(), SETTINGS)).unpacked);
  };
  const unpacked = await readUnpacked(newApiRow({ request_id: 'r1', ...note }));
  expect(unpacked).toContain('"request_id":"r1"');
  expect(unpacked).toContain('model_price');
  expect(unpacked).not.toContain('Wei');
  expect(await readUnpacked(newApiRow({ ...note, request_id: undefined }))).toContain('Main Street');
});
