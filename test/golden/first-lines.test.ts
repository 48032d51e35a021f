import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { sumBy, toDecimal, toPlainText } from '#shared/money/money.ts';
import { buildCauseLines } from '#shared/report/answer/cause-lines.ts';
import {
  buildComparedModels,
  buildComparedReport,
  computeComparedFigures,
  computeMissedRevenue,
} from '#shared/report/answer/compared.ts';
import { buildFirstLines } from '#shared/report/answer/first-lines.ts';
import { findIncompleteGap, hasCertainCritical } from '#shared/report/answer/gaps/find-gaps.ts';
import { remedyOfGap } from '#shared/report/answer/gaps/gap-remedies.ts';
import { listClauses } from '#shared/report/build/translations.ts';
import { localizeSource } from '#shared/report/files/localize-source.ts';
import {
  buildBillLine,
  buildPayment,
  buildRequestLine,
  drawPlantedBook,
  type PlantedBook,
  PURCHASE_PRICES,
} from '../support/answer/planted-books.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { runFilesToReportSource } from '../support/pipeline/run-in-memory.ts';

type Truth = PlantedBook['truth'];
/** Expected contents of the first lines; amounts that are left out must not occur. */
interface Told {
  readonly lost?: (truth: Truth) => number;
  readonly owed?: (truth: Truth) => number;
  readonly doubtful?: (truth: Truth) => number;
  /** False if the margin is unknown. */
  readonly margin?: ((truth: Truth) => number) | false;
  /** The first cause, and a line about missing data. */
  readonly cause?: RegExp;
  readonly remedy?: RegExp;
  readonly gap?: RegExp;
  /** The scope, or a note about models. */
  readonly note?: RegExp;
  readonly exit: 0 | 1 | 3;
}

const marginOf = ({ revenue, cost }: Truth): number => revenue - cost;
const NO_PERIOD = { settings: { period: {} } };
const PRICED = { settings: { prices: PURCHASE_PRICES } };
const DAYS = { grain: 'day' } as const;

