import { decimal, wholeHalfAway } from '../../money.ts';
import type { Snapshot } from '../fields/snapshot.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';
import { ExpressionProblem } from './expression/expression-problem.ts';
import type { Variable } from './expression/node.ts';
import { type TierExpression, tierExpression } from './expression/tier-expression.ts';
import { isAudio } from './ratio-price.ts';
import { surcharges } from './surcharges.ts';

/** Longest base64 that is decoded at all. */
const BASE64_LENGTH_MAX = 16_384;
/** The only version of the language. */
const VERSION = 'v1:';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The price of an expression, or why it has none. */
type Read = TierExpression | Extract<Note, 'missingRatio' | 'tiersLanguage'>;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** @throws DOMException for what is no base64, TypeError for what is no UTF-8 */
function textOf(encoded: string): string {
  const binary = atob(encoded);
  if (!BEYOND_ASCII.test(binary)) return binary;
  return utf8.decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)));
}

function readExpression(encoded: string): Read {
  let source: string;
  try {
    source = textOf(encoded);
  } catch {
    return 'missingRatio';
  }
  try {
    return tierExpression(source.startsWith(VERSION) ? source.slice(VERSION.length) : source);
  } catch (problem) {
    if (problem instanceof ExpressionProblem) return 'tiersLanguage';
    throw problem;
  }
}

/**
 * A month has a handful of expressions in hundreds of thousands of rows: the latest that were met twice are kept as they
 * were read. To keep all would cost a body that has another in each row as much as to read them.
 */
const KEPT_MAX = 64;
const kept = new Map<string, Read | undefined>();

function expressionOf(snapshot: Snapshot): Read {
  const encoded = snapshot.text('expr_b64');
  if (encoded === '' || encoded.length > BASE64_LENGTH_MAX) return 'missingRatio';
  const known = kept.get(encoded);
  if (known !== undefined) return known;
  const expression = readExpression(encoded);
  const isMetAgain = kept.has(encoded);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(encoded, isMetAgain ? expression : undefined);
  return expression;
}

/** Counts that a row does not log, by what kind of request it was: a price that names them cannot be known. */
function unlogged(snapshot: Snapshot): readonly Variable[] {
  if (snapshot.flag('ws')) return [];
  if (snapshot.flag('audio')) return ['cr', 'cc', 'img', 'img_o'];
  return snapshot.has('audio_input_token_count') ? ['ao', 'img_o'] : ['ao', 'img_o', 'ai'];
}

const NONE: Readonly<Record<Variable, number>> = {
  p: 0,
  c: 0,
  len: 0,
  cr: 0,
  cc: 0,
  cc1h: 0,
  img: 0,
  img_o: 0,
  ai: 0,
  ao: 0,
};

/**
 * The counts of a row as the gateway put them in (`service/tiered_settle.go`): what an expression prices apart is
 * not in `p` and `c`, except where Claude counts it beside them.
 */
function tokenCounts({ prompt, completion }: LogRow, snapshot: Snapshot, { uses }: TierExpression) {
  if (snapshot.flag('ws')) return { ...NONE, p: prompt, c: completion, len: prompt };
  const claude = snapshot.text('usage_semantic') === 'anthropic';
  const audio = snapshot.flag('audio');
  const counts = {
    ...NONE,
    cr: snapshot.count('cache_tokens'),
    cc: snapshot.count(claude ? 'cache_creation_tokens_5m' : 'cache_creation_tokens'),
    cc1h: claude ? snapshot.count('cache_creation_tokens_1h') : 0,
    img: snapshot.count('image_output'),
    ai: snapshot.count(audio ? 'audio_input' : 'audio_input_token_count'),
    ao: audio ? snapshot.count('audio_output') : 0,
  };
  const apart = (names: readonly Variable[]): number =>
    claude ? 0 : names.reduce((sum, name) => sum + (uses.has(name) ? counts[name] : 0), 0);
  return {
    ...counts,
    p: Math.max(0, prompt - apart(['cr', 'cc', 'cc1h', 'img', 'ai'])),
    c: Math.max(0, completion - apart(['img_o', 'ao'])),
    len: prompt + (claude ? counts.cr + counts.cc + counts.cc1h : 0),
  };
}

/** Which rules matched, or `undefined` where the row does not hold the answer to each. */
function matchedRules(snapshot: Snapshot, { asks, unanswered, multipliers }: TierExpression) {
  if (!asks) return [];
  const rules = snapshot.list('request_rules');
  const known =
    !unanswered &&
    rules?.length === multipliers.length &&
    rules.every(
      ({ native: { multiplier, matched } }, rule) =>
        multiplier === multipliers[rule] && typeof matched === 'boolean',
    );
  return known ? rules.map((rule) => rule.flag('matched')) : undefined;
}

/** Doubles in the gateway's order; exact decimals where tools were called. There is no least charge. */
function quotaOf(usd: number, snapshot: Snapshot, quotaPerUnit: number): number {
  const [quota, group] = [(usd / 1_000_000) * quotaPerUnit, snapshot.ratio('group_ratio')];
  if (!Number.isFinite(quota)) return Number.POSITIVE_INFINITY;
  const tools = isAudio(snapshot) ? undefined : surcharges(snapshot);
  if (tools === undefined || tools.isZero()) return Math.round(quota * group);
  return wholeHalfAway(decimal(quota).times(group).plus(tools.times(group).times(quotaPerUnit))).toNumber();
}

/**
 * new-api's charge by an expression (`pkg/billingexpr`, state of 2026-08-18).
 * @returns quota units, NaN where a ratio or a count is missing, or the note that says why there is none
 */
export function tieredPrice(row: LogRow, snapshot: Snapshot, quotaPerUnit: number): number | Note {
  if (!snapshot.has('matched_tier')) return 'tiersFailed';
  if (Number.isNaN(row.prompt + row.completion)) return Number.NaN;
  const expression = expressionOf(snapshot);
  if (typeof expression === 'string') return expression;
  const matched = matchedRules(snapshot, expression);
  if (matched === undefined) return 'tiersAsk';
  if (unlogged(snapshot).some((name) => expression.uses.has(name))) return 'tiersCount';
  const counts = tokenCounts(row, snapshot, expression);
  try {
    return quotaOf(expression.compute({ counts, matched }), snapshot, quotaPerUnit);
  } catch (problem) {
    if (problem instanceof ExpressionProblem) return 'tiersLanguage';
    throw problem;
  }
}
