import * as v from 'valibot';
import { DETAILS_MAX } from '../limits.ts';
import { type Sentence, worded } from '../sentence.ts';
import { meantInBrackets } from '../suggestion.ts';
import { asNaming } from './glance.ts';
import { NO_ARRAY, NO_OBJECT, REQUIRED } from './sentences.ts';

const UNKNOWN: Sentence = { en: 'is not a property of the contract', zh: '不是约定的字段' };

/** What is said of a property that the object must not have. */
type Unknown = (name: unknown, names: readonly string[]) => Sentence;

/** An object of settings, which people type. */
export const noSetting: Unknown = (name, names) => {
  const near = meantInBrackets(name, names);
  return { en: `is no setting${near.en}`, zh: `没有这一项设置${near.zh}` };
};

/** Valibot's strict object names the first unknown property only: the others are named after it, within bounds. */
function nameUnknown<TInput>(
  { dataset, config, addIssue }: v.RawCheckContext<TInput>,
  said: (name: unknown) => Sentence,
): void {
  const first = dataset.issues?.find(
    ({ type, expected }) => type === 'strict_object' && expected === 'never',
  );
  const [step] = first?.path ?? [];
  if (first?.path?.length !== 1 || !step) return;
  let named = 1;
  for (const key in step.input as object) {
    if (key === step.key || Object.hasOwn(dataset.value as object, key)) continue;
    if (++named > DETAILS_MAX) break;
    addIssue({ message: worded(said(key))(config), path: [{ ...step, key } as v.IssuePathItem] });
  }
}

const isNoArray = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Strict<TEntries extends v.ObjectEntries> = v.StrictObjectSchema<
  TEntries,
  (issue: v.StrictObjectIssue) => string
>;
type Closed<TEntries extends v.ObjectEntries> = v.GenericSchema<
  v.InferInput<Strict<TEntries>>,
  v.InferOutput<Strict<TEntries>>
> & { readonly entries: TEntries };

/** An object without extra properties. Unlike valibot's own, it takes no array for an object. */
export function closedObject<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
  unknown: Unknown = () => UNKNOWN,
): Closed<TEntries> {
  const names = Object.keys(entries);
  const said = (name: unknown): Sentence => unknown(name, names);
  const messageFor = (issue: v.StrictObjectIssue): string =>
    worded(issue.expected === 'never' ? said(issue.path?.[0]?.key) : REQUIRED)(issue);
  const schema = v.pipe(
    v.custom<v.InferInput<Strict<TEntries>>>(isNoArray, worded(NO_OBJECT)),
    v.strictObject(entries, messageFor),
    asNaming(v.rawCheck<v.InferOutput<Strict<TEntries>>>((context) => nameUnknown(context, said))),
  );
  return Object.assign(schema, { entries });
}

/** Names what is wrong with items until `DETAILS_MAX` issues are known: an array of valibot's own names all there is. */
const nameFirst =
  (item: v.GenericSchema) =>
  ({ dataset, config, addIssue }: v.RawCheckContext<unknown[]>): void => {
    if (!dataset.typed || dataset.issues) return;
    const input = dataset.value;
    const { lang } = config;
    let named = 0;
    for (let key = 0; key < input.length && named < DETAILS_MAX; key++) {
      const value = input[key];
      const step: v.ArrayPathItem = { type: 'array', origin: 'value', input, key, value };
      for (const { message, path = [] } of v.safeParse(item, value, { lang }).issues ?? []) {
        addIssue({ message, path: [step, ...path] });
        named++;
      }
    }
  };

/** An array of at most `max` items. Its length is refused before its items are looked at. */
export function boundedArray<TItem extends v.GenericSchema>(
  item: TItem,
  max: number,
): v.GenericSchema<v.InferInput<TItem>[], v.InferOutput<TItem>[]> {
  const message = worded({ en: `must have at most ${max} items`, zh: `最多 ${max} 项` });
  return v.pipe(
    v.array(v.unknown(), worded(NO_ARRAY)),
    v.maxLength(max, message),
    asNaming(v.rawCheck(nameFirst(item))),
    v.array(item),
    // Once more of what comes out, for the document.
    v.maxLength(max, message),
  );
}
