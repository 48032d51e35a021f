import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROW_BYTES_MAX } from '#shared/files/file-limits.ts';
import { openFile } from '#shared/files/read-file.ts';
import { TOO_LARGE } from '#shared/files/row-sink.ts';
import { Rejection } from '#shared/rejections.ts';
import {
  collectBatches,
  encodeText,
  gzip,
  makeOpenableFile,
  nativesOf,
  readAllRows,
} from '../../support/files/file-bytes.ts';

const bill = (name: string): Uint8Array =>
  readFileSync(new URL(`../../support/fixtures/bills/${name}`, import.meta.url));
const one = { id: 1, quota: 5 };
const two = { id: 2, quota: 7 };
const reasonsOf = async (content: string | Uint8Array, size?: number) =>
  (await readAllRows(content, size)).rejected.map(({ row, reason }) => `${row} ${reason.en}`);
const refusalOf = async (content: string | Uint8Array): Promise<string | undefined> => {
  try {
    await readAllRows(content);
    return undefined;
  } catch (error) {
    if (error instanceof Rejection) return error.quotingDetails[0];
    throw error;
  }
};
const utf8 = (text: string): Uint8Array => encodeText(text, 'utf-8');
const PACKED = gzip(utf8('[{"id":1}]'));
const formatOf = async (content: string | Uint8Array) => (await openFile(makeOpenableFile(content))).format;

describe('the format of a file is recognized by its content:', () => {
  it.each<[string, string | Uint8Array, object]>([
    ['an array', '[{}]', { text: 'json', gzip: false, encoding: 'utf-8' }],
    ['JSON Lines', '{"id":1}\n{"id":2}\n', { text: 'jsonLines' }],
    ['an indented page', '{\n "data": [\n {}\n ]\n}\n', { text: 'json' }],
    ['gzip', gzip(utf8('[]')), { text: 'json', gzip: true }],
    ['UTF-16', encodeText('a,b\n1,2', 'utf-16le'), { text: 'table', encoding: 'utf-16le' }],
    ['GBK', encodeText('时间,金额\n1,2', 'gbk'), { encoding: 'gb18030', columns: ['时间', '金额'] }],
    ['semicolons', 'a;b,c\n1;2\n3;4', { delimiter: ';', columns: ['a', 'b,c'] }],
    ['tabs', 'a\tb\n1,5\t2,5', { delimiter: '\t' }],
    ['a header after a title', 'Report\n\nDay,Cost\n1,2\n3,4', { columns: ['Day', 'Cost'] }],
    ['a column without name', 'a,,b\n1,2,3', { columns: ['a', 'column 2', 'b'] }],
  ])('%s', async (_, content, format) => expect(await formatOf(content)).toMatchObject(format));
});

describe('an unreadable file is refused with a sentence:', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['an empty file', '', /^file: is empty/],
    ['blanks', ' \n', /^file: is empty/],
    ['a zip', Uint8Array.of(0x50, 0x4b, 3, 4), /^file: is a zip archive\. Unpack it, and supply the file/],
    [
      'a spreadsheet',
      new TextEncoder().encode(`PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml`),
      /^file: is a spreadsheet\. Save the sheet as CSV$/,
    ],
    ['a dump of MySQL', '-- MySQL dump 10.13\n\nDROP TABLE IF EXISTS `logs`;\n', /^file: is an SQL dump/],
    ['SQL statements', "\nINSERT INTO `logs` VALUES (1,2,'a','a'),(2,3,'b','b');\n", /^file: is an SQL dump/],
    ['HTML', ' <html>', /^file: is HTML/],
    ['a reply with its headers', 'HTTP/1.1 200 OK\n\n[{"id":1}]', /^file: has other text around its JSON/],
    ['a HAR file', '{"log":{"entries":[{"response":{}}]}}', /^file: is a HAR file/],
    ['binary data', 'a,b\n\0', /^file: is not a text file/],
    ['a sentence', 'Not found', /^file: is neither JSON nor a table/],
    [
      'a failed reply',
      '{"success":false,"message":"no sk-abcdef","data":null}',
      /^file: is the reply to a failed request\. Export the data again\. It says: no \*\*\*/,
    ],
    ['two arrays of rows', '{"items":[{}],"list":[{}]}', /^file: has rows in items and in list/],
    ['damaged gzip', PACKED.slice(0, 20), /^file: cannot be read after row 1: its gzip data is damaged/],
    [
      'gzip with text after it',
      Uint8Array.of(...PACKED, ...utf8('{"id":2}')),
      /^file: has other data after its gzip data/,
    ],
    [
      'a quoted cell that never ends',
      'a,b\n1,2\n3,"4\n5,6\n',
      /^file: cannot be read after row 2: row 3 has a quote/,
    ],
    [
      'a quoted cell that is larger than a row may be',
      `a,b\n1,2\n${'x,"y"z,"\n'.repeat(ROW_BYTES_MAX / 8)}`,
      /^file: cannot be read after row 2: row 3 has a quote/,
    ],
    ['two equal columns', 'a,b,a\n1,2,3', /^file: has two columns with the same name/],
    ['a column named __proto__', 'a,__proto__\n1,2', /^file: has a column named __proto__/],
    [
      'text in an unknown encoding',
      Uint8Array.of(0x5b, 0x22, 0x80, 0xff, 0xff, 0x22, 0x5d),
      /^file: has an unsupported text encoding/,
    ],
  ])('%s', async (_, content, sentence) => expect(await refusalOf(content)).toMatch(sentence));
});

