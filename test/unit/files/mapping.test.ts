import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseInZone } from '#shared/civil-time.ts';
import { describeFile } from '#shared/files/describe-file.ts';
import { findBuiltInMapping } from '#shared/files/mapping/built-in-mappings.ts';
import { createRowMapper } from '#shared/files/mapping/map-row.ts';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import type { Sentence } from '#shared/sentence.ts';
import { isTimeZone } from '#shared/zoned-time.ts';
import { makeOpenableFile } from '../../support/files/file-bytes.ts';
import { readTables, textsIn } from '../../support/table.ts';

type Cells = Record<string, string>;
type Row = { native: Record<string, unknown> };
const bill = { rows: 'upstreamCharges', columns: { occurredAt: 'Day', model: 'Model', costAmount: 'Cost' } };
const payment = { rows: 'payments', columns: { transactionId: 'No', occurredAt: 'Day', amount: 'Paid' } };
const moves = { ...payment, movements: { column: 'What', charge: ['Sale'] } };
const mapped = (mapping: object, cells: Cells) =>
  createRowMapper(parseMapping(mapping, 'map.json'), Object.keys(cells), 'bill.csv')(cells);
const row = { Day: '2026-10-01', Model: 'm', Cost: '1.50' };
const tables = readTables(new URL('mapping.txt', import.meta.url));

/** A mapping of a bill, changed by JSON, whose columns are added. */
function billBy(json: string) {
  const { columns, ...rules } = JSON.parse(json || '{}');
  return { ...bill, ...rules, columns: { ...bill.columns, ...columns } };
}

describe('a mapping of a bill', () => {
  it.each(tables['records of a bill'] ?? [])('reads records by %s: %s', (rules, cells = '', record = '') => {
    const native = (mapped(billBy(rules ?? ''), { ...row, ...textsIn(cells) }) as Row).native;
    const expected = Object.entries(textsIn(record));
    const read = expected.map(([name]) => native[name] ?? '-');
    expect(read).toEqual(expected.map(([, value]) => (value.startsWith('{') ? JSON.parse(value) : value)));
  });

  it.each(tables.times ?? [])(
    'reads times in zone %s with format “%s”: %s',
    (zone, timeFormat, Day, occurredAt) => {
      const rules = { ...bill, ...(zone !== '-' && { timeZone: zone }), ...(timeFormat && { timeFormat }) };
      expect(mapped(rules, { ...row, Day: Day ?? '' })).toMatchObject({ native: { occurredAt } });
    },
  );

  it('skips rows of a type that is not a charge', () =>
    expect(
      mapped({ ...bill, skip: [{ column: 'Model', is: ['Total'] }] }, { ...row, Model: 'Total ' }),
    ).toMatchObject({ isSkipped: true }));

  it.each(tables['rejected rows'] ?? [])('rejects rows by %s: %s', (rules, cells = '', reason = '') => {
    const { reason: found } = mapped(billBy(rules ?? ''), { ...row, ...textsIn(cells) }) as {
      reason: Sentence;
    };
    const [start = '', part = ''] = reason.split(' … ');
    expect(found.en.startsWith(start)).toBe(true);
    expect(found.en).toContain(part);
    expect(found.zh).toMatch(/\p{Script=Han}/u);
  });
});

