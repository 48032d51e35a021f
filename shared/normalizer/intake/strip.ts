import { type Rule, TOKEN_NAME } from '../../gateways/prohibited/prohibited.ts';
import { testLabels } from '../../gateways/registry.ts';
import type { RowField } from './native.ts';
import { findRowZone, isProhibited } from './prohibited-rules.ts';
import { RowWalker } from './row-walker.ts';

/** Labels of the gateways' own channel tests. Without its label a test looks like a customer's request. */
const TEST_LABELS: ReadonlySet<unknown> = new Set(testLabels);

const isNeedless = ({ kind, name }: Rule, value: unknown): boolean =>
  kind === 'needless' && value !== null && !(name === TOKEN_NAME && TEST_LABELS.has(value));

/** Name under which values below the deepest searched level are counted. */
const TOO_DEEP = 'nested too deeply';

/**
 * Removes from the rows of a list the fields that `refuseProhibited` would refuse, and the names and addresses of
 * persons, and counts the removed fields. Rows without such fields are returned as the same object.
 */
export class Stripper {
  readonly #field: RowField;
  readonly #dropped = new Map<string, { count: number }>();
  readonly #walk = new RowWalker({
    shouldDrop: (key, value, rule) => {
      if (key !== '__proto__') return this.dropByRule(rule, value);
      // Drop this key, because setting it on a copy would change the copy's prototype.
      this.#countDrop(key);
      return true;
    },
    tooDeep: () => this.#countDrop(TOO_DEEP),
  });

  constructor(field: RowField) {
    this.#field = field;
  }

  /** Returns a row without prohibited and personal fields, at any depth and inside any JSON text. */
  strip(row: unknown): unknown {
    return this.#walk.visitValue(row, findRowZone(this.#field, row), 1);
  }

  /** Finds the rule by which fields of this name may be removed from a log row, if there is one. */
  findRule(key: string): Rule | undefined {
    return this.#walk.rules.find(key, 'logRow');
  }

  /** Returns whether the rule removes a field with this value, and counts it if so. Nested fields are not examined. */
  dropByRule(rule: Rule | undefined, value: unknown): boolean {
    if (rule === undefined || !(isNeedless(rule, value) || isProhibited(rule, value))) return false;
    this.#countDrop(rule.name);
    return true;
  }

  /** Lists how many fields each rule removed, most frequent first; `*api_key` for all names with this end. */
  droppedCounts(): (readonly [name: string, count: number])[] {
    const counts = [...this.#dropped].map(([name, { count }]) => [name, count] as const);
    return counts.sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  }

  #countDrop(name: string): void {
    const dropped = this.#dropped.get(name);
    if (dropped === undefined) this.#dropped.set(name, { count: 1 });
    else dropped.count++;
  }
}
