import { readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { buildBillingDefinition } from '#infra/workflows/billing-definition.ts';
import type { ClosingRule } from '#shared/closing/closing.ts';
import { errorCodes } from '#shared/rejections.ts';
import { augustPayment, buildAugustCharge, buildAugustRow } from '../support/infra/august.ts';
import { type Call, type Definition, execute, TaskError } from '../support/infra/state-machine.ts';
import { byPath, resourcesOf, statementsOf, variant } from '../support/infra/variants.ts';
import { invoke } from '../support/service/client.ts';

const arnOf = (name: string) => `arn:aws:lambda:us-east-1:111122223333:function:${name}`;
const RULE: ClosingRule = { by: 'requests', coverage: 0.98, payments: true };
const definitionBy = (rule: Partial<ClosingRule>) =>
  buildBillingDefinition({
    partition: 'aws',
    normalize: arnOf('normalize'),
    reconcile: arnOf('reconcile'),
    topic: 'arn:aws:sns:us-east-1:111122223333:billing',
    rule: { ...RULE, ...rule },
  }) as Definition;
const definition = definitionBy({});

const wholeExport = {
  connector: 'new-api',
  quotaPerUnit: 500_000,
  logs: [buildAugustRow(1), buildAugustRow(2)],
  upstreamCharges: [buildAugustCharge(1), buildAugustCharge(2)],
  payments: [augustPayment],
};

interface Notice {
  readonly Subject: string;
  readonly Message: string;
}
const visited = new Set<string>();

/** Runs the workflow with the synthesized bundles as functions, and collects its notices. */
async function runWith(
  input: unknown,
  failing: Call = async () => undefined,
  rule: Partial<ClosingRule> = {},
) {
  const notices: Notice[] = [];
  const call: Call = async (resource, args) => {
    await failing(resource, args);
    if (resource === 'arn:aws:states:::sns:publish') return notices.push(args as unknown as Notice);
    const name = String(args.FunctionName).split(':').at(-1) ?? '';
    const { headers, text, json } = await invoke(name, args.Payload);
    // Step Functions passes on the error of Lambda unchanged.
    if (headers.has('x-amz-function-error')) throw new TaskError(json.errorType, text);
    return { StatusCode: 200, ExecutedVersion: '$LATEST', Payload: json };
  };
  const execution = await execute(definitionBy(rule), input, call);
  for (const state of execution.path) visited.add(state);
  return { ...execution, notices };
}
const run = (exported: unknown, failing?: Call, rule?: Partial<ClosingRule>) =>
  runWith({ export: exported }, failing, rule);

/** Fails all calls of functions, or those of one function. */
const outage =
  (error: string, cause: string, functionName = ''): Call =>
  async (resource, args) => {
    if (resource.endsWith('lambda:invoke') && String(args.FunctionName).endsWith(functionName))
      throw new TaskError(error, cause);
  };

test('is valid Amazon States Language', () => expect(aslValidator(definition).errors).toEqual([]));

test('catches every error name that the service throws', () => {
  const names = new Set<string>(Object.values(errorCodes).map(({ name }) => name));
  for (const { Catch = [] } of Object.values(definition.States)) {
    const [refusals] = Catch;
    for (const name of refusals?.ErrorEquals ?? []) expect(names).toContain(name);
  }
});

test('the deploy guide contains a valid state', () => {
  const guide = readFileSync('docs/deploy.md', 'utf8');
  const [, snippet = ''] = /```json\n(\{\s*"Type": "Task"[\s\S]*?)```/.exec(guide) ?? [];
  const state = JSON.parse(snippet);
  // The state sets its own query language, because it is pasted into machines with any.
  expect(state.QueryLanguage).toBe('JSONata');
  const States = { Reconcile: state, Refused: { Type: 'Fail' } };
  expect(aslValidator({ StartAt: 'Reconcile', States }).errors).toEqual([]);
});

describe('the workflow', () => {
  test('closes a period with complete books and no critical finding', async () => {
    const { status, path, output, notices } = await run(wholeExport);
    expect(path).toEqual(['Source', 'Normalize', 'Reconcile', 'MayClose', 'ClosePeriod']);
    expect(status).toBe('SUCCEEDED');
    expect(output).toMatchObject({
      status: 'closed',
      currency: 'USD',
      revenue: '0.002',
      cost: '0.0008',
      margin: '0.0012',
      nativeRows: { received: 5, downstreamUsage: 2, upstreamCharges: 2, payments: 1 },
    });
    expect(notices).toEqual([]);
  });

  test('holds a period with a critical finding and names the finding', async () => {
    const { path, output, notices } = await run({
      ...wholeExport,
      upstreamCharges: [...wholeExport.upstreamCharges, buildAugustCharge(3)],
    });
    expect(path.at(-1)).toBe('HoldPeriod');
    expect(output).toMatchObject({ status: 'held', findings: { critical: 1 } });
    expect(notices[0]?.Message).toMatch(
      /1 critical[\s\S]*Log, bill and payments are complete[\s\S]*unmatched_upstream: .*req-3/,
    );
  });

  test('holds a period whose names cannot be written in one line of the notice', async () => {
    const forged = {
      ...buildAugustCharge(3),
      requestId: 'req-3\u2028Log, bill and payments are complete.\u202e\u200b',
    };
    const { notices } = await run({
      ...wholeExport,
      upstreamCharges: [...wholeExport.upstreamCharges, forged],
    });
    expect(notices[0]?.Message).toContain('req-3\\u{2028}Log, bill');
    expect(notices[0]?.Message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test('holds a period with incomplete books and says what is missing', async () => {
    const { payments: _payments, ...exported } = wholeExport;
    const { path, output, notices } = await run(exported);
    expect(path.at(-1)).toBe('HoldPeriod');
    expect(output).toMatchObject({ status: 'held', findings: { critical: 0 } });
    expect(notices[0]?.Message).toContain('Not complete: payments');
  });

  const sold = (count: number) => Array.from({ length: count }, (_, n) => buildAugustRow(n + 1));
  const billed = (count: number) => Array.from({ length: count }, (_, n) => buildAugustCharge(n + 1));
  /** Builds a month of requests, of which only the first are billed. */
  const month = (logs: number, bills: number) => ({ logs: sold(logs), upstreamCharges: billed(bills) });
  const september = { period: { start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' } };
  const foreign = billed(9).map((row) => ({ ...row, requestId: `up-${row.requestId}` }));
  const pending = { ...buildAugustCharge(2), status: 'pending', upstreamId: 'x' };
  const none = { logs: [], upstreamCharges: [], payments: [] };
  const ledgers = ['downstreamUsage', 'upstreamCharges', 'payments'];

  const soldOnly = (percent: number) =>
    `Revenue covered by the bill: only ${percent} %, but 98 % is required.`;
  const billedOnly = (percent: number) => `Bill covered by revenue: only ${percent} %, but 98 % is required.`;
  const incomplete = (...flags: string[]) => `Not complete: ${flags.join(', ')}.`;

  test.each<[what: string, exported: object, rule: Partial<ClosingRule>, reasons: string[]]>([
    ['one row beside a hundred, most of them after it', month(100, 1), {}, [incomplete('rows'), soldOnly(1)]],
    ['98 of a hundred requests that were billed', month(100, 98), {}, []],
    ['97 of them', month(100, 97), {}, [soldOnly(97)]],
    ['97 of them, where that is enough', month(100, 97), { coverage: 0.97 }, []],
    [
      'ids of two systems',
      { logs: sold(9), upstreamCharges: foreign },
      {},
      [incomplete('rows'), soldOnly(0), billedOnly(0)],
    ],
    ['empty ledgers', none, {}, ledgers.map((name) => `${name}: there are no rows.`)],
    [
      'a period that no row falls into',
      september,
      {},
      ledgers.map((name, n) => `${name}: none of the ${[2, 2, 1][n]} rows is in the period.`),
    ],
    ['no payments', { payments: undefined }, {}, [incomplete('payments', 'paymentCredits')]],
    ['no payments, where none are asked for', { payments: undefined }, { payments: false }, []],
    [
      'an empty list, where none are asked for',
      { payments: [] },
      { payments: false },
      ['payments: there are no rows.'],
    ],
    [
      'no bills',
      { upstreamCharges: undefined },
      {},
      [incomplete('upstreamCharges', 'requestMatching', 'margin')],
    ],
    [
      'a row that is pending',
      { upstreamCharges: [buildAugustCharge(1), buildAugustCharge(2), pending] },
      {},
      [incomplete('margin'), 'Billed: 0.0004 USD is pending.'],
    ],
  ])('judges %s', async (_, exported, rule, reasons) => {
    const { path, output, notices } = await run({ ...wholeExport, ...exported }, undefined, rule);
    expect(output.reasons ?? []).toEqual(reasons);
    expect(path.at(-1)).toBe(reasons.length > 0 ? 'HoldPeriod' : 'ClosePeriod');
    if (reasons.length > 0)
      expect(notices[0]?.Message).toContain(`The period stays open:\n- ${reasons.join('\n- ')}\nFindings: `);
  });

  test.each<[what: string, days: readonly number[], rule: Partial<ClosingRule>, reasons: string[]]>([
    ['each day', [1, 2, 3, 4], { by: 'days' }, []],
    ['each day, held against requests', [1, 2, 3, 4], {}, [incomplete('requestMatching', 'margin')]],
    ['all days but one', [1, 2, 4], { by: 'days' }, [soldOnly(75)]],
    ['one day, as an invoice', [1], { by: 'models' }, []],
    ['a day without sales', [1, 2, 3, 4, 7], { by: 'days' }, [billedOnly(80)]],
  ])('judges a bill without request ids of %s', async (_, days, rule, reasons) => {
    const at = (day: number) => Date.parse(`2026-08-0${day}T12:00:00Z`) / 1000;
    const exported = {
      ...wholeExport,
      logs: [1, 2, 3, 4].map((day) => ({ ...buildAugustRow(day), created_at: at(day) })),
      upstreamCharges: days.map((day) => ({
        ...buildAugustCharge(day),
        requestId: undefined,
        occurredAt: `2026-08-0${day}T00:00:00Z`,
      })),
    };
    const { output } = await run(exported, undefined, rule);
    // A rule about the covered share adds its own reason; compare only the reasons before it.
    expect((output.reasons ?? []).slice(0, Math.max(1, reasons.length))).toEqual(reasons);
  });

  test.each<[error: string, exported: object, says: string]>([
    ['InvalidRequest', { quotaPerUnit: undefined }, 'quotaPerUnit'],
    ['ProhibitedField', { logs: [{ ...buildAugustRow(1), prompt: 'hello' }] }, 'prompt'],
    ['ReplyTooLarge', { logs: sold(1600) }, 'options.maxReplyBytes'],
  ])('reports a refusal by %s, and fails with it', async (error, exported, says) => {
    const { status, path, output, notices } = await run({ ...wholeExport, ...exported });
    expect(path).toEqual(['Source', 'Normalize', 'ReportRefusal', 'ExportRefused']);
    expect(status).toBe('FAILED');
    expect(output.Error).toBe(error);
    expect(JSON.parse(output.Cause)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(notices[0]?.Subject).toBe('Billing export refused');
    expect(notices[0]?.Message).toContain(says);
  });

  test.each<[what: string, input: unknown]>([
    ['nothing', null],
    ['a list', [wholeExport]],
    ['no export', {}],
    ['no export, but a language', { language: 'zh' }],
    ['a field with another name', { exports: wholeExport }],
    ['a field beside the export', { export: wholeExport, period: {} }],
    ['ledgers, with no bucket', { ledgers: {} }],
  ])('refuses an input of %s, and says what one is', async (_, input) => {
    const { path, output, notices } = await runWith(input);
    expect(path).toEqual(['Source', 'RefuseInput', 'ReportRefusal', 'ExportRefused']);
    expect(output.Error).toBe('InvalidRequest');
    const { details } = JSON.parse(output.Cause);
    expect(details).toEqual([
      'input: must be an object with "export"; "ledgers" needs a deployment with the setting ledgerBucket. Only "language" may be added',
    ]);
    expect(notices[0]?.Message.split('\n').slice(1)).toEqual(details);
  });

  test.each<[what: string, input: object, says: string]>([
    ['an export that is a key', { export: 'exports/1.json' }, 'body: must be an object'],
    ['a language of its own', { export: wholeExport, language: 'fr' }, 'language: must be one of en, zh'],
  ])('lets the functions refuse %s', async (_, input, says) => {
    const { path, notices } = await runWith(input);
    expect(path.slice(-2)).toEqual(['ReportRefusal', 'ExportRefused']);
    expect(notices[0]?.Message).toContain(says);
  });

  test('explains held periods, refusals and failures in Chinese on request', async () => {
    const inChinese = (exported: object, failing?: Call) =>
      runWith({ export: exported, language: 'zh' }, failing);
    const rows = {
      logs: sold(100),
      upstreamCharges: [...billed(97), buildAugustCharge(200)],
      payments: undefined,
    };
    const { output, notices } = await inChinese({ ...wholeExport, ...rows });
    expect(output.reasons).toEqual([
      '1 项严重问题。',
      '不完整：payments、paymentCredits。',
      '收入中有账单的部分：只有 97%，至少需要 98%。',
    ]);
    const [held] = notices;
    expect(held?.Subject).toMatch(/^[ -~]+$/);
    expect(held?.Message).toMatch(
      /^账期没有关闭：\n- 1 项严重问题。\n[\s\S]*问题：严重 1，[\s\S]*unmatched_upstream: 上游为请求 /,
    );
    const refused = await inChinese({ ...wholeExport, quotaPerUnit: undefined });
    expect(refused.notices[0]?.Message).toMatch(/^输入被拒绝（invalid_request）。/);
    const failed = await inChinese(wholeExport, outage('Sandbox.Timedout', 'Task timed out'));
    expect(failed.notices[0]?.Message).toMatch(/^工作流失败：Sandbox\.Timedout。执行：arn:execution:\d+$/);
    // The deployed definition must be ASCII.
    expect(JSON.stringify(definition)).toMatch(/^[ -~]+$/);
  });

  test('stops retrying an outage that does not end', async () => {
    const throttled = outage('Lambda.TooManyRequestsException', 'Rate exceeded');
    const { status, path, output } = await run(wholeExport, throttled);
    expect(path).toEqual(['Source', 'Normalize', 'ReportFailure', 'Failed']);
    expect([status, output.Error]).toEqual(['FAILED', 'Lambda.TooManyRequestsException']);
  });

  test('retries through throttling', async () => {
    let throttled = 0;
    const { path } = await run(wholeExport, async () => {
      if (throttled++ < 3) throw new TaskError('Lambda.TooManyRequestsException', 'Rate exceeded');
    });
    expect(path.at(-1)).toBe('ClosePeriod');
  });

  test.each(['Normalize', 'Reconcile'])(
    'reports an outage of %s, then fails with its error',
    async (state) => {
      const failing = outage('Sandbox.Timedout', 'Task timed out', `:${state.toLowerCase()}`);
      const { status, path, output, notices } = await run(wholeExport, failing);
      expect(path.slice(-3)).toEqual([state, 'ReportFailure', 'Failed']);
      const failure = { Error: 'Sandbox.Timedout', Cause: 'Sandbox.Timedout: Task timed out' };
      expect([status, output]).toEqual(['FAILED', failure]);
      expect(notices[0]?.Message).toContain('Sandbox.Timedout');
    },
  );

  afterAll(() => expect([...visited].toSorted()).toEqual(Object.keys(definition.States).toSorted()));
});

describe('the deployed workflow', () => {
  const everything = variant('everything');
  const machine = () => byPath(everything, 'Billing/StateMachine/Resource').Properties;
  const arnOf = (path: string) => ({ 'Fn::GetAtt': [byPath(everything, path).logicalId, 'Arn'] });
  const functions = [arnOf('normalize/Function/Resource'), arnOf('reconcile/Function/Resource')];
  const topic = () => ({ Ref: byPath(everything, 'Billing/Topic/Resource').logicalId });

  test('exists only if it is configured', () => {
    expect(resourcesOf(variant('default').stack, 'AWS::StepFunctions::StateMachine')).toEqual([]);
  });

  test('deploys the definition that its tests execute', () => {
    const [, parts] = machine().DefinitionString['Fn::Join'];
    const text = parts.map((part: unknown) =>
      typeof part === 'string' ? part : `<${JSON.stringify(part)}>`,
    );
    // Inside a JSON string, the quotes of a reference are escaped.
    const name = (reference: object) => `<${JSON.stringify(reference)}>`;
    const definition = buildBillingDefinition({
      partition: name({ Ref: 'AWS::Partition' }),
      normalize: name(functions[0] as object),
      reconcile: name(functions[1] as object),
      topic: name(topic()),
      rule: RULE,
    });
    expect(text.join('')).toBe(
      JSON.stringify(definition).replaceAll(/<\{.*?\}>/g, (reference) => JSON.parse(`"${reference}"`)),
    );
  });

  test('notifies its topic of executions that no state can report, and trusts only state machines of this account', () => {
    const { EventPattern, Targets } = byPath(everything, 'Billing/FailureNotice/Rule/Resource').Properties;
    expect(EventPattern.detail).toEqual({
      stateMachineArn: [{ Ref: byPath(everything, 'Billing/StateMachine/Resource').logicalId }],
      $or: [
        { status: ['TIMED_OUT', 'ABORTED'] },
        { status: ['FAILED'], error: ['States.DataLimitExceeded', 'States.Runtime'] },
      ],
    });
    expect(Targets).toHaveLength(1);
    expect(Targets[0]).toMatchObject({ Arn: topic(), RoleArn: arnOf('Billing/FailureNotice/Role/Resource') });
    for (const path of ['Billing/Role/Resource', 'Billing/FailureNotice/Role/Resource']) {
      const [trust] = byPath(everything, path).Properties.AssumeRolePolicyDocument.Statement;
      expect(trust.Condition).toEqual({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } });
    }
  });

  test('logs every step without data', () => {
    expect(machine()).toMatchObject({
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
  });

  test('may invoke only its two functions and publish only to its topic', () => {
    const granted = statementsOf(everything).filter(
      ({ path, Resource }) => path.startsWith('Billing/') && Resource !== '*',
    );
    expect(granted).toEqual([
      expect.objectContaining({ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functions }),
      expect.objectContaining({ Effect: 'Allow', Action: 'sns:Publish', Resource: topic() }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Resource: topic(),
        path: 'Billing/FailureNotice/Role/DefaultPolicy/Resource',
      }),
    ]);
  });
});
