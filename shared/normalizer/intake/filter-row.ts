import {
  type AllowRule,
  CHANNEL_KEYS,
  listLogKeys,
  listPaymentKeys,
  SNAPSHOT_KEYS,
  SNAPSHOT_NUMBERS,
  UNPARSED,
} from '../../gateways/allowed-keys.ts';
import type { Connector } from '../../gateways/connector.ts';
import { isObject, type NativeObject } from './native.ts';

/** Longest text that passes: a pricing expression. */
const TEXT_LENGTH_MAX = 16_384;
const STRUCTURE = /^\s*[{[]/;
const NUMERIC = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const isNumber = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && NUMERIC.test(value));

/** Returns whether a value is a number or a short text. Texts of objects are excluded, because they may contain anything. */
const isScalar = (value: unknown): boolean =>
  isNumber(value) || (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && !STRUCTURE.test(value));

/** Parses the JSON of a text that looks like an object or array, if valid. Returns any other value unchanged. */
export function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !STRUCTURE.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Filters the keys of a price snapshot. Keeps its form, object or text, because the form identifies the gateway. */
function filterSnapshot(value: unknown): unknown {
  if (value === null || value === '') return value;
  const object = parseIfJson(value);
  if (!isObject(object)) {
    if (typeof value !== 'string') return undefined;
    return STRUCTURE.test(value) && object === undefined ? JSON.stringify({ [UNPARSED]: true }) : '';
  }
  const snapshot = filterKeys(
    object,
    (key) => SNAPSHOT_KEYS[key] ?? (SNAPSHOT_NUMBERS.test(key) ? 'number' : undefined),
  );
  return typeof value === 'string' ? JSON.stringify(snapshot) : snapshot;
}

function filterChannel(value: unknown): unknown {
  const object = parseIfJson(value);
  if (!isObject(object)) return isScalar(value) ? value : undefined;
  return filterValue(object, { id: 'text', name: 'text' });
}

function filterValue(value: unknown, rule: AllowRule): unknown {
  if (rule === 'number') return isNumber(value) ? value : undefined;
  if (rule === 'text') return isScalar(value) ? value : undefined;
  if (rule === 'ids') return Array.isArray(value) ? value.filter(isScalar) : undefined;
  if (rule === 'snapshot') return filterSnapshot(value);
  if (rule === 'channel') return filterChannel(value);
  if (Array.isArray(rule))
    return Array.isArray(value)
      ? value.map((item) => filterValue(item, rule[0] as AllowRule) ?? {})
      : undefined;
  const keys = rule as { readonly [key: string]: AllowRule };
  return isObject(value) ? filterKeys(value, (key) => keys[key] ?? keys['*']) : undefined;
}

function filterKeys(object: NativeObject, ruleOf: (key: string) => AllowRule | undefined): NativeObject {
  const filtered: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    const rule = key === '__proto__' ? undefined : ruleOf(key);
    const value = rule === undefined ? undefined : filterValue(object[key], rule);
    if (value !== undefined) filtered[key] = value;
  }
  return filtered;
}

/** A list of a gateway's API. */
export type AllowedList = 'logs' | 'payments' | 'channels';

/**
 * Builds a filter that removes all keys of a row except those that reading the row needs.
 * @param connector gateway whose API returned the list
 * @param all all gateways: the columns that identify them and those with price snapshots are kept, too
 * @returns a function of one row; it returns `undefined` for whatever is not an object
 */
export function buildRowFilter(
  list: AllowedList,
  connector: Connector,
  all: readonly Connector[],
): (row: unknown) => NativeObject | undefined {
  const keys = {
    logs: () => listLogKeys(connector, all),
    payments: () => listPaymentKeys(connector),
    channels: () => CHANNEL_KEYS,
  }[list]();
  const rules = new Map(Object.entries(keys));
  return (row) => (isObject(row) ? filterKeys(row, (key) => rules.get(key)) : undefined);
}
