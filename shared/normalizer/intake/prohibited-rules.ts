import { FORMAT_WORDS, type Rule, rulesComparing, WORDS } from '../../gateways/prohibited/prohibited.ts';
import { connectors } from '../../gateways/registry.ts';
import { BODY_DEPTH_MAX } from '../../limits.ts';
import { isPlainName } from '../../schemas/plain-name.ts';
import { asNumber, isLogRow, isObject } from './native.ts';

/** Part of a call in which a value is; it decides which fields are prohibited there. */
export type Zone = 'plain' | 'logRow' | 'other' | 'admin' | 'manageRow' | 'audit' | 'channel';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const GROUPED_NUMBER = /^-?\d[\d., ]*$/;
const EMPTY: ReadonlySet<unknown> = new Set(['', '{}', '[]', 'null', null, undefined]);
/** Characters that URL parsers ignore, and the part before the authority. */
const IGNORED = /[\s\p{Cc}]+/gu;
const BEFORE_AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:[\\/]*|[\\/]{2,})?/i;
const AFTER_AUTHORITY = /[\\/#]/;
/** First character of the text of an object or array, in which `@` and `?` may be escaped. */
const STRUCTURE = /^\s*["[{]/;

/** Most names in the cache. Exports have a few dozen; a map keyed by ids may have any number. */
const CACHED_MAX = 10_000;
/** Longest end of a name that is split into words. */
const COMPARED_MAX = 200;

const CHANNEL_KINDS: ReadonlySet<string> = new Set(['channel', 'address']);
const BY_NAME: ReadonlyMap<string, Rule> = new Map(rulesComparing('name'));
const BY_WORD: ReadonlyMap<string, Rule> = new Map(rulesComparing('word'));
/** Endings by their last letter, because a map keyed by ids has a hundred thousand names. */
const BY_ENDING = Map.groupBy(rulesComparing('ending'), ([ending]) => ending.at(-1));

const MANAGE_TYPES: ReadonlySet<unknown> = new Set(
  connectors.flatMap(({ log }) => log.kinds.flatMap(({ type, kind }) => (kind === 'manage' ? [type] : []))),
);

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Returns the last words of a name in lower case. Only its end is matched: the name may be as long as the body. */
function splitWords(name: string): string[] {
  let end = name.length;
  while (end > 0 && !isLetter(name.charCodeAt(end - 1))) end--;
  return (name.slice(Math.max(0, end - COMPARED_MAX), end).match(WORDS) ?? []).map((word) =>
    word.toLowerCase(),
  );
}

/** Drops words at the end that describe a format, such as `json`. */
function withoutFormatWords(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && FORMAT_WORDS.includes(words[end - 1] as string)) end--;
  return end === words.length ? words : words.slice(0, end);
}

const singularForms = (text: string): string[] =>
  text.endsWith('s') ? [text, text.slice(0, -1), text.slice(0, -2), text.replace(/ies$/, 'y')] : [text];

/** Finds the rule for a form of a name, such as `apikey`, or for its last word. */
const findRuleOfForm = (form: string, last: string): Rule | undefined =>
  BY_NAME.get(form) ??
  BY_ENDING.get(form.at(-1))?.find(([ending]) => form.endsWith(ending))?.[1] ??
  BY_WORD.get(last);

function findRule(name: string, zone: Zone): Rule | undefined {
  const words = splitWords(name);
  for (const variant of new Set([words, withoutFormatWords(words)])) {
    const lasts = singularForms(variant.at(-1) ?? '');
    for (const [index, form] of singularForms(variant.join('')).entries()) {
      const rule = findRuleOfForm(form, lasts[index] ?? '');
      if (rule?.kind === 'harmless') return undefined;
      if (rule && (zone === 'channel' || !CHANNEL_KINDS.has(rule.kind))) return rule;
    }
  }
  return undefined;
}

/** Finds and caches the rule that prohibits a name. An export repeats the same few names in thousands of rows. */
export class RuleCache {
  readonly #everywhere = new Map<string, Rule | undefined>();
  readonly #inChannels = new Map<string, Rule | undefined>();

  /** Finds the rule for a name in a part of a call; `undefined` if the name is allowed there. */
  find(name: string, zone: Zone): Rule | undefined {
    const cache = zone === 'channel' ? this.#inChannels : this.#everywhere;
    const rule = cache.get(name);
    if (rule !== undefined || cache.has(name)) return rule;
    if (cache.size >= CACHED_MAX) cache.clear();
    const computed = findRule(name, zone);
    cache.set(name, computed);
    return computed;
  }
}

/** Returns whether a value is empty, which passes under any name. */
const isEmpty = (value: unknown): boolean =>
  EMPTY.has(value) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Returns whether an address has user information or a query, with any number of slashes after the scheme. */
function hasCredentialOrQuery(text: string): boolean {
  if (text.includes('?')) return true;
  if (STRUCTURE.test(text)) return text.includes('@') || text.includes('\\u');
  if (!text.includes('@')) return false;
  const [authority = ''] = text.replace(IGNORED, '').replace(BEFORE_AUTHORITY, '').split(AFTER_AUTHORITY, 1);
  return authority.includes('@');
}

/** Returns whether an address, or one in an object or array, contains a secret. `levels` bounds the depth. */
const containsSecret = (address: unknown, levels: number): boolean => {
  if (typeof address === 'string') return hasCredentialOrQuery(address);
  if (typeof address !== 'object' || address === null) return false;
  return levels === 0 || Object.values(address).some((inner) => containsSecret(inner, levels - 1));
};

/** Returns whether a value consists of numbers and flags only: `1,234`, `{ input: 5 }`. `levels` bounds the depth. */
function isCount(value: unknown, levels = BODY_DEPTH_MAX): boolean {
  if (typeof value === 'string') return GROUPED_NUMBER.test(value) || isEmpty(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isCount(item, levels - 1));
}

/** Returns whether a value must not be sent in a field with this rule. Empty values and flags may always be sent. */
export const isProhibited = (rule: Rule | undefined, value: unknown): boolean => {
  if (rule === undefined || rule.kind === 'needless' || typeof value === 'boolean' || isEmpty(value))
    return false;
  if (rule.kind === 'content')
    return typeof value !== 'number' && !(typeof value === 'string' && NUMBER.test(value));
  if (rule.kind === 'token') return !isCount(value);
  return rule.kind !== 'address' || containsSecret(value, BODY_DEPTH_MAX);
};

/** Returns whether fields with this rule may contain numbers, whatever their value. True without a rule. */
export const allowsNumbers = (rule: Rule | undefined): boolean =>
  rule === undefined || rule.kind === 'content' || rule.kind === 'token';

/** Returns whether a text may be JSON (or JSON of JSON) with an object in it. Only such texts can hide fields. */
export const mayContainObject = (text: string): boolean =>
  STRUCTURE.test(text) && text.includes('{') && text.includes('"') && text.includes(':');

/** Returns the part of a call to which the value under a key belongs, by that of its object. */
export function findChildZone(key: string, zone: Zone): Zone {
  if (zone === 'channel' || zone === 'audit') return zone;
  if (zone === 'other' && key === 'admin_info') return 'admin';
  if (zone !== 'logRow' && zone !== 'manageRow') return 'plain';
  if (key === 'channel') return 'channel';
  if (key !== 'other') return 'plain';
  return zone === 'manageRow' ? 'audit' : 'other';
}

const isSettingName = (value: unknown): boolean =>
  typeof value === 'string' && value.split('.').every(isPlainName);

/**
 * Returns whether a field is accepted although its name is prohibited, because every raw export of new-api has it:
 * persons
 * in an administrator's data, and `op.params.key` of a manage row, which is the name of a setting.
 */
export const isTolerated = (key: string, value: unknown, zone: Zone, rule: Rule | undefined): boolean =>
  rule?.kind === 'person'
    ? zone === 'admin' || zone === 'audit'
    : zone === 'audit' && key === 'key' && isSettingName(value);

const isManage = (row: unknown): boolean => isObject(row) && MANAGE_TYPES.has(asNumber(row.type));

/** Returns the part of a call to which a row of a field belongs, such as a log row or a channel. */
export const findRowZone = (field: string, row: unknown): Zone => {
  if (field === 'channels') return 'channel';
  if (field === 'logs' || (field === 'upstreamCharges' && isObject(row) && isLogRow(row)))
    return isManage(row) ? 'manageRow' : 'logRow';
  return 'plain';
};
