import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linkSources } from '#shared/pipeline/link/link-sources.ts';
import type { SourceField } from '#shared/pipeline/read/source.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { CREATED_AT, newApiRow, type Row, ratios, topUpRow } from '../../support/fixtures/native-rows.ts';
import { makeTextFile, readFiles, SETTINGS, type TextFile } from '../../support/pipeline/run-in-memory.ts';
import { fieldsIn, tableRows } from '../../support/table.ts';

const other = ratios();
const plain = newApiRow({ request_id: 'r', other });
/** The same request in a table of a few columns, without row id and price snapshot. */
const { id: _, other: __, username: ___, token_name: ____, channel_name: _____, ...few } = plain;
const bill = (over: Row = {}): Row => ({ time: CREATED_AT, model: 'm', cost: '1', ...over });
const TIME = CREATED_AT * 1000;

/** Rows by name, each with the ledger of its file. */
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
  // The same request as canonical usage, which a mapping made of a table printed from a page.
  printed: [
    'logs',
    {
      ...{ requestId: 'r', model: plain.model_name, status: 'success' },
      chargedAmount: String(Number(plain.quota) / 500_000),
    },
  ],
  bill: ['upstreamCharges', bill()],
  // API replies of OpenAI and OpenRouter, and a daily total of LiteLLM.
  reply: [
    'upstreamCharges',
    {
      start_time: CREATED_AT,
      amount: { value: 0.25, currency: 'usd' },
      line_item: 'm, input',
      project_id: 'p',
    },
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
  // A charge of Stripe's payout report, whose columns users select.
  paid: [
    'payments',
    {
      ...{ balance_transaction_id: 'txn_1', charge_id: 'ch_1', created_utc: '2026-10-01 10:00:00' },
      ...{ reporting_category: 'charge', gross: '10.00', fee: '0.59', currency: 'usd' },
    },
  ],
};
/** The exports of OpenAI and OpenRouter, and tables whose rows have ids. */
const TABLES: Readonly<Record<string, (over: Row) => string>> = {
  exported: ({ amount = '0.25', project = 'p' }) =>
    `start_time,amount_value,amount_currency,line_item,project_id\n${CREATED_AT},${amount},usd,"m, input",${project}\n`,
  activity: ({ cost = 0.5 }) =>
    `generation_id,created_at,cost_total,model_permaslug\ngen-1,2026-10-01 00:00:15.118,${cost},m\n`,
  named: () => 'id,time,cost\na,2026-10-01,1\na,2026-10-01,1\n',
  three: ({ order = 'c,a' }) =>
    `id,time,cost,${order}\n${'a,2026-10-01,1,x,x\n'.repeat(2)}b,2026-10-01,1,x,x\n`,
};

/** Parses a row such as `printed model=n`: its name and changed fields. A dash removes a field; `minutes` shifts the time. */
function rowIn(text: string): { field: SourceField; row: Row; table?: string } {
  const [word = '', ...fields] = text.split(' ');
  const over = fieldsIn(fields.join(' '));
  const table = TABLES[word]?.(over);
  const [field, row] = ROWS[word] ?? ['upstreamCharges', {}];
  const { minutes = 0, ...changes } = over;
  const occurredAt = new Date(TIME + Number(minutes) * 60_000).toISOString();
  return {
    ...{ field, row: { ...row, ...(word === 'printed' && { occurredAt }), ...changes } },
    ...(table !== undefined && { table }),
  };
}

/** Parses files such as `plain, few / printed`. */
const filesIn = (text: string): TextFile[] =>
  text.split(' / ').map((file) => {
    const rows = file.split(', ').map(rowIn);
    const [first] = rows as [ReturnType<typeof rowIn>];
    return makeTextFile(first.field, first.table ?? rows.map(({ row }) => row));
  });

