import { expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import { listGaps } from '#shared/report/answer/gaps/find-gaps.ts';
import { BILL_FREE_CODES, isPaymentCode, listActions } from '#shared/report/answer/gaps/gap-effects.ts';
import { remedyOfGap } from '#shared/report/answer/gaps/gap-remedies.ts';
import { type AnswerFigures, buildAnswerInput } from '../../../support/answer/answer-input.ts';

test('the codes about requests that need no bill are those with money whose check needs neither bill nor payments', () => {
  const free = [...codes].filter(([, { needs, side }]) => needs === undefined && side !== null);
  expect([...BILL_FREE_CODES].toSorted()).toEqual(free.map(([code]) => code).toSorted());
});

test('the codes about payments are those with money whose check needs payments', () => {
  const withMoney = [...codes].filter(([, { side }]) => side !== null);
  const needing = withMoney.filter(([, { needs }]) => needs === 'payments');
  expect(withMoney.filter(([code]) => isPaymentCode(code))).toEqual(needing);
});

/** Five models with a revenue of 1 each, and a quota per unit. */
const unitBooks = (cost: string, quotaPerUnit?: number): AnswerFigures => ({
  models: [...'abcde'].map((model) => [model, '0', null, cost, 9]),
  summary: quotaPerUnit === undefined ? {} : { quotaPerUnit },
});

test.each<[title: string, month: AnswerFigures, actions: readonly string[], remedy: string]>([
  ['the default unit, and a bill in cents', unitBooks('60'), [], ''],
  [
    'a unit that is a hundred times too small',
    unitBooks('0.007', 5000),
    ['quotaPerUnit'],
    'If the quota per unit is wrong, set --quota-per-unit 500000.',
  ],
  [
    'a unit that is a hundred times too large',
    unitBooks('70', 50_000_000),
    ['quotaPerUnit'],
    'If the quota per unit is wrong, set --quota-per-unit 500000.',
  ],
  ['another unit, with which the default does not agree', unitBooks('60', 1_000_000), [], ''],
  [
    'a model that the bill does not name',
    { matched: 0, unattributed: '7.9', models: [['my-best', '0', '7.58']] },
    ['bill', 'names'],
    'Add its bill with --upstream. If the bill has another name for it, enter it under "names" in the settings.',
  ],
  [
    'parts of the first and last day, because the days of the bill are those of another zone',
    {
      models: [['a', '0']],
      isOpen: [1, 31],
      uncompared: [
        [1, '0.5', '0'],
        [31, '0.5', '0'],
      ],
      summary: { billTimeZone: '+08:00' },
    },
    ['timeZone'],
    'Set the time zone in the settings: "timeZone": "+08:00".',
  ],
  [
    'part of another day, although the days of the bill are those of another zone',
    {
      models: [['a', '0']],
      isOpen: [1, 31],
      uncompared: [[14, '0.5', '0']],
      summary: { billTimeZone: '+08:00' },
    },
    ['files'],
    'Export the bill for 14 October as well.',
  ],
])('the actions that may close a gap: %s', (_, month, actions, remedy) => {
  const [gap] = listGaps(buildAnswerInput(month));
  expect(gap && listActions(gap)).toEqual(actions);
  expect(gap && remedyOfGap(gap, 'en')).toBe(remedy);
});
