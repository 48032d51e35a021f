import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { S3Client } from '@aws-sdk/client-s3';
import aslValidator from 'asl-validator';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { example } from '#functions/example/example.ts';
import { S3Objects } from '#functions/ledgers/objects/s3-objects.ts';
import { runMonth } from '#tools/month/run-month.ts';
import { readMonthSettings } from '#tools/month/settings/settings.ts';
import { type CapturedBooks, capturedBooks } from '../support/fixtures/captured-books.ts';
import { CSV_FORMAT, formatTable } from '../support/fixtures/tables.ts';
import { byPath, resourcesOf, variant } from '../support/infra/variants.ts';
import type { DeployedLedger } from '../support/ledger/deployed-ledger.ts';
import { EXECUTION_INPUT, readExampleObjects } from '../support/ledger/example-objects.ts';
import { Loopback } from '../support/ledger/loopback.ts';

/** Bytes of more than one part of an upload. */
const MULTIPART_BYTES = 20 * 1024 * 1024;
const NOW = '2026-11-22T00:00:00.000Z';
const BACKWARDS = { start: '2026-11-01T00:00:00Z', end: '2026-10-01T00:00:00Z' };
/** Captured books of gateways, and of forks, whose logs are read twice. */
const CAPTURED = ['new-api-2026-05', 'one-hub', 'done-hub', 'veloera'];
let books: Loopback;
let objects: S3Objects;
let ledger: DeployedLedger;

/** Reads a text including its byte order mark, which a text decoder would drop. */
const textOf = async (key: string): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of objects.read(key)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const keysBelow = (prefix: string) => books.keysBelow(prefix);

/** Suppress the log of the run. */
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

/** Books as objects of a bucket, and the input fields with their keys. */
interface Case {
  readonly objects: ReadonlyMap<string, string | Uint8Array>;
  readonly input: Readonly<Record<string, unknown>>;
}

const lines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** Builds objects from captured books, with optional settings. */
const capturedCase = ({ name, connector, quotaPerUnit, logs, upstreamCharges }: CapturedBooks): Case => ({
  objects: new Map([
    [
      `exports/${name}/logs/1.jsonl`,
      lines([...logs.filter((_, row) => row % 2 === 0), { ...logs[0], created_at: 'yesterday' }]),
    ],
    [`exports/${name}/logs/2.json`, JSON.stringify(logs.filter((_, row) => row % 2 === 1))],
    [`exports/${name}/logs/3.csv`, formatTable(logs.slice(0, 5), CSV_FORMAT)],
    [`exports/${name}/bill.jsonl`, upstreamCharges.length === 0 ? '[]' : lines(upstreamCharges)],
    [`exports/${name}/prices.json`, JSON.stringify({ models: [{ model: '*', input: '1', output: '3' }] })],
  ]),
  input: {
    connector,
    quotaPerUnit,
    rejectedShare: 0.9,
    prices: `exports/${name}/prices.json`,
    logs: `exports/${name}/logs/`,
    upstreamCharges: `exports/${name}/bill`,
    customers: 1,
    language: 'zh',
  },
});

const TWO_SIDES = ['exports/topups', 'exports/payouts.csv'];

const CASES: ReadonlyMap<string, Case> = new Map([
  [
    'payments of two sides, in another currency',
    {
      objects: new Map([
        ...readExampleObjects(),
        [TWO_SIDES[1] ?? '', readFileSync('test/support/fixtures/bills/stripe-payout-reconciliation.csv')],
      ]),
      input: {
        ...EXECUTION_INPUT,
        payments: TWO_SIDES,
        currency: 'CNY',
        rates: { USD: '7.1' },
        paymentsCurrency: 'USD',
      },
    },
  ],
  ['payments, and a row that cannot be read', { objects: readExampleObjects(), input: EXECUTION_INPUT }],
  [
    'one file of all ledgers',
    {
      objects: new Map([['exports/whole.json', JSON.stringify(example)]]),
      input: { connector: 'new-api', logs: 'exports/whole' },
    },
  ],
  ...capturedBooks
    .filter(({ name }) => CAPTURED.includes(name))
    .map((book) => [book.name, capturedCase(book)] as const),
]);