const BOOKS: readonly (readonly [name: string, plan: Parameters<typeof drawPlantedBook>[1], told: Told])[] = [
  ['clean', {}, { exit: 0 }],
  ['clean, a bill by days', DAYS, { exit: 0 }],
  [
    'half the price for one customer and model since a day',
    { charged: ({ user, model, day }) => (user === 4 && model === 'gpt-4o' && day >= 12 ? 0.5 : 1) },
    {
      lost: ({ under }) => under,
      cause: /^gpt-4o, channel 1, customer 4: .* 50 % of their price since 1\d October/,
      remedy: /ratio of 0.5/,
      exit: 0,
    },
  ],
  [
    'one and a half times the price on a channel since a day',
    { charged: ({ channel, day }) => (channel === 2 && day >= 20 ? 1.5 : 1) },
    {
      owed: ({ over }) => over,
      cause: /channel 2: .* 150 % of their price since 20 October/,
      remedy: /^Refund the difference/,
      exit: 1,
    },
  ],
  [
    'a model below its cost',
    { billed: ({ model }) => (model === 'deepseek-chat' ? 2 : 1) },
    { lost: () => 0, cause: /^deepseek-chat/, exit: 1 },
  ],
  [
    'a model below its cost, a bill by days',
    { ...DAYS, billed: ({ model }) => (model === 'deepseek-chat' ? 2 : 1) },
    { lost: () => 0, cause: /^deepseek-chat/, exit: 0 },
  ],
  ['no bill', { hasBill: false }, { margin: false, gap: /no bill was given/, exit: 0 }],
  [
    'no payments, and a price too low',
    { ...DAYS, hasPayments: false, charged: ({ channel }) => (channel === 3 ? 0.9 : 1) },
    { lost: ({ under }) => under, cause: /channel 3/, note: /unknown without payments/, exit: 0 },
  ],
  [
    'a payment without credit, a refund and a dispute whose credit is still there',
    {
      payments: [
        buildPayment(3, 2),
        buildPayment(4, 3, { creditedAmount: '0' }),
        buildPayment(5, 4, { status: 'refunded', refundAmount: '50' }),
        buildPayment(6, 5, { status: 'chargeback' }),
      ],
    },
    { lost: () => 100, owed: () => 50, cause: /^Customer [56]/, exit: 1 },
  ],
  [
    'a refund without a word of its credit',
    { payments: [buildPayment(5, 4, { status: 'refunded', refundAmount: '50', creditedAmount: undefined })] },
    { cause: /^Customer 5: .*refunded, and the credit may still be in the wallet/, exit: 0 },
  ],
  [
    'charges of a day twice in the bill',
    {
      lines: (sales) =>
        sales.filter(({ day }) => day === 17).map((sale) => buildRequestLine(sale, sale.cost)),
    },
    { lost: () => 0, cause: /17 October more than once/, exit: 1 },
  ],
  [
    'usage of three days outside the log',
    { charged: ({ channel, day }) => (channel === 2 && day >= 22 && day <= 24 ? null : 1) },
    {
      lost: ({ leaked }) => leaked,
      cause: /channel 2: .* of 22, 23 and 24 October .* not in the log/,
      exit: 1,
    },
  ],
  [
    'failed attempts that the provider bills',
    {
      lines: (sales) =>
        sales
          .filter(({ channel, day }) => channel === 1 && day >= 9)
          .map((sale) =>
            buildRequestLine(sale, sale.cost / 5, { upstreamId: `failed-${sale.id}`, status: 'failed' }),
          ),
    },
    { lost: () => 0, cause: /channel 1: .* attempts that failed since 9 October/, exit: 0 },
  ],
  [
    'requests that the bill lacks',
    { billed: ({ channel, day }) => (channel === 3 && day >= 25 ? null : 1) },
    { doubtful: () => 0, cause: /channel 3: .* since 25 October .* not in the bill/, exit: 0 },
  ],
  [
    'a quota per unit that is a hundred times too small',
    { ...DAYS, settings: { quotaPerUnit: 5000 } },
    { margin: false, gap: /100 times the cost.*quota per unit/, exit: 3 },
  ],
  [
    'a bill in another currency',
    { ...DAYS, billCurrency: 'CNY' },
    { margin: false, gap: /CNY of the bill, because there is no exchange rate/, exit: 3 },
  ],
  [
    'a bill in another currency, with a rate',
    {
      ...DAYS,
      billCurrency: 'CNY',
      billed: () => 7.2,
      settings: { rates: { CNY: '0.1389' } },
    },
    { margin: ({ revenue, cost }) => revenue - cost * 0.1389, exit: 0 },
  ],
  [
    'a log of ten days, a bill of the month, no period',
    { ...DAYS, ...NO_PERIOD, charged: ({ day }) => (day >= 11 && day <= 20 ? 1 : null) },
    { margin: () => 0, gap: /of the bill for 1.* October/, exit: 3 },
  ],
  ['log and bill of the same days within the month', { ...DAYS, from: 2, to: 25 }, { exit: 0 }],
  ['log and bill of the same days, ids', { from: 2, to: 25 }, { exit: 0 }],
  [
    'log and bill of the same days, no period',
    { ...DAYS, ...NO_PERIOD, from: 2, to: 25 },
    { margin: () => 0, gap: /for 2 and 25 October/, exit: 0 },
  ],
  [
    'a bill of twenty days',
    { ...DAYS, billed: ({ day }) => (day <= 20 ? 1 : null) },
    { margin: () => 0, gap: /of the log for 21–31 October/, exit: 3 },
  ],
  [
    'a bill of twenty days, ids',
    { billed: ({ day }) => (day <= 20 ? 1 : null) },
    { margin: () => 0, gap: /requests of the log .* for 21–31 October/, exit: 3 },
  ],
  [
    'a day that the bill lacks',
    { ...DAYS, billed: ({ day }) => (day === 14 ? null : 1) },
    { margin: () => 0, gap: /of the log for 14 October/, exit: 0 },
  ],
  [
    'a model sold under a name that the bill does not have',
    {
      ...DAYS,
      row: ({ model, user }) =>
        model === 'gpt-4o' && user === 5 ? { fields: { model_name: 'my-best' } } : undefined,
    },
    { margin: () => 0, gap: /Not in the bill: my-best/, exit: 3 },
  ],
  [
    'the same, and the log names the model that was bought',
    {
      ...DAYS,
      row: ({ model, user }) =>
        model === 'gpt-4o' && user === 5
          ? {
              fields: { model_name: 'my-best' },
              other: { is_model_mapped: true, upstream_model_name: 'gpt-4o' },
            }
          : undefined,
    },
    { exit: 0 },
  ],
  [
    'a model for nothing',
    {
      ...DAYS,
      charged: ({ model }) => (model === 'gpt-4o-mini' ? 0 : 1),
      row: ({ model }) => (model === 'gpt-4o-mini' ? { other: { group_ratio: 0 } } : undefined),
    },
    { exit: 0 },
  ],
  [
    'a customer with a subscription',
    { row: ({ user }) => (user === 6 ? { other: { billing_source: 'subscription' } } : undefined) },
    { exit: 0 },
  ],
  [
    'a customer below the purchase prices, no bill',
    {
      ...PRICED,
      hasBill: false,
      charged: ({ user }) => (user === 5 ? 0.5 : 1),
      row: ({ user }) => (user === 5 ? { other: { group_ratio: 0.5 } } : undefined),
    },
    { margin: false, cause: /^Customer 5/, remedy: /group/, gap: /no bill was given/, exit: 0 },
  ],
  [
    'a provider that charges more than its price since a day',
    {
      ...DAYS,
      ...PRICED,
      billed: ({ model, day }) => (model === 'claude-sonnet-4-5' && day >= 15 ? 1.2 : 1),
    },
    {
      doubtful: () => 0,
      cause: /^claude-sonnet-4-5: the bill is 1.2 times the price you stated since 15 October/,
      exit: 0,
    },
  ],
  [
    'a provider that charges twice its price',
    { ...DAYS, ...PRICED, billed: ({ model, day }) => (model === 'claude-sonnet-4-5' && day >= 3 ? 2 : 1) },
    {
      lost: () => 0,
      doubtful: () => 0,
      cause: /^claude-sonnet-4-5/,
      remedy: /why the bill is above the price you stated/,
      exit: 0,
    },
  ],
  [
    'a model below its purchase price',
    {
      ...DAYS,
      ...PRICED,
      charged: ({ model }) => (model === 'gpt-4o' ? 0.5 : 1),
      row: ({ model }) => (model === 'gpt-4o' ? { other: { model_ratio: 0.875 } } : undefined),
    },
    { lost: () => 0, cause: /^gpt-4o/, exit: 1 },
  ],
  [
    'a model that nobody bills',
    { ...DAYS, billed: ({ channel }) => (channel === 3 ? null : 1) },
    { margin: () => 0, gap: /Not in the bill: deepseek-chat/, exit: 0 },
  ],
  [
    'a model that nobody sold',
    {
      ...DAYS,
      lines: () => [3, 4, 5].map((day) => buildBillLine(Date.parse(`2026-10-0${day}`), 'gemini-2.5-pro', 1)),
    },
    { exit: 0 },
  ],
  ['a bill without lines', { billed: () => null }, { margin: false, gap: /The bill has no rows/, exit: 3 }],
  [
    'most of a model is sold under a name that the bill does not have',
    {
      ...DAYS,
      row: ({ model, user }) =>
        model === 'gpt-4o' && user >= 5 ? { fields: { model_name: 'my-best' } } : undefined,
    },
    { margin: () => 0, note: /^gpt-4o cost .* my-best/, gap: /Not in the bill: my-best/, exit: 3 },
  ],
  [
    'models below their cost since a day, a bill by days',
    { ...DAYS, billed: ({ model, day }) => (model.startsWith('gpt') && day >= 10 ? 2.5 : 1) },
    {
      lost: () => 0,
      cause: /^gpt-4o and gpt-4o-mini: the models cost more than they earned since 10 October/,
      exit: 0,
    },
  ],
  [
    'a bill of one model in another currency',
    {
      ...DAYS,
      billed: ({ model }) => (model === 'deepseek-chat' ? null : 1),
      lines: () =>
        [3, 4, 5].map((day) => buildBillLine(Date.parse(`2026-10-0${day}`), 'x', 1, { currency: 'CNY' })),
    },
    { margin: () => 0, gap: /Cost unknown.*: deepseek-chat/, exit: 3 },
  ],
  [
    'charges that are ten units of quota too low',
    { charged: ({ price, channel }) => (channel === 2 ? 1 - 0.00002 / price : 1) },
    { lost: ({ under }) => under, cause: /channel 2: customers were charged too little for/, exit: 0 },
  ],
];

