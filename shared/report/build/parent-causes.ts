import { codes } from '../../engine/checks/registry.ts';
import type { Totals } from '../../engine/tally/totals/totals.ts';
import { isPositive } from '../../money/money.ts';
import { codeOf, type DraftCause } from './causes.ts';

/** Requests by model, channel and the codes that they show. */
export type RequestsByCodes = Totals['requestsByCodes'];

/**
 * Returns a function that finds the index of the cause of a code for requests of a model and channel. Prefers the cause
 * of the same model and channel, then less specific ones.
 */
function indexCauses(causes: readonly DraftCause[]) {
  const indexes = new Map<string, Map<string | undefined, Map<string | undefined, number>>>();
  for (const [index, cause] of causes.entries()) {
    const ofCode = indexes.get(codeOf(cause)) ?? new Map();
    const ofModel = ofCode.get(cause.model) ?? new Map();
    indexes.set(codeOf(cause), ofCode.set(cause.model, ofModel.set(cause.channelId, index)));
  }
  return (code: string, model: string, channelId: string | undefined): number | undefined => {
    const [byModel, general] = [indexes.get(code)?.get(model), indexes.get(code)?.get(undefined)];
    return (
      byModel?.get(channelId) ?? byModel?.get(undefined) ?? general?.get(channelId) ?? general?.get(undefined)
    );
  };
}

/** Counts the requests of each of the first `max` causes, and how many of them each earlier cause has, by its index. */
function countOverlaps(
  causes: readonly DraftCause[],
  requestsByCodes: RequestsByCodes,
  max: number,
): { requests: number; before: Map<number, number> }[] {
  const findIndex = indexCauses(causes);
  const all = causes.slice(0, max).map(() => ({ requests: 0, before: new Map<number, number>() }));
  for (const [model, channels] of requestsByCodes)
    for (const [channelId, signatures] of channels)
      for (const [signature, { value }] of signatures) {
        const inOrder = signature
          .split(' ')
          .flatMap((code) => findIndex(code, model, channelId || undefined) ?? [])
          .sort((a, b) => a - b);
        for (const [position, index] of inOrder.entries()) {
          const entry = all[index];
          if (entry === undefined) break;
          entry.requests += value;
          for (const earlier of inOrder.slice(0, position))
            entry.before.set(earlier, (entry.before.get(earlier) ?? 0) + value);
        }
      }
  return all;
}

/** Whether a cause counts a loss of requests that explains a sum over the requests of a model, a channel, or all. */
const explainsSum =
  ({ model, channelId }: DraftCause) =>
  (cause: DraftCause): boolean =>
    cause.model !== undefined &&
    cause.side === 'lost' &&
    isPositive(cause.counted.exact) &&
    (model === undefined ? channelId === undefined || cause.channelId === channelId : cause.model === model);

/**
 * Finds for each cause the earlier cause under which it is listed: the first one that also concerns at least half of
 * its requests. A cause about the total of a model or channel is listed under the first cause that counts a loss on
 * requests of the model or channel. Causes without such an earlier cause are not in the map.
 * @param causes all causes in the order of the report
 * @param requestsByCodes numbers of requests by model, channel and codes of their findings
 * @param max number of causes to examine, from the first
 */
export function findParentCauses(
  causes: readonly DraftCause[],
  requestsByCodes: RequestsByCodes,
  max: number,
): ReadonlyMap<DraftCause, DraftCause> {
  const under = new Map<DraftCause, DraftCause>();
  for (const [index, { requests: all, before }] of countOverlaps(causes, requestsByCodes, max).entries()) {
    const cause = causes[index] as DraftCause;
    const shared = [...before].filter(([, requests]) => 2 * requests >= all).map(([earlier]) => earlier);
    const other = codes.get(codeOf(cause))?.isAggregate
      ? causes.slice(0, index).find(explainsSum(cause))
      : causes[Math.min(...shared)];
    if (other !== undefined) under.set(cause, other);
  }
  return under;
}
