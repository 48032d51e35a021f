import { describe, expect, it } from 'vitest';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { openFile } from '#shared/files/read-file.ts';
import { Rejection } from '#shared/rejections.ts';
import { collectBatches, makeOpenableFile, nativesOf, readAllRows } from '../../support/files/file-bytes.ts';

/** Reads the cells of the last column, `other`, of a table with tabs. */
const othersOf = async (...cells: readonly string[]) => {
  const rows = cells.map((cell, index) => `${index + 1}\t${cell}\n`).join('');
  return (nativesOf(await readAllRows(`id\tother\n${rows}`)) as { other: string }[]).map(
    ({ other }) => other,
  );
};

describe('a tab-separated file is a database export if every backslash begins an escape', () => {
  it.each<[what: string, cells: string[], read: string[]]>([
    ['mysql --batch', ['{"a":"x\\\\"y\\\\""}', 'a\\tb\\nc', 'NULL'], ['{"a":"x\\"y\\""}', 'a\tb\nc', '']],
    ['COPY', ['\\N', 'C:\\\\temp', '\\b\\f\\v\\r'], ['', 'C:\\temp', '\b\f\v\r']],
    [
      'mysql --raw, whose JSON contains escapes',
      ['{"a":"\\n"}', '{"a":"\\""}'],
      ['{"a":"\\n"}', '{"a":"\\""}'],
    ],
    ['letters after a backslash that are no escapes', ['a\\tb', 'C:\\Users'], ['a\\tb', 'C:\\Users']],
    ['a quoted cell', ['a\\tb', '"c"'], ['a\\tb', 'c']],
  ])('%s', async (_, cells, read) => expect(await othersOf(...cells)).toEqual(read));

  it('any other file is not', async () =>
    expect(nativesOf(await readAllRows('id,other\n1,a\\tb\n'))).toEqual([{ id: '1', other: 'a\\tb' }]));

  it('the end mark of COPY is no row', async () =>
    expect(await readAllRows('id\tother\n1\ta\n\\.\n')).toMatchObject({ rows: [{ row: 2 }], rejected: [] }));

  it('a database export keeps the order of its rows', async () => {
    const { rows } = await readAllRows('id\tother\n1\ta\n2\ta\\tb\n3\tc\n4\t\\N\n');
    expect(rows.map(({ row, native }) => [row, native.id])).toEqual([
      [2, '1'],
      [3, '2'],
      [4, '3'],
      [5, '4'],
    ]);
  });
});

const mapping = {
  rows: 'payments',
  columns: { transactionId: 'Order', occurredAt: { join: ['Day', 'Hour'] }, amount: 'Paid' },
};
async function readMapped(text: string, more: object = {}) {
  const file = await openFile(
    makeOpenableFile(text),
    false,
    parseMapping({ ...mapping, ...more }, 'map.json'),
  );
  const read = await collectBatches(file.batches());
  return { ...read, columns: file.format.columns, lacksEnd: file.lacksEnd() };
}

describe('a table that a mapping reads', () => {
  it.each<[what: string, text: string, rows: number[]]>([
    ['its header first', 'Order,Day,Hour,Paid\n1,2,3,4\n', [2]],
    ['notes above its header', 'A report\nShop,Berlin\n\nOrder,Day,Hour,Paid\n1,2,3,4\n', [5]],
    ['notes with more cells than its rows', 'a,b,c,d,e,f\na,b,c,d,e,f\nHour,Paid,Order,Day\n1,2,3,4\n', [4]],
    ['rows of other columns above its header', '9;8;7\n9;8;7\n9;8;7\nOrder;Day;Hour;Paid\n1;2;3;4\n', [5]],
  ])('has %s', async (_, text, rows) =>
    expect((await readMapped(text)).rows.map(({ row }) => row)).toEqual(rows),
  );

  it.each<[what: string, tail: string, rows: number, lacksEnd: boolean]>([
    ['totals', 'Sum of 2,,,8\nAverage,,,4\n', 2, false],
    ['quoted totals', '"Sum of 2",,,8\n', 2, false],
    ['totals after a blank and a mark', ' `Sum of 2,,,8\n', 2, false],
    ['no totals, so it may be cut off', '', 2, true],
  ])('ends with %s', async (_, tail, rows, lacksEnd) => {
    const read = await readMapped(`Order,Day,Hour,Paid\n1,2,3,4\n2,2,3,4\n${tail}`, { end: 'Sum of' });
    expect(read.rows).toHaveLength(rows);
    expect(read.lacksEnd).toBe(lacksEnd);
  });

  it('may have no header row if the mapping names the columns', async () => {
    const header = ['Order', '', 'Day', 'Hour', 'Paid'];
    const { rows, columns } = await readMapped('1\tx\t2\t3\t4\n2\tx\t2\t3\t4\n', { header });
    expect(columns).toEqual(['Order', 'column 2', 'Day', 'Hour', 'Paid']);
    expect(rows.map(({ row, native }) => [row, native.Paid])).toEqual([
      [1, '4'],
      [2, '4'],
    ]);
  });
});

describe('an unreadable table is refused', () => {
  const refusal = async (read: () => Promise<unknown>) => {
    const rejection = await read().catch((error: unknown) => error);
    return rejection instanceof Rejection ? String(rejection.details?.[0]) : undefined;
  };
  const header = ['Order', 'Day', 'Hour', 'Paid'];
  it.each<[what: string, text: string, more: object | undefined, sentence: RegExp]>([
    [
      'without a head',
      '1\t5\t5\tgpt-4o\n',
      undefined,
      /^file: has no header: its first line is data\. .*HEADER.*under "header" in a mapping/,
    ],
    ['with a time for a head', '2026-10-01,gpt-4o,x\n', undefined, /^file: has no head/],
    [
      'without the columns of its mapping',
      'A report\nOrder,Day,Paid\n1,2,3\n',
      {},
      /^file: has no line with these columns of the mapping: “Hour”\. Its first lines are: Order, Day, Paid$/,
    ],
    [
      'without a line that can be a header',
      'A report\n2026-10-01,1,2\n',
      {},
      /^file: has no line with .*None of its first lines is a header\. .* add "header" to the mapping$/,
    ],
    [
      'with a header of other columns',
      '1,2,3,4,5\n',
      { header },
      /^file: does not match its mapping: "header" lists 4 columns, but row 1 has 5$/,
    ],
    [
      'with a header that it has itself',
      `${header}\n1,2,3,4\n`,
      { header },
      /already has a header in its first line\. Remove "header"/,
    ],
  ])('%s', async (_, text, more, sentence) =>
    expect(await refusal(() => (more ? readMapped(text, more) : readAllRows(text)))).toMatch(sentence),
  );
});

it('a report is recognized by its columns below leading notes', async () => {
  const head = '支付宝交易号,商户订单号,业务类型,订单金额（元）';
  const { rows } = await readAllRows(`a,b,c,d,e,f\na,b,c,d,e,f\na,b,c,d,e,f\n${head}\n1,2,交易,4\n`);
  expect(rows).toMatchObject([{ row: 5, native: { 业务类型: '交易' } }]);
});
