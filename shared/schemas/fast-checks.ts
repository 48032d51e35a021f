/** A valibot schema or action. */
interface Item {
  readonly type: string;
  readonly pipe?: readonly Item[];
}
type Test = (value: unknown) => boolean;

/** Properties of valibot schemas and actions; which of them exist depends on `type`. */
interface Parts extends Item {
  readonly entries: Readonly<Record<string, Item>>;
  readonly item: Item;
  readonly options: readonly Item[];
  readonly requirement: never;
  readonly wrapped: Item;
  readonly check: Test;
  readonly default?: unknown;
}

const acceptAll: Test = () => true;
/** Test of schemas that are not supported here, so that valibot checks the value. */
const rejectAll: Test = () => false;

/** Actions that only add messages for values that the schemas of their pipe already reject. */
const messageActions = new WeakSet<Item>();
/** Marks and returns an action that only adds messages for invalid values, so that `buildFastCheck` skips it. */
export function markMessageOnly<TAction extends Item>(action: TAction): TAction {
  messageActions.add(action);
  return action;
}

const combine = (a: Test, b: Test): Test =>
  a === acceptAll ? b : b === acceptAll ? a : (value) => a(value) && b(value);

/** Whether a field may be absent; a field with a default may not, because valibot would insert the default. */
const mayBeAbsent = (entry: Item): boolean =>
  entry.type === 'exact_optional' && (entry as Parts).default === undefined;

function buildObjectTest(entries: Parts['entries']): Test {
  const required = Object.values(entries).filter((entry) => !mayBeAbsent(entry)).length;
  const fields = new Map(
    Object.entries(entries).map(([name, entry]) => [
      name,
      { test: buildFastCheck(entry), isRequired: mayBeAbsent(entry) ? 0 : 1 },
    ]),
  );
  return (value) => {
    let found = 0;
    for (const name in value as object) {
      const field = fields.get(name);
      if (field === undefined || !field.test((value as Readonly<Record<string, unknown>>)[name]))
        return false;
      found += field.isRequired;
    }
    return found === required;
  };
}

function buildArrayTest(item: Item): Test {
  const test = buildFastCheck(item);
  const isEachValid = (items: readonly unknown[]) => {
    for (const value of items) if (!test(value)) return false;
    return true;
  };
  return (value) => Array.isArray(value) && (test === acceptAll || isEachValid(value));
}

/** Test of each supported type of schema and action, equivalent to valibot's. */
const TESTS: Readonly<Record<string, (parts: Parts) => Test>> = {
  unknown: () => acceptAll,
  picklist: (parts) => (value) => (parts.options as readonly unknown[]).includes(value),
  union: ({ options }) => options.map(buildFastCheck).reduce((a, b) => (value) => a(value) || b(value)),
  array: ({ item }) => buildArrayTest(item),
  custom: ({ check }) => check,
  strict_object: ({ entries }) => buildObjectTest(entries),
  exact_optional: ({ wrapped }) => buildFastCheck(wrapped),
  check: ({ requirement }) => requirement,
  regex: (parts) => (value) => (parts.requirement as RegExp).test(value as string),
  max_length: (parts) => (value) => (value as { length: number }).length <= parts.requirement,
};

type Within = (min: number, max: number) => Test;
const lengthWithin: Within = (min, max) => (value) =>
  typeof value === 'string' && value.length >= min && value.length <= max;
const valueWithin: Within = (min, max) => (value) =>
  typeof value === 'number' && value >= min && value <= max;

/** Tests of strings and numbers together with their bounds, to save a call for nearly every field. */
const BOUNDED: Readonly<Record<string, readonly [within: Within, min: string, max: string]>> = {
  string: [lengthWithin, 'min_length', 'max_length'],
  number: [valueWithin, 'min_value', 'max_value'],
};

const flattenPipe = (item: Item): readonly Item[] => item.pipe?.flatMap(flattenPipe) ?? [item];
const buildStepTest = (item: Item): Test =>
  messageActions.has(item) ? acceptAll : (TESTS[item.type]?.(item as Parts) ?? rejectAll);

/** Builds a fast test without copies. After `false`, which it also returns for unsupported schemas, use valibot. */
export function buildFastCheck(schema: Item): Test {
  const all = flattenPipe(schema);
  const [within, min, max] = BOUNDED[schema.type] ?? [];
  if (!within) return all.map(buildStepTest).reduce(combine);
  const bounds = (type: string | undefined) =>
    all.filter((item) => item.type === type).map((item) => (item as Parts).requirement as number);
  const others = all.slice(1).filter(({ type }) => type !== min && type !== max);
  return others
    .map(buildStepTest)
    .reduce(combine, within(Math.max(...bounds(min)), Math.min(...bounds(max))));
}
