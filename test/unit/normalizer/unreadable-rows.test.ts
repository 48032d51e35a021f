import { describe, expect, it } from 'vitest';
import { FieldProblem } from '#shared/normalizer/fields/row-problem.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import { readPaymentRecords } from '#shared/normalizer/records/payments.ts';
import { RowOutcomes } from '#shared/normalizer/row-outcomes.ts';
import { Rejection } from '#shared/rejections.ts';
import { newApiRow } from '../../support/fixtures/native-rows.ts';
import { openTestExport } from '../../support/normalizer/normalize-for-month.ts';

const REASON = { sentence: { en: 'is wrong', zh: '有误' } };

function detailsOf(places: readonly string[]): readonly string[] {
  const outcomes = new RowOutcomes();
  for (const [field, index] of places.map((place) => place.split(' ')))
    outcomes.reject({ field: field as RowField, index: Number(index) }, [REASON]);
  try {
    outcomes.throwIfRejected();
  } catch (error) {
    if (error instanceof Rejection) return error.quotingDetails;
    throw error;
  }
  return [];
}

describe('a call with rows that cannot be read', () => {
  it.each<[string, string[], string[]]>([
    ['is accepted without such rows', [], []],
    ['is refused with their positions', ['logs 11', 'logs 2', 'logs 3'], ['logs[2]', 'logs[3]', 'logs[11]']],
    [
      'is refused with its fields in order',
      ['payments 0', 'upstreamCharges 1', 'channels 2', 'logs 3'],
      ['logs[3]', 'channels[2]', 'upstreamCharges[1]', 'payments[0]'],
    ],
  ])('%s', (_, places, named) =>
    expect(detailsOf(places)).toEqual(named.map((place) => `${place}: is wrong`)),
  );

  it('names fifty of them', () =>
    expect(detailsOf(Array.from({ length: 51 }, (_, index) => `logs ${index}`))).toHaveLength(50));
});

describe('the account of a part', () => {
  it('goes on after a row that cannot be read, and not after a bug', () => {
    const account = new RowOutcomes();
    const attempt = (problem: Error) =>
      account.attempt({ field: 'logs', index: 0 }, () => {
        throw problem;
      });
    expect(attempt(new FieldProblem('quota', { en: 'is required', zh: '必填' }))).toBeUndefined();
    expect(() => attempt(new TypeError('a bug'))).toThrow(TypeError);
  });

  it('names unknown channels in the order of their ids, whichever came first', () => {
    const account = new RowOutcomes();
    for (const id of ['7', '12', '3']) account.unknownChannel(id);
    expect(account.summary().unknownChannels).toEqual(['12', '3', '7']);
  });
});

/** Takes the steps as a caller that collects unreadable rows and continues. */
function collectUnreadable(ledgers: object) {
  const { usage, unlinked, whole, context, account } = openTestExport(ledgers);
  const payments = readPaymentRecords(whole.payments, context, account);
  const [sales, charges, paymentRows] = [usage.records, unlinked, payments].map((all) =>
    all.map(({ index }) => index),
  );
  const rejected = account.rejected.map(([{ field, index }, reasons]) => [`${field} ${index}`, reasons]);
  return { usage: sales, charges, payments: paymentRows, rejected };
}

/** Matches a sentence in both languages. */
const sentence = (english: RegExp) => ({
  en: expect.stringMatching(english),
  zh: expect.stringMatching(/\p{Script=Han}/u),
});

it('unreadable rows are reported to the caller, who may continue', () => {
  const bill = { id: 'b', cost: 1, time: 1_786_930_215 };
  const payment = { transactionId: 't', occurredAt: '2026-01-01T00:00:00Z', status: 'settled', amount: 1 };
  expect(
    collectUnreadable({
      logs: [newApiRow({ quota: 'x' }), newApiRow({ id: 2, type: 9, quota: 1 }), newApiRow({ id: 3 })],
      upstreamCharges: [
        bill,
        { ...bill, id: 'c', cost: {} },
        newApiRow({ quota: 'x' }),
        newApiRow({ id: 5 }),
      ],
      payments: [{ ...payment, amount: 'x', note: 1 }, payment],
    }),
  ).toEqual({
    usage: [2],
    charges: [0, 3],
    payments: [1],
    rejected: [
      [
        'logs 1',
        [
          {
            fields: ['type'],
            sentence: sentence(/^is a row type that this gateway does not have/),
            isOfUnknownKind: true,
          },
        ],
      ],
      ['logs 0', [{ fields: ['quota'], sentence: sentence(/^must be a whole number up to 2\^53$/) }]],
      ['upstreamCharges 1', [{ fields: ['cost'], sentence: sentence(/^must be a decimal number/) }]],
      [
        'upstreamCharges 2',
        [{ fields: ['quota'], sentence: sentence(/^must be a whole number up to 2\^53$/) }],
      ],
      [
        'payments 0',
        [
          { fields: ['amount'], sentence: sentence(/^must be a finite number/) },
          { fields: ['note'], sentence: sentence(/^is not a property/) },
        ],
      ],
    ],
  });
});
