import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TestReading } from '../../../support/gateways/test-reading.ts';

let reading: TestReading;
let out: string;
beforeEach(() => {
  reading = new TestReading();
  ({ out } = reading);
});

const LOG = 'logs-2026-10-01.jsonl';
const at = (name: string) => join(out, name);
const notOurs = (name: string) =>
  `${name}, which this command did not write, or which has been changed since`;

test('only the owner can read the written files', async () => {
  await reading.run();
  expect(statSync(out).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(out)) expect(statSync(at(name)).mode & 0o777, name).toBe(0o600);
});

test('files from an earlier reading are not read again', async () => {
  await reading.run();
  const before = reading.files();
  reading.messages.length = 0;
  await reading.run();
  expect(reading.messages).toEqual(
    [LOG, 'payments.jsonl', 'channels.jsonl'].map((name) => `${name}: complete already`),
  );
  expect(reading.files()).toEqual(before);
});

test.each([LOG, 'payments.jsonl', 'channels.jsonl', 'month.json', `${LOG}.part`])(
  'a foreign file %s is neither read nor overwritten',
  async (name) => {
    mkdirSync(out);
    writeFileSync(at(name), 'mine');
    await expect(reading.run()).rejects.toThrow(notOurs(name));
    expect(readdirSync(out)).toEqual([name]);
    expect(readFileSync(at(name), 'utf8')).toBe('mine');
  },
);

test.each([LOG, 'month.json'])('a file %s that was changed is treated as foreign', async (name) => {
  await reading.run();
  writeFileSync(at(name), '{}');
  await expect(reading.run()).rejects.toThrow(notOurs(name));
  expect(readFileSync(at(name), 'utf8')).toBe('{}');
});

test('foreign files are kept, and month does not read them', async () => {
  mkdirSync(out);
  writeFileSync(at('logs-2026-09-30.jsonl'), 'mine');
  await reading.run();
  expect(readFileSync(at('logs-2026-09-30.jsonl'), 'utf8')).toBe('mine');
  expect(JSON.parse(readFileSync(at('month.json'), 'utf8')).logs).toEqual([LOG]);
});

test('a partial file is read again', async () => {
  reading.gateway.faults.set(3, { status: 503 });
  await expect(reading.run(undefined, { attemptsMax: 1 })).rejects.toThrow(/status 503/);
  writeFileSync(at(`${LOG}.part`), '{"half":');
  await reading.run();
  expect(readFileSync(at(LOG), 'utf8').trim().split('\n')).toHaveLength(25);
  expect(existsSync(at(`${LOG}.part`))).toBe(false);
});

test.each([`${LOG}.part`, 'reading.json.part', LOG])('a link %s is not followed', async (name) => {
  mkdirSync(out);
  const target = join(out, '..', 'target');
  writeFileSync(target, 'mine');
  symlinkSync(target, at(name));
  await expect(reading.run()).rejects.toThrow(notOurs(name));
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('an invalid record, or one of another export, refuses the folder', async () => {
  mkdirSync(out);
  for (const text of ['', '{"connector":"one-api"}', 'x'.repeat(2_000_000)]) {
    writeFileSync(at('reading.json'), text);
    await expect(reading.run()).rejects.toThrow(/contains another export \(see reading\.json\)/);
  }
});

test('an unusable folder is reported as a problem of the disk', async () => {
  writeFileSync(out, 'a file');
  await expect(reading.run()).rejects.toMatchObject({ syscall: expect.any(String), code: /ENOTDIR|EEXIST/ });
});
