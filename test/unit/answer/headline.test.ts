import { describe, expect, test } from 'vitest';
import type { Answered } from '#functions/console/page/answered.ts';
import { headline } from '#shared/answer/headline.ts';
import { codes } from '#shared/engine/checks/registry.ts';
import { clausesOf } from '#shared/engine/report/reworded.ts';

type Cause = Answered['report']['summary']['causes'][number];

const cause = (code: string, amount: string | null, more: Partial<Cause> = {}): Cause => ({
  ...{ severity: 'warning', side: codes.get(code)?.side ?? null, code, model: null, channelId: null },
  ...{ count: 1, amount, counted: amount ?? '0', findingId: 'fnd_1' },
  ...more,
});

/** As much of a report as the sentence is made of. */
const answered = (
  causes: readonly Cause[],
  since: (string | null)[] = [],
  findings: Readonly<Record<string, readonly object[]>> = {},
): Answered => {
  const count = (severity: string) => causes.filter((one) => one.severity === severity).length;
  const report = {
    currency: 'USD',
    completeness: { upstreamCharges: true },
    findings: causes.flatMap(({ code, findingId, model, channelId }) =>
      (findings[code] ?? [{}]).map((details) => ({
        ...{ id: findingId, code, details },
        ...(model !== null && { model }),
        ...(channelId !== null && { channelId }),
      })),
    ),
    summary: {
      causes,
      findings: {
        total: causes.length,
        critical: count('critical'),
        warning: count('warning'),
        byCode: { ledger_ids_disjoint: { title: 'No id is in both.' } },
      },
    },
  };
  const told = report as unknown as Answered['report'];
  const translations = { zh: { messages: [], byCode: {}, notes: [], clauses: clausesOf(told, 'zh') } };
  return { report: told, translations, clauses: clausesOf(told, 'en'), since };
};

const inChinese = (books: Answered) => headline({ ...books, clauses: books.translations.zh.clauses }, 'zh');

const LEAK = cause('price_undercharge', '3.2', { model: 'gpt-4o', channelId: '7', count: 150 });

test.each<[causes: Cause[], since: (string | null)[], english: string, chinese: string]>([
  [
    [LEAK],
    ['2026-03-10'],
    'You lost 3.2 USD on gpt-4o through channel\u00a07: 150 requests were charged less than their price since 10 March 2026.',
    '您损失了 3.2 USD（gpt-4o，渠道 7）：自2026年3月10日起，150 个请求的收费低于定价。',
  ],
  [
    [cause('chargeback_credit_not_reversed', '10', { severity: 'critical' })],
    ['2026-10-22'],
    'You lost 10 USD: a payment was charged back, and its credit still stands (22 October 2026).',
    '您损失了 10 USD：2026年10月22日，1 笔支付已被拒付，余额却没有扣回。',
  ],
  [
    [cause('payment_not_credited', '10', { severity: 'critical' })],
    [null],
    'You owe customers 10 USD: a payment was never credited.',
    '您欠客户 10 USD：1 笔支付没有入账。',
  ],
  [
    [cause('unmatched_downstream', '2', { count: 2 })],
    [null],
    '2 USD are in doubt: 2 delivered requests have no upstream charge.',
    '有 2 USD 存疑：2 个已交付的请求没有对应的上游扣费。',
  ],
  [
    [],
    [],
    'Nothing is wrong: every request, charge and payment agrees.',
    '一切正常：所有请求、扣费和支付都对得上。',
  ],
  [
    [cause('partial_refund', '1', { severity: 'info' })],
    [null],
    'No money is missing. What remains is for the record.',
    '没有资金缺失，其余条目仅供备查。',
  ],
])('%j is said so', (causes, since, english, chinese) => {
  expect(headline(answered(causes, since), 'en')).toBe(english);
  expect(inChinese(answered(causes, since))).toBe(chinese);
});

