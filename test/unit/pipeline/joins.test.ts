import { expect, test, vi } from 'vitest';
import type { LinkCandidate } from '#shared/normalizer/logs/links.ts';
import { Flag } from '#shared/pipeline/columns/log-columns.ts';
import { NO_ROW } from '#shared/pipeline/columns/table.ts';
import { SaleLinker } from '#shared/pipeline/link/sale-linker.ts';
import { accountOfAll, byRequest, logsOf, type PlainRow } from '../../support/pipeline/plain-rows.ts';
import { tableRows } from '../../support/table.ts';

/** `r1>u1@3`: request r1 was sent upstream as u1 through channel 3; `!` where it succeeded after other attempts. */
const sale = (text: string): PlainRow => {
  const [, request, upstream, channel, again] = /^(\w*)(?:>(\w+))?(?:@(\w+))?(!?)$/.exec(text) ?? [];
  return { request, upstream, channel, flags: again ? Flag.afterRetry : 0 } as PlainRow;
};
/** `u1`: a charge for u1; `u1~` repeats another one. */
const charge = (text: string): PlainRow => ({
  request: text.replace('~', ''),
  flags: text.endsWith('~') ? Flag.repeated : 0,
});
/** The same of a row that is not plain, or what a plain row tells; `?` was a channel test. */
const fact = (text: string): LinkCandidate => {
  const [, request, upstream, channelId, end] = /^(\w*)(?:>(\w+))?(?:@(\w+))?([!?]?)$/.exec(text) ?? [];
  return {
    id: `${upstream ?? request}`,
    ...(upstream && request && { requestId: request }),
    ...(channelId && { channelId }),
    ...(end === '!' && { isAfterRetry: true }),
    ...(end === '?' && { isTest: true }),
  };
};
const words = (text: string): string[] => text.split(' ').filter(Boolean);

function joined(log: string, bill: string, others: readonly LinkCandidate[] = []) {
  const [sales, charges] = [logsOf(words(log).map(sale)), logsOf(words(bill).map(charge))];
  const account = accountOfAll();
  const link = vi.spyOn(account, 'link');
  const joins = new SaleLinker(sales, byRequest(sales));
  const made = joins.linkCharges(charges, byRequest(charges), others, account);
  const name = (row: number) =>
    `${row}${made.channel[row] ? `@${sales.channels.texts[made.channel[row] as number]}` : ''}`;
  const chain = (first: number): string[] =>
    first === NO_ROW ? [] : [name(first), ...chain(made.nextCharge[first] as number)];
  const chained = words(log).map((_, row) => chain(made.firstCharge[row] as number).join(' ') || '-');
  const alone = words(bill).flatMap((_, row) => (made.sale[row] === NO_ROW ? [name(row)] : []));
  // Each charge is in the chain of the sale that it names.
  const ofSale = words(log).map((_, row) => words(bill).filter((__, at) => made.sale[at] === row).length);
  expect(ofSale).toEqual(chained.map((text) => words(text.replace('-', '')).length));
  const { linkUnknown: _, ...notes } = account.summary().notes;
  const named = [...made.named].map(
    ([row, { requestId = '-', channelId }]) => `${row} ${requestId}${channelId ? `@${channelId}` : ''}`,
  );
  const known = link.mock.calls.filter(([, isKnown]) => isKnown).length;
  return {
    sales: chained.join(', '),
    alone: alone.join(' '),
    named: named.join(', '),
    notes: Object.entries(notes).flat().join(' '),
    links: `${known} known, ${link.mock.calls.length - known} unknown`,
  };
}

/** What is said of the joined rows as `sales=0@3; notes=linked 1`. */
const saidIn = (text: string): Partial<ReturnType<typeof joined>> =>
  Object.fromEntries(text.split('; ').map((said) => said.split('=')));

