import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/language.ts';
import { toDecimal } from '#shared/money/money.ts';
import { buildCauseLines } from '#shared/report/answer/cause-lines.ts';
import { computeTraits } from '#shared/report/answer/traits.ts';
import { listClauses } from '#shared/report/build/translations.ts';
import type { PriceSteps } from '#shared/schemas/finding-facts.ts';
import type { Cause, ReconciliationReport } from '#shared/schemas/report.ts';
import { booksOf, causeOf } from '../../../support/answer/books.ts';

/** A finding of a cause, as the tables below write it. */
interface Fact {
  readonly userId?: string;
  readonly amount?: string;
  readonly charged?: string;
  readonly expected?: string;
  readonly count?: number;
  readonly byUser?: readonly { readonly userId: string; readonly amount: string }[];
  readonly repriced?: PriceSteps;
}

const share = (userId: string, text: string) => {
  const amount = toDecimal(text);
  return { userId, amount, counted: amount, count: 1 };
};
const factsOf = ({ userId, amount = '0', charged, expected, count = 1, byUser = [], repriced }: Fact) => ({
  cases: count,
  shares:
    userId === undefined ? byUser.map((user) => share(user.userId, user.amount)) : [share(userId, amount)],
  charged: charged === undefined ? undefined : toDecimal(charged),
  expected: expected === undefined ? undefined : toDecimal(expected),
  reasons: repriced && { repriced },
});

/** The lines of some causes, whose findings have these facts. */
function linesOf(
  causes: readonly Cause[],
  language: Language = 'en',
  since: (string | null)[] = [],
  findings: Readonly<Record<string, readonly Fact[]>> = {},
  days?: readonly string[],
) {
  const books = booksOf({ causes }, language);
  const byDay = days?.map((day) => ({ ...books.summary.byDay[0], day })) ?? books.summary.byDay;
  const report = {
    ...books,
    summary: { ...books.summary, byDay },
    findings: [],
  } as unknown as ReconciliationReport;
  const facts = causes.flatMap(({ code, model, channelId }) =>
    (findings[code] ?? [{}]).map((fact) => ({
      code,
      ...(model !== null && { model }),
      ...(channelId !== null && { channelId }),
      ...factsOf(fact),
    })),
  );
  const traits = computeTraits(causes, facts);
  return buildCauseLines({ report, since, clauses: listClauses(report, language), traits }, language);
}

const LEAK = causeOf('price_undercharge', '3.2', { model: 'gpt-4o', channelId: '7', count: 150 });
const TWO = { ...LEAK, count: 2 };
const LEAK_ONCE = { ...LEAK, count: 1 };

test.each<[cause: Cause, since: string | null, side: string, english: string, chinese: string]>([
  [
    LEAK,
    '2026-03-10',
    'lost',
    'gpt-4o, channel 7: 150 requests were charged less than their price since 10 March 2026.',
    'gpt-4o，渠道 7：自2026年3月10日起，150 个请求的收费低于定价。',
  ],
  [
    causeOf('chargeback_credit_not_reversed', '10', { severity: 'critical' }),
    '2026-10-22',
    'lost',
    'A payment was charged back, but its credit was not taken back (22 October 2026).',
    '2026年10月22日，1 笔充值被拒付，入账的额度却没有收回。',
  ],
  [
    causeOf('payment_not_credited', '10', { severity: 'critical' }),
    null,
    'owed',
    'A payment was never credited.',
    '1 笔充值没有入账。',
  ],
  [
    causeOf('unmatched_downstream', '2', { count: 2 }),
    null,
    'doubtful',
    '2 delivered requests are not in the bill.',
    '2 个已交付的请求不在上游账单里。',
  ],
  [
    causeOf('partial_refund', '1', { severity: 'info', counted: '0' }),
    null,
    'record',
    expect.stringMatching(/^[A-Z1].*\.$/) as string,
    expect.stringMatching(/。$/) as string,
  ],
])('%j is told with its side', (cause, since, side, english, chinese) => {
  const [line] = linesOf([cause], 'en', [since]);
  expect({ side: line?.side, text: line?.text ?? '' }).toEqual({ side, text: english });
  expect(linesOf([cause], 'zh', [since])[0]?.text ?? '').toEqual(chinese);
});

