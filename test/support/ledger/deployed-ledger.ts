import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { type Call, type Definition, execute, type Shuffle, TaskError } from '../infra/state-machine.ts';
import { type Resource, resourcesOf } from '../infra/template.ts';
import { statementsOf, type Variant } from '../infra/variants.ts';
import type { S3Request, S3Server } from './s3-server.ts';

type Handler = (event: unknown, context: { readonly awsRequestId: string }) => Promise<unknown>;

/** One statement of a role, and whether anybody has needed it. */
export interface Grant {
  readonly role: string;
  readonly actions: readonly string[];
  isUsed: boolean;
  readonly allows: (request: S3Request) => boolean;
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** What a statement lets through: keys by its resources, listings by its condition. */
function grantOf(role: string, { Action, Resource: resource, Condition }: Record<string, unknown>): Grant {
  const actions = listOf(Action as string | string[]);
  const keys = listOf(resource).flatMap((arn) => {
    const parts = (arn as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join']?.[1];
    const tail = parts?.at(-1);
    return typeof tail === 'string' && tail.startsWith('/') ? [patternOf(tail.slice(1))] : [];
  });
  const prefixes = listOf(
    (Condition as { StringLike?: { 's3:prefix'?: string[] } })?.StringLike?.['s3:prefix'] ?? [],
  ).map(patternOf);
  return {
    ...{ role, actions, isUsed: false },
    allows: ({ action, at }) =>
      actions.includes(action) &&
      (action === 's3:ListBucket' ? prefixes : keys).some((pattern) => pattern.test(at)),
  };
}

/** The ledger workflow as it deploys: bundle, definition and roles from the template, S3 on loopback. */
export class DeployedLedger {
  readonly definition: Definition;
  readonly grants: readonly Grant[];
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #server: S3Server;
  readonly #reader: (request: S3Request) => boolean;

  private constructor(
    definition: Definition,
    grants: readonly Grant[],
    handlers: ReadonlyMap<string, Handler>,
    server: S3Server,
  ) {
    this.definition = definition;
    this.grants = grants;
    this.#handlers = handlers;
    this.#server = server;
    this.#reader = allowedBy(grants, 'Role');
  }

  /** @param environment variables that another deployment sets otherwise */
  static async of(deployed: Variant, server: S3Server, environment = {}): Promise<DeployedLedger> {
    const { stack } = deployed;
    const functions = resourcesOf(stack, 'AWS::Lambda::Function').filter(({ path }) =>
      path.startsWith('Ledger/'),
    );
    const machine = resourcesOf(stack, 'AWS::StepFunctions::StateMachine').find(({ path }) =>
      path.startsWith('Ledger/'),
    ) as Resource;
    const grants = statementsOf(deployed)
      .filter(({ path }) => path.startsWith('Ledger/'))
      .map((statement) => grantOf(roleOf(statement.path), statement));
    const handlers = new Map<string, Handler>();
    for (const { logicalId, path, Properties, ...rest } of functions) {
      const name = path.split('/')[1] ?? '';
      const variables: Record<string, unknown> = Properties.Environment.Variables;
      const folder = (rest as { Metadata?: Record<string, string> }).Metadata?.['aws:asset:path'];
      Object.assign(process.env, variables, environment, {
        LEDGER_BUCKET: server.bucket,
        S3_ENDPOINT: await server.door(allowedBy(grants, `${name}Role`)),
        ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
      });
      // A module of its own for each function: each has its own address of the bucket.
      const file = pathToFileURL(`${stack.assembly.directory}/${folder}/index.mjs`).href;
      const { handler } = (await import(`${file}?function=${name}-${randomUUID()}`)) as { handler: Handler };
      handlers.set(logicalId, handler);
    }
    const [, parts] = machine.Properties.DefinitionString['Fn::Join'] as [string, (string | object)[]];
    const text = parts
      .map((part) => (typeof part === 'string' ? part : nameIn(part, server.bucket)))
      .join('');
    return new DeployedLedger(JSON.parse(text), grants, handlers, server);
  }

  /** Runs an execution. */
  execute(input: unknown, around: (call: Call) => Call = (call) => call, shuffle?: Shuffle) {
    return execute(this.definition, input, around(this.call), shuffle);
  }

  /** What the states call: a step, or the list of tasks that a Map reads. */
  readonly call: Call = async (resource, args) => {
    if (resource.endsWith(':s3:getObject')) {
      const key = String(args.Key);
      if (!this.#reader({ action: 's3:GetObject', at: key }))
        throw new TaskError('States.ItemReaderFailed', key);
      const response = await fetch(`${await this.#open}/${this.#server.bucket}/${key}`);
      return response.text();
    }
    const handler = this.#handlers.get(String(args.FunctionName));
    if (handler === undefined) throw new Error(`no function ${args.FunctionName}`);
    try {
      const payload = JSON.parse(JSON.stringify(args.Payload)) as unknown;
      const result = await handler(payload, { awsRequestId: 'request' });
      return { Payload: JSON.parse(JSON.stringify(result ?? null)) };
    } catch (error) {
      const { name, message } = error as Error;
      throw new TaskError(name, JSON.stringify({ errorType: name, errorMessage: message }));
    }
  };

  get #open(): Promise<string> {
    this.#address ??= this.#server.door();
    return this.#address;
  }
  #address: Promise<string> | undefined;
}

const roleOf = (path: string): string => path.split('/')[1] ?? '';

const allowedBy =
  (grants: readonly Grant[], role: string) =>
  (request: S3Request): boolean => {
    const grant = grants.find((one) => one.role === role && one.allows(request));
    if (grant) grant.isUsed = true;
    return grant !== undefined;
  };

/** What a reference of the template stands for, here. */
function nameIn(part: object, bucket: string): string {
  const { Ref, 'Fn::GetAtt': attribute } = part as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  if (attribute) return attribute[0];
  return Ref === 'AWS::Partition' ? 'aws' : bucket;
}
