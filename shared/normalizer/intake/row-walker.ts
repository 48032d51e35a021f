import type { Rule } from '../../gateways/prohibited/prohibited.ts';
import { BODY_DEPTH_MAX } from '../../limits.ts';
import type { Native } from './native.ts';
import { allowsNumbers, childZone, mayHoldObject, RuleCache, type Zone } from './prohibited-rules.ts';

/** What is done with what a walk through rows finds. */
interface WalkHandler {
  /** Whether a field is left out, and not looked into. */
  shouldDrop(key: string, value: unknown, rule: Rule | undefined, zone: Zone): boolean;
  /** Of objects and arrays deeper than the service looks. */
  tooDeep(): void;
  /** Of a text that looks like JSON and is none. */
  notJson?(): void;
}

/**
 * Walks through rows, at any depth, and through any text that holds JSON. Gives what is left of them; whatever has
 * nothing to leave out comes back as the same object.
 */
export class RowWalker {
  readonly rules = new RuleCache();
  /** Where it is: the keys, and `[]` for an item. */
  readonly path: string[] = [];
  readonly #finder: WalkHandler;

  constructor(finder: WalkHandler) {
    this.#finder = finder;
  }

  value(value: unknown, zone: Zone, depth: number): unknown {
    if (typeof value === 'string') return mayHoldObject(value) ? this.#text(value, zone, depth) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > BODY_DEPTH_MAX) return this.#finder.tooDeep();
    return Array.isArray(value)
      ? this.#items(value, zone === 'channel' ? zone : 'plain', depth)
      : this.#object(value as Native, zone, depth);
  }

  /** What is left of a field; `undefined` where nothing is. */
  field(key: string, value: unknown, zone: Zone, depth: number): unknown {
    const rule = this.rules.find(key, zone);
    // Skip most fields at once.
    const isPlain =
      typeof value === 'number'
        ? allowsNumbers(rule)
        : rule === undefined &&
          typeof value !== 'object' &&
          !(typeof value === 'string' && mayHoldObject(value));
    if (isPlain && key !== '__proto__') return value;
    this.path.push(key);
    const isLeftOut = this.#finder.shouldDrop(key, value, rule, zone);
    // What is left under a token rule is a count: it contains numbers alone.
    const isCount = rule?.kind === 'token';
    const below = () => (isCount ? value : this.value(value, childZone(key, zone), depth + 1));
    const left = isLeftOut ? undefined : below();
    this.path.pop();
    return left;
  }

  #text(text: string, zone: Zone, depth: number): unknown {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#finder.notJson?.();
      return text;
    }
    const left = this.value(value, zone, depth + 1);
    return left === value ? text : JSON.stringify(left);
  }

  #items(items: readonly unknown[], zone: Zone, depth: number): readonly unknown[] {
    let left: unknown[] | undefined;
    this.path.push('[]');
    for (let at = 0; at < items.length; at++) {
      const item = this.value(items[at], zone, depth + 1);
      if (item === items[at]) continue;
      left ??= [...items];
      left[at] = item;
    }
    this.path.pop();
    return left?.filter((item) => item !== undefined) ?? items;
  }

  #object(object: Native, zone: Zone, depth: number): Native {
    let left: Record<string, unknown> | undefined;
    for (const key of Object.keys(object)) {
      const value = this.field(key, object[key], zone, depth);
      if (value === object[key]) continue;
      left ??= { ...object };
      if (value === undefined) delete left[key];
      else left[key] = value;
    }
    return left ?? object;
  }
}
