import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { S3Client } from '@aws-sdk/client-s3';
import aslValidator from 'asl-validator';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { S3Objects } from '#functions/steps/s3-objects.ts';
import { runMonth } from '#tools/month/run-month.ts';
import { monthSettings } from '#tools/month/settings/settings.ts';
import { resourcesOf } from '../support/infra/template.ts';
import { byPath, variant } from '../support/infra/variants.ts';
import type { DeployedLedger } from '../support/ledger/deployed-ledger.ts';
import { Loopback } from '../support/ledger/loopback.ts';
import { INPUT, smallBooks } from '../support/ledger/small-books.ts';

/** More than one part of an upload. */
const MULTIPART_BYTES = 20 * 1024 * 1024;
const NOW = '2026-11-22T00:00:00.000Z';
let books: Loopback;
let objects: S3Objects;
let ledger: DeployedLedger;

/** To the byte: a decoder would drop the mark that some files begin with. */
const textOf = async (key: string): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of objects.read(key)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const keysBelow = (prefix: string) => books.keysBelow(prefix);

/** The steps log as they do when deployed; nobody reads it here. */
const stdout = vi.spyOn(process.stdout, 'write');

beforeAll(async () => {
  stdout.mockReturnValue(true);
  books = await Loopback.of('ledger');
  ({ objects, ledger } = books);
});
afterAll(() => {
  stdout.mockRestore();
  books.server.close();
});

/** The object of the log in which every row can be read. */
const READABLE = 'exports/logs/1.json';

/** What the month command makes of the same objects, as files. */
async function monthOf(): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(inject('scratch'), 'month-'));
  for (const [key, body] of smallBooks()) {
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    if (!key.endsWith('/')) writeFileSync(join(folder, key), body);
  }
  const at = (key: string) => join(folder, key);
  const settings = monthSettings([
    ...['--connector', INPUT.connector, '--quota-per-unit', `${INPUT.quotaPerUnit}`],
    ...['--logs', at(READABLE), '--upstream', at(INPUT.upstreamCharges)],
    ...['--out', at('report'), '--rejected-share', '0.05'],
  ]);
  if (settings === undefined) throw new Error('no settings');
  await runMonth(settings, NOW, () => () => {});
  const files = readdirSync(at('report')).map((name): [string, string] => [
    name,
    readFileSync(at(`report/${name}`), 'utf8').replaceAll(`${folder}/`, ''),
  ]);
  rmSync(folder, { recursive: true });
  return new Map(files);
}

/** What the month command does not write. */
const ONLY_HERE = /^(result|changes|latest)\.json$|\.gz$/;

const reportIn = async (output: string): Promise<ReadonlyMap<string, string>> => {
  expect(output, 'the folder of a run').toMatch(/Z-[0-9a-f]{8}\/$/);
  const names = (await keysBelow(output)).map((key) => key.slice(output.length));
  const own = names.filter((name) => !ONLY_HERE.test(name));
  return new Map(await Promise.all(own.map(async (name) => [name, await textOf(output + name)] as const)));
};

test('is valid Amazon States Language', () => {
  const { errors } = aslValidator(ledger.definition);
  expect(errors).toEqual([]);
});

describe('the report of the workflow', () => {
  test.each([1, 7])('is that of the month command, byte for byte, with %i parts', async (parts) => {
    const output = `reports/parts-${parts}/`;
    // The month command alone joins both sides of payments, and tells of rows that could not be read: not in these books.
    const { payments: _, ...usage } = { ...INPUT, logs: READABLE };
    const { status, output: result } = await ledger.execute({ ...usage, parts, output });
    expect(result).toMatchObject({ rows: { rejected: 0 }, output });
    expect(status).toBe('SUCCEEDED');
    const month = await monthOf();
    const written = await reportIn(result.report);
    expect(await books.reportOf(output)).toBe(result.report);
    expect([...written.keys()].sort()).toEqual([...month.keys()].sort());
    for (const [name, text] of month) expect(written.get(name), name).toBe(text);
    expect(JSON.parse(await textOf(`${result.report}result.json`))).toEqual(result);
  });

  test('holds every finding once more, packed', async () => {
    const at = await books.reportOf('reports/parts-7/');
    const { findings } = JSON.parse(await textOf(`${at}report.json`));
    const packed = await objects.list(`${at}findings-`);
    const chunks: Uint8Array[] = [];
    for (const { key } of packed) for await (const chunk of objects.read(key)) chunks.push(chunk);
    const lines = gunzipSync(Buffer.concat(chunks)).toString().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(findings);
  });
});

test('an upload that fails leaves no object, says why, and asks for nothing that no step may do', async () => {
  const asked = new Set<string>();
  const endpoint = await books.server.door(({ action }) => {
    asked.add(action);
    return true;
  });
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  const body = async function* () {
    yield new Uint8Array(MULTIPART_BYTES);
    throw new Error('the rows have ended too soon');
  };
  await expect(new S3Objects(client, books.server.bucket).write('scratch/torn', body())).rejects.toThrow(
    'too soon',
  );
  expect(await keysBelow('scratch/torn')).toEqual([]);
  expect([...asked]).toEqual(['s3:PutObject']);
});