describe('when', () => {
  const BILL = causeOf('upstream_missing_request_id', '15.57', { severity: 'info', counted: '0' });
  const MONTH = ['2026-10-31', '2026-10-10', '2026-10-01'];
  test.each<[what: string, cause: Cause, details: Fact[], days: string[], english: string, chinese: string]>([
    ['is since a day', TWO, [{}, {}], MONTH, 'price since 10 October 2026.', '自2026年10月10日起，'],
    ['is the day of a single case', LEAK_ONCE, [{}], MONTH, 'price (10 October 2026).', '2026年10月10日，'],
    [
      'is the day, where there is one only',
      TWO,
      [{}, {}],
      ['2026-10-10'],
      '(10 October 2026).',
      '2026年10月10日，',
    ],
    [
      'is since a day, too, where one finding is about many rows',
      ...([BILL, [{ count: 345 }], MONTH] as const),
      ...(['Bill lines have no request id since 10 October 2026.', '自2026年10月10日起，账单'] as const),
    ],
  ] as never)('%s', (_what, cause, details, days, english, chinese) => {
    const said = (language: Language) =>
      linesOf([cause], language, ['2026-10-10'], { [cause.code]: details }, days)[0]?.text ?? '';
    expect(said('en')).toContain(english);
    expect(said('zh')).toContain(chinese);
    expect(said('zh').includes('自')).toBe(english.includes('since'));
  });
});

test.each<[code: string, details: Fact, english: RegExp, chinese: RegExp]>([
  ['discount_granted', { count: 2 }, /^2 discounts were granted\.$/, /^2 笔充值享受了优惠。$/],
  ['zero_charge_with_cost', { count: 4 }, /^4 delivered requests/, /^4 个请求/],
  ['zero_charge_with_cost', {}, /^A delivered request/, /^1 个请求/],
  ['channel_ids_disjoint', { count: 24 }, /^No request of the channel/, /^该渠道没有一个请求/],
])('%s tells how many cases %j holds, not how many findings', (code, details, english, chinese) => {
  const cause = causeOf(code, '5');
  expect(linesOf([cause], 'en', [], { [code]: [details] })[0]?.text).toMatch(english);
  expect(linesOf([cause], 'zh', [], { [code]: [details] })[0]?.text).toMatch(chinese);
});

test('money is what counts, as people read it; where nothing counts, what it is about', () => {
  const lines = linesOf([
    causeOf('price_undercharge', '1234.5', { counted: '1000' }),
    causeOf('retry_cost', '0.0123'),
    causeOf('funding_shortfall', '5', { counted: '0' }),
    causeOf('channel_mismatch', null),
    // Gap and coverage tell these.
    causeOf('ledger_ids_disjoint', null),
    causeOf('ledger_missing', null),
  ]);
  expect(lines.map(({ side, money }) => [side, money])).toEqual([
    ['lost', '1,000.00'],
    ['lost', '0.0123'],
    ['none', '5.00'],
    ['none', ''],
  ]);
});

test('causes stand by money whatever their side, the largest of each side among the first three', () => {
  const sized = (amounts: readonly (readonly [code: string, amount: string])[]) =>
    linesOf(amounts.map(([code, amount], at) => causeOf(code, amount, { model: `m${at}` }))).map(
      ({ side, money, isSmall }) => `${isSmall ? 'small ' : ''}${side} ${money}`,
    );
  expect(
    sized([
      ['negative_margin_request', '0.0086'],
      ['failed_but_charged', '12.12'],
    ]),
  ).toEqual(['owed 12.12', 'small lost 0.0086']);
  expect(
    sized([
      ['negative_margin_model', '9'],
      ['retry_cost', '8'],
      ['fee_exceeds_amount', '7'],
      ['unmatched_downstream', '2'],
      ['failed_but_charged', '1'],
    ]),
  ).toEqual(['lost 9.00', 'doubtful 2.00', 'owed 1.00', 'lost 8.00', 'lost 7.00']);
});

test('causes that differ only by channel are one, with its channels and a breakdown', () => {
  const [line, ...others] = linesOf(
    ['7', '9'].map((channelId) => causeOf('retry_cost', '2', { model: 'm', channelId })),
  );
  expect(others).toEqual([]);
  expect(line?.text).toMatch(/^m, channel 7 and 9: /);
  expect(line?.parts.map(({ cause }) => cause.channelId)).toEqual(['7', '9']);
});

test('a loss by customers names the one with most of it', () => {
  const [line] = linesOf([causeOf('estimated_loss_user', '0.6', { counted: '0', count: 2 })], 'en', [], {
    estimated_loss_user: [
      { userId: '5', amount: '0.3' },
      { userId: '6', amount: '0.3' },
    ],
  });
  expect(line?.text).toContain('0.30 USD of it with customer 5');
});

