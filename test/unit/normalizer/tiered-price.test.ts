import { describe, expect, it } from 'vitest';
import { newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const tiered = (expression: string, over: Row = {}): Row => ({
  billing_mode: 'tiered_expr',
  expr_b64: base64(expression),
  matched_tier: 'base',
  group_ratio: 1,
  model_price: 0,
  model_ratio: 0,
  completion_ratio: 0,
  cache_tokens: 0,
  ...over,
});

let rows = 0;
/** Adds blanks to the base64 of an expression, so that no cached expression is used. */
const bypassCache = ({ expr_b64, ...other }: Row): Row =>
  expr_b64 === undefined ? other : { ...other, expr_b64: `${expr_b64}${' '.repeat(++rows % 200)}` };

/** Returns the recomputed quota, or the note why there is none. The charge is far off, so no tolerance applies. */
function priced(
  other: Row,
  prompt_tokens: unknown = 1000,
  completion_tokens = 100,
  quota = 77_777_777,
): number | string {
  const logs = [newApiRow({ quota, other: bypassCache(other), prompt_tokens, completion_tokens })];
  const { downstreamUsage, notes } = normalizeAndCheck({ logs });
  const expected = downstreamUsage[0]?.expectedCharge;
  return expected === undefined ? (notes.at(-1) ?? '') : Math.round(Number(expected) * 500_000);
}

const ASKS = /depends on details of the request/;
const COUNT = /count is not in the row/;
const SYNTAX = /syntax that is not supported/;
const A =
  'len <= 4000 ? tier("standard", p * 2.5 + c * 12 + cr * 0.25) : tier("long", p * 5 + c * 18 + cr * 0.5)';
const B = 'tier("base", p * 3.3 + c * 16.5 + cr * 0.33 + cc * 4.2 + cc1h * 6.6)';
const D = 'tier("base", p * 2 + c * 8) * (param("service_tier") == "priority" ? 2 : 1)';
const claude = (cr: number, cc: number, cc1h: number): Row => ({
  usage_semantic: 'anthropic',
  cache_tokens: cr,
  cache_creation_tokens: cc + cc1h,
  ...(cc > 0 ? { cache_creation_tokens_5m: cc } : {}),
  ...(cc1h > 0 ? { cache_creation_tokens_1h: cc1h } : {}),
});
const rule = (matched: unknown, multiplier: unknown = 2): Row => ({
  request_rules: [{ cond: 'param("service_tier") == "priority"', multiplier, matched }],
});

describe('rows charged by a gateway', () => {
  it.each<[string, number, number, Row, number, number]>([
    [A, 1544, 159, {}, 0.65, 1875],
    [A, 6386, 332, {}, 1, 18953],
    [A, 116, 246, { cache_tokens: 82 }, 1, 1529],
    [A, 8011, 217, { cache_tokens: 5507 }, 1.5, 14385],
    [A, 2046, 76, {}, 0.93, 2803],
    [A, 5086, 52, { cache_tokens: 3118 }, 1.5, 9251],
    [A, 223, 163, {}, 1.5, 1885],
    [A, 3068, 73, { cache_tokens: 1670 }, 0.8, 1915],
    [A, 2122, 48, { cache_tokens: 1914 }, 0.8, 630],
    [B, 760, 542, claude(956, 0, 300), 1, 6873],
    [B, 2476, 460, claude(992, 500, 0), 1.5, 13641],
    [B, 2339, 418, claude(6691, 500, 300), 1, 10452],
    [B, 737, 226, claude(7873, 0, 0), 1, 4380],
    [B, 1099, 691, claude(8832, 500, 0), 0.65, 6514],
    [D, 1000, 100, rule(false), 1, 1400],
    [D, 1000, 100, rule(true), 0.65, 1820],
  ])('%.20s… %i + %i %j × %f: %i', (expression, prompt, completion, over, group_ratio, quota) =>
    expect(priced(tiered(expression, { ...over, group_ratio }), prompt, completion)).toBe(quota),
  );
});

describe('token counts', () => {
  it.each<[string, string, Row, number]>([
    [
      'with their own variable are not in p',
      'p * 2 + cr * 2 + img * 4',
      { cache_tokens: 300, image_output: 200 },
      800 - 300 + 300 + 400,
    ],
    ['without their own variable are in p', 'p * 2', { cache_tokens: 300, image_output: 200 }, 1000],
    ['with their own variable in any branch are not in p', 'true ? p * 2 : cr', { cache_tokens: 300 }, 700],
    ['are never below 0 in p', 'p * 2 + cr * 2', { cache_tokens: 3000 }, 3000],
    [
      'of cache writes have no lifetime, except for Claude',
      'p * 2 + cc * 4 + cc1h * 1000',
      { cache_creation_tokens: 100, cache_creation_tokens_1h: 50 },
      900 + 200,
    ],
    [
      'of Claude’s cache writes without a lifetime are in no variable',
      'p * 2 + cc * 4',
      { usage_semantic: 'anthropic', cache_creation_tokens: 100 },
      1000,
    ],
    [
      'of Claude’s prompt do not contain cache reads',
      'p * 2 + cr * 2',
      { usage_semantic: 'anthropic', cache_tokens: 300 },
      1300,
    ],
    [
      'of all input are in len',
      'len == 1000 && p == 700 && cr == 300 ? 2000 : 0',
      { cache_tokens: 300 },
      1000,
    ],
    ['of Claude’s cache are in len', 'len == 1600 ? 2000 : 0', claude(300, 200, 100), 1000],
    ['of sound are in ai if they are counted', 'p * 2 + ai * 4', { audio_input_token_count: 100 }, 900 + 200],
    [
      'of sound in audio chats are in ai and ao',
      'p * 2 + c * 4 + ai * 4 + ao * 8',
      { audio: true, audio_input: 100, audio_output: 40 },
      900 + 120 + 200 + 160,
    ],
    [
      'of realtime sessions are in p and c only',
      'p * 2 + c * 2 + cr * 1000 + ao * 1000 + img_o * 1000',
      { ws: true, cache_tokens: 5, audio_output: 9 },
      1100,
    ],
    ['are priced by an expression with a version prefix', 'v1:p * 2', {}, 1000],
    ['are not needed for a constant price', '2000', {}, 1000],
    ['may cost less than one unit, which is 0', 'p * 0.0004', {}, 0],
    ['that cost half a unit are rounded up', '1', {}, 1],
  ])('%s', (_, expression, over, quota) => expect(priced(tiered(expression, over))).toBe(quota));

  it('are added if the reply had none', () => expect(priced(tiered('p * 2 + 2000'), 0, 0)).toBe(1000));
});

describe('Claude, by the version of the gateway', () => {
  const all = { ...claude(300, 0, 0), cache_creation_tokens: 100 };
  it.each<[string, string, Row, number]>([
    ['cache writes without a lifetime are free', 'p * 2 + cc * 4', all, 1000],
    ['cache writes without a lifetime count as five-minute writes', 'p * 2 + cc * 4', all, 1200],
    [
      'cache writes without a lifetime count beside those for one hour',
      'p * 2 + cc * 4 + cc1h * 8',
      { ...claude(0, 0, 50), ...all },
      1300,
    ],
    ['cache reads without a price are free', 'p * 2', all, 1000],
    ['cache reads without a price count as prompt', 'p * 2', all, 1300],
    ['cache reads count as prompt and cache writes as five-minute writes', 'p * 2 + cc * 4', all, 1500],
  ])('%s', (_, expression, over, quota) =>
    expect(priced(tiered(expression, over), 1000, 100, quota)).toBe(quota),
  );

  it('charges that fit no version are compared with the version of 2026-08', () =>
    expect(priced(tiered('p * 2 + cc * 4', all), 1000, 100, 1250)).toBe(1000));
  it('cache reads with a price are not part of the prompt', () =>
    expect(priced(tiered('p * 2 + cr', all), 1000, 100, 1450)).toBe(1150));
});

describe('later versions', () => {
  const images = { image_count: 3, billing_unit: 'request', fixed_price: 0.04 };
  it('price calls and images', () =>
    expect(
      priced(tiered('tier("image", fixed(0.04)) * image_count', { ...images, group_ratio: 0.5 }), 0, 0),
    ).toBe(30_000));
  it('log the values that they charged by', () =>
    expect(
      priced(
        tiered('p * 5 + cr * 1.25 + img * 8 + img_cr * 2 + c * 30', {
          billing_tokens: { p: 300, cr: 100, img: 400, img_cr: 200, c: 100 },
        }),
      ),
    ).toBe(4113));
});

describe('tool calls', () => {
  const search = { tool_surcharges: [{ name: 'web_search', count: 3, price: 10 }] };
  it('are added, times the group ratio', () =>
    expect(priced(tiered('p * 2', { ...search, group_ratio: 0.5 }))).toBe(500 + 7500));
  it('are computed in exact decimals', () =>
    expect(priced(tiered('p * 3.3', { ...search, group_ratio: 1.1 }), 1)).toBe(16502));
  it('are not added in audio chats', () =>
    expect(priced(tiered('p * 2', { ...search, audio: true }))).toBe(1000));
  it('with a missing price leave the price unknown', () =>
    expect(priced(tiered('p', { tool_surcharges: [{ count: 1 }] }))).toMatch(/ratio or count/));
});

describe('unknown prices', () => {
  it.each<[string, Row, RegExp]>([
    ['if the expression failed', { ...tiered('p'), matched_tier: undefined }, /failed at the gateway/],
    ['if a fork marks it as failed', tiered('p', { tiered_fallback: true }), /failed at the gateway/],
    ['without expression', tiered('p', { expr_b64: undefined }), /ratio or count/],
    ['with an expression that is not base64', tiered('p', { expr_b64: '###' }), /ratio or count/],
    ['with an expression that is not UTF-8', tiered('p', { expr_b64: '//79' }), /ratio or count/],
    ['without group ratio', tiered('p', { group_ratio: undefined }), /ratio or count/],
    ['with another version of the language', tiered('v2:p'), SYNTAX],
    ['with a function of the library', tiered('round(p)'), SYNTAX],
    ['with an expression of many terms', tiered(`p${' + p'.repeat(2500)}`), SYNTAX],
    ['with an expression that is too long', tiered(`p${' + p'.repeat(9000)}`), /ratio or count/],
    ['with a sum of other values than numbers', tiered('p + true'), SYNTAX],
    ['with a division by 0', tiered('p / 0'), /outside the range of a quota/],
    ['below 0', tiered('0 - p'), /outside the range of a quota/],
    ['if the expression depends on the request outside of rules', tiered('hour("UTC") < 6 ? p : c'), ASKS],
    ['if a branch that is not reached depends on the request', tiered('p > 0 ? p : hour("UTC")'), ASKS],
    ['if the row has no results of the rules', tiered(D), ASKS],
    ['if the row has fewer results than rules', tiered(D, { request_rules: [] }), ASKS],
    ['if a result has another factor', tiered(D, rule(true, 3)), ASKS],
    ['if a result is missing', tiered(D, rule(undefined)), ASKS],
    [
      'if one of two results has another factor',
      tiered(`${D} * (header("h") != "" ? 3 : 1)`, {
        request_rules: [2, 4].map((multiplier) => ({ multiplier, matched: true })),
      }),
      ASKS,
    ],
    ['with images in the reply', tiered('p + img_o'), COUNT],
    ['with images in the reply to sound', tiered('p + img_o', { audio_input_token_count: 5 }), COUNT],
    ['with sound in the reply to sound', tiered('p + ao', { audio_input_token_count: 5 }), COUNT],
    ['with a division of 0 by 0', tiered('0 / 0'), /outside the range of a quota/],
    ['with sound in the reply', tiered('p + ao'), COUNT],
    ['with sound that is not counted', tiered('p + ai'), COUNT],
    ['with the cache of an audio chat', tiered('p + cr', { audio: true }), COUNT],
    ['with images of an audio chat', tiered('p + img', { audio: true }), COUNT],
    ['after a web search by Claude', tiered('p', { claude: true, web_search_call_count: 1 }), /web search/],
    ['of a task', tiered('p', { is_task: true }), /price of a task/],
    ['with a limited quota', tiered('p', { admin_info: { quota_saturation: {} } }), /limited the quota/],
  ])('%s', (_, other, note) => expect(priced(other)).toMatch(note));

  it('are those without counts', () => expect(priced(tiered('p * 2'), null)).toMatch(/ratio or count/));
});
