import { expect, test } from 'vitest';
import { formatCalculation } from '#shared/report/answer/format-amount.ts';

/** Figures and changes (signed), and how they are printed. */
test.each([
  ['31.89 -24.43 7.46', '31.89 -24.43 7.46'],
  ['31.8884 -24.4336 7.4548', '31.8884 -24.4336 7.4548'],
  ['11.004 -7.327 3.677', '11.004 -7.327 3.677'],
  ['0.23 -0.2089 0.0211', '0.2300 -0.2089 0.0211'],
  ['0 -0.6 =-0.6', '0.00 -0.60 -0.60'],
  ['1250.5 -250.25 1000.25', '1,250.50 -250.25 1,000.25'],
  ['33.216996 -0.402144 32.814852 -23.697415 9.117437', '33.216996 -0.402144 32.814852 -23.697415 9.117437'],
  // The figures do not add up: print them as usual.
  ['5 -1 3', '5.00 -1.00 3.00'],
])('%s has the fewest decimals with which it adds up', (steps, texts) => {
  const parsed = steps.split(' ').map((step) => ({
    exact: step.replace('=', ''),
    ...(step.startsWith('-') && { isChange: true as const }),
  }));
  expect(formatCalculation(parsed).join(' ')).toBe(texts);
});