test.each<[why: string, causes: Cause[], code: RegExp]>([
  ['the first cause that counts money', [LEAK, cause('retry_cost', '1')], /charged less/],
  [
    'what counts money, not what shows it again',
    [cause('negative_margin_model', '9', { counted: '0', model: 'gpt-4o' }), LEAK],
    /charged less/,
  ],
  [
    'what is counted of a cause, not what others count of it',
    [cause('negative_margin_model', '9', { counted: '2.5', model: 'gpt-4o' })],
    /^You lost 2\.5 USD on gpt-4o: the model costs more than it earns/,
  ],
  [
    'money that counts nowhere, where there is no other',
    [cause('negative_margin_channel', '9', { counted: '0', channelId: '7' })],
    /^9 USD are in doubt through channel\u00a07: the channel costs more than it earns/,
  ],
])('the sentence is about %s', (_why, causes, code) => {
  expect(headline(answered(causes), 'en')).toMatch(code);
});

test('what is acknowledged is not said again', () => {
  const other = cause('retry_cost', '1', { findingId: 'fnd_2' });
  const known = { ...LEAK, count: 1 };
  expect(headline(answered([known, other]), 'en', new Set(['fnd_1']))).toMatch(/^You lost 1 USD/);
  expect(headline(answered([known, other]), 'en', new Set(['fnd_1', 'fnd_2']))).toBe(
    'Everything that was found is acknowledged.',
  );
  // 149 of its findings are not listed, so nobody has seen them.
  expect(headline(answered([LEAK]), 'en', new Set(['fnd_1']))).toMatch(/^You lost 3.2 USD/);
});

const TWO = cause('price_undercharge', '3.2', { model: 'gpt-4o', channelId: '7', count: 2 });

describe('a customer', () => {
  test.each<[what: string, cause: Cause, details: object[], english: RegExp, chinese: RegExp]>([
    [
      'with all of it is named',
      TWO,
      [
        { userId: '42', amount: '3' },
        { userId: '42', amount: '0.2' },
      ],
      /^You lost 3\.2 USD on gpt-4o through channel\u00a07 with customer\u00a042: /,
      /（gpt-4o，渠道 7，客户 42）/,
    ],
    [
      'with more than half is named with the exact part',
      TWO,
      [
        { userId: '42', amount: '1.600000000000000001' },
        { userId: '43', amount: '1.599999999999999999' },
      ],
      /through channel\u00a07, 1\.600000000000000001 of it with customer\u00a042: /,
      /（gpt-4o，渠道 7；其中客户 42 占 1\.600000000000000001 USD）/,
    ],
    [
      'with half is not named',
      TWO,
      [
        { userId: '42', amount: '1.6' },
        { userId: '43', amount: '1.6' },
      ],
      /through channel\u00a07: /,
      /（gpt-4o，渠道 7）/,
    ],
    [
      'is not named where a finding is not listed',
      TWO,
      [{ userId: '42', amount: '3' }],
      /channel\u00a07: /,
      /渠道 7）/,
    ],
    [
      'is owed to',
      cause('payment_not_credited', '5', { severity: 'critical' }),
      [{ userId: 'mei', amount: '5' }],
      /^You owe 5 USD to customer\u00a0mei: /,
      /^您欠客户 5 USD（客户 mei）/,
    ],
    [
      'is found in a finding about many',
      cause('funding_shortfall', '5'),
      [{ amount: '5', byUser: [{ userId: '8', amount: '4' }] }],
      /^5 USD are in doubt, 4 of it with customer\u00a08: /,
      /（其中客户 8 占 4 USD）/,
    ],
  ])('%s', (_what, one, details, english, chinese) => {
    const books = answered([one], [], { [one.code]: details });
    expect(headline(books, 'en')).toMatch(english);
    expect(inChinese(books)).toMatch(chinese);
  });
});

test('what kept the books from being checked is said where no money is known to be lost', () => {
  const books = answered([cause('ledger_ids_disjoint', null)]);
  expect(headline(books, 'en')).toBe('No loss was found in what could be checked. No id is in both.');
  expect(headline(books, 'en', new Set(['fnd_1']))).toBe('Everything that was found is acknowledged.');
});
