import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Grants, type Need, nameIn } from '../infra/grants.ts';
import { type Call, type Definition, execute, TaskError } from '../infra/state-machine.ts';
import { byPath, KEY_ARN, type Resource, resourcesOf, type Variant } from '../infra/variants.ts';
import { invoke } from '../service/client.ts';
import type { S3Request, S3Server } from './s3-server.ts';

type Handler = (event: unknown, context: { readonly awsRequestId: string }) => Promise<unknown>;

/** What a workflow has published. */
export interface Notice {
  readonly TopicArn: string;
  readonly Subject: string;
  readonly Message: string;
}

interface Machine {
  readonly definition: Definition;
  readonly role: string;
  /** As ARNs of its executions have it. */
  readonly name: string;
}

/** Functions are loaded one after another, because each reads its environment as it is loaded. */
let loading: Promise<unknown> = Promise.resolve();

/** The ledger workflow as it deploys, and that of billing: bundle, definitions and roles from the template, S3 on loopback. */
export class DeployedLedger {
  readonly grants: Grants;
  readonly notices: Notice[] = [];
  readonly machines: ReadonlyMap<string, Machine>;
  readonly #variant: Variant;
  readonly #handlers = new Map<string, Promise<Handler>>();
  readonly #server: S3Server;

  constructor(deployed: Variant, server: S3Server) {
    this.#variant = deployed;
    this.#server = server;
    this.grants = new Grants(deployed);
    this.machines = new Map(
      resourcesOf(deployed.stack, 'AWS::StepFunctions::StateMachine').map(({ logicalId, Properties }) => [
        logicalId,
        {
          definition: JSON.parse(nameIn(Properties.DefinitionString)) as Definition,
          role: nameIn(Properties.RoleArn),
          name: nameIn(Properties.StateMachineName ?? logicalId),
        },
      ]),
    );
  }

  /** What the states of the ledger workflow call: the run, or the topic. */
  get call(): Call {
    return this.#callOf(this.#machineAt('Ledger'), (call) => call);
  }

  /** What no role of the workflows has needed, but for those that tell of an end: rules have them, no state. */
  get unused(): string[] {
    const roles = resourcesOf(this.#variant.stack, 'AWS::IAM::Role').filter(({ path }) =>
      /^(Ledger|Billing)\/(?!FailureNotice)/.test(path),
    );
    return this.grants.unused(roles.map(({ logicalId }) => logicalId));
  }

