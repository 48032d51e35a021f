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

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly MaxAttempts: number;
}
interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly Output: unknown;
  readonly Next: string;
}
interface Choice {
  readonly Condition: string;
  readonly Next: string;
  readonly Assign?: Readonly<Record<string, unknown>>;
  readonly Output?: unknown;
}
interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Arguments?: unknown;
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly Catcher[];
  readonly Choices?: readonly Choice[];
  readonly Default?: string;
  readonly Assign?: Readonly<Record<string, unknown>>;
  readonly Output?: unknown;
  readonly Error?: unknown;
  readonly Cause?: unknown;
  readonly Next?: string;
  readonly End?: boolean;
  /** Of an inline Map. */
  readonly Items?: unknown;
  readonly MaxConcurrency?: number;
  readonly ItemSelector?: unknown;
  readonly ItemProcessor?: Definition;
}
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

/** Calls what a task names; it throws a `TaskError`. An object that a Map reads is answered with its text. */
export type Call = (resource: string, args: Record<string, unknown>) => Promise<unknown>;

/** The order in which a Map starts its items: any. */
export type Shuffle = <T>(items: readonly T[]) => readonly T[];
const asListed: Shuffle = (items) => items;

export interface Execution {
  readonly status: 'SUCCEEDED' | 'FAILED';
  readonly path: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: outputs are open JSON; each test says what it expects of them.
  readonly output: any;
  /**
   * Goes on where the execution failed, as `RedriveExecution` does: enters the failed state again with the same input,
   * and of a Map does what is not done. A Fail state fails again.
   */
  redrive(call: Call): Promise<Execution>;
}

type Variables = Record<string, unknown>;

/** An item of a Map: what it came to, where it has failed. */
interface Item {
  readonly value: unknown;
  failed?: Execution;
}
/** What a Map has left to do; a redrive leaves alone what is done. */
interface MapRun {
  left?: Item[];
}

/** Where an execution is, and all that it needs to go on from there. */
interface Place {
  state: string | undefined;
  data: unknown;
  readonly variables: Variables;
  mapRun: MapRun;
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

const matches = (names: readonly string[], error: TaskError) =>
  names.includes(error.name) ||
  (names.includes('States.ALL') && !TERMINAL.includes(error.name)) ||
  (names.includes('States.TaskFailed') && error.name !== 'States.Timeout');

const bounded = (data: unknown): unknown => {
  if (Buffer.byteLength(JSON.stringify(data)) > STATE_BYTES_MAX)
    throw new TaskError('States.DataLimitExceeded', 'The data of a state is too large.');
  return data;
};

async function attempted(state: State, args: Record<string, unknown>, call: Call): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call(state.Resource ?? '', args);
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      const retrier = state.Retry?.find(({ ErrorEquals }) => matches(ErrorEquals, error));
      if (!retrier || attempt >= retrier.MaxAttempts) throw error;
    }
  }
}

/** An iteration for each item. One that fails fails the Map with its own error, and aborts those that are under way. */
async function mapped(
  state: State,
  scope: Variables,
  mapRun: MapRun,
  call: Call,
  shuffle: Shuffle,
): Promise<unknown[]> {
  const items = (await evaluated(state.Items, scope)) as readonly unknown[];
  mapRun.left ??= [...shuffle(items.map((value): Item => ({ value })))];
  const outputs: unknown[] = [];
  const states = scope.states as { readonly context: object };
  const done = new Set<Item>();
  let failure: Execution | undefined;
  const next = mapRun.left.values();
  const iterationOf = async ({ value, failed }: Item): Promise<Execution> => {
    if (failed) return failed.redrive(call);
    const context = { ...states.context, Map: { Item: { Value: value } } };
    const input = await evaluated(state.ItemSelector, { ...scope, states: { ...states, context } });
    return execute(state.ItemProcessor as Definition, input, call, shuffle);
  };
  const worker = async (): Promise<void> => {
    for (const item of next) {
      const iteration = await iterationOf(item);
      if (failure !== undefined) return;
      if (iteration.status === 'FAILED') {
        failure = iteration;
        item.failed = iteration;
        return;
      }
      done.add(item);
      outputs.push(iteration.output);
    }
  };
  await Promise.all(Array.from({ length: state.MaxConcurrency ?? 1 }, worker));
  mapRun.left = mapRun.left.filter((item) => !done.has(item));
  if (failure !== undefined) throw new TaskError(failure.output.Error, failure.output.Cause);
  return outputs;
}

interface Step {
  readonly output: unknown;
  readonly next: string | undefined;
}

/** One state of the types that the workflow uses; `variables` gains what the state assigns. */
async function stepOf(
  state: State,
  { data: input, variables, mapRun }: Place,
  call: Call,
  shuffle: Shuffle,
): Promise<Step> {
  const execution = { Id: 'arn:execution', StartTime: '2026-11-22T00:00:00.000Z' };
  const states: Variables = { input, context: { Execution: execution } };
  const scope = () => ({ ...variables, states });
  const next = state.Next;
  if (state.Type === 'Choice') {
    for (const choice of state.Choices ?? [])
      if ((await evaluated(choice.Condition, scope())) === true) {
        const output = choice.Output === undefined ? input : await evaluated(choice.Output, scope());
        Object.assign(variables, await evaluated(choice.Assign ?? {}, scope()));
        return { output, next: choice.Next };
      }
    Object.assign(variables, await evaluated(state.Assign ?? {}, scope()));
    return { output: input, next: state.Default };
  }
  if (state.Type === 'Fail') {
    const [name, cause] = (await evaluated([state.Error, state.Cause], scope())) as [string, string];
    throw name.startsWith('States.') ? new TaskError('States.Runtime', '') : new TaskError(name, cause);
  }
  try {
    if (state.Type === 'Task')
      states.result = bounded(
        await attempted(state, (await evaluated(state.Arguments, scope())) as Variables, call),
      );
    if (state.Type === 'Map') states.result = bounded(await mapped(state, scope(), mapRun, call, shuffle));
    const assigned = await evaluated(state.Assign ?? {}, scope());
    const output =
      state.Output === undefined ? (states.result ?? input) : await evaluated(state.Output, scope());
    Object.assign(variables, assigned);
    return { output, next };
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    const catcher = state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, error));
    if (!catcher) throw error;
    states.errorOutput = { Error: error.name, Cause: error.message };
    return { output: await evaluated(catcher.Output, scope()), next: catcher.Next };
  }
}

async function walk(definition: Definition, place: Place, call: Call, shuffle: Shuffle): Promise<Execution> {
  const path: string[] = [];
  const redrive = (again: Call) => walk(definition, place, again, shuffle);
  try {
    while (place.state !== undefined) {
      path.push(place.state);
      const state: State | undefined = definition.States[place.state];
      if (!state) throw new Error(`No state has the name ${place.state}.`);
      bounded(place.data);
      const step: Step = await stepOf(state, place, call, shuffle);
      place.data = bounded(step.output);
      place.state = step.next;
      place.mapRun = {};
    }
    return { status: 'SUCCEEDED', path, output: place.data, redrive };
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    return { status: 'FAILED', path, output: { Error: error.name, Cause: error.message }, redrive };
  }
}

/** Runs a definition of the Amazon States Language state by state, evaluating each expression. It never waits. */
export const execute = (
  definition: Definition,
  input: unknown,
  call: Call,
  shuffle: Shuffle = asListed,
): Promise<Execution> =>
  walk(definition, { state: definition.StartAt, data: input, variables: {}, mapRun: {} }, call, shuffle);
