import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Grants, type Need, nameIn } from '../infra/grants.ts';
import { type Call, type Definition, execute, TaskError } from '../infra/state-machine.ts';
import { byPath, KEY_ARN, type Resource, resourcesOf, type Variant } from '../infra/variants.ts';
import { invoke } from '../service/client.ts';
import type { S3Request, S3Server } from './s3-server.ts';

type Handler = (event: unknown, context: { readonly awsRequestId: string }) => Promise<unknown>;

/** A message that a workflow has published. */
export interface Notice {
  readonly TopicArn: string;
  readonly Subject: string;
  readonly Message: string;
}

interface Machine {
  readonly definition: Definition;
  readonly role: string;
  /** The name in ARNs of its executions. */
  readonly name: string;
}

/** Functions are loaded one after another, because each reads the environment while it is loaded. */
let loading: Promise<unknown> = Promise.resolve();

/** The ledger and billing workflows with the bundle, definitions and roles of the template, and S3 on loopback. */
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

  /** Calls a task as the states of the ledger workflow do. */
  get call(): Call {
    return this.#callOf(this.#machineAt('Ledger'), (call) => call);
  }

  /** Permissions of the workflows that were not used. The roles of failure notices are left out: no state uses them. */
  get unused(): string[] {
    const roles = resourcesOf(this.#variant.stack, 'AWS::IAM::Role').filter(({ path }) =>
      /^(Ledger|Billing)\/(?!FailureNotice)/.test(path),
    );
    return this.grants.unused(roles.map(({ logicalId }) => logicalId));
  }

  /** Runs an execution of a workflow. @param construct name of its construct */
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

  /** The handler of a step, loaded at its first call; undefined for an endpoint. */
  #handlerOf(name: string): Promise<Handler> | undefined {
    const step = this.#resource(name);
    if (!step?.path.startsWith('Ledger/')) return undefined;
    const cached = this.#handlers.get(name);
    if (cached) return cached;
    const handler = loading.then(() => this.#load(step));
    loading = handler;
    this.#handlers.set(name, handler);
    return handler;
  }

  /** Loads a separate module for each function, with an address of the bucket that enforces its role. */
  async #load({ Properties, Metadata }: Resource): Promise<Handler> {
    const role = nameIn(Properties.Role);
    Object.assign(process.env, Properties.Environment.Variables, {
      LEDGER_BUCKET: this.#server.bucket,
      S3_ENDPOINT: await this.#server.open((request) => this.grants.allow(role, this.#needsOf(request))),
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

  /** The permissions of a request, including those for the KMS key of the bucket. */
  #needsOf({ action, at }: S3Request): Need[] {
    const bucket = `arn:aws:s3:::${this.#server.bucket}`;
    if (action === 's3:ListBucket') return [{ action, at: bucket, prefix: at }];
    const keyAction = { 's3:GetObject': 'kms:Decrypt', 's3:PutObject': 'kms:GenerateDataKey' }[action];
    return [
      { action, at: `${bucket}/${at}` },
      ...(keyAction === undefined ? [] : [{ action: keyAction, at: KEY_ARN }]),
    ];
  }

  /** The permissions for a task, as AWS documents them. */
  #needsOfTask(resource: string, args: Record<string, unknown>): Need[] {
    const account = 'AWS::Region:AWS::AccountId';
    if (resource.endsWith(':lambda:invoke'))
      return [{ action: 'lambda:InvokeFunction', at: String(args.FunctionName) }];
    if (resource.endsWith(':sns:publish')) return [{ action: 'sns:Publish', at: String(args.TopicArn) }];
    const machine = String(args.StateMachineArn);
    const child = this.machines.get(machine);
    const rule = `arn:aws:events:${account}:rule/StepFunctionsGetEventsForStepFunctionsExecutionRule`;
    return [
      { action: 'states:StartExecution', at: machine },
      ...['Describe', 'Stop'].map((verb) => ({
        action: `states:${verb}Execution`,
        at: `arn:aws:states:${account}:execution:${child?.name}:1`,
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
      if (resource.endsWith(':startExecution.sync:2')) return this.#runExecution(args, around);
      return { Payload: await this.#invokeFunction(String(args.FunctionName), args.Payload) };
    };

  /** Runs an execution that another one waits for. @returns the reply of AWS */
  async #runExecution(
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

  async #invokeFunction(name: string, payload: unknown): Promise<unknown> {
    const handler = await this.#handlerOf(name);
    if (handler === undefined) return this.#callEndpoint(name, payload);
    try {
      const result = await handler(JSON.parse(JSON.stringify(payload)), { awsRequestId: 'request' });
      return JSON.parse(JSON.stringify(result ?? null)) as unknown;
    } catch (error) {
      const { name, message } = error as Error;
      throw new TaskError(name, JSON.stringify({ errorType: name, errorMessage: message }));
    }
  }

  /** Calls the function of an endpoint through the local gateway. */
  async #callEndpoint(logicalId: string, payload: unknown): Promise<unknown> {
    const [routeId = ''] = this.#resource(logicalId)?.path.split('/') ?? [];
    const { headers, text, json } = await invoke(routeId, payload);
    if (headers.has('x-amz-function-error')) throw new TaskError(json.errorType, text);
    return json;
  }
}
