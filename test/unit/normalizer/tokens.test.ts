import { describe, expect, it } from 'vitest';
import { newApiRow, oneApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const tokensOf = (connector: string, row: Row) =>
  normalizeAndCheck({ connector, logs: [row] }).downstreamUsage[0]?.tokens;
const newApi = (other: Row, over: Row = {}) =>
  tokensOf('new-api', newApiRow({ prompt_tokens: 1000, completion_tokens: 100, other, ...over }));

const CACHE = { cache_tokens: 300, cache_creation_tokens: 200 };
const INSIDE = { input: 500, output: 100, cacheRead: 300, cacheWrite: 200 };
const OUTSIDE = { ...INSIDE, input: 1000 };
const CONVERTED = { request_conversion: ['OpenAI Compatible'] };

describe('new-api: cached tokens', () => {
  it.each<[string, Row, Row]>([
    ['are inside the prompt without a mark', CACHE, INSIDE],
    ['are outside by usage_semantic', { ...CACHE, ...CONVERTED, usage_semantic: 'anthropic' }, OUTSIDE],
    ['are outside by claude on an older row', { ...CACHE, claude: true }, OUTSIDE],
    ['are outside by claude, although converted', { ...CACHE, ...CONVERTED, claude: true }, OUTSIDE],
    ['are inside, although converted', { ...CACHE, ...CONVERTED }, INSIDE],
    ['are inside by their path', { ...CACHE, admin_info: { usage_billing_path: 'x' }, claude: true }, INSIDE],
    [
      'are outside by counts that only Claude has',
      { ...CACHE, ...CONVERTED, cache_creation_tokens_5m: 150, cache_creation_tokens_1h: 50 },
      OUTSIDE,
    ],
  ])('%s', (_, other, tokens) => expect(newApi(other)).toEqual(tokens));

  it.each(['cache_creation_tokens_5m', 'cache_creation_tokens_1h'])(
    'are outside the input because of %s',
    (key) => expect(newApi({ ...CACHE, ...CONVERTED, [key]: 1 })).toEqual(OUTSIDE),
  );

  it('are inside the input with any other usage_semantic', () =>
    expect(newApi({ ...CACHE, usage_semantic: 'openai', claude: true })).toEqual(INSIDE));

  it('written to the cache are the larger of the total and the sum by lifetime', () => {
    const lifetimes = { cache_creation_tokens_5m: 150, cache_creation_tokens_1h: 150 };
    const split = { ...lifetimes, usage_semantic: 'anthropic' };
    expect(newApi({ ...CACHE, ...split })).toMatchObject({ cacheWrite: 300 });
    expect(newApi({ cache_creation_tokens: 400, ...split })).toMatchObject({ cacheWrite: 400 });
  });

  it('do not make the input negative', () =>
    expect(newApi({ cache_tokens: 5000 })).toMatchObject({ input: 0, cacheRead: 5000 }));
});

describe('tokens', () => {
  it('of images and sound are media tokens', () => {
    expect(newApi({ image: true, image_output: 70 })).toMatchObject({ input: 1000, media: 70 });
    expect(newApi({ audio: true, audio_input: 30, audio_output: 40 })).toMatchObject({ media: 70 });
  });

  it('are given if the row has them, other kinds only above 0', () => {
    expect(newApi({ cache_tokens: 0, image_output: 0 }, { prompt_tokens: 0, completion_tokens: 0 })).toEqual({
      input: 0,
      output: 0,
    });
    expect(newApi({}, { prompt_tokens: undefined, completion_tokens: null })).toBeUndefined();
    expect(newApi({}, { prompt_tokens: '7', completion_tokens: '' })).toEqual({ input: 7 });
  });

  it('below 0 are refused', () => {
    const detailOf = (row: Row) => catchRefusal({ logs: [row] }).details[0];
    expect(detailOf(newApiRow({ prompt_tokens: -1 }))).toBe('logs[0].prompt_tokens: must be at least 0');
    expect(detailOf(newApiRow({ other: { cache_tokens: -1 } }))).toBe(
      'logs[0].other.cache_tokens: must be at least 0',
    );
  });

  it('of one-hub always include the cache in the prompt, and reasoning in the output', () => {
    const cached = { cached_tokens: 100, cached_read_tokens: 50, cached_write_tokens: 30 };
    const media = { input_image_tokens: 5, output_audio_tokens: 6, input_text_tokens: 700 };
    const metadata = { ...cached, ...media, reasoning_tokens: 20 };
    const row = oneHubRow({ prompt_tokens: 1000, completion_tokens: 100, metadata });
    const caches = { cacheRead: 150, cacheWrite: 30 };
    expect(tokensOf('one-hub', row)).toEqual({
      input: 820,
      output: 100,
      ...caches,
      reasoning: 20,
      media: 11,
    });
  });

  it('of one-api are those of the provider', () =>
    expect(tokensOf('one-api', oneApiRow({ other: JSON.stringify(CACHE) }))).toEqual({
      input: 1200,
      output: 300,
    }));
});
