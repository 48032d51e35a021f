import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inspectFile, recognizeRows } from '#functions/console/page/worker/inspect-file.ts';
import { readWholeFile } from '#functions/console/page/worker/read-whole-file.ts';
import { example } from '#functions/example/example.ts';
import { openFile } from '#shared/files/read-file.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { newApiRow } from '../../support/fixtures/native-rows.ts';

async function rowsOf(name: string, text: string | Uint8Array) {
  const bytes = (async function* () {
    yield typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
  })();
  const opened = await openFile({ name, bytes });
  const rows = [];
  for await (const batch of opened.batches()) rows.push(...batch.rows);
  return rows;
}

test.each<[file: string, role: string, connector: string | undefined, isAmbiguous: boolean]>([
  ['new-api.logs.json', 'logs', 'new-api', false],
  ['new-api.logs-self.json', 'logs', 'new-api', false],
  ['one-api.logs.json', 'logs', 'one-api', false],
  ['one-api.logs-self.json', 'logs', 'one-api', false],
  ['one-hub.logs.json', 'logs', 'one-hub', false],
  ['voapi.logs.json', 'logs', 'voapi', false],
  ['voapi.logs.csv', 'logs', 'voapi', false],
  ['new-api.payments.json', 'payments', 'new-api', false],
  ['one-hub.payments.json', 'payments', 'one-hub', false],
  ['new-api.channels.json', 'channels', undefined, false],
  ['one-api.channels.json', 'channels', undefined, false],
  ['one-hub.channels.json', 'channels', undefined, false],
  ['one-api.redemptions.json', 'ignored', undefined, false],
])('%s is recognised as %s of %s', async (file, role, connector, isAmbiguous) => {
  const native = new URL(`../../support/fixtures/native/${file}`, import.meta.url);
  const recognized = recognizeRows(await rowsOf(file, readFileSync(native)));
  expect({ connector: undefined, ...recognized }).toMatchObject({ role, connector, isAmbiguous });
});

const BILLS = new URL('../../support/fixtures/bills/', import.meta.url);
const bills = readdirSync(BILLS).map((file) => [
  file,
  /^(alipay|creem|epay|stripe|wechat)/.test(file) ? 'payments' : 'bill',
]);

test.each(bills as [string, string][])('%s is recognized as %s', async (file, role) => {
  const recognized = recognizeRows(await rowsOf(file, readFileSync(new URL(file, BILLS))));
  expect(recognized.role).toBe(role);
  expect(recognized).not.toHaveProperty('leftOut');
});

const task = { id: 9, created_at: 1_795_305_471, task_id: 't', platform: 'suno', action: 'MUSIC', quota: 5 };
const hour = { id: 1, created_at: 1_795_305_600, model_name: 'm', token_used: 9, count: 2, quota: 5 };
test.each([
  ['a list of tasks', task],
  ['totals by the hour', hour],
])('%s is left out, with the advice to add the log', async (_, row) =>
  expect(recognizeRows(await rowsOf('list.json', JSON.stringify({ data: [row] })))).toMatchObject({
    role: 'ignored',
    leftOut: { en: expect.stringMatching(/^is from the gateway’s .*\. Send the log instead/) },
  }),
);

test.each(capturedBooks)(
  'the log and the bill of $name are recognized',
  async ({ connector, logs, upstreamCharges }) => {
    expect(recognizeRows(await rowsOf('logs', JSON.stringify(logs)))).toMatchObject({
      role: 'logs',
      connector,
      needsUnit: true,
    });
    // Some gateways were captured without a bill.
    const role = upstreamCharges.length === 0 ? 'unknown' : 'bill';
    expect(recognizeRows(await rowsOf('bill', JSON.stringify(upstreamCharges))).role).toBe(role);
  },
);

test.each<[what: string, rows: unknown, role: string]>([
  ['a complete input of reconcile', example, 'ledgers'],
  ['canonical usage', example.downstreamUsage, 'ledgers'],
  ['canonical charges', example.upstreamCharges, 'bill'],
])('%s is recognised', async (_what, rows, role) => {
  expect(recognizeRows(await rowsOf('file.json', JSON.stringify(rows))).role).toBe(role);
});

test('JSON rows list the fields that a mapping can use, and logs the models and channels sold', async () => {
  const usage = [{ at: '2026-10-01', spend: '1', meta: { model: 'm', customer: 7 }, tags: [1] }];
  const { recognition } = await inspectFile(new File([JSON.stringify(usage)], 'rows.json'), false);
  expect(recognition.role).toBe('unknown');
  expect(recognition.names).toEqual(['at', 'spend', 'meta.model', 'meta.customer', 'tags']);
  const log = new File([JSON.stringify(capturedBooks[0]?.logs)], 'log.json');
  const { sold } = (await readWholeFile(log, false, undefined, () => {})).content;
  expect(sold.models.length).toBeGreaterThan(0);
  expect(sold.channels.length).toBeGreaterThan(0);
});

test('the quota per unit is derived from charges that contain money and quota, if twenty agree', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      newApiRow({ id: n + 1, request_id: `r${n}`, quota: 4000 + n, cost: `${(4000 + n) / 400_000}` }),
    );
  const unitOf = async (content: unknown) =>
    (await inspectFile(new File([JSON.stringify(content)], 'log.json'), false)).recognition.unit;
  expect(await unitOf(rows(20))).toBe(400_000);
  expect(await unitOf(rows(19))).toBeUndefined();
});

test.each(capturedBooks)('the log of $name shows its fork, if its rows do', async ({ name, logs }) => {
  const { recognition } = await inspectFile(new File([JSON.stringify(logs)], 'log.json'), false);
  const forks: Readonly<Record<string, string>> = { 'done-hub': 'done-hub', veloera: 'Veloera' };
  expect(recognition.fork).toBe(forks[name]);
});

test('a log with the columns of new-api, but without ids, may be from VoAPI', () => {
  const { request_id: _own, upstream_request_id: _upstream, ...row } = newApiRow({});
  const rows = [{ row: 1, native: row }] as unknown as Parameters<typeof recognizeRows>[0];
  expect(recognizeRows(rows)).toMatchObject({ connector: 'new-api', isAmbiguous: true });
});
