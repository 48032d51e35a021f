/** The fields of `T` that have a value; what may be undefined may be missing. */
type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same fields in their order, without those that are undefined: records leave out what is not known. */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T>;
export function omitUndefined(fields: Readonly<Record<string, unknown>>): object {
  const left: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) left[key] = fields[key];
  return left;
}
