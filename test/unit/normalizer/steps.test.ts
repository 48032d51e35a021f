import { expect, it } from 'vitest';
import { connectors } from '#shared/connectors/registry.ts';
import { Account } from '#shared/normalizer/account.ts';
import type { Reason } from '#shared/normalizer/fields/row-problem.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import { settingsOf, wholeOf } from '#shared/normalizer/intake/payload.ts';
import { downstreamUsage } from '#shared/normalizer/records/downstream.ts';
import { paymentRecords } from '#shared/normalizer/records/payments.ts';
import { upstreamDrafts } from '#shared/normalizer/records/upstream.ts';
import { surveyLogs } from '#shared/normalizer/survey/survey.ts';
import { newApiRow, type Row } from '../../support/fixtures/native-rows.ts';

/** The steps as a caller takes them that sets unreadable rows aside and goes on. */
function setAside(ledgers: { logs: Row[]; upstreamCharges: Row[]; payments: Row[] }) {
  const rejected: [place: string, reasons: readonly Reason[]][] = [];
  const account = new Account({
    reject: ({ field, index }, reasons) => rejected.push([`${field} ${index}`, reasons]),
  });
  const pages = new Map(Object.entries(ledgers).map(([field, rows]) => [field, pagesOf(rows, field)]));
  const payload = { settings: { connector: 'new-api', quotaPerUnit: 500_000 }, pages } as never;
  const settings = settingsOf(payload, connectors, account);
  const whole = wholeOf(payload, account);
  const context = { ...settings, survey: surveyLogs(whole, settings) };
  return {
    usage: downstreamUsage(whole.logs, context, account).records.map(({ index }) => index),
    charges: upstreamDrafts(whole.upstreamCharges, context, account).map(({ index }) => index),
    payments: paymentRecords(whole.payments, context, account).map(({ index }) => index),
    rejected,
  };
}

/** A sentence in both languages. */
const said = (english: RegExp) => ({
  en: expect.stringMatching(english),
  zh: expect.stringMatching(/\p{Script=Han}/u),
});

it('whether an unreadable row refuses the call or is set aside is the choice of who takes the steps', () => {
  const bill = { id: 'b', cost: 1, time: 1_786_930_215 };
  const payment = { transactionId: 't', occurredAt: '2026-01-01T00:00:00Z', status: 'settled', amount: 1 };
  expect(
    setAside({
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
      ['logs 1', [{ fields: ['type'], sentence: said(/^is no row type/) }]],
      ['logs 0', [{ fields: ['quota'], sentence: said(/^must be a whole number of at most 2\^53$/) }]],
      ['upstreamCharges 1', [{ fields: ['cost'], sentence: said(/^must be a finite number/) }]],
      [
        'upstreamCharges 2',
        [{ fields: ['quota'], sentence: said(/^must be a whole number of at most 2\^53$/) }],
      ],
      [
        'payments 0',
        [
          { fields: ['amount'], sentence: said(/^must be a finite number/) },
          { fields: ['note'], sentence: said(/^is not a property/) },
        ],
      ],
    ],
  });
});
