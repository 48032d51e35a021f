import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { augustPayment, buildAugustCharge, buildAugustRow } from '../support/infra/august.ts';
import { type Call, TaskError } from '../support/infra/state-machine.ts';
import { ALARM_EMAIL, byPath, resourcesOf, variant } from '../support/infra/variants.ts';
import { EXECUTION_INPUT } from '../support/ledger/example-objects.ts';
import { Faults } from '../support/ledger/faults.ts';
import { Loopback } from '../support/ledger/loopback.ts';

const deployed = variant('ledger');
let books: Loopback;
/** Suppress the log of the run. */
const stdout = vi.spyOn(process.stdout, 'write');

/** Books of August: each charge after the first two is unsold, which is a critical finding. */
async function putAugust(charges: readonly number[]): Promise<void> {
  const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const put = (name: string, rows: readonly object[]) =>
    books.objects.write(`exports/august/${name}.jsonl`, [lines(rows)]);
  await put('logs', [buildAugustRow(1), buildAugustRow(2)]);
  await put('bills', charges.map(buildAugustCharge));
  await put('payments', [augustPayment]);
}
const august = (output: string, more: object = {}) => ({
  connector: 'new-api',
  quotaPerUnit: 500_000,
  output,
  logs: 'exports/august/logs',
  upstreamCharges: 'exports/august/bills',
  payments: 'exports/august/payments',
  ...more,
});

/** Reads a file of the latest report of an output. */
const latest = async (output: string, file: string) =>
  books.jsonAt(`${await books.reportOf(output)}${file}.json`);

beforeAll(async () => {
  stdout.mockReturnValue(true);
  books = await Loopback.of('ledger');
});
beforeEach(() => books.ledger.notices.splice(0));
afterAll(() => {
  stdout.mockRestore();
  books.server.close();
});

