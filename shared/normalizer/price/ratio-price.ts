import { type Decimal, roundHalfAway, toDecimal, ZERO } from '../../money/money.ts';
import { isCacheOutsidePrompt } from '../fields/row-tokens.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from '../logs/log-row.ts';
import { sumSurcharges, sumTerms, weigh } from './surcharges.ts';

/**
 * Charges of new-api in exact decimals (`service/text_quota.go`, `service/quota.go`, 2026-08-18). A missing ratio is
 * NaN.
 */

const PER_MILLION = toDecimal('0.000001');
const ONE = toDecimal(1);

/** Weighs input tokens, cached tokens with their own ratios. Excludes images and audio with separate prices. */
function weighInputTokens(snapshot: Snapshot, prompt: number, leastBase: number): Decimal {
  const isOutside = isCacheOutsidePrompt(snapshot);
  const [read, written, fiveMinutes, oneHour] = [
    snapshot.count('cache_tokens'),
    snapshot.count('cache_creation_tokens'),
    snapshot.count('cache_creation_tokens_5m'),
    snapshot.count('cache_creation_tokens_1h'),
  ];
  const images = snapshot.count('image_output');
  const audio = snapshot.flag('audio_input_seperate_price') ? snapshot.count('audio_input_token_count') : 0;
  const base = Math.max(leastBase, prompt - (isOutside ? 0 : read + written) - images - audio);
  const writes = isOutside
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

/** Weighs the tokens of a row that is billed by modality: audio chat and realtime sessions. */
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

function separateAudioUsd(snapshot: Snapshot): Decimal {
  if (!snapshot.flag('audio_input_seperate_price')) return ZERO;
  const heard = snapshot.requiredCount('audio_input_token_count');
  return weigh(snapshot, heard, 'audio_input_price').times(PER_MILLION);
}

/** Returns whether a row is an audio chat or realtime session: text and audio are priced separately, tools are free. */
export const isAudioSession = (snapshot: Snapshot): boolean => snapshot.flag('audio') || snapshot.flag('ws');

/** Largest relative error of a price in doubles. */
const SHARE_OFF = 2 ** -46;
const NEAR_MAX = 2 ** 50;

/** Rounds a double to whole units, halves away from zero; `undefined` if it is too close to a half to be sure. */
function roundIfSafe(quota: number): number | undefined {
  const below = Math.floor(quota);
  const isClear = Math.abs(quota - below - 0.5) > quota * SHARE_OFF + Number.EPSILON;
  return quota >= 0 && quota < NEAR_MAX && isClear ? Math.round(quota) : undefined;
}

/** Multiplies a count by a ratio; 0 without a count, even if the ratio is missing. */
const weighInDoubles = (snapshot: Snapshot, count: number, ratio: string): number =>
  count === 0 ? 0 : count * snapshot.ratio(ratio);

/** Computes the price of a text request in doubles, ten times as fast; `undefined` if special or near a half. */
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

/** Computes quota by tokens: at least one unit unless a ratio is 0. */
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
  // Apply the minimum of one unit as the gateway does: to audio before rounding (0.3 becomes 0), to text after rounding.
  if (isAudioSession(snapshot)) return roundHalfAway(least(weighAudioTokens(snapshot).times(ratio)));
  const tokens = weighInputTokens(snapshot, prompt, leastBase).plus(
    weigh(snapshot, completion, 'completion_ratio'),
  );
  const extra = tools.plus(separateAudioUsd(snapshot)).times(group).times(unit);
  return least(roundHalfAway(tokens.times(ratio).plus(extra)));
}

/** Computes quota by the call. The price contains the size and quality of images, and until 2026-03-31 their number. */
function priceByCall(price: number, snapshot: Snapshot, unit: Decimal, tools: Decimal, images: number) {
  const usd = toDecimal(price).times(images).plus(tools);
  return roundHalfAway(usd.times(unit).times(snapshot.ratio('group_ratio')));
}

/** Returns whether a row was charged by a price per call. Image requests of April 2025 log both, and were not. */
export const isPricedByCall = (snapshot: Snapshot): boolean =>
  snapshot.ratio('model_price') >= 0 && !(snapshot.ratio('model_ratio') > 0);

/** Terms of the price that only some rows have. */
export interface RatioTerms {
  /** Lower bound of the prompt tokens after cached tokens are subtracted; 0 by default, minus infinity for none. */
  readonly leastBase?: number;
  /** Number of images, if the price is per image; 1 by default. */
  readonly images?: number;
}

/** Recomputes new-api's charge in quota units from ratios or the price per call; NaN if a ratio or count is missing. */
export function computeRatioPrice(
  row: LogRow,
  snapshot: Snapshot,
  quotaPerUnit: number,
  { leastBase = 0, images = 1 }: RatioTerms = {},
): number {
  const price = snapshot.ratio('model_price');
  const needed = price + snapshot.ratio('model_ratio') + snapshot.ratio('group_ratio');
  if (Number.isNaN(needed) || (price < 0 && price !== -1)) return Number.NaN;
  // The gateway adds no surcharges for tools to audio sessions.
  const tools = isAudioSession(snapshot) ? ZERO : sumSurcharges(snapshot);
  if (row.prompt + row.completion === 0 && tools.isZero()) return 0;
  const isText = !isAudioSession(snapshot) && !snapshot.has('audio_input_seperate_price');
  const near =
    isText && !isPricedByCall(snapshot) && tools === ZERO ? priceTextInDoubles(row, snapshot) : undefined;
  if (near !== undefined) return near;
  const unit = toDecimal(quotaPerUnit);
  const quota = isPricedByCall(snapshot)
    ? priceByCall(price, snapshot, unit, tools, images)
    : priceByTokens(row, snapshot, unit, tools, leastBase);
  return quota.toNumber();
}
