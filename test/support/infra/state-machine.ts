import jsonata from 'jsonata';

/** Maximum bytes of the JSON input and output of a state. */
const STATE_BYTES_MAX = 262_144;

/** The failure of a task: a name for `ErrorEquals`, and a cause. */
export class TaskError extends Error {
  constructor(name: string, cause: string) {
    super(cause);
    this.name = name;
  }
}

type Variables = Record<string, unknown>;

/** A transition out of a state: next state, output, and assigned variables. */
interface Transition {
  readonly Next?: string | undefined;
  readonly Output?: unknown;
  readonly Assign?: Readonly<Variables> | undefined;
}
interface OnErrors {
  readonly ErrorEquals: readonly string[];
}
interface State extends Transition {
  readonly Type: string;
  readonly Resource?: string;
  readonly Arguments?: unknown;
  readonly Retry?: readonly (OnErrors & { readonly MaxAttempts: number })[];
  readonly Catch?: readonly (OnErrors & Transition)[];
  readonly Choices?: readonly (Transition & { readonly Condition: string })[];
  readonly Default?: string;
  readonly Error?: unknown;
  readonly Cause?: unknown;
}
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

/** Calls the resource of a task; throws a `TaskError` if it fails. */
export type Call = (resource: string, args: Record<string, unknown>) => Promise<unknown>;

export interface Execution {
  readonly status: 'SUCCEEDED' | 'FAILED';
  readonly path: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: outputs are JSON of any shape; each test checks what it expects.
  readonly output: any;
  /**
   * Continues where the execution failed, as `RedriveExecution` does: enters the failed state again with the same
   * input. A Fail state fails again.
   */
  redrive(call: Call): Promise<Execution>;
}

/** The current state of an execution, with its data and variables. */
interface Position {
  state: string | undefined;
  data: unknown;
  readonly variables: Variables;
}

const compiled = new Map<string, ReturnType<typeof jsonata>>();

/** Compiles an expression, once: compiling takes longer than evaluating. */
function expressionOf(template: string): ReturnType<typeof jsonata> {
  const cached = compiled.get(template);
  if (cached) return cached;
  const expression = jsonata(template.slice(2, -2));
  expression.registerFunction('parse', (text: string) => JSON.parse(text));
  compiled.set(template, expression);
  return expression;
}

/** JSONata as Step Functions has it: an expression without a result is an error, and `$parse` is added. */
async function evaluate(template: unknown, variables: Variables): Promise<unknown> {
  if (Array.isArray(template)) return Promise.all(template.map((item) => evaluate(item, variables)));
  if (typeof template === 'object' && template !== null) {
    const entries = Object.entries(template).map(async ([key, value]) => [
      key,
      await evaluate(value, variables),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }
  if (typeof template !== 'string' || !template.startsWith('{%')) return template;
  const result: unknown = await expressionOf(template).evaluate({}, variables);
  if (result === undefined) throw new TaskError('States.QueryEvaluationError', `No result: ${template}`);
  return JSON.parse(JSON.stringify(result));
}

/** Errors that no wildcard matches. */
const TERMINAL = ['States.DataLimitExceeded', 'States.Runtime'];

const catches =
  ({ name }: TaskError) =>
  ({ ErrorEquals: names }: OnErrors): boolean =>
    names.includes(name) ||
    (names.includes('States.ALL') && !TERMINAL.includes(name)) ||
    (names.includes('States.TaskFailed') && name !== 'States.Timeout');

const checkSize = (data: unknown): unknown => {
  if (Buffer.byteLength(JSON.stringify(data)) > STATE_BYTES_MAX)
    throw new TaskError('States.DataLimitExceeded', 'The data of a state is too large.');
  return data;
};

async function callWithRetries({ Resource = '', Retry = [] }: State, args: Variables, call: Call) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call(Resource, args);
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      const retrier = Retry.find(catches(error));
      if (!retrier || attempt >= retrier.MaxAttempts) throw error;
    }
  }
}

/** Executes definitions state by state. It never waits. */
class Interpreter {
  readonly #call: Call;
  readonly #id: string;

  constructor(call: Call, id: string) {
    this.#call = call;
    this.#id = id;
  }

  /** Runs a state. @returns its transition */
  async #run(state: State, scope: Variables, states: Variables): Promise<Transition> {
    switch (state.Type) {
      case 'Choice':
        for (const choice of state.Choices ?? [])
          if ((await evaluate(choice.Condition, scope)) === true) return choice;
        return { Next: state.Default, Assign: state.Assign };
      case 'Fail': {
        const [name, cause] = (await evaluate([state.Error, state.Cause], scope)) as [string, string];
        throw name.startsWith('States.') ? new TaskError('States.Runtime', '') : new TaskError(name, cause);
      }
      case 'Task': {
        const args = (await evaluate(state.Arguments, scope)) as Variables;
        states.result = checkSize(await callWithRetries(state, args, this.#call));
        return state;
      }
      default:
        return state;
    }
  }

  /** Runs a state and follows its transition; adds the variables that it assigns. */
  async #pass(state: State, position: Position): Promise<void> {
    const { data: input, variables } = position;
    const execution = { Id: this.#id, StartTime: '2026-11-22T00:00:00.000Z' };
    const states: Variables = { input, context: { Execution: execution } };
    const scope = { ...variables, states };
    const leave = async ({ Output, Assign = {}, Next }: Transition) => {
      const assigned = await evaluate(Assign, scope);
      position.data = checkSize(
        Output === undefined ? (states.result ?? input) : await evaluate(Output, scope),
      );
      Object.assign(variables, assigned);
      position.state = Next;
    };
    try {
      await leave(await this.#run(state, scope, states));
    } catch (error) {
      const catcher = error instanceof TaskError && state.Catch?.find(catches(error));
      if (!catcher) throw error;
      states.errorOutput = { Error: error.name, Cause: error.message };
      await leave(catcher);
    }
  }

  async walk(definition: Definition, position: Position): Promise<Execution> {
    const path: string[] = [];
    const redrive = (again: Call) => new Interpreter(again, this.#id).walk(definition, position);
    try {
      while (position.state !== undefined) {
        path.push(position.state);
        const state = definition.States[position.state];
        if (!state) throw new Error(`No state has the name ${position.state}.`);
        checkSize(position.data);
        await this.#pass(state, position);
      }
      return { status: 'SUCCEEDED', path, output: position.data, redrive };
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      return { status: 'FAILED', path, output: { Error: error.name, Cause: error.message }, redrive };
    }
  }
}

let executions = 0;

/** Runs a definition of the Amazon States Language state by state, evaluating each expression. It never waits. */
export const execute = (definition: Definition, data: unknown, call: Call): Promise<Execution> =>
  new Interpreter(call, `arn:execution:${executions++}`).walk(definition, {
    state: definition.StartAt,
    data,
    variables: {},
  });