it('reads the rows of a table exported by phpMyAdmin', async () => {
  const head = '[\n{"type":"header","version":"5.2","comment":""},\n{"type":"database","name":"one"},\n';
  const text = `${head}{"type":"table","name":"logs","database":"one","data":[{"id":"1"},{"id":"2"}]}]`;
  const { rows } = await collectBatches((await openFile(makeOpenableFile(text))).batches());
  expect(rows.map(({ native }) => native.id)).toEqual(['1', '2']);
});

describe('a truncated file is refused, or read up to its end:', () => {
  const good = JSON.stringify(two);
  it.each<[string, string | Uint8Array, number[], string]>([
    ['in a row', `[${good},{"id":3,"x":`, [2], 'is cut off after row 1, at byte 32'],
    ['in a row of a page', `{"data":[${good},{"id":3,"x":`, [2], 'is cut off after row 1, at byte 40'],
    ['between rows', `{"data":{"items":[${good},`, [2], 'is cut off after row 1, at byte 37'],
    ['in a line of JSON Lines', `${good}\n${good}\n{"id":`, [2, 2], 'is cut off after row 2, at byte 44'],
    ['in a line of a table', 'id,quota\n2,7\n3', [2], 'is cut off after row 2, at byte 14'],
    [
      'within quotes',
      'id,quota\n2,7\n3,"4\n5,6\n',
      [2],
      'cannot be read after row 2: row 3 has a quote that is never closed',
    ],
  ])('%s', async (_, content, ids, where) => {
    expect(await refusalOf(content)).toBe(`file: ${where}`);
    const file = await openFile(makeOpenableFile(content, 7), true);
    const natives = nativesOf(await collectBatches(file.batches())) as { id: unknown }[];
    expect(natives.map(({ id }) => Number(id))).toEqual(ids);
    expect(file.truncation()?.en).toBe(`file: ${where}`);
  });

  const rowsOf = (cells: readonly string[]): string => cells.map((cell, n) => `${n},${cell}`).join('\n');
  const times = (cell: string, n = 20): string[] => Array.from({ length: n }, () => cell);
  const many = (of: (n: number) => string): string[] => Array.from({ length: 20 }, (_, n) => of(n));

  describe('in the last cell of a table without a final line break', () => {
    it.each<[string, string]>([
      ['a part of a word', rowsOf([...times('success'), ...times('failed'), 'fail'])],
      ['a part of the currency of all rows', rowsOf([...times('USD'), 'US'])],
      ['a number with fewer decimals than all others', rowsOf([...many((n) => `${n}.012300`), '7.0123'])],
      ['a part of a time', rowsOf([...many((n) => `2026-11-21T10:00:${10 + n}Z`), '2026-11-21T10:0'])],
      ['a part of an id', rowsOf([...many((n) => `up${n + 10}20261122154834`), 'up3020'])],
      [
        'a part of a time, while another cell is empty',
        rowsOf(['', ...many((n) => `10:00:${10 + n}`), '10:0']),
      ],
      ['an empty cell, while no other is empty', rowsOf([...many((n) => `${n}`), ''])],
      ['a part of an object', `${'1,{}\n'.repeat(2)}2,{"model_ratio":{"in":1}`],
      ['a part of a map', '1,{a=b}\n2,{a=b'],
      ['a part of a list', `${'1,[1]\n'.repeat(2)}2,[1`],
      ['half a line break', '1,2\r\n3,4\r'],
      ['a cell that ends at 4096 bytes', `1,${'x'.repeat(4096 - 'id,quota\n1,'.length)}`],
    ])('%s', async (_, table) => {
      expect(await refusalOf(`id,quota\n${table}`)).toMatch(/^file: is cut off after row \d+, at byte \d+/);
      const ended = await openFile(makeOpenableFile(`id,quota\n${table}\n`));
      expect(await collectBatches(ended.batches())).toMatchObject({ rejected: [] });
    });

    it('half a character', async () => {
      const bytes = new TextEncoder().encode('id,quota\n2,元\n3,元元');
      expect(await refusalOf(bytes.slice(0, -1))).toMatch(/is cut off after row 2/);
    });

    it.each<[string, string]>([
      ['another word', rowsOf([...times('success'), 'error'])],
      ['one of many words', rowsOf([...many((n) => `gpt-4o-${n}`), 'gpt-4o'])],
      ['a smaller number', rowsOf([...many((n) => `${100 + n}`), '9'])],
      ['a number among numbers of different length', rowsOf([...many((n) => `0.0123${n}`), '0.01'])],
      ['a time with an hour of one digit', rowsOf([...many((n) => `10:00:${10 + n}`), '9:59:59'])],
      ['an empty cell among empty cells', rowsOf([...times(''), 'x', ''])],
      ['a map as Athena writes it', '1,"{a=b, c=d}"\n2,"{a=b, c=d}"'],
      ['a cell of a table with few rows', rowsOf([...times('USD', 3), 'US'])],
    ])('but not by %s', async (_, table) => {
      const { rows } = await collectBatches(
        (await openFile(makeOpenableFile(`id,quota\n${table}`))).batches(),
      );
      expect(rows).toHaveLength(table.split('\n').length);
    });
  });

  it('compressed', async () => {
    const lines = Array.from({ length: 20_000 }, (_, id) => `{"id":${id},"x":"${Math.sin(id)}"}\n`).join('');
    const packed = gzip(utf8(lines));
    const file = await openFile(makeOpenableFile(packed.slice(0, (packed.length * 4) / 5), 10_000), true);
    const { rows } = await collectBatches(file.batches());
    expect(file.truncation()?.en).toBe(
      `file: cannot be read after row ${rows.at(-1)?.row}: its gzip data is damaged or cut off there. Download it again`,
    );
    expect(rows.length).toBeGreaterThan(5000);
  });
});

