import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { type Mapping, parseMapping } from '#shared/files/mapping/mapping.ts';
import { readSource } from '#shared/pipeline/read/read-source.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { Rejection } from '#shared/rejections.ts';
import type { Sentence } from '#shared/sentence.ts';
import { newApiRow, oneHubRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, runFiles } from '../../support/pipeline/run-in-memory.ts';

type Text = string | Uint8Array | object;
/** Files by name. A file without a ledger is a log. */
type Files = Readonly<Record<string, Text | TypedFile>>;
type More = Partial<RunSettings>;

/** A file with its ledger and mapping. */
interface TypedFile {
  readonly as: SourceField;
  readonly text: Text;
  readonly mapping?: Mapping;
}
const bill = (text: Text, mapping?: Mapping): TypedFile => ({
  as: 'upstreamCharges',
  text,
  ...(mapping && { mapping }),
});
const readBill = (name: string): string =>
  readFileSync(new URL(`../../support/fixtures/bills/${name}`, import.meta.url), 'utf8');
const payments = (text: Text): TypedFile => ({ as: 'payments', text });
const mappedLog = (text: Text): TypedFile => ({ as: 'logs', text, mapping: LOG_MAPPING });
const OTHER_SERVICE = readBill('google-billing-export.jsonl').replaceAll(
  /"id":"[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}"/g,
  '"id":"0"',
);
const isTyped = (file: Text | TypedFile): file is TypedFile => typeof file === 'object' && 'as' in file;

const AT = 1_790_000_000;
const row = (n: number, more: Row = {}): Row =>
  newApiRow({ id: n, created_at: AT + n, request_id: `r${n}`, user_id: 1 + (n % 2), ...more });
const rows = (count: number, more: Row = {}) => Array.from({ length: count }, (_, n) => row(n + 1, more));
const byCall = (quota: number) => ({ quota, other: '{"model_price":0.01,"group_ratio":1,"model_ratio":0}' });
const wallet = (quota: number, amount: string) => ({
  type: 1,
  quota,
  model_name: '',
  content: `通过兑换码充值 ${amount} 额度`,
});
/** A row of a gateway that stores no ids. */
const nameless = ({ id, request_id, ...rest }: Row): Row => rest;
const system = (content: string): Row => ({ ...row(9), type: 4, quota: 0, model_name: '', content });
const nextYear = ({ created_at, request_id, ...rest }: Row): Row => ({
  ...rest,
  created_at: Number(created_at) + 31_536_000,
  request_id: `${request_id}y`,
});
const untyped = (n: number): Row => ({ ...row(n), type: undefined });
/** Moves the time of the 20th and 21st row close to the third. */
const moveBack = (native: Row): Row => ({ ...native, created_at: Number(native.created_at) - 16 });
/** A row with the id of its request at the upstream gateway; `upstream` makes the rows of that gateway. */
const bought = (native: Row): Row => ({ ...native, upstream_request_id: `u${native.id}`, other: ratios() });
const upstream = (count: number): Row[] =>
  rows(count, { user_id: 7, other: ratios() }).map((native) => ({
    ...native,
    id: Number(native.id) + 700,
    request_id: `u${native.id}`,
  }));
const charge = (n: number, more: Row = {}): Row => ({
  id: `c${n}`,
  timestamp: new Date((AT + n) * 1000).toISOString(),
  model: 'm',
  cost: '0.001',
  ...more,
});
const charges = (count: number, more: Row = {}) =>
  Array.from({ length: count }, (_, n) => charge(n + 1, more));
/** Charges with the request ids of `rows`. */
const chargesWithIds = (count: number): Row[] =>
  charges(count).map((native, n) => ({ ...native, request_id: `r${n + 1}` }));
