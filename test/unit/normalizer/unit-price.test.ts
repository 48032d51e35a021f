import { describe, expect, it } from 'vitest';
import { oneApiRow, oneHubMetadata, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

function priced(metadata: Row | null, over: Row = {}): number | string {
  const logs = [
    oneHubRow({ quota: 77_777_777, prompt_tokens: 900, completion_tokens: 200, metadata, ...over }),
  ];
  const { downstreamUsage, notes } = normalizeAndCheck({ connector: 'one-hub', logs });
  const expected = downstreamUsage[0]?.expectedCharge;
  return expected === undefined ? (notes.at(-1) ?? '') : Math.round(Number(expected) * 500_000);
}
const MISSING = /ratio or count/;
const units = (over: Row = {}): Row => ({ ...oneHubMetadata, ...over });

describe('one-hub', () => {
  it('reproduces the rounding of floats in the gateway’s order: 12913, where exact decimals give 12912', () => {
    const metadata = units({
      cached_read_tokens: 20480,
      cached_read_tokens_ratio: 0.1,
      cached_write_tokens: 4000,
      cached_write_tokens_ratio: 1.25,
      group_ratio: 0.8,
      input_ratio: 1.5,
      output_ratio: 7.5,
    });
    expect(priced(metadata, { prompt_tokens: 24992, completion_tokens: 640 })).toBe(12913);
  });

  it.each<[string, Row, Row, number]>([
    ['tokens', units(), {}, 1700],
    ['as many input tokens as output tokens', units(), { prompt_tokens: 200 }, 1000],
    [
      'services by call',
      units({ extra_billing: { web_search_preview: { call_count: 2, price: 0.025, type: '' } } }),
      {},
      26700,
    ],
    [
      'services times the group ratio',
      units({ group_ratio: 0.5, extra_billing: { s: { call_count: 1, price: 0.00001 } } }),
      {},
      850 + 3,
    ],
    ['extra tokens, cut: 20 x 0.15 is 2', units({ cached_tokens: 20, cached_tokens_ratio: 1.15 }), {}, 1702],
    [
      'extra tokens by a fork’s own names, if they explain the charge',
      units({
        deepseek_cache_hit_tokens: 100,
        deepseek_cache_hit_tokens_ratio: 0.1,
        output_video_tokens: 10,
        output_video_tokens_ratio: 2,
      }),
      { quota: 900 - 90 + (200 + 10) * 4 },
      900 - 90 + (200 + 10) * 4,
    ],
    ['a ratio without a count', units({ group: 'vip', zone: 3, zone_ratio: 1 }), {}, 1700],
    ['extra tokens of the output', units({ reasoning_tokens: 10, reasoning_tokens_ratio: 2 }), {}, 1740],
    ['calls', units({ price_type: 'times', input_ratio: 0.02, output_ratio: 0 }), {}, 20],
    ['calls, cut to units', units({ price_type: 'times', input_ratio: 0.0215, output_ratio: 0 }), {}, 21],
    ['tokens, rounded up', units({ input_ratio: 0.1, output_ratio: 0 }), { prompt_tokens: 1 }, 1],
    ['at least one unit', units({ price_type: 'times', input_ratio: 0.0001, output_ratio: 0 }), {}, 1],
    ['a free model', units({ input_ratio: 0, output_ratio: 0 }), {}, 0],
    ['no output, so no ratio for it', units({ output_ratio: undefined }), { completion_tokens: 0 }, 900],
    ['a service that was not called', units({ extra_billing: { s: { call_count: 0 } } }), {}, 1700],
    ['no tokens', units({ price_type: 'times' }), { prompt_tokens: 0, completion_tokens: 0 }, 0],
  ])('%s', (_, metadata, over, quota) => expect(priced(metadata, over)).toBe(quota));

  it.each<[string, Row | null, RegExp]>([
    ['without metadata', null, /no ratios or prices/],
    ['with an extra that does not fit', units({ zone_tokens: 10, zone_tokens_ratio: 2 }), MISSING],
    ['without group ratio', units({ group_ratio: undefined }), MISSING],
    ['without the ratio of the output', units({ output_ratio: undefined }), MISSING],
    ['without the ratio of an extra', units({ cached_tokens: 5 }), MISSING],
    ['without the price of a service', units({ extra_billing: { s: { call_count: 1 } } }), MISSING],
    ['without a readable price', units({ extra_billing: { s: { call_count: 1, price: 'x' } } }), MISSING],
    ['without a readable ratio', units({ input_ratio: '1' }), MISSING],
    ['without the calls of a service', units({ extra_billing: { s: { price: 1 } } }), MISSING],
    ['with a service that is not an object', units({ extra_billing: { s: 5 } }), MISSING],
    ['with services in an array', units({ extra_billing: [{ call_count: 1, price: 1 }] }), MISSING],
    ['with services as text', units({ extra_billing: '{"s":{"call_count":1,"price":1}}' }), MISSING],
    ['with another price type', units({ price_type: 'tiers' }), MISSING],
    ['without token counts', units(), MISSING],
    ['outside the range of a quota', units({ input_ratio: 1e300 }), /outside the range of a quota/],
  ])('no price %s', (name, metadata, note) =>
    expect(priced(metadata, name.includes('counts') ? { prompt_tokens: null } : {})).toMatch(note),
  );
});

it.each([
  ['web_search_preview', 'web_search_preview'],
  ['sk-live-1', '?'],
  ['A1'.repeat(12), '?'],
  ['a b', '?'],
  ['x'.repeat(5000), '?'],
])('names the service %.30s as %s if its calls cannot be read', (name, printed) => {
  const metadata = units({ extra_billing: { [name]: { call_count: 'x', price: 1 } } });
  expect(catchRefusal({ connector: 'one-hub', logs: [oneHubRow({ metadata })] }).details).toEqual([
    `logs[0].metadata.extra_billing.${printed}.call_count: must be a whole number up to 2^53`,
  ]);
});

describe('one-api', () => {
  const of = (over: Row) => {
    const { downstreamUsage, notes } = normalizeAndCheck({ connector: 'one-api', logs: [oneApiRow(over)] });
    return [downstreamUsage[0]?.expectedCharge, ...notes];
  };
  const unknown = [undefined, expect.stringMatching(/two decimals\./)];

  it('has rounded ratios', () => expect(of({})).toEqual(unknown));
  it('charges at least one unit, so requests with tokens and without a charge were free', () => {
    expect(of({ quota: 0 })).toEqual(['0']);
    expect(of({ quota: 0, prompt_tokens: 0, completion_tokens: 1 })).toEqual(['0']);
  });
  it('has no expected charge for a charge of one unit, or of 0 without tokens', () => {
    expect(of({ quota: 1 })).toEqual(unknown);
    expect(of({ quota: 0, prompt_tokens: 0, completion_tokens: 0 })).toEqual(unknown);
    expect(of({ quota: 0, prompt_tokens: null })).toEqual(unknown);
  });
});
