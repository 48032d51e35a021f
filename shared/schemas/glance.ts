/** A schema or an action. */
interface Item {
  readonly type: string;
  readonly pipe?: readonly Item[];
}
type Test = (value: unknown) => boolean;

/** What schemas and actions show of themselves; which of it is there follows from their `type`. */
interface Parts extends Item {
  readonly entries: Readonly<Record<string, Item>>;
  readonly item: Item;
  readonly options: readonly Item[];
  readonly requirement: never;
  readonly wrapped: Item;
  readonly check: Test;
  readonly default?: unknown;
}

const anything: Test = () => true;
/** What has no test here is left to valibot. */
const nothing: Test = () => false;

/** Actions that only name what the schemas of their pipe refuse. */
const naming = new WeakSet<Item>();
export function asNaming<TAction extends Item>(action: TAction): TAction {
  naming.add(action);
  return action;
}

const both = (one: Test, other: Test): Test =>
  one === anything ? other : other === anything ? one : (value) => one(value) && other(value);

/** A field may be left out unless valibot would put something in its place. */
const mayBeAbsent = (entry: Item): boolean =>
  entry.type === 'exact_optional' && (entry as Parts).default === undefined;

function objectOf(entries: Parts['entries']): Test {
  const required = Object.values(entries).filter((entry) => !mayBeAbsent(entry)).length;
  const fields = new Map(
    Object.entries(entries).map(([name, entry]) => [
      name,
      { test: glanceOf(entry), isRequired: mayBeAbsent(entry) ? 0 : 1 },
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

function arrayOf(item: Item): Test {
  const test = glanceOf(item);
  const isEachValid = (items: readonly unknown[]) => {
    for (const value of items) if (!test(value)) return false;
    return true;
  };
  return (value) => Array.isArray(value) && (test === anything || isEachValid(value));
}

/** A test for each kind of schema and action that a request is made of. It says what valibot's own code says. */
const TESTS: Readonly<Record<string, (parts: Parts) => Test>> = {
  unknown: () => anything,
  picklist:
    ({ options }) =>
    (value) =>
      (options as readonly unknown[]).includes(value),
  union: ({ options }) => options.map(glanceOf).reduce((one, other) => (value) => one(value) || other(value)),
  array: ({ item }) => arrayOf(item),
  custom: ({ check }) => check,
  strict_object: ({ entries }) => objectOf(entries),
  exact_optional: ({ wrapped }) => glanceOf(wrapped),
  check: ({ requirement }) => requirement,
  regex:
    ({ requirement }) =>
    (value) =>
      (requirement as RegExp).test(value as string),
  max_length:
    ({ requirement }) =>
    (value) =>
      (value as { length: number }).length <= requirement,
};

type Within = (min: number, max: number) => Test;
const lengthWithin: Within = (min, max) => (value) =>
  typeof value === 'string' && value.length >= min && value.length <= max;
const valueWithin: Within = (min, max) => (value) =>
  typeof value === 'number' && value >= min && value <= max;

/** Texts and numbers are tested together with their bounds: nearly every field has some, and each call counts. */
const BOUNDED: Readonly<Record<string, readonly [within: Within, min: string, max: string]>> = {
  string: [lengthWithin, 'min_length', 'max_length'],
  number: [valueWithin, 'min_value', 'max_value'],
};

const steps = (item: Item): readonly Item[] => item.pipe?.flatMap(steps) ?? [item];
const stepTest = (item: Item): Test =>
  naming.has(item) ? anything : (TESTS[item.type]?.(item as Parts) ?? nothing);

/**
 * A test that accepts only what a schema accepts, and makes nothing of it: a plain look at each field, where valibot
 * makes a dataset of each and a copy of each object. Schemas that transform, and kinds without a test, it never accepts.
 */
export function glanceOf(schema: Item): Test {
  const all = steps(schema);
  const [within, min, max] = BOUNDED[schema.type] ?? [];
  if (!within) return all.map(stepTest).reduce(both);
  const bounds = (type: string | undefined) =>
    all.filter((item) => item.type === type).map((item) => (item as Parts).requirement as number);
  const others = all.slice(1).filter(({ type }) => type !== min && type !== max);
  return others.map(stepTest).reduce(both, within(Math.max(...bounds(min)), Math.min(...bounds(max))));
}