describe('the notice of a run', () => {
  test('names the largest amounts of the first report', async () => {
    await books.ledger.execute({ ...EXECUTION_INPUT, output: 'reports/first/' });
    const [notice] = books.ledger.notices;
    expect(notice?.Subject).toMatch(/^Reconciliation all rows: \d+ findings$/);
    expect(notice?.Message).toMatch(/There is no earlier report\.\n\nFindings: \d+ critical, /);
    expect(notice?.Message).toMatch(
      /\n- lost 10\.00 USD: Customer 43: a payment of 19 November was charged back, /,
    );
    const report = await books.reportOf('reports/first/');
    expect(report).toMatch(/^reports\/first\/2026-11-22T00-00-00Z-[0-9a-f]{8}\/$/);
    expect(notice?.Message).toContain(`s3://books/${report}changes.json`);
    expect(await books.jsonAt(`${report}changes.json`)).toMatchObject({ before: null, changes: null });
  });

  test('names new and resolved findings and their money since the last report', async () => {
    const output = 'reports/news/';
    await putAugust([1, 2, 3, 4]);
    await books.ledger.execute(august(output));
    const before = await latest(output, 'report');
    await putAugust([1, 2, 4, 5, 6]);
    const { output: result } = await books.ledger.execute(august(output));
    expect(result.files).toContain('changes.json');
    const now = await latest(output, 'report');
    const idsOf = (report: { findings: { id: string }[] }) => report.findings.map(({ id }) => id);
    const [old, current] = [idsOf(before), idsOf(now)];

    const { changes, before: told } = await latest(output, 'changes');
    expect(told).toMatchObject({ generatedAt: before.generatedAt, findings: { critical: 2 } });
    expect(idsOf({ findings: changes.appeared.first })).toEqual(current.filter((id) => !old.includes(id)));
    expect(idsOf({ findings: changes.gone.first })).toEqual(old.filter((id) => !current.includes(id)));
    expect([changes.appeared.critical, changes.gone.critical]).toEqual([2, 1]);
    expect(changes.causes[0]).toMatchObject({
      code: 'unmatched_upstream',
      model: 'gpt-5-mini',
      count: 3,
      amount: '0.0012',
      before: { count: 2, amount: '0.0008' },
      appeared: 2,
      gone: 1,
      title: now.summary.findings.byCode.unmatched_upstream.title,
    });

    const [, notice] = books.ledger.notices;
    expect(notice?.Subject).toBe('Reconciliation all rows: 2 new, 1 gone');
    expect(notice?.Message).toContain('New: 2 critical, 0 warning, 0 info.\nGone: 1 critical');
    expect(notice?.Message).toMatch(
      /model gpt-5-mini\): 3 findings, 0\.0012 USD; before 2 findings, 0\.0008 USD; 2 new, 1 gone/,
    );
    expect(notice?.Message).toMatch(/First new findings:\n- critical: .*req-5.*\n- critical: .*req-6/);
    expect(notice?.Message).toMatch(/First findings no longer present:\n- critical: .*req-3/);
  });

  test('says that nothing has changed', async () => {
    await putAugust([1, 2, 3]);
    await books.ledger.execute(august('reports/same/'));
    await books.ledger.execute(august('reports/same/'));
    expect(books.ledger.notices[1]?.Subject).toBe('Reconciliation all rows: 0 new, 0 gone');
    const { changes } = await latest('reports/same/', 'changes');
    expect(changes).toMatchObject({ altered: 0, causes: [], appeared: { first: [] }, gone: { first: [] } });
  });

  test('is sent by a redrive if it was not sent before, and is not repeated by the next run', async () => {
    const output = 'reports/outage/';
    await putAugust([1, 2]);
    await books.ledger.execute(august(output));
    await putAugust([1, 2, 3]);
    const outage =
      (call: Call): Call =>
      async (resource, args) => {
        if (resource.endsWith('sns:publish')) throw new TaskError('SNS.Throttling', 'Rate exceeded');
        return call(resource, args);
      };
    const failed = await books.ledger.execute(august(output), outage);
    expect([failed.status, failed.output.Error]).toEqual(['FAILED', 'SNS.Throttling']);
    expect((await failed.redrive(books.ledger.call)).status).toBe('SUCCEEDED');
    await books.ledger.execute(august(output));
    expect(books.ledger.notices.map(({ Subject }) => Subject.split(': ')[1])).toEqual([
      ...['0 findings', '1 new, 0 gone', '0 new, 0 gone'],
    ]);
  });

  test('says that the findings of the last report have expired', async () => {
    const output = 'reports/expired/';
    await putAugust([1, 2, 3]);
    await books.ledger.execute(august(output));
    books.server.memory.forget((await books.jsonAt(`${output}latest.json`)).place);
    await books.ledger.execute(august(output));
    expect(books.ledger.notices[1]?.Message).toContain('is too old for a comparison');
    const told = { before: { findings: { critical: 1 } }, changes: null };
    expect(await latest(output, 'changes')).toMatchObject(told);
  });

  test.each([
    ['is no JSON', () => '{'],
    ['leads elsewhere', (latest: object) => JSON.stringify({ ...latest, place: 'exports/' })],
    ['was written another way', (latest: object) => JSON.stringify({ ...latest, layout: 0 })],
  ])('is that of a first report if latest.json %s', async (what, changed) => {
    const output = `reports/${what.replaceAll(' ', '-')}/`;
    await putAugust([1, 2]);
    await books.ledger.execute(august(output));
    await books.objects.write(`${output}latest.json`, [changed(await books.jsonAt(`${output}latest.json`))]);
    const { status } = await books.ledger.execute(august(output));
    expect(status).toBe('SUCCEEDED');
    expect(books.ledger.notices[1]?.Message).toContain('There is no earlier report.');
  });

  test.each([3, 4])('is the same with random faults, seed %i', async (seed) => {
    const output = 'reports/shaken/';
    const { ledger } = books;
    await putAugust([1, 2, 3, 4]);
    await ledger.execute(august(output));
    await putAugust([1, 2, 4, 5]);
    const faults = new Faults(seed, 4);
    const first = await ledger.execute(august(output), faults.around);
    faults.mend();
    const { status } = first.status === 'FAILED' ? await first.redrive(faults.around(ledger.call)) : first;
    expect(status).toBe('SUCCEEDED');
    const { changes } = await latest(output, 'changes');
    expect([changes.appeared.critical, changes.gone.critical]).toEqual([1, 1]);
    expect(ledger.notices.at(-1)?.Subject).toBe('Reconciliation all rows: 1 new, 1 gone');
  });

  test('of two simultaneous runs into one folder: each writes its own report, and the pointer names a complete one', async () => {
    const output = 'reports/both/';
    await putAugust([1, 2, 3]);
    const both = await Promise.all(
      ['en', 'zh'].map((language) => books.ledger.execute(august(output, { language }))),
    );
    const folders = both.map(({ output: result }) => result.report);
    expect(new Set(folders).size).toBe(2);
    expect(folders).toContain(await books.reportOf(output));
    const namesIn = async (folder: string) =>
      (await books.keysBelow(folder)).map((key) => key.slice(folder.length));
    expect(await namesIn(folders[0])).toEqual(await namesIn(folders[1]));
    expect(
      (await books.keysBelow(output)).filter((key) => !folders.some((one) => key.startsWith(one))),
    ).toEqual([`${output}latest.json`]);
  });

  test.each([
    ['a day later', '2026-11-23T00:00:00.000Z', false],
    ['a second later, written in Beijing', '2026-11-22T08:00:01+08:00', false],
    ['a millisecond later', '2026-11-22T00:00:00.001Z', false],
    ['at the same time, written in Los Angeles', '2026-11-21T16:00:00-08:00', true],
    ['earlier, although its text sorts later', '2026-11-22T07:59:59+08:00', true],
    ['at no time', '2026-11-31T00:00:00Z', true],
  ])('moves the pointer unless it names a run that started later: %s', async (when, generatedAt, isMoved) => {
    const output = `reports/${when.replaceAll(/\W+/g, '-')}/`;
    await putAugust([1, 2]);
    await books.ledger.execute(august(output));
    const other = { ...(await books.jsonAt(`${output}latest.json`)), report: `${output}other/`, generatedAt };
    await books.objects.write(`${output}latest.json`, [JSON.stringify(other)]);
    expect((await books.ledger.execute(august(output))).status).toBe('SUCCEEDED');
    expect((await books.reportOf(output)) !== other.report).toBe(isMoved);
  });

  test.each([
    ['while there is none', false],
    ['while there is one', true],
  ])('keeps the pointer of a later run that moves it at the same moment, %s', async (when, hasPointer) => {
    const output = `reports/${when.replaceAll(' ', '-')}/`;
    const key = `${output}latest.json`;
    await putAugust([1, 2]);
    const { output: first } = await books.ledger.execute(august(hasPointer ? output : 'reports/pattern/'));
    const pattern = await books.jsonAt(`${first.output}latest.json`);
    const later = { ...pattern, generatedAt: '2026-11-23T00:00:00.000Z' };
    let puts = 0;
    books.server.memory.faults = (method, at) => {
      if (method === 'PUT' && at === key && puts++ === 0)
        books.server.memory.put(key, Buffer.from(JSON.stringify(later)));
      return undefined;
    };
    const { status } = await books.ledger.execute(august(output));
    books.server.memory.faults = () => undefined;
    expect([status, puts]).toEqual(['SUCCEEDED', 1]);
    expect(await books.jsonAt(key)).toEqual(later);
  });

  test('is published to an encrypted topic that refuses plain HTTP, and mailed from there', () => {
    const topic = byPath(deployed, 'Ledger/Topic/Resource');
    expect(deployed.stack.template.Outputs.LedgerTopicArn.Value).toEqual({ Ref: topic.logicalId });
    expect(JSON.stringify(topic.Properties.KmsMasterKeyId)).toContain('alias/aws/sns');
    const { PolicyDocument } = byPath(deployed, 'Ledger/Topic/Policy/Resource').Properties;
    expect(PolicyDocument.Statement[0]).toMatchObject({
      Effect: 'Deny',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
    const subscriptions = resourcesOf(deployed.stack, 'AWS::SNS::Subscription');
    expect(
      subscriptions.map(({ Properties }) => [Properties.TopicArn.Ref, Properties.Endpoint]),
    ).toContainEqual([topic.logicalId, ALARM_EMAIL]);
  });
});

describe('the billing workflow with ledgers in the bucket', () => {
  const bill = (ledgers: object, around?: (call: Call) => Call) => books.bill({ ledgers }, around);

  test('closes a period with complete books and no critical finding', async () => {
    await putAugust([1, 2]);
    const { path, output } = await bill(august('reports/closed/'));
    expect(path).toEqual(['Source', 'ReconcileLedgers', 'MayClose', 'ClosePeriod']);
    expect(output).toMatchObject({
      status: 'closed',
      currency: 'USD',
      revenue: '0.002',
      cost: '0.0008',
      margin: '0.0012',
      nativeRows: { received: 5, downstreamUsage: 2, upstreamCharges: 2, payments: 1 },
    });
  });

  test('holds a period with unreadable rows or unbilled sales', async () => {
    await putAugust([1]);
    await books.objects.write('exports/august/logs-2.jsonl', [
      `${JSON.stringify(buildAugustRow(1))}\n{"id":"none"}\n`,
    ]);
    const { output } = await bill(august('reports/unread/', { rejectedShare: 0.5 }));
    expect(output.reasons).toEqual([
      'Rows that could not be read: 1.',
      'Not complete: rows.',
      'Revenue covered by the bill: only 50 %, but 98 % is required.',
    ]);
    await books.objects.write('exports/august/logs-2.jsonl', ['[]']);
  });

  test('refuses an input with more than one source', async () => {
    const { output } = await books.bill({ ledgers: 'exports/', export: {}, period: {} });
    expect(JSON.parse(output.Cause).details).toEqual([
      'input: must be an object with either "export" or "ledgers". Only "language" may be added',
    ]);
  });

  test('explains in sentences why ledgers could not be reconciled, and fails with the error', async () => {
    const { path, status, output } = await bill({ ...EXECUTION_INPUT, logs: 'elsewhere/' });
    expect(path).toEqual(['Source', 'ReconcileLedgers', 'ReportLedgers', 'Failed']);
    expect([status, output.Error]).toEqual(['FAILED', 'InvalidRequest']);
    expect(books.ledger.notices[0]).toMatchObject({
      Subject: 'Reconciliation failed',
      Message:
        'The reconciliation failed (InvalidRequest). The input of the execution is not valid.\nlogs: must begin with exports/ (setting ledgerInput)',
    });
  });

  test('names the unreadable object', async () => {
    await books.objects.write('exports/cut/1.json.gz', [new Uint8Array([0x1f, 0x8b, 8, 0])]);
    const { output } = await bill({ ...EXECUTION_INPUT, logs: 'exports/cut/', output: 'reports/cut/' });
    expect(output.Cause).toMatch(/exports\/cut\/1\.json\.gz: cannot be read/);
    expect(books.ledger.notices[0]?.Message).toContain('exports/cut/1.json.gz');
  });

  test('retries a failed start of the ledger workflow, but not a failed execution', async () => {
    await putAugust([1, 2]);
    let starts = 0;
    const busy =
      (name: string) =>
      (call: Call): Call =>
      async (resource, args) => {
        if (resource.endsWith('startExecution.sync:2') && starts++ === 0) throw new TaskError(name, 'Busy');
        return call(resource, args);
      };
    const { status } = await bill(
      august('reports/busy/'),
      busy('StepFunctions.ExecutionLimitExceededException'),
    );
    expect([status, starts]).toEqual(['SUCCEEDED', 2]);
    starts = 0;
    const { output } = await bill(august('reports/busy/'), busy('StepFunctions.AccessDenied'));
    expect([output, starts]).toEqual([
      { Error: 'StepFunctions.AccessDenied', Cause: 'StepFunctions.AccessDenied: Busy' },
      1,
    ]);
  });

  test('refuses an inline export that exceeds the size limit of a state', async () => {
    const { output } = await books.bill({ export: { connector: 'x'.repeat(300_000) } });
    expect(output.Error).toBe('States.DataLimitExceeded');
  });

  test('still accepts an inline export', async () => {
    const exported = {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      logs: [buildAugustRow(1)],
      payments: [augustPayment],
    };
    const { path } = await books.bill({ export: exported });
    expect(path).toEqual(['Source', 'Normalize', 'Reconcile', 'MayClose', 'HoldPeriod']);
  });
});

describe('the schedule', () => {
  const [schedule] = resourcesOf(deployed.stack, 'AWS::Scheduler::Schedule');
  const { ScheduleExpression, FlexibleTimeWindow, Target, GroupName } = schedule?.Properties ?? {};
  /** The input of the workflow at a time. */
  const inputAt = (time: string) =>
    JSON.parse(Target.Input.replace('<aws.scheduler.scheduled-time>', time)) as object;

  test('starts the ledger workflow at the configured times', () => {
    expect({ ScheduleExpression, FlexibleTimeWindow }).toEqual({
      ScheduleExpression: 'cron(0 3 * * ? *)',
      FlexibleTimeWindow: { Mode: 'OFF' },
    });
    expect(Target.Arn).toEqual({ Ref: byPath(deployed, 'Ledger/StateMachine/Resource').logicalId });
    expect(GroupName).toBeDefined();
  });

  test('reports the whole previous month on the first of a month', async () => {
    const { objects, ledger } = books;
    const times = [
      '2026-09-30T12:00:00Z',
      '2026-10-01T12:00:00Z',
      '2026-10-31T12:00:00Z',
      '2026-11-01T01:00:00Z',
    ];
    for (const [n, time] of times.entries()) {
      const row = { ...buildAugustRow(n + 1), created_at: Date.parse(time) / 1000 };
      await objects.write(`exports/logs/${time.slice(0, 10)}/1.jsonl`, [JSON.stringify(row)]);
    }
    await objects.write('exports/bills/2026-10.jsonl', [
      JSON.stringify({ ...buildAugustCharge(2), occurredAt: '2026-10-01T12:00:00Z' }),
    ]);
    const { status, output } = await ledger.execute(inputAt('2026-11-01T03:00:00Z'));
    expect(status, JSON.stringify(output)).toBe('SUCCEEDED');
    expect(output).toMatchObject({
      output: 'reports/2026-10/',
      sources: 3,
      summary: { period: { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' } },
    });
    expect(ledger.notices[0]?.Subject).toMatch(/^Reconciliation 2026-10-01 to 2026-11-01: /);
  });
});

test('every permission of the workflows is used', () => {
  expect(books.ledger.unused).toEqual([]);
});
