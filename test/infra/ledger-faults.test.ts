import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Call, type Execution, execute, TaskError } from '../support/infra/state-machine.ts';
import { variant } from '../support/infra/variants.ts';
import { DeployedLedger } from '../support/ledger/deployed-ledger.ts';
import { chanceOf, Faults } from '../support/ledger/faults.ts';
import { callInMemory } from '../support/ledger/ledger-in-memory.ts';
import { MemoryS3 } from '../support/ledger/memory-s3.ts';
import { S3Server } from '../support/ledger/s3-server.ts';
import { INPUT, smallBooks } from '../support/ledger/small-books.ts';

const memory = new MemoryS3('books');
const server = new S3Server('books', memory);
let ledger: DeployedLedger;
/** Bundles, stack and a first run, on a busy machine. */
const START_MS = 300_000;
/** What a run without faults has written, by name. */
let expected: ReadonlyMap<string, string>;

/** The steps log as they do when deployed; nobody reads it here. */
const stdout = vi.spyOn(process.stdout, 'write');

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

/** Runs through the deployed workflow, and forgets what they leave. */
async function reportOf(output: string, run: () => Promise<Pick<Execution, 'status' | 'output'>>) {
  const { status, output: told } = await run();
  const report = reportIn(output);
  for (const prefix of ['scratch/', output]) memory.forget(prefix);
  return { status, told, report };
}

const expectSame = (
  report: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  what: string,
): void => {
  expect([...report.keys()], what).toEqual([...expected.keys()]);
  for (const [name, text] of expected) expect(report.get(name) === text, `${what}: ${name}`).toBe(true);
};

beforeAll(async () => {
  stdout.mockReturnValue(true);
  await server.start();
  for (const [key, body] of smallBooks()) memory.put(key, Buffer.from(body));
  ledger = await DeployedLedger.of(variant('ledger'), server);
  const output = 'reports/calm/';
  const calm = await reportOf(output, () => ledger.execute({ ...INPUT, parts: 1, output }));
  expect(calm.status, JSON.stringify(calm.told)).toBe('SUCCEEDED');
  expected = calm.report;
}, START_MS);
afterAll(() => {
  stdout.mockRestore();
  server.close();
});

/** In `npm test` a few; `npm run fuzz -- --schedules 1000` runs a thousand. */
const SCHEDULES = Number(process.env.FAULT_SCHEDULES ?? 40);
/** A schedule by way of bundle, SDK and HTTP takes as long as this many without. */
const PRICE = 20;
/** One of them on a busy machine, at most. */
const SCHEDULE_MS = 20_000;
const FIRST_SEED = Number(process.env.SEED ?? 1);
const PARTS_MAX = 3;

const shown = (seen: ReadonlySet<string>): string[] => [...seen].sort();

/** Runs one schedule of faults, and redrives the execution where an outage has ended it. */
async function survived(seed: number, call: Call, hasRetries: boolean) {
  const schedule = new Faults(seed, hasRetries);
  const parts = 1 + Math.floor(chanceOf(~seed)() * PARTS_MAX);
  const output = `reports/faults-${seed}/`;
  memory.faults = schedule.store;
  const { status, told, report } = await reportOf(output, async () => {
    const around = schedule.around(call);
    const first = await execute(ledger.definition, { ...INPUT, parts, output }, around, schedule.shuffle);
    if (first.status === 'SUCCEEDED' || !schedule.seen.has('outage')) return first;
    schedule.mend();
    return first.redrive(around);
  });
  memory.faults = () => undefined;
  expect(status, `seed ${seed}: ${JSON.stringify(told)}`).toBe('SUCCEEDED');
  return { report, seen: schedule.seen };
}

/** The report of a run without faults, cut into so many parts. */
async function inMemory(parts: number): Promise<ReadonlyMap<string, string>> {
  const output = 'reports/calm/';
  const input = { ...INPUT, parts, output };
  const { status, told, report } = await reportOf(output, () =>
    execute(ledger.definition, input, callInMemory(memory)),
  );
  expect(status, JSON.stringify(told)).toBe('SUCCEEDED');
  return report;
}

test('the report is the same in 1, 7 and 64 parts', async () => {
  const whole = await inMemory(1);
  // Its page has another place in the bundle.
  for (const [name, text] of whole)
    if (name !== 'report.html') expect(text === expected.get(name), name).toBe(true);
  for (const parts of [7, 64]) expectSame(await inMemory(parts), whole, `${parts} parts`);
});

describe('whatever fails, is lost, is cut off, comes twice or in another order, nothing is lost or counted twice', () => {
  test(
    'through bundle, SDK and HTTP',
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES / PRICE; seed++)
        expectSame((await survived(seed, ledger.call, true)).report, expected, `seed ${seed}`);
    },
    SCHEDULE_MS * SCHEDULES,
  );

  test(
    'with the store in memory',
    async () => {
      const call = callInMemory(memory);
      const calm = await inMemory(1);
      const all = new Set<string>();
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
        const { report, seen } = await survived(seed, call, false);
        expectSame(report, calm, `seed ${seed}`);
        for (const fault of seen) all.add(fault);
      }
      expect(shown(all)).toEqual([
        ...['failed', 'lost', 'outage', 'store cut', 'store lost', 'store refused', 'twice'],
      ]);
    },
    SCHEDULE_MS * SCHEDULES,
  );
});

/** `work deal 3`, as a call of a step says. */
const nameOf = ({ Payload }: Record<string, unknown>): string => {
  const {
    step = '',
    stage,
    task,
  } = (Payload ?? {}) as {
    step?: string;
    stage?: string;
    task?: { number: number };
  };
  return [step, stage, task?.number].filter((word) => word !== undefined).join(' ');
};

describe('a redriven execution', () => {
  const CHILDREN_UNDER_WAY = 3;

  test.each(['list', 'plan link', 'work normalize 3', 'work write 2', 'result'])(
    'goes on where it failed, at %s, and does nothing again that was done',
    async (fault) => {
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
        return ledger.call(resource, args);
      };
      const { status, report } = await reportOf(output, async () => {
        const first = await ledger.execute({ ...INPUT, parts: 7, output }, broken);
        expect(first.status).toBe('FAILED');
        return first.redrive(mended);
      });
      expect(status).toBe('SUCCEEDED');
      expectSame(report, expected, fault);
      // Neighbours that were under way when their Map failed were aborted, so nobody knows that they were done.
      const [step, stage] = fault.split(' ');
      expect(again.length).toBeLessThanOrEqual(step === 'work' ? CHILDREN_UNDER_WAY : 0);
      for (const name of again) expect(name).toMatch(new RegExp(`^work ${stage} `));
    },
  );
});

describe('a deployment in the middle of an execution', () => {
  test.each(['plan link', 'work link 1', 'work merge 0', 'result'])(
    'is refused at %s, by the name of an object of the other version',
    async (first) => {
      const other = await DeployedLedger.of(variant('ledger'), server, { LEDGER_STAMP: 'another version-' });
      let isDeployed = false;
      const deployed =
        (call: Call): Call =>
        (resource, args) => {
          isDeployed ||= nameOf(args) === first;
          return isDeployed ? other.call(resource, args) : call(resource, args);
        };
      const output = 'reports/mixed/';
      const { status, told, report } = await reportOf(output, () =>
        ledger.execute({ ...INPUT, parts: 2, output }, deployed),
      );
      expect(status).toBe('FAILED');
      expect((told as { Cause: string }).Cause).toMatch(/[a-z]+\/[a-z-]+.*was written by another version/);
      expect(report.has('result.json')).toBe(false);
    },
  );
});
