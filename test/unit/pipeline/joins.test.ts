import { expect, test, vi } from 'vitest';
import type { LinkCandidate } from '#shared/normalizer/logs/links.ts';
import { Flag } from '#shared/pipeline/columns/log-columns.ts';
import { NO_ROW } from '#shared/pipeline/columns/table.ts';
import { SaleLinker } from '#shared/pipeline/link/sale-linker.ts';
import {
  buildLogColumns,
  createStrictOutcomes,
  indexByRequest,
  type PlainRow,
} from '../../support/pipeline/plain-rows.ts';
import { tableRows } from '../../support/table.ts';

/** `r1>u1@3`: request r1 was sent upstream as u1 through channel 3. `!` marks a success after failed attempts. */
const sale = (text: string): PlainRow => {
  const [, request, upstream, channel, mark] = /^(\w*)(?:>(\w+))?(?:@(\w+))?(!?)$/.exec(text) ?? [];
  return { request, upstream, channel, flags: mark ? Flag.afterRetry : 0 } as PlainRow;
};
/** `u1` is a charge for u1; `u1~` repeats an earlier charge. */
const charge = (text: string): PlainRow => ({
  request: text.replace('~', ''),
  flags: text.endsWith('~') ? Flag.repeated : 0,
});
/** Link candidate of a log row, written like a sale; `?` marks a channel test. */
const candidate = (text: string): LinkCandidate => {
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

function linkCharges(log: string, bill: string, candidates: readonly LinkCandidate[] = []) {
  const [sales, charges] = [buildLogColumns(words(log).map(sale)), buildLogColumns(words(bill).map(charge))];
  const account = createStrictOutcomes();
  const link = vi.spyOn(account, 'link');
  const linker = new SaleLinker(sales, indexByRequest(sales));
  const joined = linker.linkCharges(charges, indexByRequest(charges), candidates, account);
  const name = (row: number) =>
    `${row}${joined.channel[row] ? `@${sales.channels.texts[joined.channel[row] as number]}` : ''}`;
  const chain = (first: number): string[] =>
    first === NO_ROW ? [] : [name(first), ...chain(joined.nextCharge[first] as number)];
  const chains = words(log).map((_, row) => chain(joined.firstCharge[row] as number).join(' ') || '-');
  const unlinked = words(bill).flatMap((_, row) => (joined.sale[row] === NO_ROW ? [name(row)] : []));
  // Each charge is in the chain of the sale that it names.
  const ofSale = words(log).map((_, row) => words(bill).filter((__, at) => joined.sale[at] === row).length);
  expect(ofSale).toEqual(chains.map((text) => words(text.replace('-', '')).length));
  const { linkUnknown: _, ...notes } = account.summary().notes;
  const named = [...joined.named].map(
    ([row, { requestId = '-', channelId }]) => `${row} ${requestId}${channelId ? `@${channelId}` : ''}`,
  );
  const knownCount = link.mock.calls.filter(([, isKnown]) => isKnown).length;
  return {
    sales: chains.join(', '),
    unlinked: unlinked.join(' '),
    named: named.join(', '),
    notes: Object.entries(notes).flat().join(' '),
    links: `${knownCount} known, ${link.mock.calls.length - knownCount} unknown`,
  };
}

/** Parses an expected result such as `sales=0@3; notes=linked 1`. */
const parseResult = (text: string): Partial<ReturnType<typeof linkCharges>> =>
  Object.fromEntries(text.split('; ').map((part) => part.split('=')));

test.each(
  tableRows(`
  the charge names the request id                          | r1                  | r1       | sales=0; notes=; links=1 known, 0 unknown
  the charge names the upstream id; it gets the channel    | r1>u1@3             | u1       | sales=0@3; notes=linked 1; links=1 known, 0 unknown
  several charges keep their order                         | r1>u1@3 r2>u2       | u2 u1 u1 | sales=1@3 2@3, 0; notes=linked 3
  the charge goes to the first row of its request          | r1@1 r1>u1@2        | u1       | sales=0@2, -; notes=linked 1
  an upstream id takes precedence over an equal request id | u1 r1>u1         | u1       | sales=-, 0; notes=linked 1
  two rows of one request have the upstream id             | r1>u1@3 r1>u1@3     | u1       | sales=0@3, -; notes=linked 1
  with two channels, the charge gets neither               | r1>u1@3 r1>u1@4     | u1       | sales=0, -; notes=linked 1
  two requests have the upstream id: no link               | r1>u1@3 r2>u1@3     | u1       | sales=-, -; unlinked=0; notes=linkAmbiguous 1; links=1 known, 0 unknown
  a request of that id takes precedence over both          | r1>u1 r2>u1 u1      | u1       | sales=-, -, 0; notes=linkAmbiguous 1
  rows without an upstream id are not mixed up             | r1@1 r2@2           | r1 r2    | sales=0, 1; notes=
  no row has the id                                        | r1>u1               | x        | unlinked=0; notes=; links=0 known, 1 unknown
  a repeated charge is not linked                          | r1>u1               | u1 u1~   | sales=0; unlinked=1; notes=linked 1; links=1 known, 0 unknown
  `),
)('a charge in columns is linked: %s', (_, log = '', bill = '', result = '') => {
  expect(linkCharges(log, bill)).toMatchObject({ named: '', ...parseResult(result) });
});

test.each(
  tableRows(`
  a failed attempt has the upstream id                             |         | u1     | r1>u1@7 | named=0 r1@7; notes=linked 1; links=1 known, 0 unknown
  so has a row in columns of the same request                      | r1>u1@7 | u1 u1  | r1>u1@7 | named=0 r1@7, 1 r1@7; sales=-; notes=linked 2; links=2 known, 0 unknown
  so has a row in columns of another request                       | r2>u1@7 | u1     | r1>u1   | named=0 u1; notes=linkAmbiguous 1
  a success after failed attempts has it, and the charge succeeded |      | u1     | r1>u1!  | named=0 r1; notes=linked 1
  the charge names the request id itself                           |         | r1     | r1      | named=0 r1; notes=; links=1 known, 0 unknown
  a channel test has the upstream id                               |         | u1     | >u1?    | named=0 -; notes=linkedToTest 1
  the other rows have other ids                                    | r1      | r1     | r2>u1   | named=; sales=0
  a repeated charge is not linked                                  |         | u1 u1~ | r1>u1   | named=0 r1; notes=linked 1; links=1 known, 0 unknown
  `),
)('rows outside the fast path are considered: %s', (_, log = '', bill = '', slow = '', text = '') => {
  const result = parseResult(text);
  expect(linkCharges(log, bill, words(slow).map(candidate))).toMatchObject({
    unlinked: words(bill)
      .map((__, row) => row)
      .filter((row) => result.named || row > 0)
      .join(' '),
    ...result,
  });
});

test.each<[log: string, id: string, candidates: string]>([
  ['r1 r1', 'r1', 'r1'],
  ['r1>u1@3 r1>u1@3', 'u1', 'r1>u1@3'],
  ['r1>u1@3 r1>u1@4! r2>u1', 'u1', 'r1>u1@3 r1>u1@4! r2>u1'],
  ['u1 r1>u1', 'u1', 'u1 r1>u1'],
  ['r1>u1', 'u2', ''],
])('sales in columns %s give the same candidates for %s as the normalizer: %s', (log, id, candidates) => {
  const sales = buildLogColumns(words(log).map(sale));
  expect(new SaleLinker(sales, indexByRequest(sales)).listCandidates(id)).toStrictEqual(
    words(candidates).map(candidate),
  );
});
