import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildAnswer, buildFirstLines } from '#shared/report/answer/first-lines.ts';
import { booksOf, causeOf, type Month } from '../../../support/answer/books.ts';
import { casesOf } from '../../../support/engine/case-file.ts';

const DIRECT: Month = { flags: { requestMatching: false, margin: false }, matched: 0, unattributed: '7.9' };

/** A month of lines: its models and causes one by one, all else by the name of its field. */
function monthOf(lines: readonly string[]): Month {
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
    causes: all('cause').map((values) => causeOf(...(values as Parameters<typeof causeOf>))),
  };
}

test.each(casesOf(readFileSync(new URL('answer.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    const month = monthOf(ledger);
    const { about, text } = buildAnswer(booksOf(month), 'en');
    expect([about, text, buildAnswer(booksOf(month, 'zh'), 'zh').text]).toEqual(finds);
  },
);

test.each<[tone: string, month: Month]>([
  ['fine', {}],
  ['loss', { money: { lost: '1' } }],
  ['loss', { money: { owed: '0.000001' } }],
  ['loss', { cost: '11.3' }],
  ['doubt', { money: { doubtful: '1' } }],
  ['doubt', { money: { lost: '1' }, flags: { rows: false } }],
  ['doubt', { causes: [causeOf('ledger_ids_disjoint', null)] }],
  ['fine', { causes: [causeOf('partial_refund', '1', { severity: 'info', counted: '0' })] }],
])('it looks like %s by money and certainty: %j', (tone, month) => {
  expect(buildFirstLines(booksOf(month), 'en').tone).toBe(tone);
});
