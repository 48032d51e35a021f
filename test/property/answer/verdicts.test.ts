import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/language.ts';
import { answerOf } from '#shared/report/answer/answer.ts';
import { booksOf, causeOf } from '../../support/answer/books.ts';

const VERDICT = /\b(?:lost|owe|owed|nothing wrong)\b|损失|欠客户|没有发现问题/i;
const amount = fc.constantFrom('0', '0', '0.000001', '0.03', '45.09', '1234567.891');
const flag = fc.boolean();

const month = fc
  .record({
    flags: fc.record({
      rows: flag,
      currency: flag,
      requestMatching: flag,
      upstreamCharges: flag,
      payments: flag,
    }),
    isSettled: flag,
    money: fc.record({ lost: amount, owed: amount, doubtful: amount }),
    pending: amount,
    matched: fc.constantFrom(0, 37),
    unattributed: amount,
    margin: fc.constantFrom('0', '2.4', '-2.4'),
    causes: fc.subarray([
      causeOf('ledger_ids_disjoint', null),
      causeOf('negative_margin_model', '1', { model: 'm' }),
      causeOf('price_undercharge', '1'),
    ]),
    models: fc.subarray([['m', '-1'] as const, ['n', '2'] as const]),
    beyond: fc.subarray(['bill_beyond_log', 'log_beyond_bill', 'unread_rows']),
    received: fc.record({
      log: fc.constantFrom(0, 37),
      bill: fc.constantFrom(0, 37),
      payments: fc.constantFrom(0, 37),
    }),
  })
  .map(({ flags, isSettled, beyond, received, pending, ...rest }) => {
    // As the engine has them: without a bill nothing matches, and a margin needs matches and settled rows of its currency.
    const requestMatching = flags.requestMatching && flags.upstreamCharges;
    const margin = requestMatching && flags.currency && isSettled;
    const rowsOf = (n: number) => ({ received: n, included: n });
    return {
      ...rest,
      pending: isSettled ? '0' : pending === '0' && !requestMatching ? '1' : pending,
      flags: { ...flags, requestMatching, margin },
      beyond: Object.fromEntries(beyond.map((code) => [code, '5'])),
      rows: {
        downstreamUsage: rowsOf(received.log),
        upstreamCharges: rowsOf(received.bill),
        payments: rowsOf(received.payments),
      },
      isSettled,
    };
  });

test('no sentence says lost, owed or nothing wrong where a flag of its figure is false', () => {
  fc.assert(
    fc.property(month, ({ isSettled, ...given }) => {
      const books = booksOf(given);
      const { rows, currency } = books.completeness;
      const isApart = 'bill_beyond_log' in given.beyond || 'log_beyond_bill' in given.beyond;
      const isTrue = rows && currency && isSettled && !isApart;
      for (const language of LANGUAGES) {
        const { text } = answerOf(books, language);
        expect(text.trim()).not.toBe('');
        if (!isTrue) expect(text).not.toMatch(VERDICT);
      }
    }),
  );
});

test('what is missing is said first', () => {
  fc.assert(
    fc.property(month, (given) => {
      const { rows, currency, upstreamCharges } = given.flags;
      const { about } = answerOf(booksOf(given), 'en');
      if (!rows) expect(about).toBe('rows');
      else if (Object.values(given.rows).every(({ received }) => received > 0)) {
        if (!currency) expect(about).toBe('currency');
        if (currency && !upstreamCharges) expect(['unchecked', 'span', 'pending', 'bill']).toContain(about);
      }
    }),
  );
});
