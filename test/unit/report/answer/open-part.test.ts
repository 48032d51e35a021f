import { describe, expect, test } from 'vitest';
import { toDecimal } from '#shared/money/money.ts';
import {
  type AcknowledgementRule,
  acknowledgementsSchema,
} from '#shared/report/acknowledged/acknowledgement-rules.ts';
import {
  buildRule,
  formatRules,
  removeAcknowledged,
  ruleCoveragesOf,
} from '#shared/report/acknowledged/remove-acknowledged.ts';
import { buildAnswer } from '#shared/report/answer/first-lines.ts';
import { hasCertainCritical } from '#shared/report/answer/gaps/find-gaps.ts';
import { computeTraits, type FindingFacts } from '#shared/report/build/cause-traits.ts';
import { validate } from '#shared/schemas/read.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { buildAnswerInput, buildCause } from '../../../support/answer/answer-input.ts';
import { tableRows } from '../../../support/table.ts';

const LEAK = buildCause('price_undercharge', '3.2', {
  model: 'gpt-4o',
  channelId: '7',
  count: 2,
  findingId: 'fnd_1',
});
const OTHER = buildCause('retry_cost', '1', { findingId: 'fnd_2', severity: 'critical' });
const leak = (userId: string, amount: string): FindingFacts => ({
  code: 'price_undercharge',
  model: 'gpt-4o',
  channelId: '7',
  cases: 1,
  shares: [{ userId, amount: toDecimal(amount), counted: toDecimal(amount), count: 1 }],
});

const books = buildAnswerInput({ causes: [LEAK, OTHER], money: { lost: '4.2' } });
const report = {
  ...books,
  summary: {
    ...books.summary,
    answer: buildAnswer(books, 'en'),
    byDay: [{ day: '2026-10-31' }],
    cut: [],
    period: { start: null, end: null, reference: null },
  },
  findings: [],
} as unknown as ReconciliationReport;
const reportInput = {
  report,
  clauses: {},
  since: ['2026-10-10', null],
  traits: computeTraits(report.summary.causes, [
    leak('42', '3'),
    leak('43', '0.2'),
    { code: 'retry_cost', cases: 1, shares: [] },
  ]),
};
const openWith = (...rules: AcknowledgementRule[]) => removeAcknowledged(reportInput, rules, 'en');