describe('a mapping of a log of any gateway', () => {
  const usage = {
    rows: 'downstreamUsage',
    columns: {
      requestId: 'Id',
      occurredAt: 'At',
      userId: ['meta.customer', 'meta.team'],
      model: 'meta.model',
      chargedAmount: 'Spend',
    },
    kinds: { column: 'Call', charge: ['chat'], failure: ['error'], refund: ['back'], none: ['top-up'] },
  };
  const sold = { Id: 'r', At: '2026-10-01T00:00:00Z', Spend: '1.2e-05', Call: 'chat' };
  const meta = (of: object) => ({ ...sold, meta: JSON.stringify({ model: 'm', ...of }) });
  it.each<[cells: Cells, result: object]>([
    [
      meta({ customer: 7 }),
      { native: { userId: '7', model: 'm', chargedAmount: '0.000012', status: 'success' } },
    ],
    // The first column with a value counts.
    [meta({ customer: '', team: 't' }), { native: { userId: 't' } }],
    [{ ...meta({}), Call: 'error' }, { native: { status: 'failed' } }],
    [
      { ...meta({}), Call: 'back' },
      { native: { status: 'refunded', chargedAmount: '0', refundAmount: '0.000012' } },
    ],
    [{ ...meta({}), Call: 'top-up' }, { isSkipped: true }],
    [
      { ...meta({}), Call: 'gift' },
      { reason: { en: expect.stringMatching(/^column “Call” has the type “gift”, which `kinds`/) } },
    ],
    [{ ...sold, meta: '{' }, { reason: { en: expect.stringMatching(/^model is required/) } }],
  ])('reads paths into JSON text, and row types: %j', (cells, result) =>
    expect(mapped(usage, cells)).toMatchObject(result),
  );

  it('makes an id for an empty id cell', () =>
    expect(mapped(usage, { ...meta({}), Id: '' })).toHaveProperty(
      'native.requestId',
      expect.stringMatching(/^row:[0-9a-f]{16}$/),
    ));

  it('reads objects, which have no columns', () => {
    const map = createRowMapper(parseMapping(usage, 'map.json'), [], 'log.jsonl');
    expect(map({ ...sold, Spend: 0.5, meta: { model: 'm' } })).toMatchObject({
      native: { chargedAmount: '0.5' },
    });
  });

  it('makes ids from the content of rows without ids', () => {
    const { requestId: _, ...columns } = usage.columns;
    const map = () => createRowMapper(parseMapping({ ...usage, columns }, 'map.json'), [], 'app.csv');
    const ids = (of: ReturnType<typeof map>) =>
      [meta({}), meta({ customer: 7 }), meta({})].map((cells) => (of(cells) as Row).native.requestId);
    const [first, other, again] = ids(map());
    expect([first, other]).toEqual([
      expect.stringMatching(/^row:[0-9a-f]{16}$/),
      expect.stringMatching(/^row:/),
    ]);
    expect(other).not.toBe(first);
    expect(again).toBe(`${first}#2`);
    // Equal rows of another file get the same ids.
    expect(ids(map())).toEqual([first, other, again]);
  });

  it.each(tables.zones ?? [])('at %s in “%s” reads the time; UTC was used: %s', (At, timeZone, isInUtc) => {
    const rules = { ...usage, ...(timeZone && { timeZone }) };
    const row = mapped(rules, { ...meta({}), At: At ?? '' });
    expect(row).toHaveProperty('native');
    expect('isInUtc' in row).toBe(isInUtc === 'yes');
  });
});

const FOLDER = 'test/support/fixtures/mappings';
/** A row as a gateway writes it, its record by the mapping that the project ships, and whether it is recognized. */
interface Shipped {
  readonly row: Record<string, unknown>;
  readonly record: object;
  readonly isKnown?: true;
}
const shipped = (name: string): Shipped => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8'));

it.each(globSync('examples/mappings/*.json').map((file) => basename(file, '.json')))('%s', (name) => {
  if (!existsSync(`${FOLDER}/${name}.json`))
    throw new Error(`No row for ${name}: put one as its gateway writes it, and its record, into ${FOLDER}.`);
  const { row, record, isKnown } = shipped(name);
  const rules = parseMapping(JSON.parse(readFileSync(`examples/mappings/${name}.json`, 'utf8')), 'map.json');
  expect(createRowMapper(rules, [], 'rows.jsonl')(row)).toEqual(expect.objectContaining({ native: record }));
  if (isKnown)
    expect(
      findBuiltInMapping(rules.rows === 'upstreamCharges' ? rules.rows : 'logs', row)?.mapping,
      `${name} is said to be known: add its line to shared/files/mapping/built-in-mappings.ts.`,
    ).toEqual(rules);
});

it('the cost of failed attempts in LiteLLM is left out, with its sum', () => {
  const litellm = shipped('litellm-log').row;
  const rules = findBuiltInMapping('logs', litellm)?.mapping;
  if (!rules) throw new Error('LiteLLM’s log is not recognized.');
  const row = { ...litellm, request_id: 'chatcmpl-1-attempt-1', status: 'failure' };
  const left = createRowMapper(
    rules,
    [],
    'spend.csv',
  )({
    ...row,
    metadata: '{"status": "failure", "billed_retry_attempt": true}',
  });
  expect(left).toMatchObject({ isSkipped: true, leftOut: { currency: 'USD' } });
  expect('leftOut' in left && left.leftOut?.amount.toFixed()).toBe('0.000034');
});

