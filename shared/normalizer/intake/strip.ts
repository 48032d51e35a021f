import { TOKEN_NAME } from '../../connectors/prohibited/prohibited.ts';
import { testLabels } from '../../connectors/registry.ts';
import { BODY_DEPTH_MAX } from '../../limits.ts';
import { isNative, type Native, type RowField } from './native.ts';
import {
  breaks,
  isAudit,
  mayHoldObject,
  type Rule,
  Rules,
  type Zone,
  zoneBelow,
  zoneOfRow,
} from './prohibited-rules.ts';

/** A label by which gateways mark the rows of their own channel tests: without it a test reads like a customer's row. */
const TEST_LABELS: ReadonlySet<unknown> = new Set(testLabels);

const isNeedless = ({ kind, name }: Rule, value: unknown): boolean =>
  kind === 'needless' && value !== null && !(name === TOKEN_NAME && TEST_LABELS.has(value));

/** Anything deeper than the service looks is taken out, whatever its name. */
const TOO_DEEP = 'nested too deeply';

/**
 * Takes out of native rows what `refuseProhibited` would refuse, and what nobody needs: names and addresses of
 * persons. Counts what it took out. Whatever needs no stripping comes back as the same object.
 */
export class Stripper {
  readonly #field: RowField;
  readonly #rules = new Rules();
  readonly #dropped = new Map<string, number>();

  constructor(field: RowField) {
    this.#field = field;
  }

  /** A row without prohibited and needless fields, at any depth, and inside any text that holds JSON. */
  strip(row: unknown): unknown {
    return this.#value(row, zoneOfRow(this.#field, row), 1);
  }

  /** Whether a field of this name may ever be taken out of a log row. */
  mayDrop(key: string): boolean {
    return this.#rules.of(key, 'logRow') !== undefined;
  }

  /** Whether a field of a log row would be taken out, which counts it; what is within it is not looked at. */
  drops(key: string, value: unknown): boolean {
    const rule = this.#rules.of(key, 'logRow');
    if (rule === undefined || !(isNeedless(rule, value) || breaks(rule, value))) return false;
    this.#drop(rule.name);
    return true;
  }

  /** Lines of the table by which fields were taken out (`*api_key` for any name that ends so), and how often; the most frequent first. */
  dropped(): (readonly [name: string, count: number])[] {
    return [...this.#dropped].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  }

  #value(value: unknown, zone: Zone, depth: number): unknown {
    if (typeof value === 'string') return mayHoldObject(value) ? this.#text(value, zone, depth) : value;
    if (depth > BODY_DEPTH_MAX && typeof value === 'object' && value !== null) return this.#drop(TOO_DEEP);
    if (Array.isArray(value)) return this.#items(value, zone === 'channel' ? zone : 'plain', depth);
    return isNative(value) ? this.#object(value, zone, depth) : value;
  }

  #text(text: string, zone: Zone, depth: number): string | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return text;
    }
    const stripped = this.#value(value, zone, depth + 1);
    return stripped === value ? text : JSON.stringify(stripped);
  }

  #items(items: readonly unknown[], zone: Zone, depth: number): readonly unknown[] {
    const stripped = items.map((item) => this.#value(item, zone, depth + 1));
    if (stripped.every((item, index) => item === items[index])) return items;
    return stripped.filter((item) => item !== undefined);
  }

  #object(object: Native, zone: Zone, depth: number): Native {
    let stripped: Record<string, unknown> | undefined;
    for (const key of Object.keys(object)) {
      const value = object[key];
      const kept = this.#kept(key, value, zone, depth);
      if (kept === value) continue;
      stripped ??= { ...object };
      if (kept === undefined) delete stripped[key];
      else stripped[key] = kept;
    }
    return stripped ?? object;
  }

  /** What stays of a field; `undefined` where nothing does. */
  #kept(key: string, value: unknown, zone: Zone, depth: number): unknown {
    // Setting it on a copy would change what the copy inherits.
    if (key === '__proto__') return this.#drop(key);
    if (isAudit(key, zone)) return value;
    const rule = this.#rules.of(key, zone);
    if (rule && (isNeedless(rule, value) || breaks(rule, value))) return this.#drop(rule.name);
    return this.#value(value, zoneBelow(key, zone), depth + 1);
  }

  #drop(name: string): undefined {
    this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1);
  }
}
