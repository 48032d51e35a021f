import { type Rule, TOKEN_NAME } from '../../gateways/prohibited/prohibited.ts';
import { testLabels } from '../../gateways/registry.ts';
import type { RowField } from './native.ts';
import { isProhibited, rowZone } from './prohibited-rules.ts';
import { RowWalker } from './row-walker.ts';

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
  readonly #dropped = new Map<string, number>();
  readonly #walk = new RowWalker({
    shouldDrop: (key, value, rule) => {
      // Setting it on a copy would change what the copy inherits.
      if (key === '__proto__') this.#drop(key);
      else return this.#drops(rule, value);
      return true;
    },
    tooDeep: () => this.#drop(TOO_DEEP),
  });

  constructor(field: RowField) {
    this.#field = field;
  }

  /** A row without prohibited and needless fields, at any depth, and inside any text that holds JSON. */
  strip(row: unknown): unknown {
    return this.#walk.value(row, rowZone(this.#field, row), 1);
  }

  /** Whether a field of this name may ever be taken out of a log row. */
  mayDrop(key: string): boolean {
    return this.#walk.rules.find(key, 'logRow') !== undefined;
  }

  /** Whether a field of a log row would be taken out, which counts it; what is within it is not looked at. */
  dropIfProhibited(key: string, value: unknown): boolean {
    return this.#drops(this.#walk.rules.find(key, 'logRow'), value);
  }

  /** Lines of the table by which fields were taken out (`*api_key` for any name that ends so), and how often; the most frequent first. */
  droppedCounts(): (readonly [name: string, count: number])[] {
    return [...this.#dropped].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  }

  #drops(rule: Rule | undefined, value: unknown): boolean {
    if (rule === undefined || !(isNeedless(rule, value) || isProhibited(rule, value))) return false;
    this.#drop(rule.name);
    return true;
  }

  #drop(name: string): void {
    this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1);
  }
}
