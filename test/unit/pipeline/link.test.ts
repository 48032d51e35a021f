import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linkSources } from '#shared/pipeline/link/link-sources.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { AT, newApiRow, type Row, ratios, topUpRow } from '../../support/fixtures/native-rows.ts';
import { fileOf, readFiles, SETTINGS, type TextFile } from '../../support/pipeline/run-here.ts';
import { fieldsIn, tableRows } from '../../support/table.ts';

const other = ratios();
const plain = newApiRow({ request_id: 'r', other });
/** The same request in a table of a few columns, which has no number and no snapshot. */
const { id: _, other: __, username: ___, token_name: ____, channel_name: _____, ...few } = plain;
const bill = (over: Row = {}): Row => ({ time: AT, model: 'm', cost: '1', ...over });
const TIME = AT * 1000;

/** Rows by their word, each with the ledger of its file. */
const ROWS: Readonly<Record<string, readonly [SourceField, Row]>> = {
  plain: ['logs', plain],
  few: ['logs', few],
  refund: [
    'logs',
    {
      ...newApiRow({ type: 6, other: ratios({ task_id: 't' }) }),
      ...{ id: undefined, request_id: undefined },
    },
  ],
  // The same request as a page prints it: a mapping makes canonical usage of it.
  printed: [
    'logs',
    {
      ...{ requestId: 'r', model: plain.model_name, status: 'success' },
      chargedAmount: String(Number(plain.quota) / 500_000),
    },
  ],
  bill: ['upstreamCharges', bill()],
  // Replies of OpenAI and OpenRouter, and a day of LiteLLM.
  reply: [
    'upstreamCharges',
    { start_time: AT, amount: { value: 0.25, currency: 'usd' }, line_item: 'm, input', project_id: 'p' },
  ],
  generation: [
    'upstreamCharges',
    { id: 'gen-1', total_cost: 0.5, native_tokens_prompt: 7, created_at: '2026-10-01T00:00:15Z' },
  ],
  spent: [
    'upstreamCharges',
    { ChargePeriodStart: '2026-10-01T00:00:00Z', ChargeCategory: 'Usage', ResourceId: 'm' },
  ],
  topup: ['payments', topUpRow()],
  // A charge of Stripe's payout report; other columns may be selected of it.
  paid: [
    'payments',
    {
      ...{ balance_transaction_id: 'txn_1', charge_id: 'ch_1', created_utc: '2026-10-01 10:00:00' },
      ...{ reporting_category: 'charge', gross: '10.00', fee: '0.59', currency: 'usd' },
    },
  ],
};
/** The exports of OpenAI and OpenRouter, and tables in which lines have names. */
const TABLES: Readonly<Record<string, (over: Row) => string>> = {
  exported: ({ amount = '0.25', project = 'p' }) =>
    `start_time,amount_value,amount_currency,line_item,project_id\n${AT},${amount},usd,"m, input",${project}\n`,
  activity: ({ cost = 0.5 }) =>
    `generation_id,created_at,cost_total,model_permaslug\ngen-1,2026-10-01 00:00:15.118,${cost},m\n`,
  named: () => 'id,time,cost\na,2026-10-01,1\na,2026-10-01,1\n',
  three: ({ order = 'c,a' }) =>
    `id,time,cost,${order}\n${'a,2026-10-01,1,x,x\n'.repeat(2)}b,2026-10-01,1,x,x\n`,
};

/** A row as `printed model=n`: its word, and fields that differ; a dash is no value, `minutes` move its time. */
function rowIn(text: string): { field: SourceField; row: Row; table?: string } {
  const [word = '', ...fields] = text.split(' ');
  const over = fieldsIn(fields);
  const table = TABLES[word]?.(over);
  const [field, row] = ROWS[word] ?? ['upstreamCharges', {}];
  const { minutes = 0, ...own } = over;
  const occurredAt = new Date(TIME + Number(minutes) * 60_000).toISOString();
  return {
    ...{ field, row: { ...row, ...(word === 'printed' && { occurredAt }), ...own } },
    ...(table !== undefined && { table }),
  };
}

/** Files as `plain, few / printed`. */
const filesIn = (text: string): TextFile[] =>
  text.split(' / ').map((file) => {
    const rows = file.split(', ').map(rowIn);
    const [first] = rows as [ReturnType<typeof rowIn>];
    return fileOf(first.field, first.table ?? rows.map(({ row }) => row));
  });

