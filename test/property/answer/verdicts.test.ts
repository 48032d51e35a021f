import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/language.ts';
import { buildFirstLines } from '#shared/report/answer/first-lines.ts';
import { listGaps } from '#shared/report/answer/gaps/find-gaps.ts';
import { hidesRequestLosses } from '#shared/report/answer/gaps/gap-effects.ts';
import { buildAnswerInput, buildCause } from '../../support/answer/answer-input.ts';

const VERDICT = /You (?:lost|owe)|nothing wrong|您(?:至少)?(?:损失|欠)|没有发现问题/i;
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
      buildCause('ledger_ids_disjoint', null),
      buildCause('negative_margin_model', '1', { model: 'm' }),
      buildCause('price_undercharge', '1'),
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

test('money that a gap may explain is not called lost or owed, and sums beside an additive gap say “at least”', () => {
  fc.assert(
    fc.property(month, ({ isSettled: _, ...given }) => {
      const books = buildAnswerInput(given);
      const gaps = listGaps(books);
      for (const language of LANGUAGES) {
        const { headline, gaps: lines } = buildFirstLines(books, language);
        expect(headline.trim()).not.toBe('');
        expect(lines.every(({ gap, text }) => text !== '' || hidesRequestLosses(gap))).toBe(true);
        if (gaps.some(hidesRequestLosses)) expect(headline).not.toMatch(VERDICT);
        else if (gaps.length > 0 && VERDICT.test(headline))
          expect(headline).toMatch(/at least|至少|given|已提供/);
        // Each gap is told once.
        for (const { text } of lines) if (text !== '') expect(headline).not.toContain(text);
      }
    }),
  );
});

test('the first line states money, unless a gap hides it', () => {
  fc.assert(
    fc.property(month, ({ isSettled: _, ...given }) => {
      const books = buildAnswerInput(given);
      const { about, headline } = buildFirstLines(books, 'en');
      const { lost, owed } = books.summary.money;
      const hiding = listGaps(books).find(hidesRequestLosses);
      if (hiding) expect(about).toBe(hiding.about);
      else if (lost !== '0' && lost !== '0.000001') expect(headline).toMatch(/^You lost /);
      else if (lost === '0' && owed === '0') expect(headline).not.toMatch(/^You /);
    }),
  );
});
