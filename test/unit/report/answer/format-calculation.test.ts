import { expect, test } from 'vitest';
import { formatCalculation } from '#shared/report/answer/format-amount.ts';

const change = (exact: string) => ({ exact, isChange: true }) as const;

test.each([
  [
    ['31.89', '-24.43', '7.46'],
    ['31.89', '-24.43', '7.46'],
  ],
  [
    ['31.8884', '-24.4336', '7.4548'],
    ['31.8884', '-24.4336', '7.4548'],
  ],
  [
    ['11.004', '-7.327', '3.677'],
    ['11.004', '-7.327', '3.677'],
  ],
  [
    ['0.23', '-0.2089', '0.0211'],
    ['0.2300', '-0.2089', '0.0211'],
  ],
  [
    ['0', '-0.6', '-0.6'],
    ['0.00', '-0.60', '-0.60'],
  ],
  [
    ['1250.5', '-250.25', '1000.25'],
    ['1,250.50', '-250.25', '1,000.25'],
  ],
  // The figures do not add up: print them as usual.
  [
    ['5', '-1', '3'],
    ['5.00', '-1.00', '3.00'],
  ],
])('%j is printed with the fewest decimals with which it adds up', ([from = '', by = '', to = ''], texts) => {
  expect(formatCalculation([{ exact: from }, change(by), { exact: to }])).toEqual(texts);
});

test('each figure of a longer calculation is the sum of what is before it', () => {
  const steps = [
    { exact: '33.21699600' },
    change('-0.402144'),
    { exact: '32.814852' },
    change('-23.697415'),
    { exact: '9.117437' },
  ];
  const texts = formatCalculation(steps);
  const [list, under, revenue, cost, margin] = texts.map((text) => Math.round(Number(text) * 1e6));
  expect([Number(list) + Number(under), Number(revenue) + Number(cost)]).toEqual([revenue, margin]);
});