// Files | number of sales, charges and payments | file, earlier file: rows left out because the earlier file has them
test.each(
  tableRows(`
  equal rows without an id in one file all count                           | refund, refund               | 2 0 0 |
  an equal row without an id in a second file is left out                  | refund / refund                 | 1 0 0 | 1 0: 1
  equal rows without an id count as often as in the file with most of them | refund / refund, refund / refund, refund, refund / refund | 3 0 0 | 1 0: 1, 2 0: 1, 2 1: 1, 3 0: 1
  different rows without an id all count                                   | refund / refund quota=7         | 2 0 0 |
  bill rows with different ids all count                                   | bill request_id=a / bill request_id=b | 0 2 0 |
  a bill row is left out whether its cost is a text or a number            | bill / bill cost=1              | 0 1 0 | 1 0: 1
  bill rows with an id and only three fields, not written alike, all count | bill model=- cost=1 request_id=a / bill model=- request_id=a | 0 2 0 |
  an API reply and the export of one bill row count once                   | reply / exported                | 0 1 0 | 1 0: 1
  two rows of a reply and one of the export: one is left out               | reply, reply / exported         | 0 2 0 | 1 0: 1
  a reply and an export with different amounts both count                  | reply / exported amount=0.26    | 0 2 0 |
  a reply and an export of different projects both count                   | reply / exported project=q      | 0 2 0 |
  two replies of different projects both count                             | reply / reply project_id=q      | 0 2 0 |
  a charge in two forms with one id counts once                            | generation / activity           | 0 1 0 | 1 0: 1
  a charge in two forms with different costs counts twice                  | generation / activity cost=0.6  | 0 2 0 |
  equal rows with one id in one table all count                            | named                           | 0 2 0 |
  a table with its columns in another order is left out                    | three / three order=a,c         | 0 3 0 | 1 0: 3
  of daily totals that were exported again, the highest counts             | spent BilledCost="0.1", spent BilledCost="0.3", spent BilledCost="0.2" ChargePeriodStart=2026-10-02T00:00:00Z / spent BilledCost="0.2" / spent BilledCost="0.3" | 0 2 0 | 2 0: 1
  daily totals by SKU all count                                            | spent BilledCost="0.1" SkuId=s, spent BilledCost="0.3" SkuId=s | 0 2 0 |
  a top-up with the same id is left out                                    | topup / topup                   | 0 0 1 | 1 0: 1
  a top-up without an id is left out by its order number                   | topup id=5, topup id=6 / topup id=- | 0 0 1 | 1 0: 1
  two rows of one order in one list are one payment                        | topup id=-, topup id=-          | 0 0 1 |
  the row with more fields stays                                           | topup / topup note=x            | 0 0 1 | 0 1: 1
  a payout row with other columns is left out by its id                    | paid / paid client_reference_id=o1 | 0 0 1 | 0 1: 1
  payout rows with different ids all count                                 | paid / paid balance_transaction_id=txn_2 charge_id=ch_2 | 0 0 2 |
  a table of a few columns after the full log is left out                  | plain / few                     | 1 0 0 | 1 0: 1
  a table of a few columns before the full log is left out                 | few / plain                     | 1 0 0 | 0 1: 1
  a row of few columns with another time counts                            | plain / few created_at=${CREATED_AT + 1} | 2 0 0 |
  a row of few columns with another quota counts                           | plain / few quota=7             | 2 0 0 |
  a row of few columns with another model counts                           | plain / few model_name=n        | 2 0 0 |
  a row of few columns with another request id counts                      | plain / few request_id=s        | 2 0 0 |
  a row of few columns without a request id counts                         | plain / few request_id=-        | 2 0 0 |
  in one file, a full row and one of few columns both count                | plain, few                      | 2 0 0 |
  they both count if there is another file, too                            | plain, few / plain id=1 request_id=s | 3 0 0 |
  a refund row of few columns counts                                       | plain / few type=6              | 2 0 0 |
  a printed log after the gateway’s own is left out                        | plain / printed                 | 1 0 0 | 1 0: 1
  a printed log before the gateway’s own is left out                       | printed / plain                 | 1 0 0 | 0 1: 1
  a printed row is left out for a row outside the fast path                | plain other= / printed          | 1 0 0 | 1 0: 1
  a printed amount may differ by half a unit of quota                      | plain / printed chargedAmount="0.002441" | 1 0 0 | 1 0: 1
  a printed amount that differs by more counts                             | plain / printed chargedAmount="0.00243898" | 2 0 0 |
  a printed time may be in any time zone                                   | plain / printed minutes=-840    | 1 0 0 | 1 0: 1
  a printed time may be in a time zone of half hours                       | plain / printed minutes=330     | 1 0 0 | 1 0: 1
  a printed time may lack its seconds                                      | plain / printed minutes=0.9     | 1 0 0 | 1 0: 1
  a time outside all time zones counts                                     | plain / printed minutes=-855    | 2 0 0 |
  a time that fits no time zone counts                                     | plain / printed minutes=7       | 2 0 0 |
  a time in another minute counts                                          | plain / printed minutes=1       | 2 0 0 |
  a printed row of another model counts                                    | plain / printed model=n         | 2 0 0 |
  a printed row of another request counts                                  | plain / printed requestId=s     | 2 0 0 |
  in one file, all printed rows count                                      | plain, printed, printed         | 3 0 0 |
  two printed logs with different columns count once                       | printed / printed userId=u      | 1 0 0 | 1 0: 1
  a charge of two printed logs counts once beside a third log              | printed / printed chargedAmount="7" / printed chargedAmount="7" userId=u | 2 0 0 | 2 1: 1
  `),
)('%s', async (_, files = '', counts = '', left = '') => {
  const { columns } = await readFiles(filesIn(files), SETTINGS);
  const { outcome } = linkSources(columns, SETTINGS, true);
  expect(Object.values(outcome.records).join(' ')).toBe(counts);
  const { repeats, figures } = outcome;
  expect(repeats.map(({ source, earlier, rows }) => `${source} ${earlier}: ${rows}`).join(', ')).toBe(left);
  expect(figures.skipped.pageOverlap).toBe(repeats.reduce((sum, { rows }) => sum + rows, 0));
});

