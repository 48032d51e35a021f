import * as v from 'valibot';
import { expect, test } from 'vitest';
import { instantOf } from '#shared/instant.ts';
import { amountSchema, timestampSchema } from '#shared/schemas/fields.ts';

const utc = (text: string) => new Date(text).getTime();

test.each<[text: string, instant: string]>([
  ['2026-03-10T10:00:00Z', '2026-03-10T10:00:00.000Z'],
  ['2026-03-10t10:00:00z', '2026-03-10T10:00:00.000Z'],
  ['2026-03-10T10:00:00.5Z', '2026-03-10T10:00:00.500Z'],
  ['2026-03-10T10:00:00.123999999Z', '2026-03-10T10:00:00.123Z'],
  ['2026-03-10T10:00:00+08:00', '2026-03-10T02:00:00.000Z'],
  ['2026-03-10T10:00:00-05:30', '2026-03-10T15:30:00.000Z'],
  ['2026-03-10T00:00:00+00:00', '2026-03-10T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is the instant %s', (text, instant) => {
  expect(instantOf(text)).toBe(utc(instant));
  expect(v.is(timestampSchema, text)).toBe(true);
});

test.each([
  '',
  'yesterday',
  '2026-03-10',
  '2026-03-10T10:00Z',
  '2026-03-10T10:00:00',
  '2026-03-10 10:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-02-29T10:00:00Z',
  '1900-02-29T10:00:00Z',
  '2026-04-31T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-00-10T10:00:00Z',
  '2026-03-00T10:00:00Z',
  '2026-03-10T24:00:00Z',
  '2026-03-10T10:60:00Z',
  '2026-03-10T10:00:60Z',
  '2026-03-10T10:00:00+24:00',
  '2026-03-10T10:00:00+01:60',
  '2026-03-10T10:00:00+0100',
  '2026-03-10T10:00:00.Z',
  '+002026-03-10T10:00:00Z',
  '２０２６-03-10T10:00:00Z',
])('%j names no instant', (text) => {
  expect(instantOf(text)).toBeUndefined();
  expect(v.is(timestampSchema, text)).toBe(false);
});

test.each<unknown>([
  0,
  1,
  0.1,
  1e21,
  5e-324,
  Number.MAX_VALUE,
  -0,
  '0',
  '0.10',
  '12345678901234567890.123456789012',
  '1'.repeat(64),
])('%s is an amount', (amount) => expect(v.is(amountSchema, amount)).toBe(true));

test.each<unknown>([
  -1,
  -0.1,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  null,
  true,
  [],
  {},
  '',
  '-1',
  '+1',
  '1e3',
  '01',
  '1.',
  '.5',
  ' 1',
  '1 ',
  '1,5',
  '1_000',
  '0x10',
  'NaN',
  'Infinity',
  '١',
  '1'.repeat(65),
])('%s is no amount', (amount) => expect(v.is(amountSchema, amount)).toBe(false));
