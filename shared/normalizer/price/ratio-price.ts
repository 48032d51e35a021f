import { type Decimal, roundHalfAway, toDecimal, ZERO } from '../../money/money.ts';
import { isCacheOutsidePrompt } from '../fields/row-tokens.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from '../logs/log-row.ts';
import { sumSurcharges, sumTerms, weigh } from './surcharges.ts';

/**
 * new-api's charge by ratios and by the call, recomputed from the price snapshot of a row in exact decimals
 * (`service/text_quota.go`, `service/quota.go`, state of 2026-08-18). A missing ratio is NaN, and so is
 * everything computed from it.
 */

const PER_MILLION = toDecimal('0.000001');
const ONE = toDecimal(1);

/** Input tokens, cached ones at their own ratios; images and audio that are priced apart are not among them. */
function weighInputTokens(snapshot: Snapshot, prompt: number, leastBase: number): Decimal {
  const beside = isCacheOutsidePrompt(snapshot);
  const [read, written, fiveMinutes, oneHour] = [
    snapshot.count('cache_tokens'),
    snapshot.count('cache_creation_tokens'),
    snapshot.count('cache_creation_tokens_5m'),
    snapshot.count('cache_creation_tokens_1h'),
  ];
  const images = snapshot.count('image_output');
  const audio = snapshot.flag('audio_input_seperate_price') ? snapshot.count('audio_input_token_count') : 0;
  const base = Math.max(leastBase, prompt - (beside ? 0 : read + written) - images - audio);
  const writes = beside
    ? [
        weigh(snapshot, Math.max(0, written - fiveMinutes - oneHour), 'cache_creation_ratio'),
        weigh(snapshot, fiveMinutes, 'cache_creation_ratio_5m'),
        weigh(snapshot, oneHour, 'cache_creation_ratio_1h'),
      ]
    : [weigh(snapshot, written, 'cache_creation_ratio')];
  return sumTerms([
    toDecimal(base),
    weigh(snapshot, read, 'cache_ratio'),
    ...writes,
    weigh(snapshot, images, 'image_ratio'),
  ]);
}

/** Tokens of a row that is billed by modality: audio chat and realtime sessions. */
const weighAudioTokens = (snapshot: Snapshot): Decimal => {
  const heard = weigh(snapshot, snapshot.requiredCount('audio_input'), 'audio_ratio');
  const spoken = snapshot.requiredCount('audio_output');
  return sumTerms([
    toDecimal(snapshot.requiredCount('text_input')),
    weigh(snapshot, snapshot.requiredCount('text_output'), 'completion_ratio'),
    heard,
    spoken === 0
      ? ZERO
      : weigh(snapshot, spoken, 'audio_ratio').times(snapshot.ratio('audio_completion_ratio')),
  ]);
};

/** USD of audio input that has a price of its own, by the million tokens. */
const separateAudioUsd = (snapshot: Snapshot): Decimal =>
  snapshot.flag('audio_input_seperate_price')
    ? weigh(snapshot, snapshot.requiredCount('audio_input_token_count'), 'audio_input_price').times(
        PER_MILLION,
      )
    : ZERO;

/** Audio chat and realtime sessions, which are billed by modality and have no surcharges. */
export const isAudioSession = (snapshot: Snapshot): boolean => snapshot.flag('audio') || snapshot.flag('ws');

/** Doubles are off by less than this share of themselves after the few steps of a price. */
const SHARE_OFF = 2 ** -46;
const NEAR_MAX = 2 ** 50;

/** A double as whole units, halves away from zero, where it is clear of a half; else nothing is sure. */
function roundIfSafe(quota: number): number | undefined {
  const below = Math.floor(quota);
  const isClear = Math.abs(quota - below - 0.5) > quota * SHARE_OFF + Number.EPSILON;
  return quota >= 0 && quota < NEAR_MAX && isClear ? Math.round(quota) : undefined;
}

/** A count times a ratio that is needed only where there is something to count. */
const weighInDoubles = (snapshot: Snapshot, count: number, ratio: string): number =>
  count === 0 ? 0 : count * snapshot.ratio(ratio);