describe('causes that differ by their model alone are one', () => {
  const on = (model: string, amount: string, more: Partial<Cause> = {}) => ({
    ...LEAK,
    model,
    amount,
    counted: amount,
    findingId: `fnd_${model}`,
    count: 10,
    ...more,
  });
  const said = (causes: readonly Cause[], since: (string | null)[] = [], details: readonly Fact[] = [{}]) =>
    linesOf(causes, 'en', since, { price_undercharge: details }).map(({ money, text }) => [money, text]);

  test('with the sum, all their findings and the first day; four are named by three', () => {
    const causes = [on('a', '4'), on('b', '3'), on('c', '2'), on('d', '1')];
    expect(said(causes, ['2026-03-10', '2026-03-09', null, '2026-03-11'])).toEqual([
      [
        '10.00',
        'a, b, c and 1 more, channel 7: 40 requests were charged less than their price since 9 March 2026.',
      ],
    ]);
    expect(linesOf(causes, 'zh')[0]?.text).toBe('a、b、c、另外 1 个模型，渠道 7：40 个请求的收费低于定价。');
    expect(
      linesOf(causes)[0]
        ?.parts.map(({ money, text }) => [money, text])
        .slice(-1),
    ).toEqual([['1.00', 'd, channel 7: 10 requests were charged less than their price.']]);
    expect(linesOf(causes)[0]).toMatchObject({
      cause: { model: null, count: 40, counted: '10', amount: '10' },
    });
  });

  test('a sum that has grown takes its place among the others', () => {
    const causes = [on('a', '5', { channelId: '8' }), on('b', '4'), on('c', '3')];
    expect(said(causes).map(([money]) => money)).toEqual(['7.00', '5.00']);
  });

  test('one factor is one cause, another factor is another', () => {
    const sixty = { charged: '0.6', expected: '1' };
    expect(said([on('a', '2', { count: 2 }), on('b', '1', { count: 2 })], [], [sixty, sixty])).toEqual([
      ['3.00', 'a and b, channel 7: 4 requests were charged at 60 % of their price.'],
    ]);
    const [line, other] = buildCauseLines(
      {
        report: booksOf({ causes: [on('a', '2'), on('b', '1')] }, 'en') as unknown as ReconciliationReport,
        since: [],
        clauses: {},
        traits: [
          { shares: [], factor: '0.6' },
          { shares: [], factor: '0.5' },
        ],
      },
      'en',
    );
    expect([line?.cause.model, other?.cause.model]).toEqual(['a', 'b']);
  });

  test('a customer with most of all is named with what they have of all', () => {
    const shares = [{ userId: '42', amount: '2', counted: '2', count: 1 }];
    const traits = [
      { shares, factor: null },
      { shares: [...shares, { userId: '43', amount: '1', counted: '1', count: 1 }], factor: null },
    ];
    const report = booksOf({ causes: [on('a', '3'), on('b', '2')] }, 'en') as unknown as ReconciliationReport;
    const [line] = buildCauseLines({ report, since: [], clauses: listClauses(report, 'en'), traits }, 'en');
    expect(line?.text).toMatch(/; 4\.00 USD of it with customer 42\.$/);
  });

  test.each<[what: string, others: Partial<Cause>]>([
    ['another channel', { channelId: '8' }],
    ['another code', { code: 'zero_charge_with_cost' }],
    ['nothing that counts', { counted: '0' }],
    ['a model that nobody knows', { model: null }],
  ])('%s is another', (_, other) => {
    expect(said([on('a', '2'), on('b', '1', other)])).toHaveLength(2);
  });

  test('what a model cost is its own', () => {
    const below = (model: string) => on(model, '1', { code: 'negative_margin_model', channelId: null });
    expect(said([below('a'), below('b')])).toHaveLength(2);
  });
});

test('a view of money that a cause before it counts is not told again; what counts of its own is', () => {
  const codes = (causes: Cause[]) => linesOf(causes).map((line) => line.cause.code);
  const view = causeOf('negative_margin_model', '9', { model: 'gpt-4o', of: 'fnd_1', counted: '0' });
  expect(codes([LEAK, view])).toEqual(['price_undercharge']);
  expect(codes([LEAK, { ...view, counted: '2' }])).toEqual(['price_undercharge', 'negative_margin_model']);
});

describe('a customer', () => {
  test.each<[what: string, cause: Cause, details: Fact[], english: RegExp, chinese: RegExp]>([
    [
      'with all of it is named',
      TWO,
      [
        { userId: '42', amount: '3' },
        { userId: '42', amount: '0.2' },
      ],
      /^gpt-4o, channel 7, customer 42: /,
      /^gpt-4o，渠道 7，客户 42：/,
    ],
    [
      'with more than half is named with their part',
      TWO,
      [
        { userId: '42', amount: '1.600000000000000001' },
        { userId: '43', amount: '1.599999999999999999' },
      ],
      /; 1\.60 USD of it with customer 42\.$/,
      /；其中客户 42 占 1\.60 USD。$/,
    ],
    [
      'with all but what figures show is not told the sum a second time',
      TWO,
      [
        { userId: '42', amount: '3.199' },
        { userId: '43', amount: '0.001' },
      ],
      /; nearly all of it with customer 42\.$/,
      /；几乎全部来自客户 42。$/,
    ],
    [
      'with half is not named',
      TWO,
      [
        { userId: '42', amount: '1.6' },
        { userId: '43', amount: '1.6' },
      ],
      /^gpt-4o, channel 7: [^;]*$/,
      /^gpt-4o，渠道 7：[^；]*$/,
    ],
    [
      'is found in a finding about many',
      causeOf('funding_shortfall', '5'),
      [{ amount: '5', byUser: [{ userId: '8', amount: '4' }] }],
      /; 4\.00 USD of it with customer 8\.$/,
      /；其中客户 8 占 4\.00 USD。$/,
    ],
  ])('%s', (_what, one, details, english, chinese) => {
    const said = (language: Language) => linesOf([one], language, [], { [one.code]: details })[0]?.text ?? '';
    expect(said('en')).toMatch(english);
    expect(said('zh')).toMatch(chinese);
  });
});