const quoted = (value: unknown): string => `"${`${value ?? ''}`.replaceAll('"', '""')}"`;
const tableOf = (list: readonly Row[]): string =>
  [Object.keys(list[0] ?? {}).map(quoted), ...list.map((native) => Object.values(native).map(quoted))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
const page = (items: Row[], total: number) => ({
  success: true,
  data: { page: 1, page_size: 9, total, items },
});
const BILL_MAPPING = parseMapping(
  { rows: 'upstreamCharges', columns: { occurredAt: 'Day', model: 'Model', costAmount: 'Cost' } },
  'map.json',
);

const LOG_MAPPING = parseMapping(
  {
    rows: 'downstreamUsage',
    columns: { requestId: 'no', occurredAt: 'at', model: 'model', chargedAmount: 'paid' },
  },
  'map.json',
);
const sold = (count: number) =>
  Array.from({ length: count }, (_, no) => ({ no, at: `2026-10-01T0${no}:00:00Z`, model: 'm', paid: 1 }));

const run = (files: Files, more: More = {}) =>
  runFiles(
    Object.entries(files).map(([name, file]) => {
      const { as: field, text, ...rest }: TypedFile = isTyped(file) ? file : { as: 'logs', text: file };
      return makeTextFile(field, text, { name, ...rest });
    }),
    more,
  );

/** Files under the names `a.json`, `b.json` and so on. */
const filesOf = (...files: readonly (Text | TypedFile)[]): Files =>
  Object.fromEntries(files.map((file, n) => [`${'abc'[n]}.json`, file]));
/** Files, the expected message, and settings. */
type Case = readonly [files: Files, message: RegExp, more?: More];

/** Runs files and returns the refusal. */
async function runRefused(files: Files, more?: More): Promise<Sentence> {
  try {
    await run(files, more);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const all = [error.sentences.message, ...error.sentences.details];
    return { en: all.map(({ en }) => en).join('\n'), zh: all.map(({ zh }) => zh).join('\n') };
  }
  throw new Error('The run was not refused.');
}

const REFUSED: Readonly<Record<string, Case>> = {
  'a bill as the log': [{ 'b.json': charges(3) }, /b\.json: .* bill\. .*--upstream/],
  'a report of this service as payments': [
    { 'r.json': payments([{ findings: [], summary: {} }]) },
    /r\.json: is a report of/,
  ],
  'logs of two gateways': [
    filesOf(rows(2), [oneHubRow()]),
    /two gateways.*\na\.json: new-api\nb\.json: one-hub/,
  ],
  'rows of two gateways': [filesOf([...rows(2), oneHubRow()]), /a\.json: new-api, and rows of one-hub/],
  'the log of another gateway than the settings name': [filesOf([oneHubRow()]), /is new-api, but .* one-hub/],
  'the log of new-api, one of whose rows has an amount in its text, as one-hub': [
    filesOf([...rows(2), system('构图失败 1795305414030520，补偿 ＄0.040000 额度')]),
    /is one-hub, but .* new-api/,
    { connector: 'one-hub' },
  ],
  'a log with upstream request ids as the log of VoAPI': [
    filesOf(rows(3, { upstream_request_id: 'u' })),
    /is voapi, but .* new-api/,
    { connector: 'voapi' },
  ],
  'logs of two installations of one gateway': [
    filesOf(rows(9), rows(9).map(nextYear)),
    /Which one sells to your customers\?.*\na\.json and b\.json use the same row ids for different rows \(9 /,
  ],
  'the log of the upstream gateway as a log': [
    filesOf(rows(9).map(bought), upstream(9)),
    /log of the upstream gateway.*--upstream instead\.\nb\.json/,
  ],
  'the log of the upstream gateway, with a quota per unit that divides no amount': [
    filesOf(rows(9).map(bought), upstream(9)),
    /log of the upstream gateway.*--upstream instead\.\nb\.json/,
    { quotaPerUnit: 300_000 },
  ],
  'the log as the bill, too': [
    { 'a.json': rows(3), 'b.jsonl': bill(rows(3)) },
    /b\.jsonl contains rows of a\.json/,
  ],
  'the last rows of the log as the bill': [
    filesOf(rows(60), bill(rows(60).slice(40).reverse())),
    /b\.json contains rows of a\.json/,
  ],
  'no quota per unit': [filesOf(rows(3)), /--quota-per-unit/, { quotaPerUnit: undefined } as unknown as More],
  'twice the quota per unit of the log': [
    filesOf(rows(20, byCall(5000))),
    /Rows .* at 500000 quota .*20 rows/,
    { quotaPerUnit: 1e6 },
  ],
  'a hundredth of the quota per unit of the log': [
    filesOf(rows(3, byCall(5000))),
    /at 500000 quota/,
    { quotaPerUnit: 5000 },
  ],
  'half the quota per unit of the log, shown by one row with a fixed price': [
    filesOf([...rows(3), row(4, byCall(5000))]),
    /at 500000 quota/,
    { quotaPerUnit: 250_000 },
  ],
  'another quota per unit than an amount in money and quota has': [
    filesOf([...rows(3), row(4, wallet(123_457_000, '＄1000.000000'))]),
    /Rows with an amount .* use 123457 quota .*\(1 row\)/,
  ],
  'rows of other lists in a log': [
    filesOf([
      ...rows(2),
      { ...untyped(3), trade_no: 't' },
      { ...untyped(4), task_id: 't', platform: 'suno', action: 'MUSIC' },
      { ...untyped(5), total_cost: 0.5, native_tokens_prompt: 5 },
    ]),
    /3 of 5 rows cannot be read.*\n.*row 3: trade_no: belongs to a payment.*\n.*row 4: is from the gateway’s task list.*\n.*row 5: is from a provider’s bill/,
  ],
  'rows of the task list in the log of the upstream gateway': [
    filesOf(
      rows(3),
      bill([...rows(2).map(nextYear), { ...untyped(3), task_id: 't', platform: 'suno', action: 'MUSIC' }]),
    ),
    /b\.json: 1 of 3 rows cannot be read.*\n.*row 3: is from the gateway’s task list/,
  ],
  'a total in a bill': [
    filesOf(rows(3), bill([...charges(3), charge(4, { model: 'Total' })])),
    /b\.json: 1 of 4 rows cannot be read.*\n.*row 4: model: is a total/,
  ],
  'a total in a bill under another word': [
    filesOf(rows(3), bill([...charges(3), charge(4, { model: 'All models' })])),
    /b\.json, row 4: model: is a total/,
  ],
  'no row in the period': [
    filesOf(rows(3)),
    /None of the 3 .* 2026-09/,
    { period: { end: '2026-01-01T00:00:00Z' } },
  ],
  'a table with unknown columns': [
    { 'a.csv': bill('Day,Sum\n1,2\n3,4\n'), 'a.json': rows(2) },
    /a\.csv: none of its rows .*\n.*row 2.*\n.*Day, Sum.*--mapping/,
  ],
  'a table with unknown columns and without rows': [
    { 'a.csv': bill('Day,Sum\n'), 'a.json': rows(2) },
    /a\.csv has no rows/,
  ],
  'too many unreadable rows': [
    filesOf([...rows(9), row(10, { created_at: 'x' })]),
    /1 of 10 rows cannot be read/,
  ],
  'two notations of decimals in a column': [
    {
      'a.json': rows(2),
      'b.csv': bill('Day;Model;Cost\n2026-10-01;a;0,5\n2026-10-01;a;1.234\n', BILL_MAPPING),
    },
    /b\.csv: uses decimal commas in column “Cost”/,
  ],
  'a cloud bill without rows of models': [
    { 'a.json': rows(2), 'b.csv': bill(OTHER_SERVICE) },
    /b\.csv: \d+ rows were left out, [\d.]+ USD/,
  ],
  'JSON that is cut off': [
    filesOf(JSON.stringify(rows(3)).slice(0, -9)),
    /a\.json: is cut off after row 2, at byte \d+/,
  ],
  'gzip that is cut off': [
    filesOf(gzipSync(JSON.stringify(rows(50))).subarray(0, 200)),
    /a\.json: cannot be read after row \d+: its gzip/,
  ],
  'a quoted cell that never ends': [
    { 'b.csv': bill('model,cost,time\nm,1,"2026') },
    /b\.csv: cannot be read after row 1/,
  ],
  'gzip of gzip': [filesOf(gzipSync(gzipSync('[]'))), /a\.json: is compressed twice/],
  'a login page': [filesOf('<html>'), /a\.json: is HTML/],
  'an empty file': [filesOf(''), /a\.json: is empty/],
  'the reply to a failed request': [
    filesOf({ success: false, message: 'no right' }),
    /reply to a failed request/,
  ],
};

describe('a run is refused:', () => {
  it.each(Object.entries(REFUSED))('%s', async (_, [files, message, more]) => {
    const refusal = await runRefused(files, more);
    expect(refusal.en).toMatch(message);
    expect(refusal.zh).toMatch(/\p{Script=Han}{3}/u);
  });
});

test.each<[name: string, list: Row[]]>([
  ['a file with the same rows twice', [...rows(8), ...rows(8)]],
  ['a log of equal rows without ids', Array.from({ length: 15 }, () => nameless(row(1)))],
  ['a log that starts over and then differs', [...rows(10), ...rows(9), row(10, { quota: 9 })].map(nameless)],
  ['an amount that agrees with the quota per unit', [row(3, wallet(500_000, '＄1.000000'))]],
  ['an amount in another currency', [row(3, wallet(500_000, '¥7.300000'))]],
  ['a text with two amounts', [row(3, wallet(500_000, '＄7.300000 ＄1.000000'))]],
  [
    'two amounts with different quotas per unit',
    [row(3, wallet(500_000, '＄2.000000')), row(4, wallet(500_000, '＄1.000000'))],
  ],
  ['an amount in the text of a charge', [row(3, { content: '＄9.000000' })]],
])('%s does not stop a run', async (_, list) => {
  const { report } = await run({ 'a.json': [...rows(2), ...list] });
  expect(report.summary.requests.total).toBeGreaterThan(0);
});

const ownLogOf = (userId: number) =>
  rows(3).map((native, n) => ({
    ...native,
    id: 0,
    user_id: userId,
    request_id: `r-${userId}-${n}`,
    created_at: AT - n,
  }));
const ownLog = ownLogOf(7);

const INCOMPLETE: Readonly<Record<string, Case>> = {
  'a missing page': [filesOf([page(rows(3), 5)]), /a\.json has only 3 of the 5 rows/],
  'only an empty page after the end': [
    filesOf(page([], 5), bill(charges(2))),
    /a\.json has only 0 of the 5 rows/,
  ],
  'a missing page of a bill': [
    filesOf(rows(3), bill(readBill('volcengine-ark.json').replace('"Total": 2', '"Total": 5'))),
    /has only 2 of the 5 rows/,
  ],
  'a missing page of a mapped log': [
    filesOf(mappedLog({ data: sold(3), total: 5, page: 1 })),
    /a\.json has only 3 of the 5 rows/,
  ],
  'ids that are on no page': [
    filesOf([{ data: rows(3) }, { data: [row(20), row(21)] }]),
    /a\.json: 16 row ids are missing/,
  ],
  'a file that is cut off, in a run that accepts this': [
    filesOf(JSON.stringify(rows(3)).slice(0, -9)),
    /a\.json: is cut off after row 2/,
    { isPartial: true },
  ],
  'a bill whose last page says that more follow': [
    filesOf(rows(3), bill([{ data: chargesWithIds(2), has_more: true }])),
    /^b\.json: its last page says that more pages follow/,
  ],
  'a missing page in a sequence of ids': [
    filesOf([...rows(200), ...rows(300).slice(260)]),
    /a\.json: 60 row ids are missing/,
  ],
  'a missing day between two files': [
    { 'a.json': rows(90), 'c.json': rows(300).slice(200) },
    /110 row ids are missing between a\.json and c\.json/,
  ],
  'a missing page of a list, whose ids also have a gap': [
    filesOf([100, 200, 400].map((end) => page(rows(end).slice(end - 100), 400))),
    /^a\.json has only 300 of the 400 rows that the pages announce\. Export the missing pages\.$/,
  ],
  'a missing page of a list with a file for each page': [
    filesOf(...[100, 200, 400].map((end) => page(rows(end).slice(end - 100), 400))),
    /^a\.json, b\.json, c\.json have only 300 of the 400 rows[^\n]*$/,
  ],
  'one page twice, and another page missing': [
    filesOf([page(rows(30).slice(0, 10), 30), page(rows(30).slice(0, 10), 30), page(rows(30).slice(20), 30)]),
    /a\.json has only 20 of the 30 rows/,
  ],
  'a log of one channel, and a bill with other requests': [
    filesOf(
      rows(60, { channel: 4 }).filter((_, n) => n % 3 !== 0 || n === 0),
      bill(chargesWithIds(60)),
    ),
    /a\.json seems to be filtered \(channel.*\): row ids are missing in 19 places/,
  ],
  'a log without every third row, and a bill without ids': [
    filesOf(
      rows(60).flatMap((native, n) => (n % 3 === 1 ? [] : { ...native, type: n === 0 ? 1 : 2 })),
      bill(charges(60)),
    ),
    /a\.json seems to be filtered .*: row ids are missing in \d+ places/,
  ],
  'a full page without a total': [filesOf({ success: true, data: rows(10) }), /last page is full/],
  'a bill that continues after the log': [
    filesOf(rows(20), bill(chargesWithIds(30))),
    /^10 requests in the provider's bill fall outside the dates of the log.* set --period/,
  ],
  'a user’s own log': [filesOf(ownLog), /user 7’s own log.*"customers": 1/],
  'money in a row of an unknown type': [filesOf([...rows(120), row(121, { type: 66, quota: 500 })]), /^$/],
};

const NOTED: Readonly<Record<string, Case>> = {
  'a bill without a time zone': [
    { 'a.json': rows(3), 'b.csv': bill('Day,Model,Cost\n2026-09-21 10:00:00,m,1\n', BILL_MAPPING) },
    /times of b\.csv have no time zone .* UTC/,
  ],
  'the same file twice': [filesOf(rows(3), rows(3)), /3 rows of [ab]\.json are also in [ab]\.json/],
  'the same bill with its times in other formats': [
    {
      'a.json': rows(3),
      'b.json': bill(chargesWithIds(3)),
      'c.json': bill(
        chargesWithIds(3).map((native) => ({
          ...native,
          timestamp: Date.parse(String(native.timestamp)) / 1000,
        })),
      ),
      'd.csv': bill(
        tableOf(
          chargesWithIds(3).map((native) => ({
            ...native,
            timestamp: String(native.timestamp).replace('.000Z', '+00:00'),
          })),
        ),
      ),
    },
    /^3 rows of c\.json are also in b\.json[^\n]*\n3 rows of d\.csv are also in [bc]\.json/,
  ],
  'the same rows as a table, in reverse order': [
    { 'a.json': rows(3), 'b.csv': tableOf(rows(3).toReversed()) },
    /3 rows of [ab]\.\w+ are also in [ab]\.\w+/,
  ],
  'the same bill with amount, time and currency in other formats': [
    {
      'a.json': rows(3),
      'b.json': bill([
        {
          occurredAt: '2026-09-21T16:00:00Z',
          model: 'm',
          status: 'success',
          costAmount: 0.00001,
          currency: 'usd',
        },
      ]),
      'c.json': bill([
        {
          occurredAt: '2026-09-22T00:00:00+08:00',
          model: 'm',
          status: 'success',
          costAmount: '1.0e-05',
          currency: 'USD',
        },
      ]),
    },
    /1 row of c\.json is also in b\.json/,
  ],
  'the same rows with fewer columns': [
    {
      'a.csv': tableOf(rows(120, byCall(5000)).map(({ other, group, ...few }) => few)),
      'b.json': rows(120, byCall(5000)),
    },
    /^120 rows of a\.csv are also in b\.json[^\n]*$/,
  ],
  'one channel, rows of one type, and a bill by day': [
    filesOf(
      rows(60, { channel: 4 }).filter((_, n) => n % 3 !== 0),
      bill(charges(3)),
    ),
    /^a\.json seems to be filtered \(channel[^\n]*$/,
  ],
  'a log filtered by type': [
    filesOf(rows(330).filter((_, n) => n % 3 !== 0)),
    /a\.json seems to be filtered: all rows have the same type/,
  ],
  'a user’s own log and the administrator’s log': [
    filesOf(rows(3), ownLog),
    /b\.json is user 7’s own log\. Its 3 rows are left out/,
  ],
  'a log of one user, who may be the only one': [
    filesOf(rows(3, { user_id: 7 })),
    /All rows of a\.json belong to user 7/,
  ],
};

const COMPLETE: Readonly<Record<string, readonly [Files, More?]>> = {
  'a mapped log with a `total` that counts no pages': [filesOf(mappedLog({ data: sold(3), total: 500 }))],
  'ids that the database skipped between two pages': [
    filesOf([{ data: rows(3) }, { data: [row(20), row(21)].map(moveBack) }]),
  ],
  'a page that is repeated after the others': [
    filesOf([...rows(300).reverse(), ...rows(200).slice(100).reverse()]),
  ],
  'ids that the database skipped': [
    filesOf([
      ...rows(200),
      ...rows(50).map((native, n) => ({
        ...native,
        id: 9000 + n,
        created_at: AT + 201 + n,
        request_id: `s${n}`,
      })),
    ]),
  ],
  'a bill row with half of the total cost': [
    filesOf(rows(3), bill([charge(1, { cost: '0.005' }), ...charges(6).slice(1)])),
  ],
  'a bill with requests that were never logged, and a log of one channel': [
    filesOf(
      rows(60, { channel: 4 }),
      bill([
        ...chargesWithIds(60),
        ...charges(10).map((native, n) => ({ ...native, id: `x${n}`, request_id: `x${n}` })),
      ]),
    ),
  ],
  'a log of one type and several channels': [
    filesOf(
      rows(60).flatMap((native, n) =>
        n % 3 === 1
          ? []
          : { ...native, channel: n % 2, model_name: `m${n % 5}`, token_id: n % 7, user_id: n % 3 },
      ),
      bill(chargesWithIds(60)),
    ),
  ],
  'pages up to the empty last page': [filesOf([{ data: rows(10) }, { data: [] }])],
  'a bill that contains only a channel test': [
    filesOf(
      [...rows(20), bought(row(30, { token_id: 0, token_name: '模型测试' }))],
      bill([row(40, { request_id: 'u30', other: ratios() })]),
    ),
  ],
  'a bill that continues with many charges of one request': [
    filesOf(
      rows(20),
      bill([
        ...upstream(9).map((native) => ({ ...native, request_id: `r${Number(native.id) - 700}` })),
        ...rows(9, { other: ratios() }).map((native) => ({
          ...native,
          id: Number(native.id) + 800,
          created_at: AT + 50,
          request_id: 'later',
        })),
      ]),
    ),
  ],
  'headers between the rows': [{ 'a.csv': tableOf(rows(3)) + tableOf(rows(6).slice(3)) }],
  'the own log of the only customer': [filesOf(ownLog), { customers: 1 }],
};

function expectMessages(messages: readonly Sentence[], pattern: RegExp): void {
  expect(messages.map(({ en }) => en).join('\n')).toMatch(pattern);
  for (const { zh } of messages) expect(zh).toMatch(/\p{Script=Han}{3}/u);
}

describe('the notes of a report:', () => {
  it.each(Object.entries(INCOMPLETE))(
    '%s is noted, and rows may be missing',
    async (_, [files, message, more]) => {
      const { notices, report } = await run(files, more);
      expectMessages(notices, message);
      expect(report.completeness.rows).toBe(false);
      // If log and bill cover different times, the answer is about the shared time. Otherwise it claims no loss, which the missing rows might explain.
      const { text } = report.summary.answer;
      expect(text).toMatch(
        report.summary.beyond
          ? /Not compared: [1-9]/
          : / Losses are not known yet\.|^(?:You|Margin|Nothing|0\.0010)/,
      );
      if (!report.summary.beyond) expect(text).not.toMatch(/You lost|No problems were found\. /);
    },
  );

  it.each(Object.entries(NOTED))(
    '%s is noted, and no rows are missing',
    async (_, [files, message, more]) => {
      const { notices, report } = await run(files, more);
      expectMessages(notices, message);
      expect(report.completeness.rows).toBe(true);
    },
  );

  it.each(Object.entries(COMPLETE))('%s is not noted', async (_, [files, more]) => {
    const { notices, report } = await run(files, more);
    expect(notices).toEqual([]);
    expect(report.completeness.rows).toBe(true);
  });
});

test('a bill row without an amount may have any cost, a log row without quota has none', async () => {
  const rest = [...charges(150), charge(151, { cost: '' })];
  const { report } = await run({ 'l.json': rows(3), 'b.json': bill(rest) });
  expect(report.completeness.rows).toBe(false);
});

test('money that system rows state only in text is noted without being counted', async () => {
  const task = row(1, {
    request_id: '',
    model_name: 'mj_imagine',
    other: '{"model_price":0.04,"is_task":true}',
  });
  const system = {
    ...row(2),
    type: 4,
    quota: 0,
    request_id: '',
    model_name: '',
    user_id: task.user_id,
    other: '',
  };
  const texts = ['0.040000', '0.032000'].map((amount, n) => ({
    ...system,
    id: 10 + n,
    content: `构图失败 179530541403052${n}，补偿 ＄${amount} 额度`,
  }));
  const { notices, report } = await run({ 'l.json': [task, ...texts] });
  expect(notices.map(({ en }) => en).join()).toMatch(
    /2 system rows .* only as text, 0\.0720 USD refunded in total/,
  );
  expect(notices.map(({ zh }) => zh).join()).toMatch(/合计退还 0\.0720 USD/);
  expect(report.completeness.rows).toBe(false);
});

test('LiteLLM’s spend rows are recognized as a log, and rows of new-api are not', async () => {
  const spend = (n: number) => ({
    request_id: `r${n}`,
    spend: 0.5,
    model: 'bought',
    model_group: 'sold',
    status: 'success',
    startTime: '2026-10-01T08:00:00Z',
    end_user: `u${n}`,
    messages: 'a prompt',
  });
  const billed = [1, 2].map((n) => ({ request_id: `r${n}`, time: AT, model: 'bought', cost: '0.1' }));
  const { report, notices, meta } = await run(
    { 'spend.json': [spend(1), spend(2)], 'bill.json': bill(billed) },
    {},
  );
  expect(notices).toEqual([]);
  expect(report.summary).toMatchObject({ revenue: { net: '1' }, requests: { matched: 2 } });
  expect(report.byModel[0]).toMatchObject({ model: 'sold' });
  expect(meta.notes).toEqual([]);
});

test('log rows in columns keep their known fields, and rows named by their content keep all fields', async () => {
  const note = { visitor: 'Wei, 5 Main Street', other: '{"is_task":true,"note":"Wei","model_price":0.1}' };
  const readUnpacked = async (native: Row) => {
    const source = { source: 0, name: 'l', location: 'l', field: 'logs' } as const;
    async function* bytes() {
      yield makeTextFile('logs', [native]).bytes;
    }
    const columns = await readSource(source, bytes(), {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      rejectedShareMax: 0.01,
      supplied: { upstreamCharges: false, payments: false },
    });
    return JSON.stringify(columns.unpacked);
  };
  const unpacked = await readUnpacked(row(1, note));
  expect(unpacked).toContain('"request_id":"r1"');
  expect(unpacked).toContain('model_price');
  expect(unpacked).not.toContain('Wei');
  expect(await readUnpacked(row(1, { ...note, request_id: undefined }))).toContain('Main Street');
});
