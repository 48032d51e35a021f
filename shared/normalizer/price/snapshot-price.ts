import { UNPARSED } from '../../gateways/allowed-keys.ts';
import { roundHalfAway, toDecimal } from '../../money/money.ts';
import { isCacheOutsidePrompt, isClaudeModel } from '../fields/row-tokens.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';
import { computeRatioPrice, isPricedByCall, type RatioTerms } from './ratio-price.ts';
import { computeTieredPrice, isTiered } from './tiered-price.ts';

/** Quota at which 32-bit builds clamped. */
const SATURATED = 2_147_483_647;
/** Since this day the price of images by the call no longer contains their number (ab99c3088). */
const IMAGES_UNCOUNTED_FROM = Date.UTC(2026, 2, 31);

/** Computes a violation fee (`service/violation_fee.go`). */
const violationFee = (snapshot: Snapshot, quotaPerUnit: number): number =>
  roundHalfAway(
    toDecimal(snapshot.ratio('base_amount')).times(quotaPerUnit).times(snapshot.ratio('group_ratio')),
  ).toNumber();

const isMidjourney = ({ model }: LogRow, snapshot: Snapshot): boolean =>
  !snapshot.has('model_ratio') &&
  snapshot.has('model_price') &&
  (model.startsWith('mj_') || model === 'swap_face' || snapshot.text('request_path').includes('/mj/'));

/** Computes Midjourney's price in doubles in the gateway's order (`relay/helper/price.go` ModelPriceHelperPerCall). */
function midjourneyPrice(snapshot: Snapshot, quotaPerUnit: number): number {
  const price = snapshot.ratio('model_price');
  // A price of -1 means that the model has only a ratio. The row does not contain that ratio, so there is no price.
  return price < 0 ? Number.NaN : Math.trunc(price * quotaPerUnit * snapshot.ratio('group_ratio'));
}

const lacksImageCount = ({ occurredAt }: LogRow, snapshot: Snapshot): boolean => {
  const path = snapshot.text('request_path');
  return path.includes(':predict') || (path.includes('/images/') && occurredAt >= IMAGES_UNCOUNTED_FROM);
};

/** Returns whether a row has a web search that old versions logged for Claude, but charged on some paths only. */
const hasUncertainSearch = (snapshot: Snapshot): boolean =>
  snapshot.has('web_search_call_count') &&
  !snapshot.has('tool_surcharges') &&
  (snapshot.flag('claude') || isCacheOutsidePrompt(snapshot));

/** Computes images by the call. piexian's new-api logs how many were requested, but charges only the delivered ones. */
function imagesPrice(row: LogRow, snapshot: Snapshot, quotaPerUnit: number): number | Note {
  const request = snapshot.child('image_request');
  if (!request?.has('n')) return 'imagePrice';
  const images = request.count('n');
  const quota = computeRatioPrice(row, snapshot, quotaPerUnit, { images });
  return images > 1 && (row.quota ?? 0) < quota ? 'imagePrice' : quota;
}

/**
 * Recomputes new-api's charge from a row's price snapshot, by the formula that applied to the row.
 * @param terms for rows priced by ratios: least number of prompt tokens, number of images (see `computeRatioPrice`)
 * @returns quota units, NaN if a ratio or a count is missing, or the note that explains why there is no price
 */
export function computeSnapshotPrice(row: LogRow, quotaPerUnit: number, terms?: RatioTerms): number | Note {
  const { snapshot } = row;
  if (snapshot === undefined) return 'noSnapshot';
  if (snapshot.has(UNPARSED)) return 'snapshotUnparsed';
  if (row.quota === SATURATED || snapshot.child('admin_info')?.has('quota_saturation')) return 'saturated';
  if (snapshot.flag('violation_fee')) return violationFee(snapshot, quotaPerUnit);
  if (snapshot.flag('is_task') || snapshot.has('task_id')) return 'taskPrice';
  if (isMidjourney(row, snapshot)) return midjourneyPrice(snapshot, quotaPerUnit);
  if (hasUncertainSearch(snapshot)) return 'claudeSearch';
  if (isTiered(snapshot)) return computeTieredPrice(row, snapshot, quotaPerUnit);
  if (isPricedByCall(snapshot) && lacksImageCount(row, snapshot))
    return imagesPrice(row, snapshot, quotaPerUnit);
  return computeRatioPrice(row, snapshot, quotaPerUnit, terms);
}

/** Returns whether Veloera charged a Claude request too little: its prompt lacks cached tokens that it subtracted. */
export const isBelowListPrice = ({ model }: LogRow, snapshot: Snapshot): boolean =>
  isClaudeModel(model) &&
  !isCacheOutsidePrompt(snapshot) &&
  !isPricedByCall(snapshot) &&
  snapshot.count('cache_tokens') > 0;

/**
 * Recomputes Veloera's charge like `computeSnapshotPrice`, by the formula of new-api before 2025-12, which subtracts
 * cached tokens from the prompt, even below 0.
 */
export const computeVeloeraPrice = (row: LogRow, quotaPerUnit: number): number | Note =>
  computeSnapshotPrice(row, quotaPerUnit, { leastBase: Number.NEGATIVE_INFINITY });