async function run({ files, settings }: PlantedBook) {
  const { source } = await runFilesToReportSource(files, settings);
  return (language: Language) => {
    const { head, since } = localizeSource(source, language);
    const report = { ...head, findings: [] };
    const clauses = listClauses(report, language);
    return {
      report,
      first: buildFirstLines(report, language),
      causes: buildCauseLines({ report, since, clauses, traits: source.traits }, language),
    };
  };
}

type Answered = ReturnType<Awaited<ReturnType<typeof run>>>;

const written = ({ first, causes }: Answered, language: Language): string =>
  [
    first.headline,
    first.scope,
    ...first.notes,
    ...first.gaps
      .map(({ text, gap }) => [text, remedyOfGap(gap, language)].filter(Boolean).join(' '))
      .filter(Boolean),
    ...causes.flatMap(({ side, money, text, remedy }) => [`  ${side} ${money} ${text}`, `    ${remedy}`]),
  ].join('\n');

const figures = (text: string): string[] => text.match(/\d[\d,.]*\d \w{3}\b/g) ?? [];

/** Reads the amount behind a word of a text. */
const amountAfter = (word: string, text: string): number | undefined => {
  const [, amount] = new RegExp(`${word} (?:at least )?(-?[\\d,.]+) USD`, 'i').exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount.replaceAll(',', ''));
};

