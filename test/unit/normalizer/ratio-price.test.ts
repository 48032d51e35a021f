import { describe, expect, it } from 'vitest';
import { newApiRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** Returns the recomputed quota, or the note why there is none. The charge is far off, so no tolerance applies. */
function priced(
  other: Row | string,
  over: Row = {},
  connector = 'new-api',
  quotaPerUnit = 500_000,
): number | string {
  const logs = [newApiRow({ quota: 77_777_777, other, ...over })];
  const { downstreamUsage, notes } = normalizeAndCheck({ connector, logs, quotaPerUnit });
  const expected = downstreamUsage[0]?.expectedCharge;
  return expected === undefined ? (notes.at(-1) ?? '') : Math.round(Number(expected) * quotaPerUnit);
}
const tokens = (prompt_tokens: number, completion_tokens: number): Row => ({
  prompt_tokens,
  completion_tokens,
});
const MISSING = /ratio or count/;
const SOUND = { audio_input_seperate_price: true, audio_input_token_count: 1000, audio_input_price: 1 };
const plain = (over: Row = {}) => ratios({ cache_tokens: 0, completion_ratio: 4, model_ratio: 1, ...over });

describe('prices by tokens', () => {
  it.each<[string, Row, Row, number]>([
    ['cache reads inside the prompt', ratios(), tokens(12480, 812), 1220],
    [
      'Claude: cache reads and writes outside the prompt, for 5 minutes and 1 hour',
      ratios({
        cache_creation_ratio: 1.25,
        cache_creation_ratio_1h: 2,
        cache_creation_ratio_5m: 1.25,
        cache_creation_tokens: 4000,
        cache_creation_tokens_1h: 1000,
        cache_creation_tokens_5m: 3000,
        cache_tokens: 20480,
        claude: true,
        usage_semantic: 'anthropic',
        completion_ratio: 5,
        group_ratio: 0.8,
        model_ratio: 1.5,
      }),
      tokens(512, 640),
      13812,
    ],
    [
      'Claude: cache writes without a lifetime at the base ratio',
      plain({ usage_semantic: 'anthropic', cache_creation_tokens: 100, cache_creation_ratio: 1.25 }),
      tokens(10, 0),
      135,
    ],
    [
      'Claude: cache writes of each lifetime at their own ratio',
      plain({
        usage_semantic: 'anthropic',
        cache_creation_tokens: 60,
        cache_creation_ratio: 2,
        cache_creation_tokens_5m: 30,
        cache_creation_ratio_5m: 3,
        cache_creation_tokens_1h: 20,
        cache_creation_ratio_1h: 5,
      }),
      tokens(10, 0),
      10 + 20 + 90 + 100,
    ],
    ['a row without its path', plain({ request_path: undefined }), tokens(10, 0), 10],
    [
      'OpenAI: cache writes inside the prompt',
      plain({ cache_creation_tokens: 100, cache_creation_ratio: 1.25 }),
      tokens(110, 0),
      135,
    ],
    ['VoAPI’s own example', plain({ model_ratio: 1.25 }), tokens(1000, 200), 2250],
    ['pictures in the prompt', plain({ image: true, image_output: 50, image_ratio: 3 }), tokens(60, 0), 160],
    ['sound with its own price', plain(SOUND), tokens(1500, 0), 1000],
    ['a cache larger than the prompt', plain({ cache_tokens: 100 }), tokens(10, 10), 50],
    ['the group ratio contains the ratio of a user', plain({ user_group_ratio: 3 }), tokens(10, 0), 10],
    ['half a unit rounds up', plain({ model_ratio: 0.5 }), tokens(3, 0), 2],
    ['less than half a unit is one unit', plain({ model_ratio: 0.001 }), tokens(3, 0), 1],
    ['a free model is free', plain({ model_ratio: 0 }), tokens(30, 20), 0],
    ['no tokens cost nothing', plain(), tokens(0, 0), 0],
    ['decimals are exact', plain({ model_ratio: 0.1, group_ratio: 0.7 }), tokens(50, 0), 4],
  ])('%s', (_, other, over, quota) => expect(priced(other, over)).toBe(quota));

  it('include tools by call, times the group ratio, in the old and the new form', () => {
    const old = { web_search: true, web_search_call_count: 2, web_search_price: 10 };
    const files = { file_search: true, file_search_call_count: 4, file_search_price: 2.5 };
    const picture = { image_generation_call: true, image_generation_call_price: 0.011 };
    const group = { group_ratio: 0.5 };
    expect(priced(plain({ ...old, ...group }), tokens(100, 0))).toBe(50 + 5000);
    expect(priced(plain({ ...old, ...files, ...picture }), tokens(100, 0))).toBe(100 + 10_000 + 5000 + 5500);
    const tool_surcharges = [
      { name: 'web_search', count: 2, price: 10 },
      { name: 'image_generation', count: 1, price: 11 },
    ];
    expect(priced(plain({ ...old, tool_surcharges }), tokens(100, 0))).toBe(100 + 10_000 + 5500);
    expect(priced(plain({ tool_surcharges }), tokens(0, 0))).toBe(15_500);
  });

  it('depend on quotaPerUnit only if a price is in USD', () => {
    const tool_surcharges = [{ name: 'web_search', count: 1, price: 10 }];
    expect(priced(plain({ tool_surcharges }), tokens(100, 0), 'new-api', 1000)).toBe(110);
  });
});

describe('prices by call', () => {
  const call = (over: Row = {}) => plain({ model_price: 0.04, model_ratio: 0, completion_ratio: 0, ...over });
  it.each<[string, Row, Row, number]>([
    ['price times group', call({ group_ratio: 0.5 }), tokens(5, 5), 10_000],
    ['no tokens cost nothing', call(), tokens(0, 0), 0],
    ['a price of 0 is free', call({ model_price: 0 }), tokens(5, 5), 0],
    ['a price of 0 is free with sound, too', call({ model_price: 0, ...SOUND }), tokens(1500, 0), 0],
    ['less than half a unit is 0', call({ model_price: 0.0000001 }), tokens(5, 5), 0],
    ['surcharges are added', call({ tool_surcharges: [{ count: 1, price: 10 }] }), tokens(5, 5), 25_000],
  ])('%s', (_, other, over, quota) => expect(priced(other, over)).toBe(quota));
});

describe('prices of Midjourney', () => {
  const of = (other: Row, over: Row = {}) =>
    priced({ group_ratio: 1, ...other }, { model_name: 'mj_imagine', ...tokens(0, 0), ...over });
  it('are price times group, truncated to whole units in doubles', () => {
    expect(of({ model_price: 0.04, group_ratio: 0.93 })).toBe(18_600);
    expect(of({ model_price: 0.04, group_ratio: 1.13 })).toBe(22_599);
  });
  it('may be 0', () => expect(of({ model_price: 0 })).toBe(0));
  it('are recognized by model or path', () => {
    expect(of({ model_price: 0.04 }, { model_name: 'swap_face' })).toBe(20_000);
    expect(of({ model_price: 0.04, request_path: '/mj/submit/imagine' }, { model_name: 'my-mj' })).toBe(
      20_000,
    );
    expect(of({ model_price: 0.04 }, { model_name: 'my-mj' })).toMatch(MISSING);
    expect(of({ model_price: 0.04, model_ratio: 0 })).toBe(0);
  });
  it('are unknown if the model has only a ratio', () => {
    expect(of({ model_price: -1 })).toMatch(MISSING);
    expect(of({})).toMatch(MISSING);
    expect(of({ model_price: 0.04, group_ratio: undefined })).toMatch(MISSING);
  });
});

describe('prices of images', () => {
  const path = '/v1/images/generations';
  const image = (over: Row = {}) =>
    plain({ model_price: 0.1, model_ratio: 0, completion_ratio: 0, request_path: path, ...over });
  const on = (day: string): Row => ({ ...tokens(3, 0), created_at: Date.parse(day) / 1000 });
  it('by tokens are those of text, for any number of images', () =>
    expect(priced(image({ model_price: -1, model_ratio: 2.75, completion_ratio: 2 }), tokens(50, 1050))).toBe(
      5913,
    ));
  it('by call included the number of images until 2026-03-31', () => {
    expect(priced(image(), on('2026-03-30T23:59:59Z'))).toBe(50_000);
    expect(priced(image(), on('2026-03-31T00:00:00Z'))).toMatch(/number of images/);
  });
  it('of Gemini never included the number', () => {
    const predict = image({ request_path: '/v1beta/models/imagen:predict' });
    expect(priced(predict, on('2026-03-30T23:59:59Z'))).toMatch(/number of images/);
    expect(priced({ ...predict, model_price: -1, model_ratio: 1 }, tokens(10, 0))).toBe(10);
  });
  it('with a ratio and a price were charged by the ratio', () =>
    expect(priced(image({ model_ratio: 2, request_path: undefined }), tokens(10, 0))).toBe(20));
  it('by call without a path are of a version that included the number', () =>
    expect(priced(image({ request_path: undefined }), tokens(1, 0))).toBe(50_000));
});

describe('prices by modality', () => {
  const audio = (over: Row = {}) =>
    plain({
      audio: true,
      text_input: 100,
      text_output: 50,
      audio_input: 40,
      audio_output: 20,
      audio_ratio: 8,
      audio_completion_ratio: 2,
      ...over,
    });
  it('weight each modality', () => expect(priced(audio(), tokens(140, 70))).toBe(100 + 200 + 320 + 320));
  it('apply in realtime sessions', () =>
    expect(priced(audio({ audio: undefined, ws: true }), tokens(1, 1))).toBe(940));
  it('are by call if there is a price by call', () =>
    expect(priced(audio({ model_price: 0.01, model_ratio: 0 }), tokens(1, 1))).toBe(5000));
  it('are raised to one unit only if they are 0', () => {
    expect(priced(audio({ model_ratio: 0.0001 }), tokens(1, 1))).toBe(0);
    const silent = { text_input: 0, text_output: 0, audio_input: 0, audio_output: 0 };
    expect(priced(audio({ ...silent, model_ratio: 0.0001 }), tokens(1, 1))).toBe(1);
    expect(priced(audio(silent), tokens(0, 0))).toBe(0);
  });
  it('have no surcharges', () =>
    expect(priced(audio({ tool_surcharges: [{ count: 1, price: 10 }] }), tokens(140, 70))).toBe(940));
  it('need a count', () => expect(priced(audio({ text_output: undefined }), tokens(1, 1))).toMatch(MISSING));
});

describe('a difference of one unit', () => {
  it.each([[1219], [1221]])('from a charge of %i is accepted, and noted', (quota) => {
    const { downstreamUsage, notes } = normalizeAndCheck({ logs: [newApiRow({ quota, other: ratios() })] });
    expect(downstreamUsage[0]?.expectedCharge).toBe(downstreamUsage[0]?.chargedAmount);
    expect(notes).toEqual([expect.stringMatching(/^Requests charged one quota unit more or less.*: 1\./)]);
  });
  it.each([[1218], [1222]])('from a charge of %i is not accepted', (quota) => {
    const { downstreamUsage } = normalizeAndCheck({ logs: [newApiRow({ quota, other: ratios() })] });
    expect(downstreamUsage[0]?.expectedCharge).toBe('0.00244');
  });
});

describe('unknown prices', () => {
  const ANTHROPIC = { usage_semantic: 'anthropic' };
  const claude = { claude: true, web_search: true, web_search_call_count: 1, web_search_price: 10 };
  it.each<[string, Row | string, Row, RegExp]>([
    ['without snapshot', '', {}, /no ratios or prices/],
    ['without model ratio', plain({ model_ratio: undefined }), {}, MISSING],
    ['without price', plain({ model_price: undefined }), {}, MISSING],
    ['without group ratio', plain({ group_ratio: undefined }), {}, MISSING],
    ['without group ratio and tokens', plain({ group_ratio: undefined }), tokens(0, 0), MISSING],
    ['without completion ratio', plain({ completion_ratio: undefined }), {}, MISSING],
    ['without cache ratio', ratios({ cache_ratio: undefined }), {}, MISSING],
    ['without write ratio', plain({ cache_creation_tokens: 5 }), {}, MISSING],
    ['without token counts', plain(), { prompt_tokens: undefined }, MISSING],
    ['a tool without count', plain({ tool_surcharges: [{ name: 'w', price: 10 }] }), {}, MISSING],
    ['a tool without price', plain({ tool_surcharges: [{ name: 'w', count: 1 }] }), {}, MISSING],
    ['a price of a tool as text', plain({ tool_surcharges: [{ count: 1, price: '10' }] }), {}, MISSING],
    ['a ratio as text', plain({ model_ratio: '1' }), {}, MISSING],
    ['null instead of a tool', plain({ tool_surcharges: [null] }), {}, MISSING],
    ['tools as an object', plain({ tool_surcharges: { count: 1, price: 10 } }), {}, MISSING],
    ['tools as text', plain({ tool_surcharges: '[{"count":1,"price":10}]' }), {}, MISSING],
    ['tools as text with a price by call', plain({ model_price: 0.1, tool_surcharges: '[]' }), {}, MISSING],
    ['a search without count', plain({ web_search: true, web_search_price: 10 }), {}, MISSING],
    ['a search without price', plain({ file_search: 1, file_search_call_count: 1 }), {}, MISSING],
    ['a search without flag', plain({ web_search_call_count: 1 }), {}, MISSING],
    ['only the price of a search', plain({ file_search_price: 1 }), {}, MISSING],
    ['a picture without price', plain({ image_generation_call: true }), {}, MISSING],
    ['a picture without flag', plain({ image_generation_call_price: 1 }), {}, MISSING],
    ['sound without count', plain({ audio_input_seperate_price: true }), {}, MISSING],
    ['an unknown price', plain({ model_price: -2 }), {}, MISSING],
    ['a task', plain({ is_task: true }), {}, /price of a task/],
    ['a settlement', plain({ task_id: 't' }), {}, /price of a task/],
    ['a web search by Claude', plain(claude), {}, /web search/],
    ['a search as Claude counts', plain({ ...claude, claude: undefined, ...ANTHROPIC }), {}, /web search/],
    ['a search as OpenAI counts', plain({ ...claude, usage_semantic: 'openai' }), {}, /web search/],
    ['the largest quota', plain(), { quota: 2_147_483_647 }, /limited the quota/],
    ['a limited quota', plain({ admin_info: { quota_saturation: { kind: 'x' } } }), {}, /limited the quota/],
    ['an impossible price', plain({ model_ratio: 1e300 }), {}, /outside the range of a quota/],
    ['a negative price', plain({ violation_fee: true, base_amount: -1 }), {}, /outside the range of a quota/],
  ])('%s', (_, other, over, note) => expect(priced(other, over)).toMatch(note));

  it('do not matter for a tool that was not called, and a disabled tool costs nothing', () => {
    expect(priced(plain({ tool_surcharges: [{ name: 'w', count: 0 }] }), tokens(5, 0))).toBe(5);
    expect(priced(plain({ web_search: false, web_search_price: 10 }), tokens(5, 0))).toBe(5);
  });

  it.each<[Row, string]>([
    [{ tool_surcharges: [{ count: '1.5', price: 10 }] }, 'tool_surcharges[0].count'],
    [{ tool_surcharges: [{ count: -1, price: 10 }] }, 'tool_surcharges[0].count'],
  ])('%j is refused', (over, path) =>
    expect(catchRefusal({ logs: [newApiRow({ other: plain(over) })] }).details[0]).toContain(
      `logs[0].other.${path}: `,
    ),
  );

  it('do not include a web search by Claude in the new form, which can be computed', () =>
    expect(priced(plain({ ...claude, tool_surcharges: [] }), tokens(5, 0))).toBe(5));

  it('are those of refunds by negative quota', () => {
    const { downstreamUsage, notes } = normalizeAndCheck({
      logs: [newApiRow({ quota: -5, other: ratios() })],
    });
    expect(downstreamUsage[0]).not.toHaveProperty('expectedCharge');
    expect(notes).toEqual([]);
  });
});

it('VoAPI uses the same prices', () =>
  expect(priced(plain({ model_ratio: 1.25 }), tokens(1000, 200), 'voapi')).toBe(2250));