it('empty rows of a table are skipped', async () => {
  const { rows, rejected } = await collectBatches(
    (await openFile(makeOpenableFile('id,quota\n1,2\n,\n\n2,7\n,\n ,\n'))).batches(),
  );
  expect(rows.map(({ native }) => native.id)).toEqual(['1', '2']);
  expect(rejected).toEqual([]);
});

describe('a single bad row is rejected:', () => {
  const good = JSON.stringify(two);
  it.each<[string, string, string[]]>([
    ['a row that is not JSON', `[{"id":1,,"quota":5},${good}]`, ['1 is not JSON']],
    [
      'rows that are not objects',
      `[1,[2],"3",null,${good}]`,
      [1, 2, 3, 4].map((row) => `${row} must be a JSON object`),
    ],
    [
      'a row of a page that is not JSON',
      `{"data":{"items":[{"id":},${good}]},"success":true}`,
      ['1 is not JSON'],
    ],
    [
      'a line that is cut off',
      `{"id":1,"x":{"y":\n${good}\n${good}`,
      ['1 is incomplete: its line ends too early'],
    ],
    [
      'text that is cut off in a line',
      `{"id":1,"x":"y\n${good}\n${good}`,
      ['1 is incomplete: its line ends too early'],
    ],
    [
      'a page that is cut off in a line, between its rows',
      `${good}\n{"data":[${good},\n${good}`,
      ['3 is incomplete: its line ends too early'],
    ],
    ['text with a line break in an array', `[{"id":1,"x":"y\n},${good}]`, ['1 is not JSON']],
    [
      'a row that is nested too deeply',
      `[${'{"a":'.repeat(65)}1${'}'.repeat(65)},${good}]`,
      ['1 is nested deeper than 64 levels'],
    ],
    [
      'a row with too few fields',
      `id,quota,x\n1,2\n2,7,\n`,
      [
        '2 has 2 fields, but the header has 3. If it is a note after the rows, remove it or name it as "end" in a mapping',
      ],
    ],
    ['a row with too many fields', `id,quota\n1,2,3\n2,7\n2,7,,`, ['2 has 3 fields, but the header has 2']],
  ])('%s', async (_, content, reasons) => {
    for (const size of [1, 7, 1000]) {
      expect(await reasonsOf(content, size)).toEqual(reasons);
      const natives = nativesOf(await readAllRows(content, size)) as { id: unknown }[];
      expect(natives.map(({ id }) => Number(id))).toContain(2);
    }
  });

  it('invalid UTF-8 after valid text', async () => {
    const bytes = utf8('[{"id":"元"},{"id":"?"},{"id":2}]');
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
    expect(await reasonsOf(bytes)).toEqual(['2 is not UTF-8']);
  });

  it.each([
    '[{"id":1,"x":"…"},{"id":2}]',
    '{"id":1,"x":"…"}\n{"id":2}',
    '{"data":[{"id":1,"x":"…"},{"id":2}]}',
  ])('too large: %s', async (content) => {
    const large = content.replace('…', 'x'.repeat(ROW_BYTES_MAX));
    const { rows, rejected } = await readAllRows(large, 50_000).catch((error: Rejection) => ({
      rows: [],
      rejected: [{ row: 0, reason: { en: error.details[0] } }],
    }));
    if (content.startsWith('{"data')) {
      expect(rejected).toEqual([{ row: 1, reason: TOO_LARGE }]);
      expect(nativesOf({ rows, rejected: [] })).toEqual([{ id: 2 }]);
    } else expect(rejected[0]?.reason.en).toMatch(/too large|more than/);
  });
});

