import type { TokenKeys } from '../../gateways/connector.ts';
import type { CacheConvention } from '../../gateways/vocabulary.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import type { NativeObject } from '../intake/native.ts';
import { readCount } from './codecs.ts';
import type { Snapshot } from './snapshot.ts';

function sumCounts(snapshot: Snapshot | undefined, keys: readonly string[] = []): number {
  let total = 0;
  if (snapshot !== undefined) for (const key of keys) total += snapshot.count(key);
  return total;
}

/**
 * Returns whether the prompt tokens of a new-api row exclude cached tokens (as Claude counts) instead of including
 * them. The field `usage_semantic` decides. Rows without it exclude cached tokens if they count cache writes for 5
 * minutes or 1 hour, or have the flag `claude` and are of a version until 2026-03-23, which logs no
 * `usage_billing_path` (`service/text_quota.go`, `service/quota.go`, `service/log_info_generate.go`).
 */
export function isCacheOutsidePrompt(snapshot: Snapshot): boolean {
  if (snapshot.has('usage_semantic')) return snapshot.text('usage_semantic') === 'anthropic';
  if (snapshot.count('cache_creation_tokens_5m') > 0 || snapshot.count('cache_creation_tokens_1h') > 0)
    return true;
  const modern =
    snapshot.has('usage_billing_path') || snapshot.child('admin_info')?.has('usage_billing_path');
  return !modern && snapshot.flag('claude');
}

/** Returns whether it is a Claude model. Veloera flags only Claude's API, but its chat completions count alike. */
export const isClaudeModel = (model: string | undefined): boolean =>
  model?.toLowerCase().startsWith('claude') ?? false;

const isCacheInPrompt: Record<CacheConvention, (snapshot: Snapshot, model: string | undefined) => boolean> = {
  included: () => true,
  marked: (snapshot) => !isCacheOutsidePrompt(snapshot),
  named: (snapshot, model) => !isCacheOutsidePrompt(snapshot) && !isClaudeModel(model),
  unstated: () => false,
};

/**
 * Reads the token counts of a log row by kind, if it has any. `input` never contains cached tokens.
 * @param model decides at some gateways whether the prompt includes cached tokens
 */
export function readTokens(
  row: NativeObject,
  snapshot: Snapshot | undefined,
  keys: TokenKeys,
  model?: string,
): Tokens | undefined {
  const prompt = readCount(row[keys.input], keys.input);
  const output = readCount(row[keys.output], keys.output);
  const { cacheReadColumn: column } = keys;
  const inRow = column === undefined ? 0 : (readCount(row[column], column) ?? 0);
  const cacheRead = inRow + sumCounts(snapshot, keys.cacheRead);
  const cacheWrite = keys.cacheWrite
    ? Math.max(snapshot?.count(keys.cacheWrite.total) ?? 0, sumCounts(snapshot, keys.cacheWrite.parts))
    : 0;
  const isInside = snapshot
    ? isCacheInPrompt[keys.convention](snapshot, model)
    : keys.convention === 'included';
  const cached = isInside ? cacheRead + cacheWrite : 0;
  const reasoning = sumCounts(snapshot, keys.reasoning);
  const media = sumCounts(snapshot, keys.media);
  const others = cacheRead + cacheWrite + reasoning + media;
  if (prompt === undefined && output === undefined && others === 0) return undefined;
  const tokens: Tokens = {};
  if (prompt !== undefined) tokens.input = Math.max(0, prompt - cached);
  if (output !== undefined) tokens.output = output;
  if (cacheRead > 0) tokens.cacheRead = cacheRead;
  if (cacheWrite > 0) tokens.cacheWrite = cacheWrite;
  if (reasoning > 0) tokens.reasoning = reasoning;
  if (media > 0) tokens.media = media;
  return tokens;
}
