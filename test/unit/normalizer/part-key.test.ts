import { describe, expect, it } from 'vitest';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import { partKeyOf } from '#shared/normalizer/part-key.ts';
import { newApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { newApiSettings } from '../../support/normalizer/new-api-settings.ts';

const keyOf = (field: RowField, native: Row) => partKeyOf({ field, index: 0, native }, newApiSettings);

const stripe = (over: Row = {}): Row => ({
  balance_transaction_id: 'txn',
  reporting_category: 'charge',
  gross: '10.00',
  charge_id: 'ch',
  source_id: 'src',
  ...over,
});
const bill = (over: Row = {}): Row => ({ id: 'b', cost: 1, timestamp: 1_786_930_215, ...over });

describe('rows that may belong together share a part:', () => {
  it.each<[string, RowField, Row, Row]>([
    ['log rows of a user and model', 'logs', newApiRow({ id: 1 }), newApiRow({ id: 2 })],
    ['the same of the upstream', 'upstreamCharges', newApiRow({ id: 1 }), newApiRow({ id: 2 })],
    [
      'movements of a transaction',
      'payments',
      stripe(),
      stripe({ reporting_category: 'refund', source_id: 're' }),
    ],
    ['a bill that comes twice', 'upstreamCharges', bill(), bill({ cost: 2 })],
    ['a log row that is sent twice without its user', 'channels', { id: 1, a: 1 }, { id: 1, a: 2 }],
  ])('%s', (_, field, a, b) => expect(keyOf(field, a)).toBe(keyOf(field, b)));
});

describe('rows that stand for themselves do not:', () => {
  it.each<[string, RowField, Row, Row]>([
    ['log rows of two users', 'logs', newApiRow(), newApiRow({ user_id: 7 })],
    ['log rows of two models', 'logs', newApiRow(), newApiRow({ model_name: 'm' })],
    [
      'log rows of two users at the upstream',
      'upstreamCharges',
      newApiRow({ id: 1 }),
      newApiRow({ id: 1, user_id: 7 }),
    ],
    ['log rows of two gateways at the upstream', 'upstreamCharges', newApiRow(), oneHubRow()],
    ['movements of two transactions', 'payments', stripe(), stripe({ charge_id: 'other' })],
    ['top-ups, although they have a user', 'payments', { id: 1, user_id: 7 }, { id: 2, user_id: 7 }],
    ['bills', 'upstreamCharges', bill(), bill({ id: 'c' })],
    [
      'records of a user and model',
      'upstreamCharges',
      { request_id: 'a', model: 'm', costAmount: 1, quota: 1 },
      { request_id: 'b', model: 'm', costAmount: 1, quota: 1 },
    ],
    ['a movement and a charge of one id', 'payments', stripe({ charge_id: 'b' }), bill()],
  ])('%s', (_, field, a, b) => expect(keyOf(field, a)).not.toBe(keyOf(field, b)));
});

it('a row that names nothing goes to the part of all such rows', () => {
  expect(keyOf('payments', { money: 1 })).toBe('');
  const { charge_id, source_id, balance_transaction_id, ...none } = stripe();
  expect(keyOf('payments', { ...none, balance_transaction_id: null })).toBe('stripe ');
});