test.each(
  tableRows(`
  by its own id                                    | r1                  | r1       | sales=0; notes=; links=1 known, 0 unknown
  by the id it had upstream, with its channel      | r1>u1@3             | u1       | sales=0@3; notes=linked 1; links=1 known, 0 unknown
  several charges, in their order                  | r1>u1@3 r2>u2       | u2 u1 u1 | sales=1@3 2@3, 0; notes=linked 3
  to the first row of its request                  | r1@1 r1>u1@2        | u1       | sales=0@2, -; notes=linked 1
  the id upstream goes before an equal one of the log | u1 r1>u1         | u1       | sales=-, 0; notes=linked 1
  one request may have sent it by two rows         | r1>u1@3 r1>u1@3     | u1       | sales=0@3, -; notes=linked 1
  whose channels differ: none of them              | r1>u1@3 r1>u1@4     | u1       | sales=0, -; notes=linked 1
  two requests name it: to neither                 | r1>u1@3 r2>u1@3     | u1       | sales=-, -; alone=0; notes=linkAmbiguous 1; links=1 known, 0 unknown
  but to the request of that very name             | r1>u1 r2>u1 u1      | u1       | sales=-, -, 0; notes=linkAmbiguous 1
  rows without an id upstream have none in common  | r1@1 r2@2           | r1 r2    | sales=0, 1; notes=
  nobody knows it                                  | r1>u1               | x        | alone=0; notes=; links=0 known, 1 unknown
  a repetition is no charge                        | r1>u1               | u1 u1~   | sales=0; alone=1; notes=linked 1; links=1 known, 0 unknown
  `),
)('a charge in columns is joined: %s', (_, log = '', bill = '', said = '') => {
  expect(joined(log, bill)).toMatchObject({ named: '', ...saidIn(said) });
});

test.each(
  tableRows(`
  a failed attempt sent it                         |         | u1     | r1>u1@7 | named=0 r1@7; notes=linked 1; links=1 known, 0 unknown
  both it and a plain row of the same request      | r1>u1@7 | u1 u1  | r1>u1@7 | named=0 r1@7, 1 r1@7; sales=-; notes=linked 2; links=2 known, 0 unknown
  it and a plain row of another request            | r2>u1@7 | u1     | r1>u1   | named=0 u1; notes=linkAmbiguous 1
  a success after others, whose charge succeeded, too |      | u1     | r1>u1!  | named=0 r1; notes=linked 1
  it is the request itself                         |         | r1     | r1      | named=0 r1; notes=; links=1 known, 0 unknown
  a channel test sent it                           |         | u1     | >u1?    | named=0 -; notes=linkedToTest 1
  others are about another charge                  | r1      | r1     | r2>u1   | named=; sales=0
  a repetition is no charge                        |         | u1 u1~ | r1>u1   | named=0 r1; notes=linked 1; links=1 known, 0 unknown
  `),
)('rows outside the fast path change a charge: %s', (_, log = '', bill = '', others = '', text = '') => {
  const said = saidIn(text);
  expect(joined(log, bill, words(others).map(fact))).toMatchObject({
    alone: words(bill)
      .map((__, row) => row)
      .filter((row) => said.named || row > 0)
      .join(' '),
    ...said,
  });
});

test.each<[log: string, id: string, facts: string]>([
  ['r1 r1', 'r1', 'r1'],
  ['r1>u1@3 r1>u1@3', 'u1', 'r1>u1@3'],
  ['r1>u1@3 r1>u1@4! r2>u1', 'u1', 'r1>u1@3 r1>u1@4! r2>u1'],
  ['u1 r1>u1', 'u1', 'u1 r1>u1'],
  ['r1>u1', 'u2', ''],
])('plain sales %s tell of %s what the normalizer would', (log, id, facts) => {
  const sales = logsOf(words(log).map(sale));
  expect(new SaleLinker(sales, byRequest(sales)).listCandidates(id)).toStrictEqual(words(facts).map(fact));
});