describe('an execution that cannot be done', () => {
  test.each<[what: string, input: object, says: string]>([
    ['another field', { prompt: 'hello' }, 'prompt: is no field of the input'],
    ['an input elsewhere', { logs: 'reports/' }, 'logs: must begin with exports/'],
    ['an output elsewhere', { output: 'exports/x/' }, 'output: must begin with reports/'],
    ['no such object', { payments: 'exports/none' }, 'payments: no object'],
    ['another gateway', { connector: 'one-hub' }, 'connector: is one-hub'],
    ['too many unreadable rows', { rejectedShare: 0 }, 'cannot be read; at most a share of 0'],
  ])('is refused by name for %s', async (_, input, says) => {
    const { status, output } = await ledger.execute({ ...INPUT, ...input });
    expect([status, output.Error]).toEqual(['FAILED', 'InvalidRequest']);
    expect(output.Cause).toContain(says);
  });

  test('names the object that cannot be read, and the task', async () => {
    await objects.write('exports/poisoned/1.json.gz', [gzipSync('[{"id":1}]').subarray(0, 20)]);
    const { status, output } = await ledger.execute({ ...INPUT, logs: 'exports/poisoned/' });
    expect(status).toBe('FAILED');
    expect(output.Cause).toMatch(/deal 0: exports\/poisoned\/1\.json\.gz: cannot be unpacked to the end/);
  });

  test('names an object that was changed while it was read', async () => {
    await objects.write('exports/moving/1.jsonl', ['{"id":1}']);
    const { output } = await ledger.execute(
      { ...INPUT, logs: 'exports/moving/' },
      (call) =>
        async (...asked) => {
          const result = await call(...asked);
          if ((asked[1].Payload as { step?: string } | undefined)?.step === 'list')
            await objects.write('exports/moving/1.jsonl', ['{"id":2}']);
          return result;
        },
    );
    expect(output.Cause).toContain(
      'deal 0: exports/moving/1.jsonl: was changed while it was read. Start the run anew.',
    );
  });
});

describe('the deployed workflow', () => {
  const { app, stack } = variant('ledger');

  test('breaks no rule of AWS Solutions but those acknowledged with a reason', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    expect(violations.map(({ ruleName, description }) => `${ruleName}: ${description}`)).toEqual([]);
  });

  test('is nothing where no bucket is named', () => {
    const paths = resourcesOf(variant('default').stack).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('Ledger/'))).toEqual([]);
  });

  test('reads and writes a bucket that it does not own', () => {
    expect(resourcesOf(stack, 'AWS::S3::Bucket')).toEqual([]);
    expect(resourcesOf(stack, 'AWS::KMS::Key').map(({ path }) => path)).toEqual([
      'Observability/TopicKey/Resource',
    ]);
  });

  test('tells its topic of each execution that fails, times out or is aborted', () => {
    const { EventPattern, Targets } = byPath(
      variant('ledger'),
      'Ledger/FailureNotice/Rule/Resource',
    ).Properties;
    expect(EventPattern.detail).toEqual({
      status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
      stateMachineArn: [{ Ref: byPath(variant('ledger'), 'Ledger/StateMachine/Resource').logicalId }],
    });
    expect(Targets[0].Arn).toEqual({ Ref: byPath(variant('ledger'), 'Ledger/Topic/Resource').logicalId });
    expect(Targets[0].InputTransformer.InputTemplate).toContain('describe-execution --execution-arn <');
  });

  test('is trusted by machines, rules and schedules of this account alone', () => {
    const trusts = resourcesOf(stack, 'AWS::IAM::Role').flatMap(
      ({ Properties }) => Properties.AssumeRolePolicyDocument.Statement,
    );
    const services = new Set<string>();
    for (const { Principal, Condition } of trusts) {
      // Lambda names no account to a role that it takes on.
      if (Principal.Service === 'lambda.amazonaws.com') continue;
      services.add(Principal.Service);
      expect(Condition.StringEquals).toMatchObject({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    }
    expect([...services].sort()).toEqual([
      ...['events.amazonaws.com', 'scheduler.amazonaws.com', 'states.amazonaws.com'],
    ]);
  });

  test('reserves concurrency for its functions alone, where it was asked to', () => {
    for (const { path, Properties } of resourcesOf(stack, 'AWS::Lambda::Function'))
      expect(Properties.ReservedConcurrentExecutions, path).toBe(path.startsWith('Ledger/') ? 7 : undefined);
  });

  test('keeps its logs where it was asked to, under names that no later stack takes', () => {
    for (const { path, DeletionPolicy, Properties } of resourcesOf(stack, 'AWS::Logs::LogGroup')) {
      expect(DeletionPolicy, path).toBe('RetainExceptOnCreate');
      expect(Properties.RetentionInDays).toBe(30);
      if (Properties.LogGroupName !== undefined)
        expect(JSON.stringify(Properties.LogGroupName)).toContain('AWS::StackId');
    }
  });

  test('wakes somebody when an execution fails, times out or is aborted', () => {
    const { Metrics } = byPath(variant('ledger'), 'Observability/LedgerFailed/Resource').Properties;
    const names = Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: { MetricName: string } } }) =>
      MetricStat ? [MetricStat.Metric.MetricName] : [],
    );
    expect(names.sort()).toEqual(['ExecutionsAborted', 'ExecutionsFailed', 'ExecutionsTimedOut']);
  });
});
