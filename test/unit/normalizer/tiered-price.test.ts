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
/** Expressions are kept as they were read, by their base64; blanks in it make it another one that says the same. */
const anew = ({ expr_b64, ...other }: Row): Row =>
  expr_b64 === undefined ? other : { ...other, expr_b64: `${expr_b64}${' '.repeat(++rows % 200)}` };

/** The recomputed quota, or the note that says why there is none. The charge is far off, so no tolerance applies. */
function priced(
  other: Row,
  prompt_tokens: unknown = 1000,
  completion_tokens = 100,
  quota = 77_777_777,
): number | string {
  const logs = [newApiRow({ quota, other: anew(other), prompt_tokens, completion_tokens })];
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
      'what an expression prices apart is not in p',
      'p * 2 + cr * 2 + img * 4',
      { cache_tokens: 300, image_output: 200 },
      800 - 300 + 300 + 400,
    ],
    ['what it does not is', 'p * 2', { cache_tokens: 300, image_output: 200 }, 1000],
    ['naming it in any branch takes it out', 'true ? p * 2 : cr', { cache_tokens: 300 }, 700],
    ['p is never below 0', 'p * 2 + cr * 2', { cache_tokens: 3000 }, 3000],
    [
      'cache writes of others have no lifetime',
      'p * 2 + cc * 4 + cc1h * 1000',
      { cache_creation_tokens: 100, cache_creation_tokens_1h: 50 },
      900 + 200,
    ],
    [
      'those of Claude without one are in no variable',
      'p * 2 + cc * 4',
      { usage_semantic: 'anthropic', cache_creation_tokens: 100 },
      1000,
    ],
    ['nothing is subtracted', 'p * 2 + cr * 2', { usage_semantic: 'anthropic', cache_tokens: 300 }, 1300],
    ['len is all input', 'len == 1000 && p == 700 && cr == 300 ? 2000 : 0', { cache_tokens: 300 }, 1000],
    ['len of Claude holds what lies beside', 'len == 1600 ? 2000 : 0', claude(300, 200, 100), 1000],
    ['sound with a count', 'p * 2 + ai * 4', { audio_input_token_count: 100 }, 900 + 200],
    [
      'sound in audio chats',
      'p * 2 + c * 4 + ai * 4 + ao * 8',
      { audio: true, audio_input: 100, audio_output: 40 },
      900 + 120 + 200 + 160,
    ],
    [
      'realtime sessions have prompt and completion only',
      'p * 2 + c * 2 + cr * 1000 + ao * 1000 + img_o * 1000',
      { ws: true, cache_tokens: 5, audio_output: 9 },
      1100,
    ],
    ['a prefix names the version', 'v1:p * 2', {}, 1000],
    ['a constant is charged without tokens', '2000', {}, 1000],
    ['nothing is lifted to one unit', 'p * 0.0004', {}, 0],
    ['half a unit rounds up', '1', {}, 1],
  ])('%s', (_, expression, over, quota) => expect(priced(tiered(expression, over))).toBe(quota));

  it('are added if the reply had none', () => expect(priced(tiered('p * 2 + 2000'), 0, 0)).toBe(1000));
});

describe('Claude, by the version of the gateway', () => {
  const all = { ...claude(300, 0, 0), cache_creation_tokens: 100 };
  it.each<[string, string, Row, number]>([
    ['writes of no lifetime are free', 'p * 2 + cc * 4', all, 1000],
    ['or are five-minute ones', 'p * 2 + cc * 4', all, 1200],
    ['beside those of an hour', 'p * 2 + cc * 4 + cc1h * 8', { ...claude(0, 0, 50), ...all }, 1300],
    ['reads without a price are free', 'p * 2', all, 1000],
    ['or prompt', 'p * 2', all, 1300],
    ['both', 'p * 2 + cc * 4', all, 1500],
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
    ['where the expression failed', { ...tiered('p'), matched_tier: undefined }, /failed at the gateway/],
    ['where a fork says so', tiered('p', { tiered_fallback: true }), /failed at the gateway/],
    ['without expression', tiered('p', { expr_b64: undefined }), /ratio or count/],
    ['with one that is no base64', tiered('p', { expr_b64: '###' }), /ratio or count/],
    ['with one that is no text', tiered('p', { expr_b64: '//79' }), /ratio or count/],
    ['without group ratio', tiered('p', { group_ratio: undefined }), /ratio or count/],
    ['with another version', tiered('v2:p'), SYNTAX],
    ['with a function of the library', tiered('round(p)'), SYNTAX],
    ['with a long one', tiered(`p${' + p'.repeat(2500)}`), SYNTAX],
    ['with a longer one', tiered(`p${' + p'.repeat(9000)}`), /ratio or count/],
    ['by a sum of what is no number', tiered('p + true'), SYNTAX],
    ['by division by 0', tiered('p / 0'), /outside the range of a quota/],
    ['below 0', tiered('0 - p'), /outside the range of a quota/],
    ['in a question that no rule answers', tiered('hour("UTC") < 6 ? p : c'), ASKS],
    ['in one that is not reached', tiered('p > 0 ? p : hour("UTC")'), ASKS],
    ['in rules that the row does not answer', tiered(D), ASKS],
    ['in rules of another number', tiered(D, { request_rules: [] }), ASKS],
    ['in rules of another factor', tiered(D, rule(true, 3)), ASKS],
    ['in rules without answer', tiered(D, rule(undefined)), ASKS],
    [
      'in two rules of which one is another',
      tiered(`${D} * (header("h") != "" ? 3 : 1)`, {
        request_rules: [2, 4].map((multiplier) => ({ multiplier, matched: true })),
      }),
      ASKS,
    ],
    ['over images of the reply', tiered('p + img_o'), COUNT],
    ['over images of the reply to sound', tiered('p + img_o', { audio_input_token_count: 5 }), COUNT],
    ['over sound in the reply to sound', tiered('p + ao', { audio_input_token_count: 5 }), COUNT],
    ['by division of nothing', tiered('0 / 0'), /outside the range of a quota/],
    ['over sound of the reply', tiered('p + ao'), COUNT],
    ['over sound that is not counted', tiered('p + ai'), COUNT],
    ['over the cache of an audio chat', tiered('p + cr', { audio: true }), COUNT],
    ['over images of an audio chat', tiered('p + img', { audio: true }), COUNT],
    ['after a search of Claude', tiered('p', { claude: true, web_search_call_count: 1 }), /web search/],
    ['of a task', tiered('p', { is_task: true }), /price of a task/],
    ['that was clamped', tiered('p', { admin_info: { quota_saturation: {} } }), /limited the quota/],
  ])('%s', (_, other, note) => expect(priced(other)).toMatch(note));

  it('are those without counts', () => expect(priced(tiered('p * 2'), null)).toMatch(/ratio or count/));
});