describe('acknowledged findings', () => {
  /** A rule as its code and fields. */
  const ruleIn = (text: string): AcknowledgementRule => {
    const [code = '', ...fields] = text.split(' ');
    return { code, ...Object.fromEntries(fields.map((field) => field.split('='))) };
  };
  test('a rule is built from code, model and channel of a cause', () =>
    expect(buildRule(LEAK)).toEqual(ruleIn('price_undercharge model=gpt-4o channelId=7')));

  test.each(
    tableRows(`
    nothing                       |                                             | 4.2 | You lost 4.20 USD. Nothing owed to customers.                                    |
    a cause                       | price_undercharge model=gpt-4o channelId=7  | 1   | You lost 1.00 USD. Marked as known and not counted: 3.20 USD. Nothing owed to customers.       | covers
    all of it                     | price_undercharge model=gpt-4o channelId=7; retry_cost upTo=1 | 0 | Margin 2.40 USD (23.3 %). Marked as known and not counted: 4.20 USD. Nothing owed to customers. | covers, covers
    what one customer has of it   | price_undercharge model=gpt-4o channelId=7 userId=42 | 1.2 | You lost 1.20 USD. Marked as known and not counted: 3.00 USD. Nothing owed to customers. | covers
    less than there is            | price_undercharge model=gpt-4o channelId=7 upTo=3.19 | 4.2 | You lost 4.20 USD. Nothing owed to customers. | over
    until a day that has passed   | price_undercharge model=gpt-4o channelId=7 until=2026-10-30 | 4.2 | You lost 4.20 USD. Nothing owed to customers. | over
    until the last day            | price_undercharge model=gpt-4o channelId=7 until=2026-10-31 | 1 | You lost 1.00 USD. Marked as known and not counted: 3.20 USD. Nothing owed to customers. | covers
    another model                 | price_undercharge model=o1                  | 4.2 | You lost 4.20 USD. Nothing owed to customers.                                    | unused
    the same twice                | price_undercharge model=gpt-4o channelId=7; price_undercharge model=gpt-4o channelId=7 | 1 | You lost 1.00 USD. Marked as known and not counted: 3.20 USD. Nothing owed to customers. | covers, unused
    `),
  )('%s change sums and answer', (_what, rules = '', lost, text, states) => {
    const open = openWith(...rules.split('; ').filter(Boolean).map(ruleIn));
    const coverages = ruleCoveragesOf(open.report);
    expect(open.report.summary.money.lost).toBe(lost);
    expect(open.report.summary.answer.text).toBe(text);
    expect(coverages.map(({ state }) => state).join(', ')).toBe(states);
    expect(open.since).toHaveLength(open.report.summary.causes.length);
  });

  test('adjust the causes, and the count and money of a part of a cause', () => {
    const open = openWith({ ...buildRule(LEAK), userId: '42' });
    expect(open.report.summary.causes.at(-1)).toMatchObject({ count: 1, amount: '0.2', counted: '0.2' });
    expect(open.traits.at(-1)?.shares.map(({ userId }) => userId)).toEqual(['43']);
    expect(openWith(buildRule(LEAK)).since).toEqual([null]);
  });

  test.each<[what: string, seen: Parameters<typeof buildCause>, isLeft: boolean]>([
    ['looks at no other money', ['negative_margin_model', '3.1', { of: 'fnd_1', counted: '0' }], false],
    ['counts money of its own', ['negative_margin_model', '3.1', { of: 'fnd_1', counted: '0.1' }], true],
    ['is of more than that', ['negative_margin_total', '3.3', { of: 'fnd_1', counted: '0' }], true],
    ['is of another cause', ['negative_margin_model', '3.1', { of: 'fnd_2', counted: '0' }], true],
  ])('takes with it what %s', (_what, seen, isLeft) => {
    const causes = [...report.summary.causes, buildCause(...seen)];
    const more = { ...reportInput, report: { ...report, summary: { ...report.summary, causes } } };
    const open = removeAcknowledged(
      { ...more, since: [...reportInput.since, null] },
      [buildRule(LEAK)],
      'en',
    );
    expect(open.report.summary.causes.some(({ code }) => code === seen[0])).toBe(isLeft);
    expect(open.since).toHaveLength(open.report.summary.causes.length);
  });

  test('do not affect the exit code', () => {
    expect(hasCertainCritical(openWith(buildRule(LEAK)).report)).toBe(true);
    const counted = {
      ...report,
      summary: { ...report.summary, findings: { ...report.summary.findings, critical: 1 } },
    };
    expect(
      hasCertainCritical(
        removeAcknowledged({ ...reportInput, report: counted }, [{ code: 'retry_cost' }], 'en').report,
      ),
    ).toBe(false);
  });

  test('a rule is read as it was written', () => {
    const rule = { ...buildRule(LEAK), upTo: '30', until: '2026-12-31', note: 'a discount' };
    expect(validate(acknowledgementsSchema, JSON.parse(formatRules([rule])))).toEqual({
      output: { known: [rule] },
    });
  });

  test.each<[what: string, value: unknown, path: string]>([
    ['no list', { known: 1 }, 'known'],
    ['a rule without a code', { known: [{ model: 'm' }] }, 'known[0].code'],
    ['a code that no finding has', { known: [{ code: 'c' }] }, 'known[0].code'],
    ['a day that is none', { known: [{ code: 'retry_cost', until: '2026-13-01' }] }, 'known[0].until'],
    ['a word that nobody knows', { known: [{ code: 'retry_cost', channel: '7' }] }, 'known[0].channel'],
    ['an amount below 0', { known: [{ code: 'retry_cost', upTo: '-1' }] }, 'known[0].upTo'],
  ])('is refused where it is %s', (_what, value, path) => {
    const checked = validate(acknowledgementsSchema, value);
    expect('problems' in checked && checked.problems[0]?.path).toBe(path);
  });
});