const logs = (...rows: Row[]) => makeTextFile('logs', rows);
const bills = (...rows: Row[]) => makeTextFile('upstreamCharges', rows);
const payments = (...rows: Row[]) => makeTextFile('payments', rows);

describe('linked rows outside the fast path', () => {
  const mapped = ratios({ is_model_mapped: true, upstream_model_name: 'real-x' });
  const attempt = newApiRow({
    id: 3,
    type: 5,
    quota: 0,
    request_id: 'f',
    upstream_request_id: 'uf',
    channel: 9,
  });
  const sale = {
    requestId: 'c',
    chargedAmount: '2',
    occurredAt: '2026-08-17T00:00:00Z',
    model: 'm',
    status: 'success',
  };
  const log = logs(
    newApiRow({ id: 1, request_id: 'r', upstream_request_id: 'u', channel: 8, other: mapped }),
    attempt,
    { ...sale, chargedAmount: 'much' },
    sale,
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
    const settings = { ...SETTINGS, ...more };
    const { columns } = await readFiles(files, settings);
    return linkSources(columns, settings, isBilled);
  };

  test('keep the place and the defects of each row', async () => {
    const { books: linked, outcome } = await books();
    const toRef = ({ source, row }: { source: number; row: number }) => `${source}:${row}`;
    expect(Object.values(linked.rowRefs).map((refs) => refs.map(toRef).join(' '))).toEqual([
      '0:2 0:5 0:4',
      '1:1 1:2 1:3 1:4',
      '2:1',
    ]);
    expect(linked.downstreamUsage.map(({ requestId }) => requestId)).toEqual(['f', 'söme…', 'c']);
    expect(outcome.rejected).toMatchObject([{ source: 0, row: 3, money: {} }]);
    expect(outcome.records).toEqual({ downstreamUsage: 4, upstreamCharges: 4, payments: 1 });
  });

  test('match bills with all requests', async () => {
    const { books: linked, outcome } = await books();
    expect(linked.upstreamCharges.map(({ requestId, channelId }) => [requestId, channelId])).toEqual([
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
    // An id too unusual for the columns is left out.
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
    const usage = makeTextFile(
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