/** Converts an input to settings of the month command, with files in a folder. */
function monthArguments({ objects: all, input }: Case, folder: string): string[] {
  const below = (prefix: string): string[] =>
    [...all.keys()].filter((key) => key.startsWith(prefix) && !key.endsWith('/'));
  const files = (option: string, prefixes: unknown) =>
    [prefixes ?? []]
      .flat()
      .flatMap((prefix) => below(String(prefix)))
      .flatMap((key) => [`--${option}`, join(folder, key)]);
  const { logs, upstreamCharges, payments, prices, output: _, ...others } = input;
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify(others));
  return [
    ...['--settings', settings, '--out', join(folder, 'report')],
    ...files('logs', logs),
    ...files('upstream', upstreamCharges),
    ...files('payments', payments),
    ...files('prices', prices),
  ];
}

/** Runs the month command on the same objects as files. */
async function monthOf(exported: Case): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(inject('scratch'), 'month-'));
  for (const [key, body] of exported.objects) {
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    if (!key.endsWith('/')) writeFileSync(join(folder, key), body);
  }
  const settings = await readMonthSettings(monthArguments(exported, folder));
  if (settings === undefined) throw new Error('no settings');
  await runMonth(settings, NOW, () => () => {});
  const report = join(folder, 'report');
  const files = readdirSync(report).map((name): [string, string] => [
    name,
    readFileSync(join(report, name), 'utf8').replaceAll(`${folder}/`, ''),
  ]);
  rmSync(folder, { recursive: true });
  return new Map(files);
}

/** Files that only the workflow writes. */
const ONLY_HERE = /^(result|changes|latest)\.json$/;

const reportIn = async (output: string): Promise<ReadonlyMap<string, string>> => {
  expect(output, 'the folder of a run').toMatch(/Z-[0-9a-f]{8}\/$/);
  const names = (await keysBelow(output)).map((key) => key.slice(output.length));
  const own = names.filter((name) => !ONLY_HERE.test(name));
  return new Map(await Promise.all(own.map(async (name) => [name, await textOf(output + name)] as const)));
};

test('the machines are valid Amazon States Language', () => {
  for (const { definition } of ledger.machines.values()) expect(aslValidator(definition).errors).toEqual([]);
});

test.each([...CASES])(
  'the report equals that of the month command, byte for byte: %s',
  async (name, exported) => {
    for (const [key, body] of exported.objects) await objects.write(key, [body]);
    const month = await monthOf(exported);
    const output = `reports/${name.replaceAll(/\W+/g, '-')}/`;
    const { status, path, output: result } = await ledger.execute({ ...exported.input, output });
    expect(status, JSON.stringify(result)).toBe('SUCCEEDED');
    const written = await reportIn(result.report);
    expect(await books.reportOf(output)).toBe(result.report);
    expect([...written.keys()].sort()).toEqual([...month.keys()].sort());
    for (const [file, text] of month) expect(written.get(file), file).toBe(text);
    expect(JSON.parse(await textOf(`${result.report}result.json`))).toEqual(result);
    expect(path).toEqual(['Run', 'Tell']);
  },
);

