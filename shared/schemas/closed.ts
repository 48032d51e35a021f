import * as v from 'valibot';
import { DETAILS_MAX } from '../limits.ts';
import { type Sentence, worded } from '../sentence.ts';
import { NO_ARRAY, NO_OBJECT, REQUIRED } from './sentences.ts';

type Run = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>['~run'];

const UNKNOWN: Sentence = { en: 'is not a property of the contract', zh: '不是约定的字段' };

const messageFor = (issue: v.StrictObjectIssue): string => {
  const { expected } = issue;
  return worded(expected === 'never' ? UNKNOWN : expected === 'Object' ? NO_OBJECT : REQUIRED)(issue);
};

type Dataset = ReturnType<Run>;

/** Valibot's strict object names the first unknown property only: the others are named after it, within bounds. */
function nameUnknown(dataset: Dataset, entries: v.ObjectEntries): Dataset {
  const first = dataset.issues?.find(
    ({ type, expected }) => type === 'strict_object' && expected === 'never',
  );
  const [step] = first?.path ?? [];
  if (first?.path?.length !== 1 || !step) return dataset;
  let named = 1;
  for (const key in step.input as object) {
    if (key === step.key || Object.hasOwn(entries, key)) continue;
    if (++named > DETAILS_MAX) break;
    dataset.issues?.push({ ...first, path: [{ ...step, key } as v.IssuePathItem] });
  }
  return dataset;
}

/** An object without extra properties. Unlike valibot's own, it takes no array for an object. */
export function closedObject<const TEntries extends v.ObjectEntries>(entries: TEntries) {
  const schema = v.strictObject(entries, messageFor);
  const run = schema['~run'] as Run;
  const runUnlessArray: Run = (dataset, config) =>
    nameUnknown(run.call(schema, Array.isArray(dataset.value) ? { value: null } : dataset, config), entries);
  return Object.assign(schema, { '~run': runUnlessArray as (typeof schema)['~run'] });
}

/**
 * An array of at most `max` items. Its length is checked before its items, and reading stops once `DETAILS_MAX`
 * issues are known: valibot's own `maxLength` makes millions of issues of a 2 MB body of `{}` before it looks
 * at the length.
 */
export function boundedArray<TItem extends v.GenericSchema>(item: TItem, max: number) {
  const schema = v.pipe(
    v.array(item, worded(NO_ARRAY)),
    v.maxLength(max, worded({ en: `must have at most ${max} items`, zh: `最多 ${max} 项` })),
  );
  const run: Run = (dataset, config) => {
    const items = dataset.value;
    const [array, length] = schema.pipe;
    if (!Array.isArray(items)) return array['~run'](dataset, config);
    if (items.length > max) {
      const { issues } = length['~run']({ typed: true, value: items as never }, config as never);
      // Not typed: no condition on the whole body may look at the items, either.
      return { typed: false, value: items, issues: issues as [v.BaseIssue<unknown>] };
    }
    const read: unknown[] = [];
    const issues: v.BaseIssue<unknown>[] = [];
    for (let key = 0; key < items.length && issues.length < DETAILS_MAX; key++) {
      const value: unknown = items[key];
      const result = item['~run']({ value }, config);
      read.push(result.value);
      for (const issue of result.issues ?? []) {
        const step: v.ArrayPathItem = { type: 'array', origin: 'value', input: items, key, value };
        issues.push({ ...issue, path: [step, ...(issue.path ?? [])] });
      }
    }
    return issues.length === 0
      ? { typed: true, value: read }
      : { typed: false, value: read, issues: issues as [v.BaseIssue<unknown>] };
  };
  return Object.assign(schema, { '~run': run as (typeof schema)['~run'] });
}
