import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Call, type Execution, TaskError } from '../support/infra/state-machine.ts';
import { variant } from '../support/infra/variants.ts';
import { DeployedLedger } from '../support/ledger/deployed-ledger.ts';
import { Faults } from '../support/ledger/faults.ts';
import { Loopback } from '../support/ledger/loopback.ts';
import { INPUT } from '../support/ledger/small-books.ts';

let books: Loopback;
let memory: Loopback['server']['memory'];
let ledger: DeployedLedger;
let narrow: DeployedLedger;
/** Bundles, stack and a first run, on a busy machine. */
const START_MS = 300_000;
/** What a run without faults has written, by name. */
let expected: ReadonlyMap<string, string>;

/** The steps log as they do when deployed; nobody reads it here. */
const stdout = vi.spyOn(process.stdout, 'write');

/** The SDK waits before it asks again, up to seconds; here all waits pass this much faster. */
const HASTE = 10;
const wait = globalThis.setTimeout;

/**
 * The report of a run, each file as text that tells equal bytes; result.json names the place of the report, and
 * latest.json the run, which has a name of its own.
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

/** `read 3`, as a call of a step says: with its task or shard. */
const nameOf = ({ Payload }: Record<string, unknown>): string => {
  const {
    step = '',
    task,
    shard = task,
  } = (Payload ?? {}) as { step?: string; task?: number; shard?: number };
  return shard === undefined ? step : `${step} ${shard}`;
};

/** Runs through the deployed workflow, and forgets what they leave. */
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
  ({ ledger, narrow } = books);
  ({ memory } = books.server);
  const output = 'reports/calm/';
  const calm = await reportOf(output, () => ledger.execute({ ...INPUT, output }));
  expect(calm.status, JSON.stringify(calm.told)).toBe('SUCCEEDED');
  expected = calm.report;
}, START_MS);
afterAll(() => {
  stdout.mockRestore();
  vi.unstubAllGlobals();
  books.server.close();
});

/** In `npm test` a few; `npm run fuzz -- --schedules 1000` runs a thousand. */
const SCHEDULES = Number(process.env.FAULT_SCHEDULES ?? 8);
/** One of them on a busy machine, at most. */
const SCHEDULE_MS = 20_000;
const FIRST_SEED = Number(process.env.SEED ?? 1);

/** Of a run in one function, and of one in shards. */
const STEPS = {
  whole: ['list', 'plan', 'read', 'reconcile', 'remember'],
  sharded: ['deal', 'digest', 'link', 'list', 'look', 'plan', 'read', 'reconcile', 'remember'],
} as const;

/** Runs one schedule of faults, and redrives the execution where an outage has ended it. */
async function survived(seed: number) {
  const isSharded = seed % 2 === 0;
  const schedule = new Faults(seed, isSharded ? 30 : 12);
  const steps = new Set<string>();
  const noting =
    (call: Call): Call =>
    (resource, args) => {
      const [step = ''] = nameOf(args).split(' ');
      if (step !== '') steps.add(step);
      return call(resource, args);
    };
  const around = (call: Call): Call => schedule.around(noting(call));
  const output = `reports/faults-${seed}/`;
  memory.faults = schedule.store;
  const { status, told, report } = await reportOf(output, async () => {
    const of = isSharded ? narrow : ledger;
    const first = await of.execute({ ...INPUT, output }, around, schedule.shuffle);
    if (first.status === 'SUCCEEDED' || !schedule.seen.has('outage')) return first;
    schedule.mend();
    return first.redrive(around(of.call));
  });
  memory.faults = () => undefined;
  expect(status, `seed ${seed}: ${JSON.stringify(told)}`).toBe('SUCCEEDED');
  expect(
    [...steps].sort(),
    `seed ${seed}: a step was called that STEPS does not name, or one that it names was not called.`,
  ).toEqual(isSharded ? STEPS.sharded : STEPS.whole);
  return { report, seen: schedule.seen };
}