  /** Runs an execution of the ledger workflow, or of the one that the construct of this name holds. */
  execute(
    input: unknown,
    around: (call: Call) => Call = (call) => call,
    construct: 'Ledger' | 'Billing' = 'Ledger',
  ) {
    const machine = this.#machineAt(construct);
    return execute(machine.definition, input, around(this.#callOf(machine, around)));
  }

  #machineAt(construct: string): Machine {
    const { logicalId } = byPath(this.#variant, `${construct}/StateMachine/Resource`);
    return this.machines.get(logicalId) as Machine;
  }

  #resource(id: string): Resource | undefined {
    return resourcesOf(this.#variant.stack).find(({ logicalId }) => logicalId === id);
  }

  /** A step's function, loaded when it is first called; of an endpoint there is none here. */
  #handlerOf(name: string): Promise<Handler> | undefined {
    const step = this.#resource(name);
    if (!step?.path.startsWith('Ledger/')) return undefined;
    const known = this.#handlers.get(name);
    if (known) return known;
    const handler = loading.then(() => this.#load(step));
    loading = handler;
    this.#handlers.set(name, handler);
    return handler;
  }

  /** A module of its own for each function, with an address of the bucket where its role holds. */
  async #load({ Properties, Metadata }: Resource): Promise<Handler> {
    const role = nameIn(Properties.Role);
    Object.assign(process.env, Properties.Environment.Variables, {
      LEDGER_BUCKET: this.#server.bucket,
      S3_ENDPOINT: await this.#server.door((request) => this.grants.allow(role, this.#needsOf(request))),
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${Properties.MemorySize}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
    const file = pathToFileURL(
      `${this.#variant.stack.assembly.directory}/${Metadata?.['aws:asset:path']}/index.mjs`,
    );
    const { handler } = (await import(`${file.href}?function=${randomUUID()}`)) as { handler: Handler };
    return handler;
  }

  /** The key of the bucket is asked for as S3 asks: to read, and to write, of which many parts are read again. */
  #needsOf({ action, at }: S3Request): Need[] {
    const bucket = `arn:aws:s3:::${this.#server.bucket}`;
    if (action === 's3:ListBucket') return [{ action, at: bucket, prefix: at }];
    const keyAction = { 's3:GetObject': 'kms:Decrypt', 's3:PutObject': 'kms:GenerateDataKey' }[action];
    return [
      { action, at: `${bucket}/${at}` },
      ...(keyAction === undefined ? [] : [{ action: keyAction, at: KEY_ARN }]),
    ];
  }

  /** What AWS documents that the role of a machine needs for a task. */
  #needsOfTask(resource: string, args: Record<string, unknown>): Need[] {
    const place = 'AWS::Region:AWS::AccountId';
    if (resource.endsWith(':lambda:invoke'))
      return [{ action: 'lambda:InvokeFunction', at: String(args.FunctionName) }];
    if (resource.endsWith(':sns:publish')) return [{ action: 'sns:Publish', at: String(args.TopicArn) }];
    const machine = String(args.StateMachineArn);
    const other = this.machines.get(machine);
    const rule = `arn:aws:events:${place}:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule`;
    return [
      { action: 'states:StartExecution', at: machine },
      ...['Describe', 'Stop'].map((verb) => ({
        action: `states:${verb}Execution`,
        at: `arn:aws:states:${place}:execution:${other?.name}:1`,
      })),
      ...['PutTargets', 'PutRule', 'DescribeRule'].map((verb) => ({ action: `events:${verb}`, at: rule })),
    ];
  }

  readonly #callOf =
    (machine: Machine, around: (call: Call) => Call): Call =>
    async (resource, args) => {
      if (!this.grants.allow(machine.role, this.#needsOfTask(resource, args)))
        throw new TaskError('AccessDenied', resource);
      if (resource.endsWith(':sns:publish')) return this.notices.push(args as unknown as Notice);
      if (resource.endsWith(':startExecution.sync:2')) return this.#executed(args, around);
      return { Payload: await this.#invoked(String(args.FunctionName), args.Payload) };
    };

  /** What AWS answers of an execution that another one has waited for. */
  async #executed(
    { StateMachineArn, Input }: Record<string, unknown>,
    around: (call: Call) => Call,
  ): Promise<unknown> {
    const machine = this.machines.get(String(StateMachineArn));
    if (machine === undefined) throw new Error(`no machine ${StateMachineArn}`);
    const { status: Status, output } = await execute(
      machine.definition,
      JSON.parse(JSON.stringify(Input)) as unknown,
      around(this.#callOf(machine, around)),
    );
    const described = { ExecutionArn: 'arn:child', Status };
    if (Status === 'SUCCEEDED') return { ...described, Output: output };
    throw new TaskError('States.TaskFailed', JSON.stringify({ ...described, ...output }));
  }

  async #invoked(name: string, payload: unknown): Promise<unknown> {
    const handler = await this.#handlerOf(name);
    if (handler === undefined) return this.#answered(name, payload);
    try {
      const result = await handler(JSON.parse(JSON.stringify(payload)), { awsRequestId: 'request' });
      return JSON.parse(JSON.stringify(result ?? null)) as unknown;
    } catch (error) {
      const { name, message } = error as Error;
      throw new TaskError(name, JSON.stringify({ errorType: name, errorMessage: message }));
    }
  }

  /** An endpoint's function, which the local gateway serves. */
  async #answered(logicalId: string, payload: unknown): Promise<unknown> {
    const [routeId = ''] = this.#resource(logicalId)?.path.split('/') ?? [];
    const { headers, text, json } = await invoke(routeId, payload);
    if (headers.has('x-amz-function-error')) throw new TaskError(json.errorType, text);
    return json;
  }
}