describe('a table', () => {
  it('from Alipay or WeChat Pay is read without its notes and totals', async () => {
    const alipay = '#账号\n#,-\n订单号,金额\n1\t,73.00\n2\t,-5\n#交易合计：2笔\n#,\n';
    expect(nativesOf(await readAllRows(encodeText(alipay, 'gbk')))).toEqual([
      { 订单号: '1\t', 金额: '73.00' },
      { 订单号: '2\t', 金额: '-5' },
    ]);
    const read = await readAllRows(bill('wechatpay-trade.csv'));
    expect(read.rows).toHaveLength(2);
    expect(read.rejected).toEqual([]);
  });

  describe.each([
    ['wechatpay-trade.csv', 2, '总交易单数'],
    ['alipay-trade.csv', 3, '#-----------------------------------------业务明细列表结束'],
  ])('%s, whose download ends with totals,', (name, count, end) => {
    const whole = new TextDecoder(name === 'alipay-trade.csv' ? 'gb18030' : 'utf-8').decode(bill(name));
    const cut = whole.slice(0, whole.indexOf(end));

    it('is truncated if the totals are missing', async () => {
      expect(await refusalOf(cut)).toMatch(
        /^file: is cut off after row \d+, at byte \d+: the totals at the end/,
      );
      const file = await openFile(makeOpenableFile(cut), true);
      expect((await collectBatches(file.batches())).rows).toHaveLength(count);
    });

    it('is empty if it contains no rows', async () => {
      const head = whole.slice(0, whole.indexOf('\n', whole.indexOf('商户订单号')) + 1);
      const { rows, rejected } = await readAllRows(head + whole.slice(whole.indexOf(end)));
      expect([rows, rejected]).toEqual([[], []]);
    });

    it('continues after the totals if another file follows', async () => {
      expect((await readAllRows(`${whole}\n${whole}`)).rows).toHaveLength(2 * count);
      expect(await refusalOf(`${whole}\n${cut}`)).toMatch(/the totals at the end/);
    });

    it('is complete without totals if the opening note was removed as well', async () => {
      const edited = cut.replaceAll('`', '').replaceAll(/^#.*\r\n/gm, '');
      expect((await readAllRows(edited)).rows).toHaveLength(count);
    });
  });

  it('reports a row with another number of cells, and continues', async () => {
    const { rows, rejected } = await readAllRows('时间,号,金额\n`1,`a,`2.5\n合计,`2.5\n`2,`b,`3\n');
    expect(rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(rejected.map(({ row, reason }) => `${row} ${reason.en}`)).toEqual([
      '3 has 2 fields, but the header has 3. If it is a note after the rows, remove it or name it as "end" in a mapping',
    ]);
  });

  it('skips a row that is too large, and continues', async () => {
    const large = 'x'.repeat(ROW_BYTES_MAX);
    for (const cell of [large, `"${large}"`]) {
      const { rows, rejected } = await readAllRows(`a,b\n1,${cell}\n2,3\n`);
      expect(rejected).toEqual([{ row: 2, reason: TOO_LARGE }]);
      expect(rows).toEqual([{ row: 3, native: { a: '2', b: '3' } }]);
    }
  });

  it('numbers its rows as a spreadsheet program does', async () => {
    const { rows } = await readAllRows('a,b\n"1\n2",x\n\n3,y\n');
    expect(rows).toEqual([
      { row: 2, native: { a: '1\n2', b: 'x' } },
      { row: 4, native: { a: '3', b: 'y' } },
    ]);
  });
});

it.each<[what: string, document: object]>([
  ['of Navicat', { RECORDS: [one, two] }],
  ['of any other name', { currency: 'EUR', lines: [one, two], totals: { sum: 12 } }],
  ['in another one', { count: 2, invoice: { lines: [one, two] } }],
])('rows of an envelope %s are read', async (_, document) => {
  expect(nativesOf(await readAllRows(JSON.stringify(document)))).toEqual([one, two]);
});

it.each<[what: string, document: object]>([
  ['with two lists', { lines: [one], fees: [two] }],
  ['with money of its own', { quota: 5, lines: [one, two] }],
])('a document %s is one row', async (_, document) => {
  expect(nativesOf(await readAllRows(JSON.stringify(document)))).toEqual([document]);
});

it('a ReconciliationInput file gives its ledgers', async () => {
  const input = { currency: 'EUR', downstreamUsage: [one], upstreamCharges: [two, 3], payments: [] };
  for (const content of [JSON.stringify(input), JSON.stringify({ data: input, meta: {} })]) {
    const file = await openFile(makeOpenableFile(content));
    const rows = [];
    for await (const batch of file.batches()) rows.push(...batch.rows);
    expect(rows).toEqual([
      { row: 1, native: one, ledger: 'downstreamUsage' },
      { row: 2, native: two, ledger: 'upstreamCharges' },
    ]);
  }
});

describe('a document larger than the maximum row size', () => {
  const filler = 'x'.repeat(1000);
  const rows = Array.from({ length: 1 + ROW_BYTES_MAX / 1000 }, (_, id) => ({ id, filler }));
  it.each<[string, object, number]>([
    ['a page', { success: true, data: { total: 2, items: rows }, message: '' }, rows.length],
    ['a page with rows under another key', { currency: 'EUR', RECORDS: rows }, rows.length],
    ['two pages', [{ data: { data: { list: rows } } }, { rows, code: 0 }], 2 * rows.length],
    [
      'a ReconciliationInput',
      { data: { currency: 'EUR', payments: rows, downstreamUsage: [one] } },
      rows.length + 1,
    ],
  ])('is read row by row: %s', async (_, content, count) => {
    const read = await readAllRows(JSON.stringify(content, null, 1));
    expect(read.rejected).toEqual([]);
    expect(read.rows.length).toBe(count);
  });

  it.each<[string, object, RegExp]>([
    [
      'is a failed reply',
      { data: rows, success: false, message: 'partial' },
      /failed request\. Export the data again\. It says: partial/,
    ],
    ['has two arrays of rows', { data: rows, items: [] }, /has rows in both data and items/],
    ['is nested too deeply', { data: { data: { data: { items: rows } } } }, /nested deeper than 3 levels/],
    ['looks like a row', { items: rows, id: 5 }, /too large/],
  ])('is refused if it %s', async (_, content, sentence) =>
    expect(await refusalOf(JSON.stringify(content))).toMatch(sentence),
  );
});

it('concatenated gzip files are read as one', async () => {
  const members = [1, 2, 3].map((id) => gzip(utf8(`{"id":${id}}\n`)));
  const read = await readAllRows(Uint8Array.from(members.flatMap((member) => [...member])), 7);
  expect(nativesOf(read)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

it('a stream without async iteration is read, and closed when reading stops early', async () => {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(encodeText('{"id":1}\n'.repeat(20_000), 'utf-8')),
    cancel: () => {
      cancelled = true;
    },
  });
  const bare = { getReader: () => stream.getReader() } as ReadableStream<Uint8Array>;
  for await (const { rows } of (await openFile({ name: 'stream', bytes: bare })).batches())
    if (rows.length > 0) break;
  expect(cancelled).toBe(true);
});