test(
  'whatever fails, is lost, is cut off, comes twice or in another order, nothing is lost or counted twice',
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

test.each([false, true])('a store that slows requests down ends no run, in shards: %s', async (isSharded) => {
  const PAUSE_MS = 1000 / HASTE;
  const REQUESTS_A_TIME = isSharded ? 50 : 12;
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
  const of = isSharded ? narrow : ledger;
  const { status, told, report } = await reportOf(output, () => of.execute({ ...INPUT, output }));
  memory.faults = () => undefined;
  expect(status, JSON.stringify(told)).toBe('SUCCEEDED');
  expectSame(report, 'slowed down');
  expect(refused).toBeGreaterThan(0);
});

const LOG = 'exports/logs/2.jsonl';

describe('a fault that lasts ends the execution at once, and names the object:', () => {
  const answers =
    (status: number, code: string, prefix = LOG) =>
    () => {
      memory.faults = (_, key) => (key.startsWith(prefix) ? [status, code] : undefined);
    };
  test.each<[what: string, happens: () => void, says: RegExp]>([
    ['it was deleted', () => void memory.objects.delete(LOG), /NoSuchKey \(404\): it is no longer there/],
    [
      'it was overwritten',
      () => memory.put(LOG, Buffer.from('{}')),
      /\(412\): it was changed while it was read/,
    ],
    [
      'nobody may read it',
      answers(403, 'AccessDenied'),
      /AccessDenied \(403\): there is no such object, or /,
    ],
    ['its key was disabled', answers(400, 'KMS.DisabledException'), /its key in KMS cannot be used/],
    ['it is in another region', answers(301, 'PermanentRedirect'), /\(301\): it is in another region/],
    ['the report may not be written', answers(403, 'AccessDenied', 'reports/'), /^reports\/.*\(403\)/],
  ])('%s', async (_, happens, says) => {
    const log = memory.objects.get(LOG) as Buffer;
    const calls: string[] = [];
    const { status, told } = await reportOf('reports/lasting/', () =>
      ledger.execute({ ...INPUT, output: 'reports/lasting/' }, (call) => async (resource, args) => {
        calls.push(nameOf(args));
        const result = await call(resource, args);
        if (nameOf(args) === 'list') happens();
        return result;
      }),
    );
    memory.faults = () => undefined;
    memory.put(LOG, log);
    const { Error: name, Cause } = told as { Error: string; Cause: string };
    expect([status, name]).toEqual(['FAILED', 'InvalidRequest']);
    const [detail] = JSON.parse(JSON.parse(Cause).errorMessage).details;
    expect(detail).toMatch(says);
    if (!detail.startsWith('reports/')) expect(detail.startsWith(`${LOG}: `)).toBe(true);
    expect(calls).toEqual([...new Set(calls)]);
  });
});

describe('a redriven execution', () => {
  const UNDER_WAY = 4;

  const STEPS_OF_WHOLE = ['list', 'read 1', 'reconcile', 'remember'];
  const STEPS_OF_SHARDS = ['look', 'deal 1', 'link 1', 'digest 1', 'reconcile'];
  test.each([
    ...STEPS_OF_WHOLE.map((fault) => ({ fault, isSharded: false })),
    ...STEPS_OF_SHARDS.map((fault) => ({ fault, isSharded: true })),
  ])(
    'goes on where it failed, at $fault (in shards: $isSharded), and does nothing again that was done',
    async ({ fault, isSharded }) => {
      const of = isSharded ? narrow : ledger;
      const output = 'reports/redriven/';
      const done = new Set<string>();
      const again: string[] = [];
      const broken =
        (call: Call): Call =>
        async (resource, args) => {
          const name = nameOf(args);
          if (name === fault) throw new TaskError('Lambda.ServiceException', 'It passes, but not soon.');
          const result = await call(resource, args);
          if (name !== '') done.add(name);
          return result;
        };
      const mended: Call = (resource, args) => {
        const name = nameOf(args);
        if (done.has(name)) again.push(name);
        return of.call(resource, args);
      };
      const { status, report } = await reportOf(output, async () => {
        const first = await of.execute({ ...INPUT, output }, broken);
        expect(first.status).toBe('FAILED');
        return first.redrive(mended);
      });
      expect(status).toBe('SUCCEEDED');
      expectSame(report, fault);
      // Neighbours that were under way when their Map failed were aborted, so nobody knows that they were done.
      expect(again.length).toBeLessThanOrEqual(fault.endsWith(' 1') ? UNDER_WAY : 0);
    },
  );
});

describe('a deployment in the middle of an execution', () => {
  test.each(['read 1', 'reconcile'])(
    'is refused at %s, by the name of the object of the other version',
    async (first) => {
      const other = new DeployedLedger(variant('ledger'), books.server, {
        LEDGER_STAMP: 'another version-',
      });
      const deployed =
        (call: Call): Call =>
        (resource, args) =>
          nameOf(args) === first ? other.call(resource, args) : call(resource, args);
      const output = 'reports/mixed/';
      const { status, told, report } = await reportOf(output, () =>
        ledger.execute({ ...INPUT, output }, deployed),
      );
      expect(status).toBe('FAILED');
      expect((told as { Cause: string }).Cause).toMatch(/run\.json: was written by another version/);
      expect(report.has('result.json')).toBe(false);
    },
  );
});
