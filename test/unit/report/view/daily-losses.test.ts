import { expect, test } from 'vitest';
import { sumDailyLosses } from '#shared/report/view/lists/daily-losses.ts';
import { buildCause } from '../../../support/answer/answer-input.ts';

const report = {
  summary: { causes: [buildCause('price_undercharge', '3'), buildCause('price_overcharge', '1')] },
} as never;
const finding = (id: string, code: string, counted: string, userId?: string) =>
  ({ id, code, model: 'm', details: { counted, ...(userId && { userId }) } }) as never;

test('losses are summed by name and day', () => {
  const findings = [
    finding('a', 'price_undercharge', '1', '7'),
    finding('b', 'price_undercharge', '1.5', '7'),
    finding('c', 'price_undercharge', '0.5', '8'),
    finding('owed', 'price_overcharge', '1', '7'),
    finding('counted by another finding', 'price_undercharge', '0', '7'),
    finding('without a day', 'price_undercharge', '9', '7'),
  ];
  const days = { a: '2026-10-01', b: '2026-10-01', c: '2026-10-02', owed: '2026-10-01' };
  const losses = sumDailyLosses(report, findings, { ...days, 'counted by another finding': '2026-10-01' });
  const named = [...losses].filter(([key]) => !key.includes('undefined'));
  expect(Object.fromEntries(named)).toEqual({
    'model m 2026-10-01': 2.5,
    'model m 2026-10-02': 0.5,
    'userId 7 2026-10-01': 2.5,
    'userId 8 2026-10-02': 0.5,
  });
});
