import jsonata from 'jsonata';

/** Most bytes of JSON that a state may be handed or hand on. */
const STATE_BYTES_MAX = 262_144;

/** How a task fails: a name for `ErrorEquals`, and a cause. */
export class TaskError extends Error {
  constructor(name: string, cause: string) {
    super(cause);
    this.name = name;
  }
}

type Variables = Record<string, unknown>;

/** A way out of a state: where to, with what, and what is kept beside it. */
interface Way {
  readonly Next?: string | undefined;
  readonly Output?: unknown;
  readonly Assign?: Readonly<Variables> | undefined;
}
interface OnErrors {
  readonly ErrorEquals: readonly string[];
}
interface State extends Way {
  readonly Type: string;
  readonly Resource?: string;
  readonly Arguments?: unknown;
  readonly Retry?: readonly (OnErrors & { readonly MaxAttempts: number })[];
  readonly Catch?: readonly (OnErrors & Way)[];
  readonly Choices?: readonly (Way & { readonly Condition: string })[];
  readonly Default?: string;
  readonly Error?: unknown;
  readonly Cause?: unknown;
}
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

/** Calls what a task names; it throws a `TaskError`. */
export type Call = (resource: string, args: Record<string, unknown>) => Promise<unknown>;

export interface Execution {
  readonly status: 'SUCCEEDED' | 'FAILED';
  readonly path: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: outputs are open JSON; each test says what it expects of them.
  readonly output: any;
  /**
   * Goes on where the execution failed, as `RedriveExecution` does: enters the failed state again with the same input.
   * A Fail state fails again.
   */
  redrive(call: Call): Promise<Execution>;
}

/** Where an execution is, and all that it needs to go on from there. */
interface Position {
  state: string | undefined;
  data: unknown;
  readonly variables: Variables;
}

const compiled = new Map<string, ReturnType<typeof jsonata>>();

/** An expression; reading it takes longer than evaluating it. */
function expressionOf(template: string): ReturnType<typeof jsonata> {
  const known = compiled.get(template);
  if (known) return known;
  const expression = jsonata(template.slice(2, -2));
  expression.registerFunction('parse', (text: string) => JSON.parse(text));
  compiled.set(template, expression);
  return expression;
}

/** JSONata as Step Functions has it: an expression without a result is an error, and `$parse` is added. */
async function evaluated(template: unknown, variables: Variables): Promise<unknown> {
  if (Array.isArray(template)) return Promise.all(template.map((item) => evaluated(item, variables)));
  if (typeof template === 'object' && template !== null) {
    const entries = Object.entries(template).map(async ([key, value]) => [
      key,
      await evaluated(value, variables),
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

const bounded = (data: unknown): unknown => {
  if (Buffer.byteLength(JSON.stringify(data)) > STATE_BYTES_MAX)
    throw new TaskError('States.DataLimitExceeded', 'The data of a state is too large.');
  return data;
};

async function attempted({ Resource = '', Retry = [] }: State, args: Variables, call: Call) {
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

  /** Does what a state is for. @returns the way out of it */
  async #done(state: State, scope: Variables, states: Variables): Promise<Way> {
    switch (state.Type) {
      case 'Choice':
        for (const choice of state.Choices ?? [])
          if ((await evaluated(choice.Condition, scope)) === true) return choice;
        return { Next: state.Default, Assign: state.Assign };
      case 'Fail': {
        const [name, cause] = (await evaluated([state.Error, state.Cause], scope)) as [string, string];
        throw name.startsWith('States.') ? new TaskError('States.Runtime', '') : new TaskError(name, cause);
      }
      case 'Task': {
        const args = (await evaluated(state.Arguments, scope)) as Variables;
        states.result = bounded(await attempted(state, args, this.#call));
        return state;
      }
      default:
        return state;
    }
  }

  /** Passes a state; the variables gain what it assigns. */
  async #pass(state: State, place: Position): Promise<void> {
    const { data: input, variables } = place;
    const execution = { Id: this.#id, StartTime: '2026-11-22T00:00:00.000Z' };
    const states: Variables = { input, context: { Execution: execution } };
    const scope = { ...variables, states };
    const leave = async ({ Output, Assign = {}, Next }: Way) => {
      const assigned = await evaluated(Assign, scope);
      place.data = bounded(Output === undefined ? (states.result ?? input) : await evaluated(Output, scope));
      Object.assign(variables, assigned);
      place.state = Next;
    };
    try {
      await leave(await this.#done(state, scope, states));
    } catch (error) {
      const catcher = error instanceof TaskError && state.Catch?.find(catches(error));
      if (!catcher) throw error;
      states.errorOutput = { Error: error.name, Cause: error.message };
      await leave(catcher);
    }
  }

  async walk(definition: Definition, place: Position): Promise<Execution> {
    const path: string[] = [];
    const redrive = (again: Call) => new Interpreter(again, this.#id).walk(definition, place);
    try {
      while (place.state !== undefined) {
        path.push(place.state);
        const state = definition.States[place.state];
        if (!state) throw new Error(`No state has the name ${place.state}.`);
        bounded(place.data);
        await this.#pass(state, place);
      }
      return { status: 'SUCCEEDED', path, output: place.data, redrive };
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
