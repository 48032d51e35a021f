import { describe, expect, it } from 'vitest';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';
import { tableRows } from '../../support/table.ts';

/** A mapping of a report that has a row for each movement. */
const mapping = {
  rows: 'payments',
  columns: {
    transactionId: 'Order',
    movementId: 'Id',
    refersTo: 'Of',
    occurredAt: 'At',
    amount: 'Amount',
    feeAmount: 'Fee',
    currency: 'Currency',
  },
  movements: {
    column: 'What',
    charge: ['Sale'],
    correction: ['Correction'],
    refund: ['Return'],
    refundReversal: ['Return failed'],
    dispute: ['Claim'],
    disputeReversal: ['Claim won'],
    fee: ['Commission'],
    none: ['Payout'],
  },
  constants: { provider: 'shop' },
};
const HEAD = 'Id,Order,Of,At,What,Amount,Fee,Currency';
const DAY = '2026-10-02 09:00:00Z';
/** Formats a row from `id order of what amount fee`. A dash is an empty cell. */
const rowOf = (text: string): string => {
  const [id = '', order = '', of = '', what = '', amount = '', fee = '', currency = 'USD'] = text
    .split(' ')
    .map((cell) => (cell === '-' ? '' : cell.replace('_', ' ')));
  return [id, order, of, DAY, what, amount, fee, currency].join(',');
};
const run = (
  files: readonly (readonly string[])[],
  more: object = {},
  head = HEAD,
  settings: object = { rejectedShareMax: 1 },
) =>
  runFiles(
    [
      makeTextFile('logs', []),
      ...files.map((rows) =>
        makeTextFile('payments', `${[head, ...rows].join('\n')}\n`, {
          mapping: parseMapping(JSON.parse(JSON.stringify({ ...mapping, ...more })), 'map.json'),
        }),
      ),
    ],
    settings,
  );
const figuresOf = async (...given: Parameters<typeof run>) => {
  const { report } = await run(...given);
  const { gross, refunds, chargebacks, fees, net } = report.summary.payments as unknown as Record<
    string,
    string
  >;
  return [gross, refunds, chargebacks, fees, net].join(' ');
};

describe('movements of one order become one payment with gross amount, refunds, chargebacks, fees and net amount', () => {
  it.each(
    tableRows(`
    a sale and its commission | a T-1 - Sale 10 -; b T-1 - Commission -0.3 - | 10 0 0 0.3 9.7
    a returned commission | a T-1 - Sale 10 -1; b T-1 - Commission 0.3 - | 10 0 0 1.3 8.7
    a returned commission in a report with negative fees | a T-1 - Sale 10 -0.5; b T-1 - Return -10 -; c T-1 - Commission 0.3 - | 10 10 0 0.2 -0.2
    fees below 0 are costs | a T-1 - Sale 20 -1.07; b T-2 - Sale 50 -2.24 | 70 0 0 3.31 66.69
    a fee with the other sign is returned | a T-1 - Sale 20 -1.07; b T-1 - Return -20 0.77 | 20 20 0 0.3 -0.3
    a refund without a sign | a T-1 - Sale 10 -; b T-1 - Return 4 - | 10 4 0 0 6
    a failed refund | a T-1 - Sale 10 -; b T-1 - Return -4 -; c T-1 - Return_failed 4 - | 10 0 0 0 10
    a dispute | a T-1 - Sale 10 0.5; b T-1 - Claim -10 15 | 10 0 10 15.5 -15.5
    a won dispute | a T-1 - Sale 10 -; b T-1 - Claim -10 -; c T-1 - Claim_won 10 - | 10 0 0 0 10
    a negative correction | a T-1 - Sale 10 -; b T-1 - Correction -3 - | 7 0 0 0 7
    a payout | a T-1 - Sale 10 -; p - - Payout -10 - | 10 0 0 0 10
    a refund that refers to the row of its sale | a T-1 - Sale 10 -; b - a Return -10 - | 10 10 0 0 0
    a row that refers to the sale through another row | a T-1 - Sale 10 -; b - a Return -10 -; c - b Return_failed 10 - | 10 0 0 0 10
    rows that refer to each other | b - c Return -10 -; c - b Return_failed 10 - | 0 0 0 0 0
    a row of an unknown type without money | a T-1 - Sale 10 -; x T-1 - Hold 0 - | 10 0 0 0 10
    `),
  )('%s', async (_, rows = '', figures = '') =>
    expect(await figuresOf([rows.split('; ').map(rowOf)])).toBe(figures),
  );

  it('a movement in two files counts once', async () => {
    const [sale, back] = ['a T-1 - Sale 10 -', 'b T-1 - Return -4 -'].map(rowOf) as [string, string];
    expect(await figuresOf([[sale, back], [back]])).toBe('10 4 0 0 6');
  });

  it.each<[amount: object, rows: string[]]>([
    [{ in: 'In', out: 'Out' }, ['a,T-1,Sale,10,0.00', 'b,T-1,Return,,-4', 'c,T-1,Commission,0,0.3']],
    [{ in: 'In', out: 'Out' }, ['a,T-1,Sale,10,', 'b,T-1,Return,0,4', 'c,T-1,Commission,,-0.3']],
    [
      { column: 'In', outWhere: { column: 'Out', is: ['minus'] } },
      ['a,T-1,Sale,10,plus', 'b,T-1,Return,4,minus', 'c,T-1,Commission,0.3,minus'],
    ],
  ])('with the direction in other cells: %j', async (amount, rows) => {
    const columns = { transactionId: 'Order', movementId: 'Id', occurredAt: 'At', amount };
    const dated = rows.map((row) => `${row},${DAY}`);
    expect(await figuresOf([dated], { columns }, 'Id,Order,What,In,Out,At')).toBe('10 4 0 0.3 5.7');
  });
});

