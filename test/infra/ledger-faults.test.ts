import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Call, type Execution, TaskError } from '../support/infra/state-machine.ts';
import type { DeployedLedger } from '../support/ledger/deployed-ledger.ts';
import { EXECUTION_INPUT } from '../support/ledger/example-objects.ts';
import { Faults } from '../support/ledger/faults.ts';
import { Loopback } from '../support/ledger/loopback.ts';

let books: Loopback;
let memory: Loopback['server']['memory'];
let ledger: DeployedLedger;
/** Time for bundles, stack and a first run on a busy machine. */
const START_MS = 300_000;
/** Files of a run without faults, by name. */
let expected: ReadonlyMap<string, string>;

/** Suppress the log of the run. */
const stdout = vi.spyOn(process.stdout, 'write');

/** Speeds up all timers by this factor, because the SDK waits up to seconds before a retry. */
const HASTE = 10;
const wait = globalThis.setTimeout;

/**
 * Reads the report of a run, each file as a text that is equal only if its bytes are equal. Names of the run are removed,
 * and latest.json is left out, because they differ between runs.
 */
const reportIn = (output: string): ReadonlyMap<string, string> => {
  const keys = [...memory.objects.keys()]
    .filter((key) => key.startsWith(output) && !key.endsWith('latest.json'))
    .sort();
  const folders = new Set(keys.map((key) => /^[^/]+\//.exec(key.slice(output.length))?.[0]));
  expect(folders.size, 'one run writes into one folder').toBeLessThanOrEqual(1);
  const folder = `${output}${[...folders][0]}`;
  return new Map(
    keys.map((key) => [
      key.slice(folder.length),
      (memory.objects.get(key) as Buffer).toString('latin1').replaceAll(folder, '').replaceAll(output, ''),
    ]),
  );
};

/** Runs the deployed workflow, and removes its objects. */
async function reportOf(output: string, run: () => Promise<Pick<Execution, 'status' | 'output'>>) {
  const { status, output: told } = await run();
  const report = reportIn(output);
  for (const prefix of ['scratch/', output]) memory.forget(prefix);
  return { status, told, report };
}

const expectSame = (report: ReadonlyMap<string, string>, what: string): void => {
  expect([...report.keys()], what).toEqual([...expected.keys()]);
  for (const [name, text] of expected) expect(report.get(name) === text, `${what}: ${name}`).toBe(true);
};

beforeAll(async () => {
  stdout.mockReturnValue(true);
  vi.stubGlobal('setTimeout', (done: () => void, ms = 0) => wait(done, ms / HASTE));
  books = await Loopback.of('ledger');
  ({ ledger } = books);
  ({ memory } = books.server);
  const output = 'reports/calm/';
  const calm = await reportOf(output, () => ledger.execute({ ...EXECUTION_INPUT, output }));
  expect(calm.status, JSON.stringify(calm.told)).toBe('SUCCEEDED');
  expected = calm.report;
}, START_MS);
afterAll(() => {
  stdout.mockRestore();
  vi.unstubAllGlobals();
  books.server.close();
});

/** Number of schedules; `npm run fuzz -- --schedules 1000` runs a thousand. */
const SCHEDULES = Number(process.env.FAULT_SCHEDULES ?? 24);
/** Maximum time of one schedule on a busy machine. */
const SCHEDULE_MS = 10_000;
const FIRST_SEED = Number(process.env.SEED ?? 1);

/** Runs one schedule of faults; redrives the execution if an outage ended it. */
async function survived(seed: number) {
  const schedule = new Faults(seed, 4);
  const output = `reports/faults-${seed}/`;
  memory.faults = schedule.store;
  const { status, told, report } = await reportOf(output, async () => {
    const first = await ledger.execute({ ...EXECUTION_INPUT, output }, schedule.around);
    if (first.status === 'SUCCEEDED' || !schedule.seen.has('outage')) return first;
    schedule.mend();
    return first.redrive(schedule.around(ledger.call));
  });
  memory.faults = () => undefined;
  expect(status, `seed ${seed}: ${JSON.stringify(told)}`).toBe('SUCCEEDED');
  return { report, seen: schedule.seen };
}

test(
  'no request is lost or counted twice when calls fail, are cut off or are delivered twice',
  async () => {
    const all = new Set<string>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
      const { report, seen } = await survived(seed);
      expectSame(report, `seed ${seed}`);
      for (const fault of seen) all.add(fault);
    }
    expect([...all].sort()).toEqual([
      ...['failed', 'lost', 'outage', 'store cut', 'store lost', 'store slow down', 'twice'],
    ]);
  },
  SCHEDULE_MS * SCHEDULES,
);

test('a store that throttles requests stops no run', async () => {
  const PAUSE_MS = 1000 / HASTE;
  const REQUESTS_A_TIME = 6;
  let [left, until, refused] = [0, 0, 0];
  memory.faults = () => {
    if (left === 0 && performance.now() < until) {
      refused++;
      return [503, 'SlowDown'];
    }
    if (left === 0) left = REQUESTS_A_TIME;
    if (--left === 0) until = performance.now() + PAUSE_MS;
    return undefined;
  };
  const output = 'reports/slow/';
  const { status, told, report } = await reportOf(output, () =>
    ledger.execute({ ...EXECUTION_INPUT, output }),
  );
  memory.faults = () => undefined;
  expect(status, JSON.stringify(told)).toBe('SUCCEEDED');
  expectSame(report, 'slowed down');
  expect(refused).toBeGreaterThan(0);
});

const LOG = 'exports/logs/2.jsonl';

describe('a permanent fault ends the execution at once and names the object:', () => {
  const answers =
    (status: number, code: string, prefix = LOG) =>
    () => {
      memory.faults = (_, key) => (key.startsWith(prefix) ? [status, code] : undefined);
    };
  /** Calls `happens` between the listing and the first read. */
  const once = (happens: () => void) => () => {
    memory.faults = (_, key) => {
      if (key === LOG) happens();
      return undefined;
    };
  };
  test.each<[what: string, happens: () => void, says: RegExp]>([
    ['it was deleted', once(() => memory.objects.delete(LOG)), /NoSuchKey \(404\): it no longer exists/],
    [
      'it was overwritten',
      once(() => memory.put(LOG, Buffer.from('{}'))),
      /\(412\): it was changed while it was being read/,
    ],
    [
      'nobody may read it',
      answers(403, 'AccessDenied'),
      /AccessDenied \(403\): the object does not exist, or /,
    ],
    ['its key was disabled', answers(400, 'KMS.DisabledException'), /its KMS key cannot be used/],
    [
      'it is in another region',
      answers(301, 'PermanentRedirect'),
      /\(301\): the bucket is in another region/,
    ],
    ['the report may not be written', answers(403, 'AccessDenied', 'reports/'), /^reports\/.*\(403\)/],
  ])('%s', async (_, happens, says) => {
    const log = memory.objects.get(LOG) as Buffer;
    let calls = 0;
    happens();
    const { status, told } = await reportOf('reports/lasting/', () =>
      ledger.execute({ ...EXECUTION_INPUT, output: 'reports/lasting/' }, (call) => (resource, args) => {
        calls++;
        return call(resource, args);
      }),
    );
    memory.faults = () => undefined;
    memory.put(LOG, log);
    const { Error: name, Cause } = told as { Error: string; Cause: string };
    expect([status, name, calls]).toEqual(['FAILED', 'InvalidRequest', 1]);
    const [detail] = JSON.parse(JSON.parse(Cause).errorMessage).details;
    expect(detail).toMatch(says);
    if (!detail.startsWith('reports/')) expect(detail.startsWith(`${LOG}: `)).toBe(true);
  });
});

describe('a redriven execution', () => {
  test.each([
    ['starts the run again, where that has failed', 'lambda:invoke', 2],
    ['tells of the report, and does not run again, where nobody could be told', 'sns:publish', 1],
  ])('%s', async (_, fault, runs) => {
    const output = 'reports/redriven/';
    let count = 0;
    const counting =
      (call: Call): Call =>
      async (resource, args) => {
        const result = await call(resource, args);
        if (resource.endsWith('lambda:invoke')) count++;
        return result;
      };
    const broken =
      (call: Call): Call =>
      async (resource, args) => {
        const result = await counting(call)(resource, args);
        if (resource.endsWith(fault)) throw new TaskError('StoreFailed', 'It passes, but not soon.');
        return result;
      };
    const { status, report } = await reportOf(output, async () => {
      const first = await ledger.execute({ ...EXECUTION_INPUT, output }, broken);
      expect(first.status).toBe('FAILED');
      count = Math.min(count, 1);
      return first.redrive(counting(ledger.call));
    });
    expect([status, count]).toEqual(['SUCCEEDED', runs]);
    expectSame(report, fault);
  });
});

describe('a run that is too large', () => {
  const WAYS = /Raise ledgerMemoryMb, run day by day, or run npm run month with s3:\/\//;

  test.each(['Runtime.OutOfMemory', 'Runtime.ExitError', 'Sandbox.Timedout', 'States.Timeout'])(
    'is not retried, and the error names the remedies: %s',
    async (name) => {
      let calls = 0;
      const dying = (): Call => async () => {
        calls++;
        throw new TaskError(name, '{"errorType":"Runtime.ExitError","errorMessage":"signal: killed"}');
      };
      const { status, output } = await ledger.execute(EXECUTION_INPUT, dying);
      expect([status, output.Error, calls]).toEqual(['FAILED', 'RunTooLarge', 1]);
      expect(output.Cause).toMatch(/^The run did not fit into the memory or the 15 minutes/);
      expect(output.Cause).toMatch(WAYS);
      const chinese = await ledger.execute({ ...EXECUTION_INPUT, language: 'zh' }, dying);
      expect(chinese.output.Cause).toMatch(/^运行超出了内存上限.*ledgerMemoryMb/);
    },
  );

  test('is refused by the size of the listed objects, before any object is read', async () => {
    memory.put('exports/huge/1.jsonl', Buffer.from('{}'));
    memory.sizes.set('exports/huge/1.jsonl', 40e9);
    const { status, output } = await ledger.execute({ ...EXECUTION_INPUT, logs: 'exports/huge/' });
    expect([status, output.Error]).toEqual(['FAILED', 'InvalidRequest']);
    const { message, details } = JSON.parse(JSON.parse(output.Cause).errorMessage);
    expect(message).toBe('The files contain about 67 million rows, too many for one run.');
    expect(details[0]).toMatch(/^A function with 3008 MB of memory can hold about \d+ million rows, or /);
    expect(details[0]).toMatch(WAYS);
  });
});