// Files | sales, charges and payments | rows of one file that are left out for those of another
test.each(
  tableRows(`
  equal rows without a name of one file are as many as they are | refund, refund               | 2 0 0 |
  of two files, one row that was read twice                  | refund / refund                 | 1 0 0 | 1 0: 1
  as often as the file with most of them has it              | refund / refund, refund / refund, refund, refund / refund | 3 0 0 | 1 0: 1, 2 0: 1, 2 1: 1, 3 0: 1
  but not where they differ                                  | refund / refund quota=7         | 2 0 0 |
  nor where they have names                                  | bill request_id=a / bill request_id=b | 0 2 0 |
  bills, however they are written                            | bill / bill cost=1              | 0 1 0 | 1 0: 1
  but not by three fields, where they have a name            | bill model=- cost=1 request_id=a / bill model=- request_id=a | 0 2 0 |
  bills in two forms                                         | reply / exported                | 0 1 0 | 1 0: 1
  one row for one                                            | reply, reply / exported         | 0 2 0 | 1 0: 1
  but not of another amount                                  | reply / exported amount=0.26    | 0 2 0 |
  nor of another project                                     | reply / exported project=q      | 0 2 0 |
  nor in one form                                            | reply / reply project_id=q      | 0 2 0 |
  charges in two forms by their id                           | generation / activity           | 0 1 0 | 1 0: 1
  but not of another cost                                    | generation / activity cost=0.6  | 0 2 0 |
  lines with a name that a table has twice                   | named                           | 0 2 0 |
  and that another table has twice, too                      | three / three order=a,c         | 0 3 0 | 1 0: 3
  the highest sum of a day that came again, as often as it is there | spent BilledCost="0.1", spent BilledCost="0.3", spent BilledCost="0.2" ChargePeriodStart=2026-10-02T00:00:00Z / spent BilledCost="0.2" / spent BilledCost="0.3" | 0 2 0 | 2 0: 1
  but all sums of a bill of articles                         | spent BilledCost="0.1" SkuId=s, spent BilledCost="0.3" SkuId=s | 0 2 0 |
  payments by their number                                   | topup / topup                   | 0 0 1 | 1 0: 1
  or by that of their order, where one list leaves out their own | topup id=5, topup id=6 / topup id=- | 0 0 1 | 1 0: 1
  an order that was credited twice by one list               | topup id=-, topup id=-          | 0 0 1 |
  the one that says more stays                               | topup / topup note=x            | 0 0 1 | 0 1: 1
  movements by their number, in whatever columns             | paid / paid client_reference_id=o1 | 0 0 1 | 0 1: 1
  but not those of another number                            | paid / paid balance_transaction_id=txn_2 charge_id=ch_2 | 0 0 2 |
  a table of a few columns beside the whole log              | plain / few                     | 1 0 0 | 1 0: 1
  and before it                                              | few / plain                     | 1 0 0 | 0 1: 1
  of another time                                            | plain / few created_at=${AT + 1} | 2 0 0 |
  of another quota                                           | plain / few quota=7             | 2 0 0 |
  of another model                                           | plain / few model_name=n        | 2 0 0 |
  of another request                                         | plain / few request_id=s        | 2 0 0 |
  of none                                                    | plain / few request_id=-        | 2 0 0 |
  in one file they are two                                   | plain, few                      | 2 0 0 |
  also beside another file                                   | plain, few / plain id=1 request_id=s | 3 0 0 |
  what is given back is no repetition                        | plain / few type=6              | 2 0 0 |
  a printed log beside the gateway’s own                     | plain / printed                 | 1 0 0 | 1 0: 1
  and before the gateway’s own                               | printed / plain                 | 1 0 0 | 0 1: 1
  beside a row that is not plain                             | plain other= / printed          | 1 0 0 | 1 0: 1
  half a unit of quota is rounding                           | plain / printed chargedAmount="0.002441" | 1 0 0 | 1 0: 1
  more is another charge                                     | plain / printed chargedAmount="0.00243898" | 2 0 0 |
  a zone that it does not print                              | plain / printed minutes=-840    | 1 0 0 | 1 0: 1
  a zone of half an hour                                     | plain / printed minutes=330     | 1 0 0 | 1 0: 1
  seconds that it does not print                             | plain / printed minutes=0.9     | 1 0 0 | 1 0: 1
  a time beyond all zones                                    | plain / printed minutes=-855    | 2 0 0 |
  a time of no zone                                          | plain / printed minutes=7       | 2 0 0 |
  another minute                                             | plain / printed minutes=1       | 2 0 0 |
  and so is that of another model                            | plain / printed model=n         | 2 0 0 |
  or request                                                 | plain / printed requestId=s     | 2 0 0 |
  in one file they are two charges                           | plain, printed, printed         | 3 0 0 |
  printed twice, in other columns                            | printed / printed userId=u      | 1 0 0 | 1 0: 1
  thrice, with another charge between                        | printed / printed chargedAmount="7" / printed chargedAmount="7" userId=u | 2 0 0 | 2 1: 1
  `),
)('%s', async (_, files = '', counts = '', left = '') => {
  const { columns } = await readFiles(filesIn(files), SETTINGS);
  const { outcome } = linkSources(columns, SETTINGS, true);
  expect(Object.values(outcome.records).join(' ')).toBe(counts);
  const { repeats, figures } = outcome;
  expect(repeats.map(({ source, earlier, rows }) => `${source} ${earlier}: ${rows}`).join(', ')).toBe(left);
  expect(figures.skipped.pageOverlap).toBe(repeats.reduce((sum, { rows }) => sum + rows, 0));
});

