import { describe, expect, it } from 'vitest';
import { reconcile } from '#shared/report/reconcile.ts';
import { reconcileWithFacts } from '../../support/engine/reconcile-with-facts.ts';

const at = '2026-11-21T10:00:00Z';
const sale = { requestId: 'r', occurredAt: at, model: 'm', status: 'success' as const, chargedAmount: '2' };
const charge = { requestId: 'r', occurredAt: at, model: 'm', status: 'success' as const, costAmount: '1' };
/** Payments of 10, 20 and so on, each with what was credited. */
const payments = (amounts: readonly number[], creditOf: (amount: number) => number) =>
  amounts.map((amount, n) => ({
    transactionId: `t${n}`,
    occurredAt: at,
    status: 'settled' as const,
    amount: `${amount}`,
    creditedAmount: `${creditOf(amount)}`,
  }));
const TENS = [10, 20, 30, 40, 50, 60];
const answerOf = (paid: ReturnType<typeof payments>, language: 'en' | 'zh' = 'en') =>
  reconcile({ downstreamUsage: [sale], upstreamCharges: [charge], payments: paid }, at, {}, language).summary
    .answer;

describe('payments and credits in different units make no verdict:', () => {
  it.each<[name: string, creditOf: (amount: number) => number, said: RegExp]>([
    [
      'cents',
      (amount) => amount / 100,
      /\. 6 of 6 payments were credited with less than a third of what was paid/,
    ],
    ['yuan for dollars', (amount) => amount / 8, /less than a third/],
    ['dollars for cents', (amount) => amount * 100, /more than three times what was paid/],
  ])('%s', (_, creditOf, said) => {
    const answer = answerOf(payments(TENS, creditOf));
    expect(answer).toMatchObject({ about: 'margin', text: expect.stringMatching(said) });
    expect(answer.text).not.toMatch(/You owe|You lost/);
    expect(answerOf(payments(TENS, creditOf), 'zh').text).toMatch(/。6 笔充值中有 6 笔/);
  });

  it.each<[name: string, paid: ReturnType<typeof payments>]>([
    [
      'one of many',
      [...payments(TENS, (amount) => amount), ...payments([1000], () => 10)].map((one, n) => ({
        ...one,
        transactionId: `p${n}`,
      })),
    ],
    ['a half that is missing of each', payments(TENS, (amount) => amount / 2)],
    ['few of all', payments([10, 20], () => 1)],
  ])('but %s is owed', (_, paid) => expect(answerOf(paid).about).toBe('owed'));

  it('nor where each credit is what its order asked for: the rate is upside down', () => {
    const ordered = (paid: ReturnType<typeof payments>) => {
      const facts = new Map(
        paid.map(({ transactionId, creditedAmount }) => [transactionId, { bought: creditedAmount }]),
      );
      const books = { downstreamUsage: [sale], upstreamCharges: [charge], payments: paid };
      return reconcileWithFacts(books, at, {}, facts).summary.answer;
    };
    expect(ordered(payments(TENS, (amount) => amount / 53)).text).toMatch(
      /\. 6 of 6 payments were .* a third/,
    );
    expect(ordered(payments(TENS, (amount) => amount / 2)).about).toBe('margin');
    // A unit of credit for a yuan is an offer of its own.
    expect(ordered(payments(TENS, (amount) => amount * 7)).about).toBe('margin');
    const returned = payments(TENS, (amount) => (amount > 20 ? 0 : amount));
    const most = returned.map((one) =>
      one.creditedAmount === '0' ? { ...one, refundAmount: one.amount } : one,
    );
    expect(answerOf(most).about).toBe('margin');
  });

  it('and a bonus is none', () =>
    expect(answerOf(payments(TENS, (amount) => amount * 1.5)).about).toBe('margin'));
});
