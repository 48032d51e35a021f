import { codes } from '../../engine/checks/registry.ts';
import type { Totals } from '../../engine/tally/totals/totals.ts';
import { isPositive } from '../../money/money.ts';
import { type Cause, codeOf, sideOf } from './causes.ts';

/** Requests by model, channel and the codes that they show. */
export type Shown = Totals['shown'];

/** Where a code of a request is told: with its model and channel, or with those that the code's findings name. */
function placesOf(causes: readonly Cause[]) {
  const places = new Map<string, Map<string | undefined, Map<string | undefined, number>>>();
  for (const [place, cause] of causes.entries()) {
    const ofCode = places.get(codeOf(cause)) ?? new Map();
    const ofModel = ofCode.get(cause.model) ?? new Map();
    places.set(codeOf(cause), ofCode.set(cause.model, ofModel.set(cause.channelId, place)));
  }
  return (code: string, model: string, channelId: string | undefined): number | undefined => {
    const [own, all] = [places.get(code)?.get(model), places.get(code)?.get(undefined)];
    return own?.get(channelId) ?? own?.get(undefined) ?? all?.get(channelId) ?? all?.get(undefined);
  };
}

/** How many requests of each of the first causes are those of each cause before it, by their places. */
function overlaps(
  causes: readonly Cause[],
  shown: Shown,
  max: number,
): { own: number; before: Map<number, number> }[] {
  const placeOf = placesOf(causes);
  const all = causes.slice(0, max).map(() => ({ own: 0, before: new Map<number, number>() }));
  for (const [model, channels] of shown)
    for (const [channelId, signatures] of channels)
      for (const [signature, { value }] of signatures) {
        const inOrder = signature
          .split(' ')
          .flatMap((code) => placeOf(code, model, channelId || undefined) ?? [])
          .sort((a, b) => a - b);
        for (const [index, place] of inOrder.entries()) {
          const entry = all[place];
          if (entry === undefined) break;
          entry.own += value;
          for (const earlier of inOrder.slice(0, index))
            entry.before.set(earlier, (entry.before.get(earlier) ?? 0) + value);
        }
      }
  return all;
}

/** Whether a cause counts a loss of requests that explains a sum over those of a model, of a channel, or of all. */
const isLossOf =
  ({ model, channelId }: Cause) =>
  (cause: Cause): boolean =>
    cause.model !== undefined &&
    sideOf(cause) === 'lost' &&
    isPositive(cause.counted.exact) &&
    (model === undefined ? channelId === undefined || cause.channelId === channelId : cause.model === model);

/**
 * The cause before each that looks at the same requests, if there is one: the first with at least half of its
 * requests; of a sum over requests the first that counts a loss among them.
 * @param causes all of them, in the report's order
 * @param max so many of them, from the first on, are looked at
 */
export function nested(causes: readonly Cause[], shown: Shown, max: number): ReadonlyMap<Cause, Cause> {
  const under = new Map<Cause, Cause>();
  for (const [place, { own, before }] of overlaps(causes, shown, max).entries()) {
    const cause = causes[place] as Cause;
    const shared = [...before].filter(([, requests]) => 2 * requests >= own).map(([earlier]) => earlier);
    const other = codes.get(codeOf(cause))?.sums
      ? causes.slice(0, place).find(isLossOf(cause))
      : causes[Math.min(...shared)];
    if (other !== undefined) under.set(cause, other);
  }
  return under;
}
