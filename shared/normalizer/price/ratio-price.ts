import { type Decimal, decimal, wholeHalfAway, ZERO } from '../../money.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import { cacheBesidePrompt } from '../fields/tokens.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';

/**
 * new-api's charge, recomputed from the price snapshot of a row in exact decimals (`service/text_quota.go`,
 * `service/quota.go`, `service/violation_fee.go`, state of 2026-08-18). A missing ratio is NaN, and so is
 * everything computed from it.
 */

/** Where 32-bit builds clamped a quota that did not fit. */
const SATURATED = 2_147_483_647;
const PER_THOUSAND = decimal('0.001');
const PER_MILLION = decimal('0.000001');
const ONE = decimal(1);
const UNKNOWN = decimal(Number.NaN);

/** Counts times a ratio that is needed only where there is something to count. */
const weighed = (snapshot: Snapshot, count: number, ratio: string): Decimal =>
  count === 0 ? ZERO : decimal(count).times(snapshot.ratio(ratio));

/** Most rows have no pictures, no sound and no tools: what is not there is not added. */
const sum = (terms: readonly Decimal[]): Decimal =>
  terms.reduce((total, term) => (term === ZERO ? total : total === ZERO ? term : total.plus(term)), ZERO);

/** Parts that the gateway writes together with a flag: without it they say that something is missing. */
const straySurcharge = (snapshot: Snapshot, flag: string, parts: readonly string[]): Decimal =>
  !snapshot.has(flag) && parts.some((part) => snapshot.has(part)) ? UNKNOWN : ZERO;

/** USD of a tool in the form of older versions: a flag, a count of calls and a price. */
function toolCalls(snapshot: Snapshot, tool: string): Decimal {
  const [count, price] = [`${tool}_call_count`, `${tool}_price`];
  return snapshot.flag(tool)
    ? weighed(snapshot, snapshot.needed(count), price).times(PER_THOUSAND)
    : straySurcharge(snapshot, tool, [count, price]);
}

/** USD of tools billed by the call: `tool_surcharges` since v1.0.0-rc.22, one key per tool before. */
function surcharges(snapshot: Snapshot): Decimal {
  if (snapshot.has('tool_surcharges')) {
    const tools = snapshot
      .list('tool_surcharges')
      ?.map((tool) => weighed(tool, tool.needed('count'), 'price'));
    return tools === undefined ? UNKNOWN : sum(tools).times(PER_THOUSAND);
  }
  const [flag, price] = ['image_generation_call', 'image_generation_call_price'];
  const image = snapshot.flag(flag)
    ? decimal(snapshot.ratio(price))
    : straySurcharge(snapshot, flag, [price]);
  return sum([toolCalls(snapshot, 'web_search'), toolCalls(snapshot, 'file_search'), image]);
}

/** Input tokens, cached ones at their own ratios; images and audio that are priced apart are not among them. */
function inputTokens(snapshot: Snapshot, prompt: number): Decimal {
  const beside = cacheBesidePrompt(snapshot);
  const [read, written, fiveMinutes, oneHour] = [
    snapshot.count('cache_tokens'),
    snapshot.count('cache_creation_tokens'),
    snapshot.count('cache_creation_tokens_5m'),
    snapshot.count('cache_creation_tokens_1h'),
  ];
  const images = snapshot.count('image_output');
  const audio = snapshot.flag('audio_input_seperate_price') ? snapshot.count('audio_input_token_count') : 0;
  const base = Math.max(0, prompt - (beside ? 0 : read + written) - images - audio);
  const writes = beside
    ? [
        weighed(snapshot, Math.max(0, written - fiveMinutes - oneHour), 'cache_creation_ratio'),
        weighed(snapshot, fiveMinutes, 'cache_creation_ratio_5m'),
        weighed(snapshot, oneHour, 'cache_creation_ratio_1h'),
      ]
    : [weighed(snapshot, written, 'cache_creation_ratio')];
  return sum([
    decimal(base),
    weighed(snapshot, read, 'cache_ratio'),
    ...writes,
    weighed(snapshot, images, 'image_ratio'),
  ]);
}

