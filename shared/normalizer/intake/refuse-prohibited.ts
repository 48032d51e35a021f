import { bareName, prohibited } from '../../connectors/prohibited/prohibited.ts';
import { stripChannelsCommand, stripCommand } from '../../connectors/prohibited/strip-command.ts';
import { BODY_DEPTH_MAX, DETAILS_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import { pathSegment } from '../../schemas/read.ts';
import { isLogRow, isNative, type Native } from './native.ts';
import type { Pages } from './pages.ts';

/** Where a value stands, which decides what else is prohibited there, or exempt. */
type Zone = 'plain' | 'logRow' | 'other' | 'channel';
type Rule = 'content' | 'secret' | 'channel' | 'address' | undefined;

const SEGMENTS_MAX = 8;
/** Most texts that look like JSON and are none: each costs an exception, and no export has many. */
const UNREADABLE_MAX = 20_000;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const EMPTY: ReadonlySet<unknown> = new Set(['', '{}', '[]', 'null', null, undefined]);
/** What a reader of addresses passes over, and what stands before the authority. */
const IGNORED = /[\s\p{Cc}]+/gu;
const BEFORE_AUTHORITY = /^(?:[a-z][a-z0-9+.-]*:[\\/]*|[\\/]{2,})?/i;
const AFTER_AUTHORITY = /[\\/#]/;
/** What text of an object or array begins with; `@` and `?` may be written as an escape there. */
const STRUCTURE = /^\s*["[{]/;

const names = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(bareName));
const CONTENT = names(prohibited.content);
const SECRETS = names(prohibited.secrets);
const CHANNEL = names(prohibited.channel);
const ADDRESSES = names(prohibited.channelAddress);
const ENDINGS = prohibited.secretEndings.map(bareName);

/** Rules by name: an export repeats the same few names in thousands of rows. */
class Rules {
  readonly #everywhere = new Map<string, Rule>();
  readonly #inChannels = new Map<string, Rule>();

  of(name: string, zone: Zone): Rule {
    const known = zone === 'channel' ? this.#inChannels : this.#everywhere;
    if (known.has(name)) return known.get(name);
    const rule = this.#find(bareName(name), zone);
    known.set(name, rule);
    return rule;
  }

  #find(bare: string, zone: Zone): Rule {
    if (SECRETS.has(bare) || ENDINGS.some((ending) => bare.endsWith(ending))) return 'secret';
    if (CONTENT.has(bare)) return 'content';
    if (zone !== 'channel') return undefined;
    if (CHANNEL.has(bare)) return 'channel';
    return ADDRESSES.has(bare) ? 'address' : undefined;
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

const breaks = (rule: Rule, value: unknown): boolean => {
  if (rule === undefined || isEmpty(value)) return false;
  if (rule === 'content') return !isNumeric(value);
  return rule !== 'address' || holdsSecret(value, BODY_DEPTH_MAX);
};

/** Only an object hides a field, so text without these is not worth parsing. */
const mayHoldObject = (text: string): boolean =>
  /^\s*[{[]/.test(text) && text.includes('{') && text.includes('"') && text.includes(':');

/** Walks the rows of one call and remembers the path of every field that may not be there, never its value. */
class Inspection {
  readonly paths = new Set<string>();
  readonly #rules = new Rules();
  readonly #path: string[] = [];
  #unreadable = 0;

  visit(value: unknown, zone: Zone, depth: number): void {
    if (typeof value === 'string') {
      if (mayHoldObject(value)) this.#structure(this.#parsed(value), zone, depth + 1);
    } else this.#structure(value, zone, depth);
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      if (++this.#unreadable > UNREADABLE_MAX)
        this.#refuse('is one of too many texts that look like JSON and are none');
      return undefined;
    }
  }

  #refuse(sentence: string): never {
    throw new Rejection('invalid_request', 'The native rows cannot be looked through.', [
      `${this.#printed()}: ${sentence}`,
    ]);
  }

  #structure(value: unknown, zone: Zone, depth: number): void {
    if (typeof value !== 'object' || value === null) return;
    if (depth > BODY_DEPTH_MAX) this.#refuse(`is nested deeper than ${BODY_DEPTH_MAX} levels`);
    if (Array.isArray(value)) {
      this.#path.push('[]');
      for (const item of value) this.visit(item, zone === 'channel' ? zone : 'plain', depth + 1);
      this.#path.pop();
    } else this.#object(value as Native, zone, depth);
  }

  #object(object: Native, zone: Zone, depth: number): void {
    for (const key of Object.keys(object)) {
      // The audit text of manage rows: `params.key` is the name of a changed setting.
      if (zone === 'other' && key === 'op') continue;
      this.field(key, object[key], zone, depth);
    }
  }

  /** One field under the current path. */
  field(key: string, value: unknown, zone: Zone, depth: number): void {
    this.#path.push(key);
    if (breaks(this.#rules.of(key, zone), value)) this.paths.add(this.#printed());
    else if (typeof value === 'object' || typeof value === 'string')
      this.visit(value, this.#below(key, zone), depth + 1);
    this.#path.pop();
  }

  #below(key: string, zone: Zone): Zone {
    if (zone === 'channel') return 'channel';
    if (zone !== 'logRow') return 'plain';
    if (key === 'channel') return 'channel';
    return key === 'other' ? 'other' : 'plain';
  }

  /** `logs[].other.admin_info`: at most eight names, none that might itself be a value. */
  #printed(): string {
    let path = '';
    let segments = 0;
    for (const step of this.#path) {
      if (step === '[]') path += step;
      else if (++segments > SEGMENTS_MAX) break;
      else path += `${path && '.'}${pathSegment(step)}`;
    }
    return path;
  }

  ledger(name: string, { rows, surroundings }: Pages): void {
    const outer: Zone = name === 'channels' ? 'channel' : 'plain';
    const inner = (row: unknown): Zone =>
      name === 'logs' || (name === 'upstreamCharges' && isNative(row) && isLogRow(row)) ? 'logRow' : outer;
    this.#path.push(name);
    for (const [key, value] of surroundings) this.field(key, value, outer, 1);
    this.#path.push('[]');
    for (const row of rows) this.visit(row, inner(row), 1);
    this.#path.length = 0;
  }
}

/**
 * Refuses a payload that carries anything of the table in `prohibited.ts`, at any depth, and inside any text
 * that holds JSON. Names the paths (indices as `[]`, envelopes left out), never a value.
 * @throws Rejection `prohibited_field`
 */
export function refuseProhibited(ledgers: ReadonlyMap<string, Pages>): void {
  const inspection = new Inspection();
  for (const [name, pages] of ledgers) inspection.ledger(name, pages);
  if (inspection.paths.size === 0) return;
  const paths = [...inspection.paths].sort();
  const commands = [
    ...(paths.some((path) => !path.startsWith('channels')) ? [stripCommand] : []),
    ...(paths.some((path) => path.startsWith('channels')) ? [stripChannelsCommand] : []),
  ];
  throw new Rejection(
    'prohibited_field',
    `The payload carries fields that may hold prompts, replies or credentials. Strip it with the README's strip command: ${commands.join(' and, for channels, ')}`,
    paths.slice(0, DETAILS_MAX).map((path) => `${path}: must be removed, or empty`),
  );
}
