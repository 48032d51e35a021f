import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { groupIntoCauses } from '#shared/report/build/causes.ts';
import { listSortedDrafts } from '#shared/report/build/drafts.ts';
import { listFirstDays } from '#shared/report/build/summary-causes.ts';
import { buildHourRows } from '#shared/report/build/tables.ts';
import { reconcile, runChecks } from '#shared/report/reconcile.ts';
import { COMPLETE } from '../../support/answer/answer-input.ts';
import { parseCases } from '../../support/engine/case-file.ts';
import { parseTextLedger, reconcileText } from '../../support/engine/text-ledger.ts';
import { tableRows } from '../../support/table.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What `figures.txt` names: fields of the report, codes in their order, rows by hour, causes with their first day and
 * the code that they stand under, and the first finding of each code.
 */
function figuresOf(ledger: readonly string[]): Fields {
  const { summary, findings, completeness, byModel, byChannel } = reconcileText(ledger);
  const { conclusions, surveyed } = runChecks(parseTextLedger(ledger));
  const days = listFirstDays(groupIntoCauses(listSortedDrafts(conclusions.evidence, surveyed.context)));
  const codeOf = (id: string | undefined) => summary.causes.find(({ findingId }) => findingId === id)?.code;
  return {
    ...{ ...summary, completeness, byModel, byChannel, codes: Object.keys(summary.findings.byCode) },
    causes: summary.causes.map((cause, at) => ({ ...cause, since: days[at], under: codeOf(cause.of) })),
    hours: buildHourRows(conclusions.figures, surveyed.context),
    finding: Object.fromEntries(findings.toReversed().map((found) => [found.code, found])),
  };
}

const text = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : `${value ?? '-'}`;

/** Formats a figure as the table does. */
function written(figures: Fields, path: string, columns: string | undefined, expected: string): string {
  const value = path
    .split('.')
    .reduce<unknown>(
      (at, name) => (name === 'names' ? Object.keys(at as Fields) : (at as Fields)[name]),
      figures,
    );
  const [, word, part = ''] = /^(has|lacks) (.*)$/.exec(expected) ?? [];
  if (word !== undefined) return text(value).includes(part) === (word === 'has') ? expected : text(value);
  if (columns !== undefined)
    return (value as Fields[])
      .map((line) =>
        columns
          .split(' ')
          .map((name) => text(line[name]))
          .join(' '),
      )
      .join(', ');
  const names = [...expected.matchAll(/(?:^| )(\w+)=/g)].map(([, name = '']) => name);
  if (!/^[[{]/.test(expected) && names.length > 0)
    return names.map((name) => `${name}=${text((value as Fields)[name])}`).join(' ');
  return Array.isArray(value) && !expected.startsWith('[') ? value.join(', ') : text(value);
}

test.each(parseCases(readFileSync(new URL('figures.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    // The order of rows does not matter.
    for (const figures of [ledger, ledger.toReversed()].map(figuresOf))
      for (const line of finds) {
        const [, path = '', columns, expected = ''] = /^([\w.]+)(?:\(([\w ]+)\))? (.*)$/.exec(line) ?? [];
        expect([path, written(figures, path, columns, expected)]).toEqual([path, expected]);
      }
  },
);

const PAIR = ['down r1 success 1 expected=1 in=1', 'up r1 success 0.5 in=1'];

/** Lines beside those of one pair, and the parts of the report that are not complete. */
test.each(
  tableRows(`
  a sale and its charge                          |                                                | 
  no upstream ledger                             | omit upstreamCharges                           | complete upstreamCharges requestMatching margin tokens
  no payments                                    | omit payments                                  | complete payments paymentCredits
  an upstream row without request                | up - success 0                                 | complete requestMatching margin
  a credit note without request                  | up - success 0 refund=1                        | 
  a pending upstream row without request         | up - pending 0                                 | complete requestMatching margin
  a foreign sale                                 | down r2 failed 0 currency=CNY                  | complete currency margin
  a foreign charge                               | up r1 failed 0 currency=CNY                    | complete currency margin
  a foreign payment                              | pay p settled 1 credited=1 currency=CNY        | complete currency
  a pending sale                                 | down r2 pending 0                              | complete margin
  a pending charge                               | up r2 pending 0                                | complete margin
  a superseded pending sale                      | down r1 pending 1 at=09:00 in=1                | 
  a superseded pending charge                    | up r1 pending 1 at=09:00 in=1                  | 
  a payment without credit                       | pay p settled 1                                | complete paymentCredits
  a failed payment without credit                | pay p failed 1                                 | 
  a sale without price                           | down r2 success 0                              | pricing
  a refund without price                         | down r2 refunded 0                             | pricing
  a failure without price                        | down r2 failed 0                               | 
  a pair without tokens downstream               | down r2 success 0 expected=0; up r2 success 0 in=1 | tokens
  a pair without tokens upstream                 | down r2 success 0 expected=0 in=1; up r2 success 0 | tokens
  an unserved request without tokens             | down r2 failed 0; up r2 failed 0               | 
  a charge without sale and tokens               | up r2 success 0                                | 
  a sale of another period                       | down r2 pending 1 currency=CNY at=04-10T10:00  | 
  a charge of another period                     | up - success 1 at=04-10T10:00                  | 
  a payment of another period                    | pay p settled 1 at=04-10T10:00                 | 
  `),
)('completeness of books with %s', (_, lines = '', lacking = '') => {
  const lack = Object.fromEntries(
    lacking
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, false]),
  );
  expect(reconcileText([...PAIR, ...lines.split('; ').filter(Boolean)]).completeness).toEqual({
    ...COMPLETE,
    ...lack,
  });
});

test('books without rows are complete', () =>
  expect(reconcile({ downstreamUsage: [], upstreamCharges: [], payments: [] }, 'now').completeness).toEqual(
    COMPLETE,
  ));

test('the Chinese warning about payments and credits in different units', () => {
  const ledger = ['down r success 2', 'up r success 1', '6x pay t# settled #0 credited=#'];
  expect(reconcileText(ledger, 'zh').summary.answer.text).toMatch(/。6 笔充值中有 6 笔/);
});
