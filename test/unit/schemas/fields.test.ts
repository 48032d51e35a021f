import * as v from 'valibot';
import { expect, test } from 'vitest';
import { amountSchema } from '#shared/schemas/fields.ts';

const amounts: unknown[] = [
  ...[0, 1, 0.1, 1e21, 5e-324, Number.MAX_VALUE, -0],
  ...['0', '0.10', '12345678901234567890.123456789012', '1'.repeat(64)],
];
const others: unknown[] = [
  ...[-1, -0.1, Number.POSITIVE_INFINITY, Number.NaN, null, true, [], {}],
  ...['', '-1', '+1', '1e3', '01', '1.', '.5', ' 1', '1 ', '1,5', '1_000', '0x10', 'NaN', 'Infinity', '١'],
  '1'.repeat(65),
];

test.each(amounts)('%s is an amount', (amount) => expect(v.is(amountSchema, amount)).toBe(true));
test.each(others)('%s is not an amount', (amount) => expect(v.is(amountSchema, amount)).toBe(false));
