import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { buildFastCheck } from '#shared/schemas/fast-checks.ts';
import {
  downstreamRecordSchema,
  paymentRecordSchema,
  reconciliationInputSchema,
  upstreamRecordSchema,
} from '#shared/schemas/reconciliation-input.ts';

/** Examples per test: about two seconds, and 100 000 in each round of `npm run fuzz`, which sets SEED. */
const RUNS = process.env.SEED === undefined ? 5000 : 100_000;
const TIMEOUT_MS = 600_000;

const tokens = { input: 1, output: 2.5, cacheRead: 0, cacheWrite: 3, reasoning: 4, media: 1e21 };
const common = { occurredAt: '2026-03-10T10:00:00Z', currency: 'USD', refundAmount: '0' };
const usage = { ...common, requestId: 'r', model: 'm', channelId: 'c', status: 'success', tokens };
const downstream = { ...usage, userId: 'u', tokenId: 't', chargedAmount: '0.10', expectedCharge: 0.1 };
const upstream = { ...usage, upstreamId: 'up', costAmount: '12345678901234567890.123456789012' };
const payment = {
  ...common,
  transactionId: 't',
  userId: '',
  provider: 'p',
  status: 'chargeback',
  amount: 5,
  feeAmount: '0.00',
  creditedAmount: '5',
};
const body = {
  version: '2026-07-10',
  currency: 'USD',
  period: { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00+08:00' },
  downstreamUsage: [downstream, downstream],
  upstreamCharges: [upstream],
  payments: [payment],
};

/** Values at the bounds of the rules, on both sides, and values that no rule expects. */
const edges = [
  ...[undefined, null, true, [], {}, [[]], [null], [undefined], () => '', Symbol.iterator, 1n],
  ...[0, -0, 1, -1, -5e-324, 5e-324, 1e-46, 1e64, Number.MAX_VALUE, Infinity, -Infinity, Number.NaN],
  ...['', ' ', '0', '00', '0.', '.1', '1e3', '-1', '+1', '1_0', '٣', '1\n', '\ud800', '\u0000'],
  ...['1'.repeat(64), '1'.repeat(65), 'x'.repeat(1024), 'x'.repeat(1025)],
  ...['2026-02-28T23:59:59.999Z', '2026-02-29T00:00:00Z', '2024-02-29T24:00:00Z', '2026-03-10', 'Z'],
  ...[
    '2026-03-10T10:00:00',
    '2026-03-10t10:00:00z',
    '2026-03-10T10:00:00+23:59',
    '2026-03-10T10:00:00+24:00',
  ],
  ...[`2026-03-10T10:00:00.${'0'.repeat(1003)}Z`, `2026-03-10T10:00:00.${'0'.repeat(1004)}Z`],
  ...['success', 'Success', 'settled', 'pending', 'constructor', '__proto__'],
];
const names = 'constructor __proto__ prototype toString length note 0 tokens amount'.split(' ').concat('');

/** Makes one change anywhere: another value, a missing field, or an additional one. */
function change(part: unknown, choices: Iterator<number>): unknown {
  const next = (count: number) => (choices.next().value as number) % count;
  const isParted = typeof part === 'object' && part !== null && Object.keys(part).length > 0;
  const kind = isParted ? next(8) : 0;
  if (!isParted || kind === 0) return edges[next(edges.length)];
  const copy = Array.isArray(part) ? [...part] : { ...part };
  const keys = Object.keys(copy);
  const key = keys[next(keys.length)] as keyof typeof copy;
  if (kind === 1) delete copy[key];
  else if (kind === 2 && Array.isArray(copy)) copy.push(edges[next(edges.length)]);
  else if (kind === 2)
    Object.defineProperty(copy, names[next(names.length)] as string, {
      value: edges[next(edges.length)],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else copy[key] = change(copy[key], choices) as never;
  return copy;
}

const arbitraryChange = (valid: unknown) =>
  fc
    .tuple(fc.nat({ max: 3 }), fc.infiniteStream(fc.nat()))
    .map(([times, choices]) =>
      Array.from({ length: times }).reduce((value: unknown) => change(value, choices), valid),
    );

test.each<[what: string, schema: v.GenericSchema, valid: unknown]>([
  ['a downstream record', downstreamRecordSchema, downstream],
  ['an upstream record', upstreamRecordSchema, upstream],
  ['a payment', paymentRecordSchema, payment],
  ['a body', reconciliationInputSchema, body],
])(
  'the fast check accepts %s exactly if its schema does',
  (_what, schema, valid) => {
    const isValid = buildFastCheck(schema);
    expect(isValid(valid)).toBe(true);
    let accepted = 0;
    fc.assert(
      fc.property(arbitraryChange(valid), (value) => {
        const result = v.safeParse(schema, value);
        if (result.success) accepted++;
        expect(isValid(value)).toBe(result.success);
        // The fast check passes values on unchanged, so the schema must not change them.
        if (result.success) expect(value).toEqual(result.output);
      }),
      { numRuns: RUNS },
    );
    expect(accepted / RUNS).toBeGreaterThan(0.2);
    expect(accepted / RUNS).toBeLessThan(0.8);
  },
  TIMEOUT_MS,
);

test.each<[what: string, schema: v.GenericSchema, value: unknown]>([
  ['a transformation', v.pipe(v.string(), v.trim()), 'a'],
  ['a kind without a test', v.date(), new Date()],
  ['a default for an absent field', v.strictObject({ a: v.exactOptional(v.string(), 'x') }), {}],
  ['a field of such a kind', v.strictObject({ at: v.date() }), { at: new Date() }],
])('%s is left to the schema', (_what, schema, value) => {
  expect(v.is(schema, value)).toBe(true);
  expect(buildFastCheck(schema)(value)).toBe(false);
});
