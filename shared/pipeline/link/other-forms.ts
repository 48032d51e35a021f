import type { Entry, Native } from '../../normalizer/intake/native.ts';
import { agree } from '../../normalizer/intake/overlap.ts';
import { billLine } from './bill-line.ts';
import type { RepeatCounter } from './repeats.ts';

/** Tells the forms that rows are written in, such as a table of an export and the reply of an API, by their columns. */
class Forms {
  readonly #numbers = new Map<string, number>();

  of(native: Native): number {
    const columns = Object.keys(native).join(' ');
    const number = this.#numbers.get(columns) ?? this.#numbers.size;
    this.#numbers.set(columns, number);
    return number;
  }
}

/** What a row of a known bill says in any of its forms: its charge and money, else its time, model and money. */
function saidIn(native: Native) {
  const line = billLine(native);
  if (line === undefined) return undefined;
  const { tokens: _, upstreamId, ...what } = line.record;
  const { costAmount, refundAmount } = what;
  const said = upstreamId === undefined ? { ...what, meter: line.meter } : { costAmount, refundAmount };
  return { isNamed: upstreamId !== undefined, text: JSON.stringify([line.bill.id, upstreamId, said]) };
}

/** A row, and the sources that it has been found in. */
interface Found {
  readonly native: Native;
  readonly form: number;
  readonly source: number;
  readonly sources: Set<number>;
}

/**
 * Rows of bills without those that another file has in another of the bill's forms: each stands for one row of it.
 * Where the forms are one, rows say it themselves.
 */
export function inOneForm(
  entries: readonly Entry[],
  sourceOf: (entry: Entry) => number,
  repeated: RepeatCounter,
): readonly Entry[] {
  if (new Set(entries.map(sourceOf)).size < 2) return entries;
  const forms = new Forms();
  const formOf = entries.map(({ native }) => forms.of(native));
  if (formOf.every((form) => form === 0)) return entries;
  const seen = new Map<string, Found[]>();
  return entries.filter((entry, place) => {
    const { native } = entry;
    const said = saidIn(native);
    if (said === undefined) return true;
    const [source, form, earlier] = [sourceOf(entry), formOf[place] as number, seen.get(said.text) ?? []];
    const same = earlier.find(
      (one) => one.form !== form && !one.sources.has(source) && (said.isNamed || agree(one.native, native)),
    );
    seen.set(said.text, earlier);
    if (same === undefined) {
      earlier.push({ native, form, source, sources: new Set([source]) });
      return true;
    }
    same.sources.add(source);
    repeated.leaveOut(source, same.source);
    return false;
  });
}
