import { expect, test } from 'vitest';
import { describeRejection } from '#shared/pipeline/read/rejected-rows.ts';
import type { SourceField, UnreadMoney } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { SETTINGS } from '../../support/pipeline/run-in-memory.ts';

const { quotaPerUnit: _, ...unitless } = SETTINGS;

/** Returns the money of a rejected row. */
function moneyOf(
  field: SourceField,
  native: object,
  settings: RunSettings = SETTINGS,
): UnreadMoney | undefined {
  return describeRejection({ field, source: 0, row: 1, native: { ...native } }, [], settings).money;
}

test.each<readonly [field: SourceField, native: object, money: UnreadMoney | undefined]>([
  // Money of a log is in quota units. A row without money has 0 or nothing.
  ['logs', { quota: 250_000 }, { amount: '0.5' }],
  ['logs', { quota: 250_000, type: 2 }, { amount: '0.5', kind: '2' }],
  ['logs', { quota: '250000', type: '' }, { amount: '0.5' }],
  ['logs', { quota: 0 }, undefined],
  ['logs', { quota: '' }, undefined],
  ['logs', { quota: null, type: 2 }, undefined],
  // A row without a money column, or whose money is not a number, may have an unknown amount.
  ['logs', { type: 2 }, { kind: '2' }],
  ['logs', { quota: 'much' }, {}],
  ['logs', { quota: { no: 'number' } }, {}],
  ['logs', { quota: 250_000, currency: 'CNY' }, {}],
  ['logs', { quota: 250_000, currency: 'usd' }, { amount: '0.5' }],
  ['upstreamCharges', { quota: 250_000, type: 2 }, { amount: '0.5', kind: '2' }],
  // Money of bills and payments is an amount. A missing amount is unknown.
  ['upstreamCharges', { costAmount: '1.25' }, { amount: '1.25' }],
  ['upstreamCharges', { costAmount: '-1.250' }, { amount: '-1.25' }],
  ['upstreamCharges', { costAmount: '0' }, undefined],
  ['upstreamCharges', { costAmount: '' }, {}],
  ['upstreamCharges', { costAmount: '', cost: '0' }, undefined],
  ['upstreamCharges', { costAmount: '0', cost: '3' }, { amount: '3' }],
  ['upstreamCharges', { costAmount: '1.234,5' }, {}],
  ['upstreamCharges', { costAmount: '1e3' }, {}],
  ['payments', { amount: '7', type: 'refund' }, { amount: '7', kind: 'refund' }],
  ['payments', { money: 7, currency: 'EUR' }, {}],
  ['payments', { money: 7, currency: '' }, { amount: '7' }],
  ['payments', { quota: 5 }, {}],
])('money of a rejected row of %s, %j: %j', (field, native, money) =>
  expect(moneyOf(field, native)).toEqual(money),
);

test('quota without a unit is not money; an amount is', () => {
  expect(moneyOf('logs', { quota: 250_000 }, unitless)).toEqual({});
  expect(moneyOf('payments', { amount: '7' }, unitless)).toEqual({ amount: '7' });
});

test('the reasons of a row are one sentence, in each language', () => {
  const reason = (en: string, zh: string) => ({ sentence: { en, zh } });
  const reasons = [reason('is old', '旧'), { fields: ['id'], ...reason('is long', '长') }];
  expect(describeRejection({ field: 'payments', source: 4, row: 9, native: {} }, reasons, SETTINGS)).toEqual({
    source: 4,
    row: 9,
    reason: { en: 'is old; id: is long', zh: '旧；id：长' },
    money: {},
  });
});
