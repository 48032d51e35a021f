import { isNative, type Native } from './native.ts';

const NOTHING: ReadonlySet<string> = new Set();

const objectText = (value: Native, omit: ReadonlySet<string>): string =>
  Object.keys(value)
    .filter((key) => !omit.has(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalText(value[key])}`)
    .join(',');

/**
 * Compact JSON with the keys of every object sorted by code unit: equal values have equal texts. It is built as
 * text, because a key such as `__proto__` would be lost in an object built anew.
 * @param omit keys of the outermost object to leave out
 */
export function toCanonicalText(value: unknown, omit: ReadonlySet<string> = NOTHING): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalText(item)).join(',')}]`;
  if (isNative(value)) return `{${objectText(value, omit)}}`;
  return JSON.stringify(value) ?? 'null';
}
