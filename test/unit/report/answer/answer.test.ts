import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildAnswer, buildFirstLines } from '#shared/report/answer/first-lines.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { type AnswerFigures, buildAnswerInput, buildCause } from '../../../support/answer/answer-input.ts';
import { parseCases } from '../../../support/engine/case-file.ts';
import { parseTextLedger } from '../../../support/engine/text-ledger.ts';

const DIRECT: AnswerFigures = {
  flags: { requestMatching: false, margin: false },
  matched: 0,
  unattributed: '7.9',
};

/** A month of lines: its models and causes one by one, all else by the name of its field. */
function monthOf(lines: readonly string[]): AnswerFigures {
  const stated = lines
    .filter((line) => line !== 'a direct buyer')
    .map(
      (line) => [line.slice(0, line.indexOf(' ')), JSON.parse(`[${line.slice(line.indexOf(' '))}]`)] as const,
    );
  const all = (name: string) => stated.flatMap(([field, values]) => (field === name ? [values] : []));
  return {
    ...(lines.includes('a direct buyer') && DIRECT),
    ...Object.fromEntries(stated.map(([field, [value]]) => [field, value])),
    models: all('model'),
    causes: all('cause').map((values) => buildCause(...(values as Parameters<typeof buildCause>))),
  };
}

test.each(parseCases(readFileSync(new URL('answer.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    const month = monthOf(ledger);
    const { about, text } = buildAnswer(buildAnswerInput(month), 'en');
    expect([about, text, buildAnswer(buildAnswerInput(month, 'zh'), 'zh').text]).toEqual(finds);
  },
);

test('a bill without any cost is questioned, but not one with a cost, or of books that sold nothing', () => {
  const answerOf = (...lines: string[]) =>
    reconcile(parseTextLedger(['omit payments', ...lines]), '2026-11-21T00:00:00Z').summary.answer.text;
  const question = 'Every row of the bill has a cost of 0.';
  expect(answerOf('down r1 success 1', 'up r1 success 0')).toContain(question);
  expect(answerOf('down r1 success 1', 'up - success 0')).toContain(question);
  expect(answerOf('down r1 success 1', 'up r1 success 0', 'up r2 success 0.1')).not.toContain(question);
  expect(answerOf('down r1 success 0', 'up r1 success 0')).not.toContain(question);
  expect(answerOf('down r1 success 1', 'omit upstreamCharges')).not.toContain(question);
});

test.each<[tone: string, month: AnswerFigures]>([
  ['fine', {}],
  ['loss', { money: { lost: '1' } }],
  ['loss', { money: { owed: '0.000001' } }],
  ['loss', { cost: '11.3' }],
  ['doubt', { money: { doubtful: '1' } }],
  ['doubt', { money: { lost: '1' }, flags: { rows: false } }],
  ['doubt', { causes: [buildCause('ledger_ids_disjoint', null)] }],
  ['fine', { causes: [buildCause('partial_refund', '1', { severity: 'info', counted: '0' })] }],
])('it looks like %s by money and certainty: %j', (tone, month) => {
  expect(buildFirstLines(buildAnswerInput(month), 'en').tone).toBe(tone);
});