test('a failed upload leaves no object, states the reason, and needs no further permission', async () => {
  const asked = new Set<string>();
  const endpoint = await books.server.open(({ action }) => {
    asked.add(action);
    return true;
  });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
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

describe('an execution with unusable input', () => {
  test.each<[what: string, input: object, says: string]>([
    ['another field', { prompt: 'hello' }, 'prompt: is not a property of the contract'],
    ['an input elsewhere', { logs: 'reports/' }, 'logs: must begin with exports/'],
    ['an output elsewhere', { output: 'exports/x/' }, 'output: must begin with reports/'],
    ['no such object', { payments: 'exports/none' }, 'payments: no object'],
    ['another gateway', { connector: 'one-hub' }, 'connector: is one-hub'],
    ['prices of a list', { prices: { list: 'genai-prices' } }, 'prices: uses a published price list'],
    [
      'a period that ends before it starts',
      { period: BACKWARDS },
      'The end of the period must be later than its start',
    ],
    [
      'too many unreadable rows',
      { rejectedShare: 0 },
      'cannot be read, more than the limit of 0 %. Correct them, or raise rejectedShare',
    ],
    ['a bill as the log', { logs: 'exports/topups' }, 'Supply it with payments'],
  ])('is refused by name for %s', async (_, input, says) => {
    const { status, output } = await ledger.execute({ ...EXECUTION_INPUT, ...input });
    expect([status, output.Error]).toEqual(['FAILED', 'InvalidRequest']);
    expect(output.Cause).toContain(says);
  });

  test('names an empty object and reads no other', async () => {
    await objects.write('exports/hollow/1.json', ['[]']);
    await objects.write('exports/hollow/2.json', ['']);
    const { path, output } = await ledger.execute({ ...EXECUTION_INPUT, logs: 'exports/hollow/' });
    expect(path.at(-1)).toBe('Run');
    expect(output.Cause).toContain('exports/hollow/2.json: is empty');
  });

  test('names the unreadable object', async () => {
    await objects.write('exports/poisoned/1.json.gz', [gzipSync('[{"id":1}]').subarray(0, 20)]);
    const { status, output } = await ledger.execute({ ...EXECUTION_INPUT, logs: 'exports/poisoned/' });
    expect(status).toBe('FAILED');
    expect(output.Cause).toMatch(/exports\/poisoned\/1\.json\.gz: cannot be read/);
  });
});

describe('the deployed workflow', () => {
  const { app, stack } = variant('ledger');

  test('breaks no rule of AWS Solutions, except for those acknowledged with a reason', () => {
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    expect(violations.map(({ ruleName, description }) => `${ruleName}: ${description}`)).toEqual([]);
  });

  test('does not exist without a bucket in the settings', () => {
    const paths = resourcesOf(variant('default').stack).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('Ledger/'))).toEqual([]);
  });

  test('reads and writes an existing bucket', () => {
    expect(resourcesOf(stack, 'AWS::S3::Bucket')).toEqual([]);
    expect(resourcesOf(stack, 'AWS::KMS::Key').map(({ path }) => path)).toEqual([
      'Observability/TopicKey/Resource',
    ]);
  });

  test('notifies its topic of each execution that fails, times out or is aborted', () => {
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

  test('trusts only state machines, rules and schedules of this account', () => {
    const trusts = resourcesOf(stack, 'AWS::IAM::Role').flatMap(
      ({ Properties }) => Properties.AssumeRolePolicyDocument.Statement,
    );
    const services = new Set<string>();
    for (const { Principal, Condition } of trusts) {
      // Lambda passes no account when it assumes a role.
      if (Principal.Service === 'lambda.amazonaws.com') continue;
      services.add(Principal.Service);
      expect(Condition.StringEquals).toMatchObject({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    }
    expect([...services].sort()).toEqual([
      ...['events.amazonaws.com', 'scheduler.amazonaws.com', 'states.amazonaws.com'],
    ]);
  });

  test('keeps its logs in the configured groups, whose names no later stack reuses', () => {
    for (const { path, DeletionPolicy, Properties } of resourcesOf(stack, 'AWS::Logs::LogGroup')) {
      expect(DeletionPolicy, path).toBe('RetainExceptOnCreate');
      expect(Properties.RetentionInDays).toBe(30);
      if (Properties.LogGroupName !== undefined)
        expect(JSON.stringify(Properties.LogGroupName)).toContain('AWS::StackId');
    }
  });
});
