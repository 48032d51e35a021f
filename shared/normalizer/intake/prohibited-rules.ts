import { bareName, type Rule, rules, WORDS, WRITTEN } from '../../gateways/prohibited/prohibited.ts';
import { connectors } from '../../gateways/registry.ts';
import { BODY_DEPTH_MAX } from '../../limits.ts';
import { isPlainName } from '../../schemas/plain-name.ts';
import { asNumber, isLogRow, isNative } from './native.ts';

/** Where a value is, which decides what else is prohibited there, or exempt. */
export type Zone = 'plain' | 'logRow' | 'other' | 'admin' | 'manageRow' | 'audit' | 'channel';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** With separators of thousands. */
const GROUPED_NUMBER = /^-?\d[\d., ]*$/;
const EMPTY: ReadonlySet<unknown> = new Set(['', '{}', '[]', 'null', null, undefined]);
/** Characters that a parser of addresses ignores, and those before the authority. */
const IGNORED = /[\s\p{Cc}]+/gu;
const BEFORE_AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:[\\/]*|[\\/]{2,})?/i;
const AFTER_AUTHORITY = /[\\/#]/;
/** What text of an object or array begins with; `@` and `?` may be written as an escape there. */
const STRUCTURE = /^\s*["[{]/;

/** Names that are kept with their rule. Exports have a few dozen, and a map keyed by ids may have any number. */
const KNOWN_MAX = 10_000;
/** How much of a name is split into words: its end. */
const COMPARED_MAX = 200;

const CHANNEL_KINDS: ReadonlySet<string> = new Set(['channel', 'address']);
const rulesComparing = (compares: Rule['compares']) =>
  rules.flatMap((rule): [string, Rule][] => (rule.compares === compares ? [[bareName(rule), rule]] : []));
const BY_NAME: ReadonlyMap<string, Rule> = new Map(rulesComparing('name'));
const BY_WORD: ReadonlyMap<string, Rule> = new Map(rulesComparing('word'));
/** By their last letter: a map keyed by ids has a hundred thousand names. */
const BY_ENDING = Map.groupBy(rulesComparing('ending'), ([ending]) => ending.at(-1));

/** Types of the rows that say what an administrator changed. */
const MANAGE_TYPES: ReadonlySet<unknown> = new Set(
  connectors.flatMap(({ log }) => log.kinds.flatMap(({ type, kind }) => (kind === 'manage' ? [type] : []))),
);

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** The last words of a name in lower case. The name may be as long as a body, so patterns see its end alone. */
function splitWords(name: string): string[] {
  let end = name.length;
  while (end > 0 && !isLetter(name.charCodeAt(end - 1))) end--;
  return (name.slice(Math.max(0, end - COMPARED_MAX), end).match(WORDS) ?? []).map((word) =>
    word.toLowerCase(),
  );
}

/** Words without those at the end that say how a value is written. */
function withoutFormatWords(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && WRITTEN.includes(words[end - 1] as string)) end--;
  return end === words.length ? words : words.slice(0, end);
}

const singularForms = (text: string): string[] =>
  text.endsWith('s') ? [text, text.slice(0, -1), text.slice(0, -2), text.replace(/ies$/, 'y')] : [text];

/** The rule of a form of a name, such as `apikey`, and of its last word. */
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

/** Rules by name: an export repeats the same few names in thousands of rows. */
export class RuleCache {
  readonly #everywhere = new Map<string, Rule | undefined>();
  readonly #inChannels = new Map<string, Rule | undefined>();

  find(name: string, zone: Zone): Rule | undefined {
    const known = zone === 'channel' ? this.#inChannels : this.#everywhere;
    const rule = known.get(name);
    if (rule !== undefined || known.has(name)) return rule;
    if (known.size >= KNOWN_MAX) known.clear();
    const found = findRule(name, zone);
    known.set(name, found);
    return found;
  }
}

/** What discloses nothing passes under any name. */
const isEmpty = (value: unknown): boolean =>
  EMPTY.has(value) ||
  (Array.isArray(value) && value.length === 0) ||
  (isNative(value) && Object.keys(value).length === 0);

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && NUMBER.test(value));

/** Whether an address carries user information or a query, with any number of slashes after the scheme. */
function hasCredentialOrQuery(text: string): boolean {
  if (text.includes('?')) return true;
  if (STRUCTURE.test(text)) return text.includes('@') || text.includes('\\u');
  if (!text.includes('@')) return false;
  const [authority = ''] = text.replace(IGNORED, '').replace(BEFORE_AUTHORITY, '').split(AFTER_AUTHORITY, 1);
  return authority.includes('@');
}

/** Whether an address, or one of several in an object or array, carries a secret. Its depth is bounded. */
const holdsSecret = (address: unknown, levels: number): boolean => {
  if (typeof address === 'string') return hasCredentialOrQuery(address);
  if (typeof address !== 'object' || address === null) return false;
  return levels === 0 || Object.values(address).some((inner) => holdsSecret(inner, levels - 1));
};

/** Whether a value consists of numbers and flags alone: `1,234`, `{ input: 5 }`. Its depth is bounded. */
function isCount(value: unknown, levels = BODY_DEPTH_MAX): boolean {
  if (typeof value === 'string') return GROUPED_NUMBER.test(value) || isEmpty(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isCount(item, levels - 1));
}

/** Whether a value is prohibited under a name of this rule. */
export const isProhibited = (rule: Rule | undefined, value: unknown): boolean => {
  if (rule === undefined || rule.kind === 'needless' || typeof value === 'boolean' || isEmpty(value))
    return false;
  if (rule.kind === 'content') return !isNumeric(value);
  if (rule.kind === 'token') return !isCount(value);
  return rule.kind !== 'address' || holdsSecret(value, BODY_DEPTH_MAX);
};

/** Whether a number discloses nothing under names of a rule, whatever its value. */
export const allowsNumbers = (rule: Rule | undefined): boolean =>
  rule === undefined || rule.kind === 'content' || rule.kind === 'token';

/** Only an object hides a field, so text without these is not worth parsing. JSON may be quoted any number of times. */
export const mayHoldObject = (text: string): boolean =>
  STRUCTURE.test(text) && text.includes('{') && text.includes('"') && text.includes(':');

/** The zone of the value under `key`. */
export function childZone(key: string, zone: Zone): Zone {
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
 * Whether a prohibited field passes, because every raw export of new-api has it: who changed a setting or booked a
 * payment, and from where, and the name of the setting (`op.params.key` of a manage row).
 */
export const isTolerated = (key: string, value: unknown, zone: Zone, rule: Rule | undefined): boolean =>
  rule?.kind === 'person'
    ? zone === 'admin' || zone === 'audit'
    : zone === 'audit' && key === 'key' && isSettingName(value);

const isManage = (row: unknown): boolean => isNative(row) && MANAGE_TYPES.has(asNumber(row.type));

/** The zone of a row of a field. */
export const rowZone = (field: string, row: unknown): Zone => {
  if (field === 'channels') return 'channel';
  if (field === 'logs' || (field === 'upstreamCharges' && isNative(row) && isLogRow(row)))
    return isManage(row) ? 'manageRow' : 'logRow';
  return 'plain';
};