/** Tokens of a row that is billed by modality: audio chat and realtime sessions. */
const audioTokens = (snapshot: Snapshot): Decimal => {
  const heard = weighed(snapshot, snapshot.needed('audio_input'), 'audio_ratio');
  const spoken = snapshot.needed('audio_output');
  return sum([
    decimal(snapshot.needed('text_input')),
    weighed(snapshot, snapshot.needed('text_output'), 'completion_ratio'),
    heard,
    spoken === 0
      ? ZERO
      : weighed(snapshot, spoken, 'audio_ratio').times(snapshot.ratio('audio_completion_ratio')),
  ]);
};

/** Quota by tokens: never 0 where the ratios are not. */
function byTokens({ prompt, completion }: LogRow, snapshot: Snapshot, unit: Decimal): Decimal {
  const group = decimal(snapshot.ratio('group_ratio'));
  const ratio = decimal(snapshot.ratio('model_ratio')).times(group);
  const audio = isAudio(snapshot);
  const tokens = audio
    ? audioTokens(snapshot)
    : inputTokens(snapshot, prompt).plus(weighed(snapshot, completion, 'completion_ratio'));
  const extra = audio ? ZERO : surcharges(snapshot).plus(separateAudio(snapshot)).times(group).times(unit);
  const quota = wholeHalfAway(tokens.times(ratio).plus(extra));
  return !ratio.isZero() && quota.lte(0) ? ONE : quota;
}

const isAudio = (snapshot: Snapshot): boolean => snapshot.flag('audio') || snapshot.flag('ws');

/** USD of audio input that has a price of its own, by the million tokens. */
const separateAudio = (snapshot: Snapshot): Decimal =>
  snapshot.flag('audio_input_seperate_price')
    ? weighed(snapshot, snapshot.needed('audio_input_token_count'), 'audio_input_price').times(PER_MILLION)
    : ZERO;

/** Why a row's price depends on more than the row says, if it does. */
function obstacle(row: LogRow, snapshot: Snapshot): Note | undefined {
  const path = snapshot.text('request_path');
  if (row.quota === SATURATED || snapshot.within('admin_info')?.has('quota_saturation')) return 'saturated';
  if (snapshot.flag('violation_fee')) return undefined;
  if (snapshot.flag('is_task') || snapshot.has('task_id')) return 'taskPrice';
  if (snapshot.text('billing_mode') === 'tiered_expr') return 'tieredPrice';
  if (path.includes('/images/') || path.includes(':predict')) return 'imagePrice';
  // Midjourney rows have a price and no model ratio.
  if (!snapshot.has('model_ratio') || !snapshot.has('model_price')) return 'missingRatio';
  if (snapshot.ratio('model_price') >= 0 && path === '') return 'callPrice';
  const claude = snapshot.flag('claude') || cacheBesidePrompt(snapshot);
  if (claude && snapshot.has('web_search_call_count') && !snapshot.has('tool_surcharges'))
    return 'claudeSearch';
  return undefined;
}

/** @returns quota units; NaN where a ratio or a count is missing */
export function ratioPrice(row: LogRow, quotaPerUnit: number): number | Note {
  const { snapshot, prompt, completion } = row;
  if (snapshot === undefined) return 'noSnapshot';
  const reason = obstacle(row, snapshot);
  if (reason !== undefined) return reason;
  const unit = decimal(quotaPerUnit);
  const group = decimal(snapshot.ratio('group_ratio'));
  if (snapshot.flag('violation_fee'))
    return wholeHalfAway(decimal(snapshot.ratio('base_amount')).times(unit).times(group)).toNumber();
  if (prompt + completion === 0 && surcharges(snapshot).isZero()) return 0;
  const price = snapshot.ratio('model_price');
  if (price === -1) return byTokens(row, snapshot, unit).toNumber();
  if (price < 0) return 'missingRatio';
  const perCall = decimal(price).plus(isAudio(snapshot) ? ZERO : surcharges(snapshot));
  return wholeHalfAway(perCall.times(unit).times(group)).toNumber();
}