it.each<[row: string, reason: RegExp]>([
  [
    'a T-1 - Sale -10 -',
    /column “Amount” is an expense, but "movements" lists this type of row under "charge"/,
  ],
  ['a T-1 - Gift 10 -', /column “What” has the type “Gift”, which `movements` of the mapping does not list/],
  ['- - - Sale 10 -', /refersTo or movementId or transactionId/],
])('a row is rejected: %s', async (row, reason) => {
  const { overview } = await run([[rowOf('b T-2 - Sale 5 -'), rowOf(row)]]);
  expect(overview.rejected).toMatchObject([{ row: 3, reason: { en: expect.stringMatching(reason) } }]);
});

it('rows of an unknown type do not stop a run: their sum is reported; without money they are skipped', async () => {
  const rows = ['b T-2 - Sale 5 -', 'c T-2 - Gift -3 -', 'd - - Toll 7 - CNY', 'e - - Note 0 -'];
  const { report } = await run([rows.map(rowOf)], {}, HEAD, {});
  const [unread] = report.findings.filter(({ code }) => code === 'unread_rows');
  expect(unread).toMatchObject({
    amount: 3,
    details: {
      kinds: [
        { kind: 'Gift', rows: 1 },
        { kind: 'Toll', rows: 1 },
      ],
    },
  });
});

it('rows of an unknown status do not stop a run', async () => {
  const columns = { transactionId: 'Order', occurredAt: 'At', amount: 'Amount', status: 'What' };
  const statuses = { sale: 'settled' };
  const rows = ['b T-2 - Sale 5 -', 'c T-3 - Held 4 -'].map(rowOf);
  const { report } = await run([rows], { movements: undefined, columns, statuses }, HEAD, {});
  expect(report.findings.find(({ code }) => code === 'unread_rows')).toMatchObject({
    amount: 4,
    details: { kinds: [{ kind: 'Held', rows: 1 }] },
  });
});

it('skipped rows are reported with their sum and the key that skips them', async () => {
  const rows = ['b T-2 - Sale 5 -', 'c - - Payout -3 -', 'd T-9 - Sale 4 -'];
  const skip = [{ column: 'Order', is: ['T-9'] }];
  const { notices } = await run([rows.map(rowOf)], { skip });
  expect(notices.map(({ en }) => en)).toEqual(
    expect.arrayContaining([
      'file 1: 1 row is left out, -3 USD: their types are listed under "none" in its mapping.',
      'file 1: 1 row is left out, 4 USD: they match "skip" in its mapping.',
    ]),
  );
});

it('a row with amounts in both directions is refused', async () => {
  const columns = { transactionId: 'Order', occurredAt: 'At', amount: { in: 'In', out: 'Out' } };
  const rows = [`T-1,Sale,10,0,${DAY}`, `T-2,Sale,10,3,${DAY}`];
  const { overview } = await run([rows], { columns }, 'Order,What,In,Out,At');
  expect(overview.rejected).toMatchObject([
    { row: 3, reason: { en: expect.stringMatching(/“In” and the column/) } },
  ]);
});

it('rows that are not payments are left out, and their sum is reported', async () => {
  const { notices } = await run([['a T-1 - Sale 10 -', 'p - - Payout -7 -', 'q - - Payout -2 -'].map(rowOf)]);
  expect(notices.map(({ en }) => en)).toContainEqual(
    expect.stringMatching(
      /: 2 rows are left out, -9 USD: their types are listed under "none" in its mapping\.$/,
    ),
  );
});
