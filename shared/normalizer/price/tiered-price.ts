import { roundHalfAway, toDecimal } from '../../money/money.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';
import { ExpressionProblem, VARIABLES, type Variable } from './expression/expression-values.ts';
import { parseTierExpression, type TierExpression } from './expression/tier-expression.ts';
import { isAudioSession } from './ratio-price.ts';
import { sumSurcharges } from './surcharges.ts';

/** Longest base64 text that is decoded. */
const BASE64_LENGTH_MAX = 16_384;
const VERSION = 'v1:';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Flags of forks for an expression that failed, so that the estimate was charged. */
const FAILED = ['tiered_fallback', 'tiered_settle_failed'] as const;

type ReadExpression = TierExpression | Extract<Note, 'missingRatio' | 'tiersLanguage'>;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Decodes base64 text. Throws if it is not base64, or not UTF-8. */
function decodeBase64(encoded: string): string {
  const binary = atob(encoded);
  if (!BEYOND_ASCII.test(binary)) return binary;
  return utf8.decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
}

function readExpression(encoded: string): ReadExpression {
  let source: string;
  try {
    source = decodeBase64(encoded);
  } catch {
    return 'missingRatio';
  }
  try {
    return parseTierExpression(source.startsWith(VERSION) ? source.slice(VERSION.length) : source);
  } catch (problem) {
    if (problem instanceof ExpressionProblem) return 'tiersLanguage';
    throw problem;
  }
}

/** Expressions that occurred at least twice. Caching all would slow down a body with another expression in every row. */
const CACHE_MAX = 64;
const expressionCache = new Map<string, ReadExpression | undefined>();

function readCachedExpression(snapshot: Snapshot): ReadExpression {
  const encoded = snapshot.text('expr_b64');
  if (encoded === '' || encoded.length > BASE64_LENGTH_MAX) return 'missingRatio';
  const cached = expressionCache.get(encoded);
  if (cached !== undefined) return cached;
  const expression = readExpression(encoded);
  const isMetAgain = expressionCache.has(encoded);
  if (expressionCache.size >= CACHE_MAX) expressionCache.clear();
  expressionCache.set(encoded, isMetAgain ? expression : undefined);
  return expression;
}

/** Returns whether a row was charged by a tiered price expression, by its price snapshot. */
export const isTiered = (snapshot: Snapshot): boolean => snapshot.text('billing_mode') === 'tiered_expr';

/** Lists counts that a row of this kind does not log. A price that uses one of them is unknown. */
function listUnloggedCounts(snapshot: Snapshot): readonly Variable[] {
  if (snapshot.flag('ws')) return [];
  const images = snapshot.has('image_count') ? [] : (['image_count'] as const);
  if (snapshot.flag('audio')) return ['cr', 'cc', 'img', 'img_cr', 'img_o', ...images];
  const audio = snapshot.has('audio_input_token_count') ? [] : (['ai'] as const);
  return ['ao', 'img_cr', 'img_o', ...audio, ...images];
}

const buildCounts = (count: (name: Variable) => number) =>
  Object.fromEntries(VARIABLES.map((name) => [name, count(name)])) as Record<Variable, number>;
const NO_COUNTS = buildCounts(() => 0);

/**
 * Lists the possible counts, because rows name no version. Cache writes without a lifetime were free until #6353, then
 * five-minute writes; cache reads that the expression does not price were free, and are prompt in the newest version.
 */
function claudeCounts(snapshot: Snapshot, { uses }: TierExpression) {
  const [all, five, hour] = [
    snapshot.count('cache_creation_tokens'),
    snapshot.count('cache_creation_tokens_5m'),
    snapshot.count('cache_creation_tokens_1h'),
  ];
  const written = new Set([five, five > 0 ? five : all, Math.max(five, all - hour)]);
  const read = new Set([0, uses.has('cr') ? 0 : snapshot.count('cache_tokens')]);
  return [...read].flatMap((inPrompt) => [...written].map((cc) => ({ cc, inPrompt })));
}

/**
 * Lists the counts with which the gateway may have computed a row (`service/tiered_settle.go`). Tokens that the
 * expression prices separately are excluded from `p` and `c`, except for Claude, which does not include them.
 * @returns one set of counts, or one for each version that differs, those of 2026-08 first
 */
