import { isObject, type NativeObject } from './native.ts';

const NOTHING: ReadonlySet<string> = new Set();

const objectText = (value: NativeObject, omit: ReadonlySet<string>): string =>
  Object.keys(value)
    .filter((key) => !omit.has(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalText(value[key])}`)
    .join(',');

/**
 * Writes compact JSON with sorted keys: equal values have equal texts. Builds the text directly, because a rebuilt
 * object would lose a key such as `__proto__`.
 * @param omit keys of the outermost object to leave out
 */
export function toCanonicalText(value: unknown, omit: ReadonlySet<string> = NOTHING): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalText(item)).join(',')}]`;
  if (isObject(value)) return `{${objectText(value, omit)}}`;
  return JSON.stringify(value) ?? 'null';
}