/** What most texts cost, in doubles: exact decimals take ten times as long, and are asked near a half only. */
function priceTextInDoubles({ prompt, completion }: LogRow, snapshot: Snapshot): number | undefined {
  const [read, written] = [snapshot.count('cache_tokens'), snapshot.count('cache_creation_tokens')];
  if (read + written > prompt || snapshot.has('image_output') || isCacheOutsidePrompt(snapshot))
    return undefined;
  const tokens =
    prompt -
    (read + written) +
    weighInDoubles(snapshot, read, 'cache_ratio') +
    weighInDoubles(snapshot, written, 'cache_creation_ratio') +
    weighInDoubles(snapshot, completion, 'completion_ratio');
  const ratio = snapshot.ratio('model_ratio') * snapshot.ratio('group_ratio');
  const quota = ratio > 0 ? roundIfSafe(tokens * ratio) : undefined;
  return quota === undefined ? undefined : Math.max(quota, 1);
}

/** Quota by tokens: one unit where ratios that are not 0 leave nothing to charge. */
function priceByTokens(
  { prompt, completion }: LogRow,
  snapshot: Snapshot,
  unit: Decimal,
  tools: Decimal,
  leastBase: number,
): Decimal {
  const group = toDecimal(snapshot.ratio('group_ratio'));
  const ratio = toDecimal(snapshot.ratio('model_ratio')).times(group);
  const least = (quota: Decimal): Decimal => (!ratio.isZero() && quota.lte(0) ? ONE : quota);
  // What rounds to 0 is lifted to one unit for text, and stays 0 for sound.
  if (isAudioSession(snapshot)) return roundHalfAway(least(weighAudioTokens(snapshot).times(ratio)));
  const tokens = weighInputTokens(snapshot, prompt, leastBase).plus(
    weigh(snapshot, completion, 'completion_ratio'),
  );
  const extra = tools.plus(separateAudioUsd(snapshot)).times(group).times(unit);
  return least(roundHalfAway(tokens.times(ratio).plus(extra)));
}

/** Quota by the call: the price holds the size and quality of images, and until 2026-03-31 their number. */
function priceByCall(
  price: number,
  snapshot: Snapshot,
  unit: Decimal,
  tools: Decimal,
  images: number,
): Decimal {
  const usd = toDecimal(price).times(images).plus(tools);
  return roundHalfAway(usd.times(unit).times(snapshot.ratio('group_ratio')));
}

/** Whether a row was charged by the call. Images of 2025-04 have a ratio beside the price, and were charged by it. */
export const isPricedByCall = (snapshot: Snapshot): boolean =>
  snapshot.ratio('model_price') >= 0 && !(snapshot.ratio('model_ratio') > 0);

/** What a price does not depend on for most rows. */
export interface RatioTerms {
  /** Fewest prompt tokens that are priced once the cached ones are taken off. */
  readonly leastBase?: number;
  /** Images of a row whose price is that of one. */
  readonly images?: number;
}

/** @returns quota units; NaN where a ratio or a count is missing */
export function computeRatioPrice(
  row: LogRow,
  snapshot: Snapshot,
  quotaPerUnit: number,
  { leastBase = 0, images = 1 }: RatioTerms = {},
): number {
  const unit = toDecimal(quotaPerUnit);
  const price = snapshot.ratio('model_price');
  const needed = price + snapshot.ratio('model_ratio') + snapshot.ratio('group_ratio');
  if (Number.isNaN(needed) || (price < 0 && price !== -1)) return Number.NaN;
  // Sound is priced without them.
  const tools = isAudioSession(snapshot) ? ZERO : sumSurcharges(snapshot);
  if (row.prompt + row.completion === 0 && tools.isZero()) return 0;
  const isText = !isAudioSession(snapshot) && !snapshot.has('audio_input_seperate_price');
  const near =
    isText && !isPricedByCall(snapshot) && tools === ZERO ? priceTextInDoubles(row, snapshot) : undefined;
  if (near !== undefined) return near;
  const quota = isPricedByCall(snapshot)
    ? priceByCall(price, snapshot, unit, tools, images)
    : priceByTokens(row, snapshot, unit, tools, leastBase);
  return quota.toNumber();
}
