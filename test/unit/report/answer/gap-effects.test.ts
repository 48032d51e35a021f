import { expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import { BILL_FREE_CODES, PAYMENT_CODES } from '#shared/report/answer/gaps/gap-effects.ts';

test('the codes about requests that need no bill are those with money whose check needs neither bill nor payments', () => {
  const free = [...codes].filter(([, { needs, side }]) => needs === undefined && side !== null);
  expect([...BILL_FREE_CODES].toSorted()).toEqual(free.map(([code]) => code).toSorted());
});

test('the codes about payments are those with money whose check needs payments', () => {
  const needing = [...codes].filter(([, { needs, side }]) => needs === 'payments' && side !== null);
  expect([...PAYMENT_CODES].toSorted()).toEqual(needing.map(([code]) => code).toSorted());
});