function listPossibleCounts({ prompt, completion }: LogRow, snapshot: Snapshot, expression: TierExpression) {
  if (snapshot.flag('ws')) return [{ ...NO_COUNTS, p: prompt, c: completion, len: prompt }];
  const settled = snapshot.child('billing_tokens');
  const images = snapshot.count('image_count');
  if (settled) return [{ ...buildCounts((name) => settled.count(name)), image_count: images }];
  const audio = snapshot.flag('audio');
  const counts = {
    ...NO_COUNTS,
    cr: snapshot.count('cache_tokens'),
    img: snapshot.count('image_output'),
    ai: snapshot.count(audio ? 'audio_input' : 'audio_input_token_count'),
    ao: audio ? snapshot.count('audio_output') : 0,
    image_count: images,
  };
  if (snapshot.text('usage_semantic') === 'anthropic') {
    const cc1h = snapshot.count('cache_creation_tokens_1h');
    const claude = { ...counts, cc1h, c: completion };
    return claudeCounts(snapshot, expression).map(({ cc, inPrompt }) => {
      return { ...claude, cc, p: prompt + inPrompt, len: prompt + counts.cr + cc + cc1h };
    });
  }
  const all = { ...counts, cc: snapshot.count('cache_creation_tokens') };
  const countSeparately = (names: readonly Variable[]): number =>
    names.reduce((sum, name) => sum + (expression.uses.has(name) ? all[name] : 0), 0);
  const p = Math.max(0, prompt - countSeparately(['cr', 'cc', 'img', 'ai']));
  const c = Math.max(0, completion - countSeparately(['img_o', 'ao']));
  return [{ ...all, p, c, len: prompt }];
}

/** Reads which rules matched; `undefined` if the row does not contain an answer for each. */
function readMatchedRules(snapshot: Snapshot, expression: TierExpression) {
  const { dependsOnRequest, dependsOutsideRules, multipliers } = expression;
  if (!dependsOnRequest) return [];
  const rules = snapshot.list('request_rules') ?? [];
  if (dependsOutsideRules || rules.length !== multipliers.length) return undefined;
  const matched = rules.map(({ native }) => native.matched);
  const isAnswered = rules.every(({ native }, rule) => native.multiplier === multipliers[rule]);
  return isAnswered && matched.every((answer) => typeof answer === 'boolean') ? matched : undefined;
}

/** Converts USD to quota in doubles in the gateway's order, in exact decimals with surcharges. There is no minimum charge. */
function toQuota(usd: number, snapshot: Snapshot, quotaPerUnit: number): number {
  const [quota, group] = [(usd / 1_000_000) * quotaPerUnit, snapshot.ratio('group_ratio')];
  if (!Number.isFinite(quota)) return Number.POSITIVE_INFINITY;
  const tools = isAudioSession(snapshot) ? undefined : sumSurcharges(snapshot);
  if (tools === undefined || tools.isZero()) return Math.round(quota * group);
  return roundHalfAway(toDecimal(quota).times(group).plus(tools.times(group).times(quotaPerUnit))).toNumber();
}

/** Recomputes new-api's charge from a tiered expression, as `pkg/billingexpr` does (2026-08-18). */
export function computeTieredPrice(row: LogRow, snapshot: Snapshot, quotaPerUnit: number): number | Note {
  if (!snapshot.has('matched_tier') || FAILED.some((key) => snapshot.flag(key))) return 'tiersFailed';
  if (Number.isNaN(row.prompt + row.completion)) return Number.NaN;
  const expression = readCachedExpression(snapshot);
  if (typeof expression === 'string') return expression;
  const matched = readMatchedRules(snapshot, expression);
  if (matched === undefined) return 'tiersAsk';
  const isSettled = snapshot.has('billing_tokens');
  if (!isSettled && listUnloggedCounts(snapshot).some((name) => expression.uses.has(name)))
    return 'tiersCount';
  try {
    let expected: number | undefined;
    for (const counts of listPossibleCounts(row, snapshot, expression)) {
      const quota = toQuota(expression.compute({ counts, matched }), snapshot, quotaPerUnit);
      if (quota === row.quota) return quota;
      expected ??= quota;
    }
    return expected as number;
  } catch (problem) {
    if (problem instanceof ExpressionProblem) return 'tiersLanguage';
    throw problem;
  }
}
