/** `T` with every field that may be `undefined` made optional. */
type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Copies an object without its `undefined` fields, in the same order. */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) copy[key] = value;
  return copy as WithoutUndefined<T>;
}
