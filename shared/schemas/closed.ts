import * as v from 'valibot';
import { didYouMean } from '../did-you-mean.ts';
import { DETAILS_MAX } from '../limits.ts';
import { type Sentence, toSchemaMessage } from '../sentence.ts';
import { markMessageOnly } from './fast-checks.ts';
import { NOT_AN_ARRAY, NOT_AN_OBJECT, REQUIRED } from './sentences.ts';

const UNKNOWN: Sentence = { en: 'is not a property of the contract', zh: '不是接口约定的字段' };

/** Builds the message for an unknown property; `names` are the properties that exist. */
type DescribeUnknown = (name: unknown, names: readonly string[]) => Sentence;

/** Builds the message for an unknown setting, which suggests the most similar known name, if one is close. */
export const describeUnknownSetting: DescribeUnknown = (name, names) => {
  const suggestion = didYouMean(name, names);
  return { en: `is not a setting${suggestion.en}`, zh: `不是可用的设置${suggestion.zh}` };
};

/** Adds issues for further unknown properties, up to `DETAILS_MAX`: valibot's strict object reports only the first. */
function reportUnknown<TInput>(
  { dataset, config, addIssue }: v.RawCheckContext<TInput>,
  describe: (name: unknown) => Sentence,
): void {
  const first = dataset.issues?.find(
    ({ type, expected }) => type === 'strict_object' && expected === 'never',
  );
  const [step] = first?.path ?? [];
  if (first?.path?.length !== 1 || !step) return;
  let count = 1;
  for (const key in step.input as object) {
    if (key === step.key || Object.hasOwn(dataset.value as object, key)) continue;
    if (++count > DETAILS_MAX) break;
    addIssue({
      message: toSchemaMessage(describe(key))(config),
      path: [{ ...step, key } as v.IssuePathItem],
    });
  }
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Valibot's strict object with messages by issue. */
type Strict<TEntries extends v.ObjectEntries> = v.StrictObjectSchema<
  TEntries,
  (issue: v.StrictObjectIssue) => string
>;
type Closed<TEntries extends v.ObjectEntries> = v.GenericSchema<
  v.InferInput<Strict<TEntries>>,
  v.InferOutput<Strict<TEntries>>
> & { readonly entries: TEntries };

/**
 * Builds the schema of an object without other properties. Unlike `v.strictObject`, it rejects arrays and reports up to
 * `DETAILS_MAX` unknown properties.
 */
export function closedObject<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
  describeUnknown: DescribeUnknown = () => UNKNOWN,
): Closed<TEntries> {
  const names = Object.keys(entries);
  const describe = (name: unknown): Sentence => describeUnknown(name, names);
  const messageFor = (issue: v.StrictObjectIssue): string =>
    toSchemaMessage(issue.expected === 'never' ? describe(issue.path?.[0]?.key) : REQUIRED)(issue);
  const schema = v.pipe(
    v.custom<v.InferInput<Strict<TEntries>>>(isPlainObject, toSchemaMessage(NOT_AN_OBJECT)),
    v.strictObject(entries, messageFor),
    markMessageOnly(
      v.rawCheck<v.InferOutput<Strict<TEntries>>>((context) => reportUnknown(context, describe)),
    ),
  );
  return Object.assign(schema, { entries });
}

/** Builds the schema of an object with a field for each name, all of them with one schema. */
export const uniformObject = <const TName extends string, TField extends v.ObjectEntries[string]>(
  names: readonly TName[],
  field: TField,
): Closed<Record<TName, TField>> =>
  closedObject(Object.fromEntries(names.map((name) => [name, field])) as Record<TName, TField>);

/** Adds the issues of items, up to about `DETAILS_MAX`: valibot's array would collect the issues of all items. */
const reportFirstItems =
  (item: v.GenericSchema) =>
  ({ dataset, config, addIssue }: v.RawCheckContext<unknown[]>): void => {
    if (!dataset.typed || dataset.issues) return;
    const input = dataset.value;
    const { lang } = config;
    let count = 0;
    for (let key = 0; key < input.length && count < DETAILS_MAX; key++) {
      const value = input[key];
      const step: v.ArrayPathItem = { type: 'array', origin: 'value', input, key, value };
      for (const { message, path = [] } of v.safeParse(item, value, { lang }).issues ?? []) {
        addIssue({ message, path: [step, ...path] });
        count++;
      }
    }
  };

/** Builds the schema of an array of at most `max` items. The length is checked before the items. */
export function boundedArray<TItem extends v.GenericSchema>(
  item: TItem,
  max: number,
): v.GenericSchema<v.InferInput<TItem>[], v.InferOutput<TItem>[]> {
  const message = toSchemaMessage({ en: `must have at most ${max} items`, zh: `最多 ${max} 项` });
  return v.pipe(
    v.array(v.unknown(), toSchemaMessage(NOT_AN_ARRAY)),
    v.maxLength(max, message),
    markMessageOnly(v.rawCheck(reportFirstItems(item))),
    v.array(item),
    // Repeat the limit after the item schema, for the OpenAPI document.
    v.maxLength(max, message),
  );
}

/** A schema that chooses one of its options by the value. The OpenAPI document lists the options. */
export interface Chosen<TOption extends v.GenericSchema> {
  readonly options: readonly TOption[];
}

/**
 * Builds the schema of a value with several forms, such as a path or a list of paths: it validates with the option that
 * `choose` returns even for a value of no form, so that all messages concern one form.
 */
export const buildChoiceSchema = <const TOption extends v.GenericSchema>(
  options: readonly TOption[],
  choose: (value: unknown) => TOption,
): v.GenericSchema<unknown, v.InferOutput<TOption>> & Chosen<TOption> =>
  Object.assign(v.lazy(choose) as unknown as v.GenericSchema<unknown, v.InferOutput<TOption>>, { options });