it('a payment is mapped; fees lose their sign, and a negative payment is a refund', () => {
  const columns = { ...payment.columns, feeAmount: 'Fee', status: 'State' };
  const cells = {
    No: '4200000000202610010000000001',
    Day: '2026-10-01',
    Paid: '73.00',
    Fee: '-0.44',
    State: 'PAID',
  };
  const mapping = {
    rows: 'payments',
    columns,
    statuses: { Paid: 'settled' },
    constants: { currency: 'CNY' },
  };
  expect(mapped(mapping, cells)).toMatchObject({
    native: { transactionId: cells.No, amount: '73', feeAmount: '0.44', status: 'settled', currency: 'CNY' },
  });
  expect(mapped(mapping, { ...cells, Paid: '-73' })).toMatchObject({
    native: { status: 'refunded', amount: '73', refundAmount: '73' },
  });
});

it('a row of a database dump gets the field names of the gateway and Unix seconds, and keeps other columns', () => {
  const mapping = { rows: 'logs', columns: { created_at: '时间', quota: '额度' }, timeZone: 'Asia/Shanghai' };
  expect(mapped(mapping, { 时间: '2026-10-01 08:00:00', 额度: '500', other: '{}' })).toEqual({
    native: { created_at: 1_790_812_800, quota: '500', other: '{}' },
  });
});

describe('a mapping is refused with a sentence', () => {
  const MAPPINGS: Readonly<Record<string, { columns: object }>> = { bill, payment, moves };
  it.each(tables['refused mappings'] ?? [])('%s with %s', (kind = '', json = '', sentence = '') => {
    const { columns, ...changes } = JSON.parse(json);
    const mapping = MAPPINGS[kind] ?? bill;
    const all = { ...mapping, ...changes, columns: { ...mapping.columns, ...columns } };
    expect(() => parseMapping(all, 'map.json')).toThrow(
      expect.objectContaining({
        details: expect.arrayContaining([expect.stringContaining(sentence)]),
      }),
    );
  });

  it('if it is not an object', () =>
    expect(() => parseMapping('text', 'map.json')).toThrow(
      expect.objectContaining({ details: ['map.json: body: must be an object'] }),
    ));

  it('that lists the columns of the file if a column is missing', () =>
    expect(() => mapped(bill, { Datum: '1', Model: 'm', Cost: '1' })).toThrow(
      expect.objectContaining({
        details: ['bill.csv: lacks columns of the mapping: “Day”. Its columns are: Datum, Model, Cost'],
      }),
    ));
});

describe('a time zone', () => {
  it.each([['Z'], ['UTC'], ['-03:30'], ['Europe/Berlin']])('%s is valid', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  );
  it.each([['+8'], ['+25:00'], ['CEST-ish']])('%s is not valid', (zone) =>
    expect(isTimeZone(zone)).toBe(false),
  );
  it.each([
    ['2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
    ['1999-12-31 23:59:59.5', '1999-12-31T22:59:59.500Z'],
  ])('in Berlin at %s', (text, instant) =>
    expect(new Date(parseInZone(text, 'Europe/Berlin') ?? 0).toISOString()).toBe(instant),
  );
});

describe('--show-columns', () => {
  it('shows what a mapping makes of the first rows', async () => {
    const content = 'Day;Model;Cost\n2026-10-01;a;1.5\n2026-10-02;b;1,500\nTotal;;3\n2026-10-03;c;1\n';
    const mapping = parseMapping({ ...bill, skip: [{ column: 'Day', is: ['Total'] }] }, 'map.json');
    const { columns, rows, format } = await describeFile(makeOpenableFile(content), mapping);
    expect(columns).toEqual(['Day', 'Model', 'Cost']);
    expect(format.delimiter).toBe(';');
    expect(rows).toMatchObject([
      { row: 2, native: { Day: '2026-10-01' }, mapped: { native: { costAmount: '1.5' } } },
      {
        row: 3,
        mapped: { reason: { en: expect.stringContaining('comma'), zh: expect.stringContaining('逗号') } },
      },
      { row: 4, mapped: { isSkipped: true } },
    ]);
  });

  it('lists the keys of JSON rows', async () => {
    const { columns, rows } = await describeFile(makeOpenableFile('[{"a":1},{"b":2},3]'));
    expect(columns).toEqual(['a', 'b']);
    expect(rows.map(({ native }) => native)).toEqual([{ a: 1 }, { b: 2 }]);
  });
});