describe('one factor over all requests', () => {
  const charged = (charged: string, expected: string) => ({ charged, expected, amount: '1', userId: '42' });
  test.each<[what: string, details: Fact[], english: RegExp, remedy: RegExp]>([
    [
      'is named, and what to look for',
      [charged('0.6', '1'), charged('1.2', '2'), charged('0.000001', '0.0000016667')],
      /2 requests were charged at 60 % of their price/,
      /^Look for the ratio 0\.6 on channel 7: remove it/,
    ],
    [
      'is a multiple from twice on',
      [charged('3', '1'), charged('6', '2')],
      /2 requests were charged 3 times their price/,
      /^Look for the ratio 3 on/,
    ],
    [
      'is never told as nothing',
      [charged('0.0012', '1'), charged('0.0024', '2')],
      /charged at 0\.12 % of their price/,
      /^Look for the ratio 0\.0012 on/,
    ],
    [
      'is never told as the whole price',
      [charged('1.004', '1'), charged('2.008', '2')],
      /charged at 100\.4 % of their price/,
      /^Look for the ratio 1\.004 on/,
    ],
    [
      'is none where they differ',
      [charged('0.6', '1'), charged('1.8', '2')],
      /less than their price/,
      /on that day/,
    ],
    ['is none of a single request', [charged('0.6', '1')], /less than their price/, /on that day/],
    ['is none where a price is unknown', [charged('0.6', '1'), {}], /less than their price/, /on that day/],
  ])('%s', (_what, details, english, remedy) => {
    const [line] = linesOf([TWO], 'en', [], { [TWO.code]: details });
    expect(line?.text).toMatch(english);
    expect(line?.remedy).toMatch(remedy);
  });
});

test.each<[what: string, since: string, remedy: RegExp]>([
  [
    'is told with the day on which it began',
    '2026-10-10',
    /ratio 0\.6 that began on 10 October 2026 on channel 7/,
  ],
  ['is not said to have begun with the books', '2026-10-01', /ratio 0\.6 on channel 7/],
])('what to look for %s', (_what, since, remedy) => {
  const details = [
    { charged: '0.6', expected: '1' },
    { charged: '1.2', expected: '2' },
  ];
  const days = ['2026-10-31', '2026-10-10', '2026-10-01'];
  expect(linesOf([TWO], 'en', [since], { [TWO.code]: details }, days)[0]?.remedy).toMatch(remedy);
});

describe('a price that was changed while requests of a cause began', () => {
  const steps: [number, string][] = [
    [2.5, '2026-10-01T00:00:00Z'],
    [0.25, '2026-10-09T23:49:03Z'],
    [2.5, '2026-10-10T00:51:00Z'],
  ];
  const values = steps.map(([value, since]) => [value, Date.parse(since)] as const);
  const repriced: Fact = { repriced: { term: 'input', values } };
  const textOf = (details: Fact[], language: Language = 'en') => {
    const cause = { ...TWO, count: details.length };
    return linesOf([cause], language, [], { [TWO.code]: details })[0]?.text ?? '';
  };

  test('is told where it was all of them, or most', () => {
    const when =
      'while the price was changed: ratio 2.5 -> 0.25 at 2026-10-09 23:49, -> 2.5 at 2026-10-10 00:51 UTC.';
    expect(textOf([repriced, repriced])).toContain(`; ${when}`);
    expect(textOf([repriced, repriced, {}])).toContain(`; 2 of them ${when}`);
    expect(textOf([repriced, repriced, {}], 'zh')).toContain(
      '；其中 2 个发生在价格改动期间：模型倍率 2.5 → 0.25（2026-10-09 23:49） → 2.5（2026-10-10 00:51）（UTC）。',
    );
  });

  test('is what to look at', () => {
    const [line] = linesOf([TWO], 'en', [], { [TWO.code]: [repriced, repriced] });
    expect(line?.remedy).toMatch(/who changed the price/);
  });

  test('is not told where it was few', () => expect(textOf([repriced, {}, {}])).not.toContain('changed'));
});
