import { isPositive } from '../../money.ts';
import { codes } from '../checks/registry.ts';
import type { Totals } from '../tally/totals/totals.ts';
import { type ByName, type Cause, codeOf, mapAt } from './causes.ts';

/** Requests by model, channel and the codes that they show. */
export type Shown = Totals['shown'];

/** Causes by code, model and channel, each with its place in the report's order. */
class Places {
  readonly #places: ByName<ByName<ByName<number>>> = new Map();

  constructor(causes: readonly Cause[]) {
    for (const [place, cause] of causes.entries())
      mapAt(mapAt(this.#places, codeOf(cause)), cause.model).set(cause.channelId, place);
  }

  /** Where a code of a request is told: with its model and channel, or with those that the code's findings name. */
  of(code: string, model: string, channelId: string | undefined): number | undefined {
    const byModel = this.#places.get(code);
    const [own, all] = [byModel?.get(model), byModel?.get(undefined)];
    return own?.get(channelId) ?? own?.get(undefined) ?? all?.get(channelId) ?? all?.get(undefined);
  }
}

/** How many requests of each of the first causes are those of each cause before it, by their places. */
function overlaps(
  causes: readonly Cause[],
  shown: Shown,
  max: number,
): { own: number; before: Map<number, number> }[] {
  const places = new Places(causes);
  const all = causes.slice(0, max).map(() => ({ own: 0, before: new Map<number, number>() }));
  for (const [model, channels] of shown)
    for (const [channelId, signatures] of channels)
      for (const [signature, { value }] of signatures) {
        const found = signature.split(' ').map((code) => places.of(code, model, channelId || undefined));
        const inOrder = found
          .filter((place): place is number => place !== undefined && place < max)
          .sort((a, b) => a - b);
        for (const [index, place] of inOrder.entries()) {
          const entry = all[place];
          if (entry === undefined) continue;
          entry.own += value;
          for (const earlier of inOrder.slice(0, index))
            entry.before.set(earlier, (entry.before.get(earlier) ?? 0) + value);
        }
      }
  return all;
}

/** The first causes that count a loss of requests: of each model, of each channel, and of all. */
class Losses {
  readonly #byModel = new Map<string, Cause>();
  readonly #byChannel = new Map<string, Cause>();
  #any: Cause | undefined;

  add(cause: Cause): void {
    const { model, channelId, worst, counted } = cause;
    if (model === undefined || !isPositive(counted.exact)) return;
    if (codes.get(worst.evidence.code)?.side !== 'lost') return;
    this.#any ??= cause;
    if (!this.#byModel.has(model)) this.#byModel.set(model, cause);
    if (channelId !== undefined && !this.#byChannel.has(channelId)) this.#byChannel.set(channelId, cause);
  }

  /** The loss that explains a sum over the requests of a model, of a channel, or of all. */
  under({ model, channelId }: Cause): Cause | undefined {
    if (model !== undefined) return this.#byModel.get(model);
    return channelId === undefined ? this.#any : this.#byChannel.get(channelId);
  }
}

/**
 * The cause before each that looks at the same requests, if there is one: the first with at least half of its
 * requests; of a sum over requests the first that counts a loss among them.
 * @param causes all of them, in the report's order
 * @param max so many of them, from the first on, are looked at
 */
export function nested(causes: readonly Cause[], shown: Shown, max: number): ReadonlyMap<Cause, Cause> {
  const all = overlaps(causes, shown, max);
  const losses = new Losses();
  const under = new Map<Cause, Cause>();
  for (const [place, { own, before }] of all.entries()) {
    const cause = causes[place] as Cause;
    const shared = [...before].filter(([, requests]) => 2 * requests >= own).map(([earlier]) => earlier);
    const other = codes.get(cause.worst.evidence.code)?.sums
      ? losses.under(cause)
      : causes[Math.min(...shared)];
    if (other !== undefined) under.set(cause, other);
    losses.add(cause);
  }
  return under;
}
