import { bareName, IP_ENDING, needless, prohibited } from '../../connectors/prohibited/prohibited.ts';
import { BODY_DEPTH_MAX } from '../../limits.ts';
import { isLogRow, isNative } from './native.ts';

/** Where a value stands, which decides what else is prohibited there, or exempt. */
export type Zone = 'plain' | 'logRow' | 'other' | 'admin' | 'channel';

/** A line of the table: what it is about, and the name by which the table lists it. */
export interface Rule {
  readonly kind: 'content' | 'person' | 'secret' | 'channel' | 'address' | 'needless';
  readonly name: string;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const EMPTY: ReadonlySet<unknown> = new Set(['', '{}', '[]', 'null', null, undefined]);
/** Characters that a parser of addresses ignores, and those before the authority. */
const IGNORED = /[\s\p{Cc}]+/gu;
const BEFORE_AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:[\\/]*|[\\/]{2,})?/i;
const AFTER_AUTHORITY = /[\\/#]/;
/** What text of an object or array begins with; `@` and `?` may be written as an escape there. */
const STRUCTURE = /^\s*["[{]/;

/** Names that are kept with their rule. Exports have a few dozen, and a map keyed by ids may have any number. */
const KNOWN_MAX = 10_000;

const linesOf = (kind: Rule['kind'], list: readonly string[]): [string, Rule][] =>
  list.map((name) => [bareName(name), { kind, name }]);
const EVERYWHERE: ReadonlyMap<string, Rule> = new Map([
  ...linesOf('needless', needless),
  ...linesOf('content', prohibited.content),
  ...linesOf('secret', prohibited.secrets),
]);
const IN_CHANNELS: ReadonlyMap<string, Rule> = new Map([
  ...linesOf('channel', prohibited.channel),
  ...linesOf('address', prohibited.channelAddress),
]);
const endingsOf = (kind: Rule['kind'], endings: readonly string[]): [string, Rule][] =>
  endings.map((ending) => [bareName(ending), { kind, name: `*${ending}` }]);
const ENDINGS = [
  ...endingsOf('secret', prohibited.secretEndings),
  ...endingsOf('content', prohibited.contentEndings),
  ...endingsOf('person', prohibited.personEndings),
];
const IP_RULE: Rule = { kind: 'person', name: `*${prohibited.ipEnding}` };

/** Rules by name: an export repeats the same few names in thousands of rows. */
export class Rules {
  readonly #everywhere = new Map<string, Rule | undefined>();
  readonly #inChannels = new Map<string, Rule | undefined>();

  of(name: string, zone: Zone): Rule | undefined {
    const known = zone === 'channel' ? this.#inChannels : this.#everywhere;
    const rule = known.get(name);
    if (rule !== undefined || known.has(name)) return rule;
    if (known.size >= KNOWN_MAX) known.clear();
    const found = this.#find(bareName(name), zone) ?? (IP_ENDING.test(name) ? IP_RULE : undefined);
    known.set(name, found);
    return found;
  }

  #find(bare: string, zone: Zone): Rule | undefined {
    return (
      EVERYWHERE.get(bare) ??
      ENDINGS.find(([ending]) => bare.endsWith(ending))?.[1] ??
      (zone === 'channel' ? IN_CHANNELS.get(bare) : undefined)
    );
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
function disclosingAddress(text: string): boolean {
  if (text.includes('?')) return true;
  if (STRUCTURE.test(text)) return text.includes('@') || text.includes('\\u');
  if (!text.includes('@')) return false;
  const [authority = ''] = text.replace(IGNORED, '').replace(BEFORE_AUTHORITY, '').split(AFTER_AUTHORITY, 1);
  return authority.includes('@');
}

/** Whether an address, or one of several in an object or array, carries a secret. Its depth is bounded. */
const holdsSecret = (address: unknown, levels: number): boolean => {
  if (typeof address === 'string') return disclosingAddress(address);
  if (typeof address !== 'object' || address === null) return false;
  return levels === 0 || Object.values(address).some((inner) => holdsSecret(inner, levels - 1));
};

/** Whether a value may not stand under a name of this rule. */
export const breaks = (rule: Rule | undefined, value: unknown): boolean => {
  if (rule === undefined || rule.kind === 'needless' || isEmpty(value)) return false;
  if (rule.kind === 'content') return !isNumeric(value);
  if (rule.kind === 'person') return typeof value !== 'boolean';
  return rule.kind !== 'address' || holdsSecret(value, BODY_DEPTH_MAX);
};

/** Only an object hides a field, so text without these is not worth parsing. */
export const mayHoldObject = (text: string): boolean =>
  /^\s*[{[]/.test(text) && text.includes('{') && text.includes('"') && text.includes(':');

/** The zone of the value under `key`. */
export function zoneBelow(key: string, zone: Zone): Zone {
  if (zone === 'channel') return 'channel';
  if (zone === 'other' && key === 'admin_info') return 'admin';
  if (zone !== 'logRow') return 'plain';
  if (key === 'channel') return 'channel';
  return key === 'other' ? 'other' : 'plain';
}

/** The audit text of manage rows, where `params.key` is the name of a changed setting, is not looked into. */
export const isAudit = (key: string, zone: Zone): boolean => zone === 'other' && key === 'op';

/** Who changed a setting or booked a payment, and from where: every raw export of new-api says so. */
export const isTolerated = (rule: Rule | undefined, zone: Zone): boolean =>
  zone === 'admin' && rule?.kind === 'person';

/** The zone of a row of a field. */
export const zoneOfRow = (field: string, row: unknown): Zone => {
  if (field === 'channels') return 'channel';
  return field === 'logs' || (field === 'upstreamCharges' && isNative(row) && isLogRow(row))
    ? 'logRow'
    : 'plain';
};
