import { describe, expect, test } from 'vitest';
import { answerOf } from '#shared/answer/answer.ts';
import { toneOf } from '#shared/answer/tone.ts';
import { booksOf, causeOf, type Month } from '../../support/answer/books.ts';

const DIRECT: Month = { flags: { requestMatching: false, margin: false }, matched: 0, unattributed: '7.9' };
const LOSING: Month['models'] = [
  ['gpt-image-1', '-0.1'],
  ['dall-e-3', '-0.19'],
  ['gpt-4o', '2.69'],
];

describe('what the books are, and what is said of them', () => {
  test.each<[what: string, month: Month, about: string, english: string, chinese: string]>([
    [
      'nothing is wrong',
      {},
      'clean',
      'Nothing wrong was found. You earned 2.40 USD (23.3 %).',
      '没有发现问题。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
    [
      'money is lost and owed, and some is in doubt',
      { money: { lost: '45.0899', owed: '5.21', doubtful: '1234567.5' } },
      'lost',
      'You lost 45.09 USD and owe customers 5.21 USD. 1,234,567.50 USD are in doubt. You earned 2.40 USD (23.3 %).',
      '您损失了 45.09 USD，还欠客户 5.21 USD。有 1,234,567.50 USD 存疑。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
    [
      'only customers lack something, and all in all it cost more than it brought in',
      { money: { owed: '0.03' }, margin: '-0.0599', rate: -0.1 },
      'owed',
      'You owe customers 0.0300 USD. The requests cost 0.0599 USD more than they earned.',
      '您欠客户 0.0300 USD。请求的成本比收入高 0.0599 USD。',
    ],
    [
      'no bill was given, and a price was too low',
      {
        flags: { upstreamCharges: false, requestMatching: false, margin: false },
        matched: null,
        money: { lost: '3.2' },
      },
      'bill',
      "No provider's bill was given, so nobody knows what the requests cost. You lost 3.20 USD.",
      '没有上游账单，无法得知请求的成本。您损失了 3.20 USD。',
    ],
    [
      'no bill was given, and nothing else is wrong',
      { flags: { upstreamCharges: false, requestMatching: false, margin: false }, matched: null },
      'bill',
      "No provider's bill was given, so nobody knows what the requests cost. Nothing wrong was found in what was given.",
      '没有上游账单，无法得知请求的成本。在已提供的数据中没有发现问题。',
    ],
    [
      'a direct buyer, two of whose models lose money: their totals say it',
      {
        ...DIRECT,
        models: LOSING,
        money: { lost: '0.29' },
        causes: [causeOf('negative_margin_model', '0.29', { model: 'dall-e-3' })],
      },
      'margin',
      'You earned 2.40 USD (23.3 %). 2 of 3 models cost more than they earn, 0.29 USD in all; worst dall-e-3, -0.19.',
      '您的毛利为 2.40 USD（毛利率 23.3 %）。3 个模型中有 2 个成本高于收入，共亏 0.29 USD；最差的是 dall-e-3，-0.19。',
    ],
    [
      'a direct buyer without a losing model',
      { ...DIRECT, models: [['gpt-4o', '2.4']] },
      'margin',
      'You earned 2.40 USD (23.3 %). No model costs more than it earns.',
      '您的毛利为 2.40 USD（毛利率 23.3 %）。没有模型亏本。',
    ],
    [
      'a bill of one of four models',
      {
        ...DIRECT,
        models: [
          ['gpt-4o', '0.91'],
          ...(['4', '0.5', '0.35'] as const).map((sold, n) => [`model-${n}`, sold, sold] as const),
        ],
        revenue: '7.22',
        cost: '1.46',
        margin: '5.76',
        rate: 0.797,
      },
      'unbilled',
      '4.85 USD of the revenue has no cost in the bill: model-0, model-1 and model-2. The rest earned 0.91 USD (38.4 %). None of its models costs more than it earns.',
      '有 4.85 USD 的收入在账单中没有对应的成本：model-0、model-1、model-2。其余部分毛利为 0.91 USD（毛利率 38.4 %）。其中没有模型亏本。',
    ],
    [
      'the bill of a model that is tied to nothing is no cost of the rest',
      {
        ...DIRECT,
        margin: '2.4',
        models: [
          ['gpt-4o', '3', '3'],
          ['real-x', '-2', undefined, '2', 0],
          ['claude', '1.4', undefined, '5.9'],
        ],
      },
      'unbilled',
      '3.00 USD of the revenue has no cost in the bill: gpt-4o. The rest earned 1.40 USD (19.2 %). None of its models costs more than it earns.',
      '有 3.00 USD 的收入在账单中没有对应的成本：gpt-4o。其余部分毛利为 1.40 USD（毛利率 19.2 %）。其中没有模型亏本。',
    ],
    [
      'the bill names no model',
      {
        ...DIRECT,
        models: [
          ['gpt-4o', '10.3', '10.3'],
          ['unknown', '-7.9', undefined, '7.9', 0],
        ],
      },
      'unbilled',
      '10.30 USD of the revenue has no cost in the bill: gpt-4o. 7.90 USD of the bill name no model: export it by model. Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '有 10.30 USD 的收入在账单中没有对应的成本：gpt-4o。账单有 7.90 USD 没有写明模型：请按模型导出。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'a model of little revenue on a machine of its own, and money is lost',
      {
        models: [
          ['gpt-4o', '0.91'],
          ['own', '0.1', '0.1'],
        ],
        money: { lost: '1' },
      },
      'lost',
      'You lost 1.00 USD. 0.10 USD of the revenue has no cost in the bill: own. The rest earned 2.30 USD (22.5 %).',
      '您损失了 1.00 USD。有 0.10 USD 的收入在账单中没有对应的成本：own。其余部分毛利为 2.30 USD（毛利率 22.5 %）。',
    ],
    [
      'a bill in cents',
      {
        models: Array.from({ length: 5 }, (_, n) => [`m${n}`, '-99', undefined, '100'] as const),
        money: { lost: '99' },
      },
      'scale',
      'The cost of 5 of 5 models is more than 10 times their revenue: log and bill count in different units, such as cents, or the quota per unit is wrong. Known without that: revenue 10.30 USD, cost 7.90 USD, 99.00 USD at your cost.',
      '5 个模型中有 5 个的成本超过收入的 10 倍：日志与账单的单位不同（如美分），或每单位额度有误。除此之外已知：收入 10.30 USD，成本 7.90 USD，由您承担的差额 99.00 USD。',
    ],
    [
      'a bill in cents of the two models that are sold',
      { models: ['a', 'b'].map((model) => [model, '-99', undefined, '100', 10] as const) },
      'scale',
      'The cost of 2 of 2 models is more than 10 times their revenue: log and bill count in different units, such as cents, or the quota per unit is wrong. Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '2 个模型中有 2 个的成本超过收入的 10 倍：日志与账单的单位不同（如美分），或每单位额度有误。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'a log in units far below those of the bill, of the one model that is sold',
      { models: [['a', '0.999', undefined, '0.0009', 20]] },
      'scale',
      'The revenue of 1 of 1 models is more than 100 times their cost: log and bill count in different units, such as cents, or the quota per unit is wrong. Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '1 个模型中有 1 个的收入超过成本的 100 倍：日志与账单的单位不同（如美分），或每单位额度有误。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'one product that earns five hundred times its cost',
      { models: [['a', '0.998', undefined, '0.002', 20]] },
      'clean',
      'Nothing wrong was found. You earned 2.40 USD (23.3 %).',
      '没有发现问题。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
    [
      'a dear model of few requests, and one of two models',
      {
        models: [
          ['a', '-99', undefined, '100', 19],
          ['b', '0.5', undefined, '0.5', 1],
        ],
      },
      'clean',
      'Nothing wrong was found. You earned 2.40 USD (23.3 %).',
      '没有发现问题。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
    [
      'a direct buyer who lost credit to a chargeback, too',
      {
        ...DIRECT,
        models: [['gpt-4o', '-1']],
        money: { lost: '11' },
        causes: [
          causeOf('chargeback_credit_not_reversed', '10', { severity: 'critical' }),
          causeOf('negative_margin_model', '1', { model: 'gpt-4o' }),
        ],
      },
      'lost',
      'You lost 11.00 USD. You earned 2.40 USD (23.3 %). 1 of 1 model costs more than it earns, 1.00 USD in all: gpt-4o.',
      '您损失了 11.00 USD。您的毛利为 2.40 USD（毛利率 23.3 %）。1 个模型中有 1 个成本高于收入，共亏 1.00 USD：gpt-4o。',
    ],
    [
      'a row with money was not read',
      { flags: { rows: false }, money: { lost: '45.09', doubtful: '1000' }, beyond: { unread_rows: '1000' } },
      'rows',
      'Rows with money could not be read: they state 1,000.00 USD. Known without that: revenue 10.30 USD, cost 7.90 USD, 45.09 USD at your cost, 1,000.00 USD in doubt.',
      '有带金额的记录无法读取，所写金额共 1,000.00 USD。除此之外已知：收入 10.30 USD，成本 7.90 USD，由您承担的差额 45.09 USD，存疑 1,000.00 USD。',
    ],
    [
      'the bill holds no row',
      {
        rows: { upstreamCharges: { received: 0, included: 0 } },
        cost: '0',
        margin: '10.3',
        rate: 1,
        matched: 0,
      },
      'empty',
      "The provider's bill holds no rows. Known without that: revenue 10.30 USD.",
      '上游账单中没有任何记录。除此之外已知：收入 10.30 USD。',
    ],
    [
      'the payments hold no row, which says nothing of the requests',
      { rows: { payments: { received: 0, included: 0 } }, money: { lost: '1' } },
      'empty',
      'The payments hold no rows. You lost 1.00 USD. You earned 2.40 USD (23.3 %).',
      '充值记录中没有任何记录。您损失了 1.00 USD。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
    [
      'no ledger holds a row',
      {
        rows: {
          downstreamUsage: { received: 0, included: 0 },
          upstreamCharges: { received: 0, included: 0 },
          payments: { received: 0, included: 0 },
        },
        revenue: '0',
        cost: '0',
        margin: '0',
        rate: null,
      },
      'empty',
      "The log, the provider's bill and the payments hold no rows.",
      '网关日志、上游账单、充值记录中没有任何记录。',
    ],
    [
      'the log has rows of another month only',
      { rows: { downstreamUsage: { received: 385, included: 0, outOfPeriod: 385 } }, revenue: '0' },
      'empty',
      'No row of the log lies in the period. Known without that: cost 7.90 USD.',
      '网关日志中没有一条记录在账期内。除此之外已知：成本 7.90 USD。',
    ],
    [
      'the log is in another currency, which no rate converts',
      {
        flags: { currency: false, margin: false },
        excluded: { CNY: { downstreamUsage: '115.4', upstreamCharges: '0', payments: null } },
        revenue: '0',
      },
      'currency',
      `Left out: 115.40 CNY of the log, because the report is in USD (settings: "currency": "CNY"). Known without that: cost 7.90 USD.`,
      '没有计入：网关日志中的 115.40 CNY，因为报告币种是 USD（设置："currency": "CNY"）。除此之外已知：成本 7.90 USD。',
    ],
    [
      'the bill is in another currency',
      {
        flags: { currency: false, margin: false },
        excluded: { CNY: { downstreamUsage: '0', upstreamCharges: '1234.5', payments: '0' } },
        cost: '0',
        margin: '10.3',
        rate: 1,
        money: { lost: '5' },
      },
      'currency',
      `Left out: 1,234.50 CNY of the provider's bill, because no rate to USD is stated (settings: "rates": {"CNY": "..."}). Known without that: revenue 10.30 USD, 5.00 USD at your cost.`,
      '没有计入：上游账单中的 1,234.50 CNY，因为没有给出兑 USD 的汇率（设置："rates": {"CNY": "..."}）。除此之外已知：收入 10.30 USD，由您承担的差额 5.00 USD。',
    ],
    [
      'payments in a currency that nobody states',
      {
        flags: { currency: false },
        excluded: { XXX: { downstreamUsage: '0', upstreamCharges: '0', payments: '146' } },
      },
      'currency',
      'Left out: 146.00 of the payments, whose currency nobody states (settings: "paymentsCurrency": "CNY"). Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '没有计入：充值记录中的 146.00，币种未知（设置："paymentsCurrency": "CNY"）。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'payments that were credited, in a currency that nobody names',
      { flags: { currency: false } },
      'currency',
      'Some payments name no currency: what was paid for their credit is unknown. Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '部分充值没有注明币种，付款金额未知。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'a row of no money in another currency',
      {
        flags: { currency: false },
        excluded: { CNY: { downstreamUsage: '0', upstreamCharges: '0', payments: '0' } },
      },
      'currency',
      'Amounts in another currency than USD, or in none that is stated, are left out. Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '未计入：币种不是 USD 或没有注明币种的金额。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'a bill for the month, a log of ten days',
      { ...DIRECT, models: LOSING, beyond: { bill_beyond_log: '120.5' } },
      'span',
      'Log and bill cover different times: 120.50 USD of the bill lie outside the log. Known without that: revenue 10.30 USD, cost 7.90 USD.',
      '日志与账单的时间范围不同：账单有 120.50 USD 在日志的时间之外。除此之外已知：收入 10.30 USD，成本 7.90 USD。',
    ],
    [
      'days of the bill begin eight hours before those of the log',
      { ...DIRECT, beyond: { bill_beyond_log: '0.3', log_beyond_bill: '0.25' }, isOpen: true },
      'span',
      'Log and bill cover different times: 0.30 USD of the bill lie outside the log, 0.25 USD of the log lie outside the bill. State the period, such as 2026-10: then its first and last day count. You earned 2.40 USD (23.3 %). No model costs more than it earns.',
      '日志与账单的时间范围不同：账单有 0.30 USD 在日志的时间之外，日志有 0.25 USD 在账单的时间之外。请写明账期（如 2026-10），首尾两天才算完整。您的毛利为 2.40 USD（毛利率 23.3 %）。没有模型亏本。',
    ],
    [
      'requests have not ended',
      { flags: { margin: false }, pending: '0.5', money: { owed: '1' } },
      'pending',
      'Requests are still pending, with 0.50 USD of sales. Known without that: revenue 10.30 USD, cost 7.90 USD, 1.00 USD at the cost of customers.',
      '有请求尚未结算，涉及收入 0.50 USD。除此之外已知：收入 10.30 USD，成本 7.90 USD，由客户承担的差额 1.00 USD。',
    ],
    [
      'no id is in both ledgers',
      { causes: [causeOf('ledger_ids_disjoint', null)] },
      'unchecked',
      'No request id is in both usage ledgers: the ids come from different sources. Nothing wrong was found in what was given. You earned 2.40 USD (23.3 %).',
      '用量账与上游账没有任何相同的请求 ID：这些 ID 不是同一来源。在已提供的数据中没有发现问题。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
    [
      'no id is in both ledgers, and a charge names no request: nothing was compared by totals',
      { causes: [causeOf('ledger_ids_disjoint', null)], matched: 0, unattributed: '0.01' },
      'unchecked',
      'No request id is in both usage ledgers: the ids come from different sources. Nothing wrong was found in what was given. You earned 2.40 USD (23.3 %).',
      '用量账与上游账没有任何相同的请求 ID：这些 ID 不是同一来源。在已提供的数据中没有发现问题。您的毛利为 2.40 USD（毛利率 23.3 %）。',
    ],
  ])('%s', (_what, month, about, english, chinese) => {
    const books = booksOf(month);
    const answer = answerOf(books, 'en');
    expect({ ...answer, text: answer.text }).toEqual({ text: english, about });
    expect(answerOf(booksOf(month, 'zh'), 'zh').text).toBe(chinese);
  });
});

test.each<[tone: string, month: Month]>([
  ['fine', {}],
  ['loss', { money: { lost: '1' } }],
  ['loss', { money: { owed: '0.000001' } }],
  ['loss', { margin: '-1' }],
  ['doubt', { money: { doubtful: '1' } }],
  ['doubt', { money: { lost: '1' }, flags: { rows: false } }],
  ['doubt', { causes: [causeOf('ledger_ids_disjoint', null)] }],
  ['fine', { causes: [causeOf('partial_refund', '1', { severity: 'info', counted: '0' })] }],
])('it looks like %s by money and certainty: %j', (tone, month) => {
  expect(toneOf(booksOf(month))).toBe(tone);
});
