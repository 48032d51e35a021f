import type { Rule } from '../../gateways/prohibited/prohibited.ts';
import { BODY_DEPTH_MAX } from '../../limits.ts';
import type { NativeObject } from './native.ts';
import { allowsNumbers, findChildZone, mayContainObject, RuleCache, type Zone } from './prohibited-rules.ts';

interface WalkHandler {
  /** Returns whether a field is dropped; its content is not visited then. */
  shouldDrop(key: string, value: unknown, rule: Rule | undefined, zone: Zone): boolean;
  /** Called for objects and arrays below the deepest level. */
  tooDeep(): void;
  /** Called for a text that looks like JSON and is not. */
  notJson?(): void;
}

/** Visits all fields, also in JSON text. Returns rows without those that the handler drops, or the same object. */
export class RowWalker {
  /** Finds the rule that prohibits a field by its name. The handler receives this rule with each field. */
  readonly rules = new RuleCache();
  /** Path of the field that is being visited: keys, and `[]` for an item of an array. */
  readonly path: string[] = [];
  readonly #handler: WalkHandler;

  constructor(handler: WalkHandler) {
    this.#handler = handler;
  }

  /** Visits a value at a depth (1 for a row) and returns it without dropped fields. */
  visitValue(value: unknown, zone: Zone, depth: number): unknown {
    if (typeof value === 'string') return mayContainObject(value) ? this.#text(value, zone, depth) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > BODY_DEPTH_MAX) return this.#handler.tooDeep();
    return Array.isArray(value)
      ? this.#items(value, zone === 'channel' ? zone : 'plain', depth)
      : this.#object(value as NativeObject, zone, depth);
  }

  /** Visits a field of an object at a depth; returns its value without dropped fields, `undefined` if it is dropped. */
  visitField(key: string, value: unknown, zone: Zone, depth: number): unknown {
    const rule = this.rules.find(key, zone);
    // Return early for most fields, whose values cannot contain other fields.
    const isPlain =
      typeof value === 'number'
        ? allowsNumbers(rule)
        : rule === undefined &&
          typeof value !== 'object' &&
          !(typeof value === 'string' && mayContainObject(value));
    if (isPlain && key !== '__proto__') return value;
    this.path.push(key);
    const isDropped = this.#handler.shouldDrop(key, value, rule, zone);
    // Do not search a value that a token rule allows: it is a token count and contains only numbers.
    const isCount = rule?.kind === 'token';
    const below = () => (isCount ? value : this.visitValue(value, findChildZone(key, zone), depth + 1));
    const remaining = isDropped ? undefined : below();
    this.path.pop();
    return remaining;
  }

  #text(text: string, zone: Zone, depth: number): unknown {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#handler.notJson?.();
      return text;
    }
    const remaining = this.visitValue(value, zone, depth + 1);
    return remaining === value ? text : JSON.stringify(remaining);
  }

  #items(items: readonly unknown[], zone: Zone, depth: number): readonly unknown[] {
    let remaining: unknown[] | undefined;
    this.path.push('[]');
    for (let at = 0; at < items.length; at++) {
      const item = this.visitValue(items[at], zone, depth + 1);
      if (item === items[at]) continue;
      remaining ??= [...items];
      remaining[at] = item;
    }
    this.path.pop();
    return remaining?.filter((item) => item !== undefined) ?? items;
  }

  #object(object: NativeObject, zone: Zone, depth: number): NativeObject {
    let remaining: Record<string, unknown> | undefined;
    for (const key of Object.keys(object)) {
      const value = this.visitField(key, object[key], zone, depth);
      if (value === object[key]) continue;
      remaining ??= { ...object };
      if (value === undefined) delete remaining[key];
      else remaining[key] = value;
    }
    return remaining ?? object;
  }
}