const logs = (...rows: Row[]) => fileOf('logs', rows);
const bills = (...rows: Row[]) => fileOf('upstreamCharges', rows);
const payments = (...rows: Row[]) => fileOf('payments', rows);

describe('books with rows outside the fast path', () => {
  const mapped = ratios({ is_model_mapped: true, upstream_model_name: 'real-x' });
  const attempt = newApiRow({
    id: 3,
    type: 5,
    quota: 0,
    request_id: 'f',
    upstream_request_id: 'uf',
    channel: 9,
  });
  const sold = {
    requestId: 'c',
    chargedAmount: '2',
    occurredAt: '2026-08-17T00:00:00Z',
    model: 'm',
    status: 'success',
  };
  const log = logs(
    newApiRow({ id: 1, request_id: 'r', upstream_request_id: 'u', channel: 8, other: mapped }),
    attempt,
    { ...sold, chargedAmount: 'much' },
    sold,
    newApiRow({ id: 4, request_id: 'söme…', other: ratios({ group_ratio: 2 }) }),
  );
  const bought = bills(
    bill({ request_id: 'u' }),
    bill({ request_id: 'uf' }),
    bill({ request_id: 'c' }),
    bill({ request_id: 'x' }),
  );
  const books = async (
    more: Partial<RunSettings> = {},
    isBilled = true,
    files = [log, bought, payments(topUpRow())],
  ) => {
    const stated = { ...SETTINGS, ...more };
    const { columns } = await readFiles(files, stated);
    return linkSources(columns, stated, isBilled);
  };

  test('keep the place and the defects of each row', async () => {
    const { books: of, outcome } = await books();
    const placed = ({ source, row }: { source: number; row: number }) => `${source}:${row}`;
    expect(Object.values(of.rowRefs).map((places) => places.map(placed).join(' '))).toEqual([
      '0:2 0:5 0:4',
      '1:1 1:2 1:3 1:4',
      '2:1',
    ]);
    expect(of.downstreamUsage.map(({ requestId }) => requestId)).toEqual(['f', 'söme…', 'c']);
    expect(outcome.rejected).toMatchObject([{ source: 0, row: 3, money: {} }]);
    expect(outcome.records).toEqual({ downstreamUsage: 4, upstreamCharges: 4, payments: 1 });
  });

  test('match bills with all requests', async () => {
    const { books: of, outcome } = await books();
    expect(of.upstreamCharges.map(({ requestId, channelId }) => [requestId, channelId])).toEqual([
      ['r', '8'],
      ['f', '9'],
      ['c', undefined],
      ['x', undefined],
    ]);
    expect(outcome.figures.notes).toMatchObject({ linked: 2 });
    expect(outcome.figures.notes.linkUnknown).toBeUndefined();
    expect(outcome.ties).toEqual([['gpt-5-mini', 'real-x']]);
  });

  test('find log rows and their files by id', async () => {
    const { requestIds, upstream, sources } = (await books()).books.unpackedIds;
    // An id that no column has room for is none.
    expect([0, 1].map((row) => [requestIds.text(row), upstream.text(row), sources[row]])).toEqual([
      ['f', 'uf', 0],
      [undefined, undefined, 0],
    ]);
    expect([requestIds.length, upstream.length, sources.length]).toEqual([2, 2, 2]);
  });

  test('give the model bought only if it has a price', async () => {
    const prices = { models: [{ model: '*', input: '1', output: '2' }] };
    const [free, priced] = [(await books()).books, (await books({ prices })).books];
    expect(free.purchases).toEqual([]);
    expect(free.lineFacts.filter((facts) => facts?.meter)).toEqual([]);
    expect(priced.purchases.map((purchase) => purchase?.groupRatio)).toEqual([undefined, 2, undefined]);
    expect(priced.lineFacts.length).toBe(4);
  });

  test('use a usage report only beside a bill', async () => {
    const usage = fileOf(
      'upstreamCharges',
      readFileSync('test/support/fixtures/bills/openai-usage-completions.json', 'utf8'),
    );
    for (const isBilled of [true, false])
      expect((await books({}, isBilled, [log, usage])).books.counted.length > 0).toBe(isBilled);
  });

  test('name channels that are not in the channel list, on any row', async () => {
    const { outcome } = await books({ channels: [{ id: 9, name: 'nine' }] });
    expect(outcome.figures.unknownChannels).toEqual(['12', '8']);
  });
});