/** Charges are rounded to quota units, and amounts to cents. */
const TOLERANCE = 0.011;

/** Bars of the chart by day are of the same rows as the figures, unless requests without a bill row are left out. */
function expectDaysToAddUp(report: Answered['report']): void {
  const { revenue, cost, margin } = computeComparedFigures(report);
  if (margin === null || !computeMissedRevenue(report).isZero()) return;
  const { byDay } = buildComparedReport(report).summary;
  const sumOf = (name: 'revenue' | 'cost' | 'margin') =>
    toPlainText(sumBy(byDay, (day) => toDecimal(day[name] ?? '0')));
  expect([sumOf('revenue'), sumOf('cost'), sumOf('margin')]).toEqual([revenue, cost, margin.amount]);
}

function check({ report, first, causes }: Answered, told: Told, truth: Truth): void {
  const { lost, owed, doubtful, margin = marginOf } = told;
  for (const [word, amountOf] of [
    ['lost', lost],
    ['owe customers', owed],
    ['margin', margin || undefined],
  ] as const) {
    const amount = amountAfter(word, `${first.headline} ${first.scope}`);
    expect(amount === undefined, word).toBe(amountOf === undefined);
    // 0 means that the plan does not expect the amount.
    const planted = amountOf?.(truth) ?? 0;
    if (planted !== 0) expect(Math.abs((amount ?? 0) - planted), word).toBeLessThan(TOLERANCE);
  }
  expect(first.headline.includes('in doubt')).toBe(doubtful !== undefined);
  expect(causes[0]?.text ?? '').toMatch(told.cause ?? /^/);
  expect(causes[0]?.remedy ?? '').toMatch(told.remedy ?? /^/);
  expect([first.scope, ...first.notes].some((text) => (told.note ?? /^/).test(text))).toBe(true);
  const gaps = first.gaps.map(({ text }) => text || first.headline);
  if (told.gap) expect(gaps.some((text) => told.gap?.test(text))).toBe(true);
  else expect(gaps).toEqual([]);
  expect(hasCertainCritical(report) ? 1 : findIncompleteGap(report) ? 3 : 0).toBe(told.exit);
  if (first.headline.includes('No model loses'))
    expect(
      buildComparedModels(report).filter(({ margin, requests }) => requests > 0 && margin?.startsWith('-')),
    ).toEqual([]);
  expectDaysToAddUp(report);
  if (first.headline.includes('Nothing wrong'))
    expect(causes.filter(({ side }) => side !== 'record')).toEqual([]);
}

/** Months of one gateway, each with one fault or gap, which the first lines must state in both languages. */
describe('first lines of planted months', () => {
  const texts: string[] = [];

  test.each(BOOKS)('%s', async (name, plan, told) => {
    const book = drawPlantedBook(BOOKS.findIndex(([other]) => other === name) + 1, plan);
    const answered = await run(book);
    const [english, chinese] = LANGUAGES.map((language) => answered(language)) as [Answered, Answered];
    check(english, told, book.truth);
    expect(figures(chinese.first.headline).sort()).toEqual(figures(english.first.headline).sort());
    texts.push(`# ${name}\n${written(english, 'en')}\n${written(chinese, 'zh')}\n`);
  });

  test('match the recorded text', async () => {
    await expectFileText('test/golden/first-lines.txt', texts.join('\n'));
  });
});
