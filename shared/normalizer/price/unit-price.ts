import { UNPARSED } from '../../gateways/allowed-keys.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';

const PROMPT_EXTRAS = [
  'cached_tokens',
  'cached_write_tokens',
  'cached_write_1h_tokens',
  'cached_read_tokens',
  'input_audio_tokens',
  'input_text_tokens',
  'input_image_tokens',
  'openai_cache_write_tokens',
] as const;
const COMPLETION_EXTRAS = [
  'output_audio_tokens',
  'output_text_tokens',
  'output_image_tokens',
  'reasoning_tokens',
] as const;

/** Returns the ratio for long prompts, which is logged only where it applies; 1 otherwise. */
const longContextRatio = (snapshot: Snapshot, key: string): number =>
  snapshot.has(key) ? snapshot.ratio(key) : 1;

/** Sums extra tokens, each weighted by its ratio minus 1 and truncated to whole tokens. */
const sumExtras = (snapshot: Snapshot, keys: readonly string[]): number =>
  keys.reduce((sum, key) => {
    const count = snapshot.count(key);
    return count === 0 ? sum : sum + Math.trunc(count * (snapshot.ratio(`${key}_ratio`) - 1));
  }, 0);

const RATIO = '_ratio';
const KNOWN_EXTRAS: ReadonlySet<string> = new Set([...PROMPT_EXTRAS, ...COMPLETION_EXTRAS]);

/** Finds extra tokens that only a fork logs (`deepseek_cache_hit_tokens`), each with its ratio. */
const findForkExtras = ({ native }: Snapshot): string[] =>
  Object.keys(native).flatMap((key) => {
    const extra = key.endsWith(RATIO) ? key.slice(0, -RATIO.length) : '';
    return extra !== '' && !KNOWN_EXTRAS.has(extra) && Number.isSafeInteger(native[extra]) ? [extra] : [];
  });

/** Computes the quota of services billed by the call, before the group ratio; NaN if one cannot be read. */
function callCharges(snapshot: Snapshot, quotaPerUnit: number): number {
  if (!snapshot.has('extra_billing')) return 0;
  const services = snapshot.child('extra_billing');
  if (services === undefined) return Number.NaN;
  return Object.keys(services.native).reduce((sum, name) => {
    const service = services.child(name);
    if (service === undefined) return Number.NaN;
    const calls = service.requiredCount('call_count');
    return calls === 0 ? sum : sum + Math.ceil(service.ratio('price') * quotaPerUnit) * calls;
  }, 0);
}

/**
 * Recomputes one-hub's charge from a row's price snapshot (`relay/relay_util/quota.go`, `model/price.go`), with the
 * terms that done-hub adds. Computes in doubles in the gateway's order, because it rounds up: a tiny error of a double
 * becomes a whole unit. Tokens that only a fork logs count as prompt or completion by their name; because this is a
 * guess, the result is used only if it is within one unit of the charge.
 * @returns quota units, NaN if a ratio is missing or the guess is wrong, or the note that explains why there is no
 * price
 */
export function computeUnitPrice(row: LogRow, quotaPerUnit: number): number | Note {
  const { snapshot, prompt, completion } = row;
  if (snapshot === undefined) return 'noSnapshot';
  if (snapshot.has(UNPARSED)) return 'snapshotUnparsed';
  const type = snapshot.text('price_type');
  if (type !== 'tokens' && type !== 'times') return 'missingRatio';
  const group = snapshot.ratio('group_ratio');
  const input =
    snapshot.ratio('input_ratio') * group * longContextRatio(snapshot, 'long_context_input_ratio');
  const forkKeys = findForkExtras(snapshot);
  const forkExtras = sumExtras(snapshot, forkKeys);
  const forkOutputKeys = forkKeys.filter((key) => key.startsWith('output_'));
  const forkOutput = sumExtras(snapshot, forkOutputKeys);
  const priced = prompt + sumExtras(snapshot, PROMPT_EXTRAS) + forkExtras - forkOutput;
  const pricedOut = completion + sumExtras(snapshot, COMPLETION_EXTRAS) + forkOutput;
  const longOutput = longContextRatio(snapshot, 'long_context_output_ratio');
  const output = pricedOut === 0 ? 0 : snapshot.ratio('output_ratio') * group * longOutput;
  let quota = type === 'times' ? Math.trunc(1000 * input) : Math.ceil(priced * input + pricedOut * output);
  const calls = callCharges(snapshot, quotaPerUnit);
  if (calls > 0) quota += Math.ceil(calls * group);
  if (Number.isNaN(quota + calls + priced + pricedOut)) return Number.NaN;
  if (input !== 0 && quota <= 0) quota = 1;
  if (priced + pricedOut === 0) quota = 0;
  return forkExtras === 0 || Math.abs(quota - (row.quota ?? 0)) <= 1 ? quota : Number.NaN;
}

/**
 * Recomputes done-hub's charge in quota units, like `computeUnitPrice`. Returns a note for a free reply without output, because no row
 * shows whether `EmptyResponseBillingEnabled` is set.
 */
export const computeDoneHubPrice = (row: LogRow, quotaPerUnit: number): number | Note =>
  row.quota === 0 && row.completion === 0 ? 'emptyReply' : computeUnitPrice(row, quotaPerUnit);
