import {
  type AllowRule,
  CHANNEL_KEYS,
  logKeys,
  paymentKeys,
  SNAPSHOT_KEYS,
  SNAPSHOT_NUMBERS,
  UNPARSED,
} from '../../gateways/allowed-keys.ts';
import type { Connector } from '../../gateways/connector.ts';
import { isNative, type Native } from './native.ts';

/** Longest text that is kept: an expression of prices. */
const TEXT_LENGTH_MAX = 16_384;
const STRUCTURE = /^\s*[{[]/;
const NUMERIC = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const isNumber = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && NUMERIC.test(value));

/** A text that holds an object may hold anything. */
const isScalar = (value: unknown): boolean =>
  isNumber(value) || (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && !STRUCTURE.test(value));

/** A value; of the text of an object or a list what it holds, and nothing where it is none. */
export function parseIfJson(value: unknown): unknown {
  if (typeof value !== 'string' || !STRUCTURE.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function filterItems(items: unknown, rule: AllowRule): unknown {
  return Array.isArray(items) ? items.map((item) => filterValue(item, rule) ?? {}) : undefined;
}

/** A snapshot stays what it was, an object or the text of one: as text, it is the mark of a gateway. */
function filterSnapshot(value: unknown): unknown {
  if (value === null || value === '') return value;
  const object = parseIfJson(value);
  if (!isNative(object)) {
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
  if (!isNative(object)) return isScalar(value) ? value : undefined;
  return filterValue(object, { id: 'text', name: 'text' });
}

/** What stays of a value; undefined where nothing does. */
function filterValue(value: unknown, rule: AllowRule): unknown {
  if (rule === 'number') return isNumber(value) ? value : undefined;
  if (rule === 'text') return isScalar(value) ? value : undefined;
  if (rule === 'ids') return Array.isArray(value) ? value.filter(isScalar) : undefined;
  if (rule === 'snapshot') return filterSnapshot(value);
  if (rule === 'channel') return filterChannel(value);
  if (Array.isArray(rule)) return filterItems(value, rule[0] as AllowRule);
  const keys = rule as { readonly [key: string]: AllowRule };
  return isNative(value) ? filterKeys(value, (key) => keys[key] ?? keys['*']) : undefined;
}

function filterKeys(object: Native, ruleOf: (key: string) => AllowRule | undefined): Native {
  const left: Record<string, unknown> = {};
  for (const key of Object.keys(object)) {
    const rule = key === '__proto__' ? undefined : ruleOf(key);
    const value = rule === undefined ? undefined : filterValue(object[key], rule);
    if (value !== undefined) left[key] = value;
  }
  return left;
}

/** A list of rows that a gateway's own API gives. */
export type AllowedList = 'logs' | 'payments' | 'channels';

/**
 * Keeps of a gateway's rows what its connector's data names, and nothing else: what is not known is not written down.
 * @param all the connectors that a row may turn out to be of
 * @returns a function of one row; what is no object comes back as undefined
 */
export function buildRowFilter(
  list: AllowedList,
  connector: Connector,
  all: readonly Connector[],
): (row: unknown) => Native | undefined {
  const keys = {
    logs: () => logKeys(connector, all),
    payments: () => paymentKeys(connector),
    channels: () => CHANNEL_KEYS,
  }[list]();
  const own = new Map(Object.entries(keys));
  return (row) => (isNative(row) ? filterKeys(row, (key) => own.get(key)) : undefined);
}
