import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { bills, usageReports } from '#shared/bills/registry.ts';
import { encodeText, gzip, nativesOf, readAllRows } from '../../support/files/file-bytes.ts';
import { newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';
import { tableRows } from '../../support/table.ts';

const rowsIn = async (file: string): Promise<Row[]> =>
  nativesOf(await readAllRows(new Uint8Array(readFileSync(`test/support/fixtures/bills/${file}`)))) as Row[];
const charges = (rows: unknown) => normalizeAndCheck({ logs: [], upstreamCharges: rows });
const payments = (rows: unknown) => normalizeAndCheck({ logs: [], payments: rows });
describe.each([...bills, ...usageReports])('the bill $id', (bill) => {
  it('is pure data', () => expect(JSON.parse(JSON.stringify(bill))).toEqual(bill));

  it('states what the provider does not document', () => expect(bill.limitations.length).toBeGreaterThan(0));
});

describe('an example of a provider’s bill gives', () => {
  it('equal records from the API reply and from a file', () => {
    const files =
      'openai-costs anthropic-cost-report aliyun-instance-bill volcengine-ark openrouter-generation';
    for (const file of files.split(' ')) {
      const reply: unknown = JSON.parse(readFileSync(`test/support/fixtures/bills/${file}.json`, 'utf8'));
      expect(charges(reply).upstreamCharges?.length).toBeGreaterThan(0);
      expect(charges([reply]).upstreamCharges).toEqual(charges(reply).upstreamCharges);
    }
  });

  it('rows that are neither usage nor refunds are left out and noted', async () => {
    const focus = charges(await rowsIn('focus-1.2.csv'));
    expect(focus.skipped.apart).toBe(1);
    expect(focus.notes).toContainEqual(
      expect.stringMatching(/^Taxes, purchases and rounding in the bill.*: 1, 0\.09 USD\.$/),
    );
    const [row] = await rowsIn('litellm-focus.csv');
    expect(charges([row, { ...row, ServiceCategory: 'Compute' }]).skipped.apart).toBe(1);
  });

  it.each<[file: string, column: string, word: string, apart: boolean]>([
    ['azure-cost-export.csv', 'consumedService', 'microsoft.cognitiveservices', false],
    ['azure-cost-export.csv', 'consumedService', 'microsoft.compute', true],
    ['azure-cost-export.csv', 'chargeType', 'purchase', true],
    ['google-billing-export.jsonl', 'cost_type', 'rounding_error', true],
    ['google-billing-export.jsonl', 'cost_type', 'Regular', false],
    ['focus-1.2.csv', 'ServiceCategory', 'AI And Machine Learning', false],
  ])('the case of words does not matter: %s, %s %s', async (file, column, word, apart) => {
    const [row] = await rowsIn(file);
    expect(charges([{ ...row, [column]: word }]).skipped.apart).toBe(apart ? 1 : 0);
  });

  it('a day is read as its start in UTC, and a note says so', async () => {
    const { notes, upstreamCharges } = charges(await rowsIn('azure-cost-export.csv'));
    expect(upstreamCharges?.[0]?.occurredAt).toBe('2026-10-01T00:00:00.000Z');
    expect(notes).toContainEqual(expect.stringMatching(/^Bill rows with only a date.*: 3\./));
  });

  it.each([
    ['aliyun-instance-bill.json', 'BillingDate'],
    ['volcengine-ark.json', 'ExpenseDate'],
  ])('a day in a bill of a Chinese provider starts in China: %s', async (file, column) => {
    const [row] = await rowsIn(file);
    const { notes, upstreamCharges } = charges([{ ...row, [column]: '2026-10-02' }]);
    expect(upstreamCharges?.[0]?.occurredAt).toBe('2026-10-01T16:00:00.000Z');
    expect(notes).toContainEqual(expect.stringContaining('in China (UTC+8)'));
  });
});

describe('a table with other spelling', () => {
  const quoted = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
  /** Encodes rows with their columns in reverse order, separated by semicolons, in UTF-16, gzipped. */
  const reencode = (rows: readonly Row[]): Uint8Array => {
    const columns = Object.keys(rows[0] as Row).reverse();
    const records = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
    return gzip(encodeText(records.map((record) => record.map(quoted).join(';')).join('\r\n'), 'utf-16le'));
  };

  const tables = [
    ...['openai-costs-export', 'openrouter-activity-export', 'focus-1.2', 'litellm-focus', 'bedrock-cur2'],
    ...[
      'azure-cost-export',
      'deepseek-cost',
      'stripe-payout-reconciliation',
      'wechatpay-trade',
      'alipay-trade',
    ],
  ];
  it.each(tables)('is recognized as the same bill or report: %s', async (file) => {
    const rows = await rowsIn(`${file}.csv`);
    const [ledger, read] = /stripe|pay/.test(file)
      ? (['payments', payments] as const)
      : (['upstreamCharges', charges] as const);
    expect(read(nativesOf(await readAllRows(reencode(rows))))[ledger]).toEqual(read(rows)[ledger]);
  });

  it('has paths for the fields of objects, and lists as text', async () => {
    const rows = await rowsIn('google-billing-export.jsonl');
    const flat = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
          if (typeof value !== 'object' || value === null) return [[name, value]];
          if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
          return Object.entries(value).map(([inner, content]) => [`${name}.${inner}`, content]);
        }),
      ),
    );
    const natives = nativesOf(await readAllRows(reencode(flat)));
    expect(charges(natives).upstreamCharges).toEqual(charges(rows).upstreamCharges);
  });

  it('has the column names of the agreement', async () => {
    const capital = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name === 'billingCurrency' ? 'BillingCurrencyCode' : name[0]?.toUpperCase() + name.slice(1),
          value,
        ]),
      );
    const customer = [
      ...(await rowsIn('azure-cost-export.csv')),
      {
        date: '10/02/2026',
        meterName: 'D2s',
        consumedService: 'Microsoft.Compute',
        costInBillingCurrency: 4,
      },
      { date: '10/02/2026', meterName: '', chargeType: 'Purchase', costInBillingCurrency: 20 },
    ].map((row): Row => ({ billingCurrency: 'EUR', ...row }));
    const enterprise = charges(customer.map(capital));
    expect(enterprise.upstreamCharges).toEqual(charges(customer).upstreamCharges);
    expect(enterprise.upstreamCharges?.length).toBe(3);
    expect(enterprise.skipped.apart).toBe(2);
  });
});

describe('costs of OpenAI', () => {
  const day = { amount_value: '1.5', amount_currency: 'usd', line_item: 'gpt-5-mini, input' };
  it.each<[string, Row, object]>([
    ['by line item', { ...day, start_time: 1_790_812_800 }, { model: 'gpt-5-mini' }],
    ['with written times', { ...day, start_time_iso: '2026-10-01T00:00:00+00:00' }, { model: 'gpt-5-mini' }],
    [
      'by project',
      { start_time: 1_790_812_800, amount_value: '1.5', amount_currency: 'usd', project_id: 'p' },
      { model: 'unknown' },
    ],
    [
      'in a reply without line items',
      { start_time: 1_790_812_800, results: [{ amount: { value: '1.5', currency: 'usd' } }] },
      { model: 'unknown' },
    ],
  ])('%s', (_, row, record) =>
    expect(charges([row]).upstreamCharges).toEqual([
      {
        occurredAt: '2026-10-01T00:00:00.000Z',
        costAmount: '1.5',
        currency: 'USD',
        status: 'success',
        ...record,
      },
    ]),
  );
});

describe('a row of a bill', () => {
  const money = { amount: '0.015', currency: 'usd' };
  const anthropic = { ...money, starting_at: '2026-10-01T00:00:00Z', cost_type: 'tokens', model: 'm' };
  it.each<[Row, object]>([
    [{}, { costAmount: '0.00015', currency: 'USD' }],
    [{ amount: '-12' }, { costAmount: '0', refundAmount: '0.12', status: 'refunded' }],
    [{ amount: 1e-7 }, { costAmount: '0.000000001' }],
    [{ amount: '1E2' }, { costAmount: '1' }],
    [{ request_id: 'own' }, { requestId: 'own' }],
    [{ model: null, description: null }, { model: 'tokens' }],
  ])('with %j', (over, record) =>
    expect(charges([{ ...anthropic, ...over }]).upstreamCharges).toMatchObject([record]),
  );

  it.each<[Row, string]>([
    [{ amount: '1,500' }, 'upstreamCharges[0].amount: has a comma that can be read in two ways'],
    [{ amount: 'much' }, 'upstreamCharges[0].amount: must be a decimal number'],
    [{ amount: '1e400' }, 'upstreamCharges[0].amount: must be a decimal number'],
    [{ starting_at: 'yesterday' }, 'upstreamCharges[0].starting_at: must be'],
    [{ starting_at: null }, 'upstreamCharges[0].starting_at: is required'],
  ])('with %j is refused, naming its field', (over, detail) =>
    expect(catchRefusal({ logs: [], upstreamCharges: [{ ...anthropic, ...over }] }).details[0]).toContain(
      detail,
    ),
  );

  it('that lacks a required column is refused with the column to select in the download', () => {
    const movement = {
      balance_transaction_id: 'b',
      reporting_category: 'charge',
      gross: '1',
      currency: 'usd',
    };
    const detailOf = (row: Row) => catchRefusal({ logs: [], payments: [row] }).details[0];
    expect(detailOf(movement)).toBe(
      'payments[0].created_utc or charge_created_utc: is missing. Select this column when you download the file',
    );
    expect(detailOf({ ...movement, created_utc: '' })).toMatch(/: is required$/);
  });

  it.each(['openai-usage-completions.json', 'anthropic-usage-report-messages.json'])(
    'of a report without money is refused with the report to send: %s',
    async (file) =>
      expect(catchRefusal({ logs: [], upstreamCharges: await rowsIn(file) }).details[0]).toMatch(
        /^upstreamCharges\[0\]: is from .* usage report, which has no amounts\. Send the reply of \//,
      ),
  );

  it('of a file whose money is in another file is refused with that file', async () => {
    const quantities = (await rowsIn('deepseek-amount.csv')).map(({ api_key: _, ...row }) => row);
    const older = quantities.map(({ start_time_iso: _, end_time_iso: _end, ...row }) => ({
      utc_date: '20261001',
      ...row,
    }));
    for (const upstreamCharges of [quantities, older])
      expect(catchRefusal({ logs: [], upstreamCharges }).details[0]).toMatch(
        /^upstreamCharges\[0\]: is from DeepSeek’s quantity file .*\. Also send the cost file/,
      );
  });

  it('of epay is a payment of its order, although its code looks like a success reply', async () => {
    const orders = await rowsIn('epay-order.json');
    const unpaid = { ...(orders[0] as Row), out_trade_no: 'another', status: 0 };
    const { payments, skipped } = normalizeAndCheck({ logs: [], payments: [...orders, unpaid] });
    expect(payments).toMatchObject([{ transactionId: 'USR43NOexample1', status: 'settled', amount: '73' }]);
    expect(skipped.apart).toBe(1);
    expect(() => normalizeAndCheck({ logs: [], upstreamCharges: orders })).toThrow();
    const listed = { ...(orders[0] as Row), fee: '0.44', refund: '73.00' };
    expect(normalizeAndCheck({ logs: [], payments: [listed] }).payments).toMatchObject([
      { status: 'refunded', feeAmount: '0.44', refundAmount: '73' },
    ]);
  });

  it('with older column names is read as well', () =>
    expect(
      charges([{ utc_date: '20261001', model: 'm', wallet_type: 'Paid', cost: '0.1', currency: 'CNY' }]),
    ).toMatchObject({
      upstreamCharges: [{ occurredAt: '2026-10-01T00:00:00.000Z', costAmount: '0.1', currency: 'CNY' }],
      notes: expect.arrayContaining([expect.stringMatching(/^Bill rows with only a date.*: 1\./)]),
    }));

  it('whose credits equal its cost counts 0 and gives no finding', () => {
    const sku = { description: 'Gemini 3 Pro Text Output - Predictions' };
    for (const amounts of [[-0.1, -0.2], [-0.30000000000000004]]) {
      const credits = amounts.map((amount) => ({ amount }));
      const row = { usage_start_time: '2026-10-01T00:00:00Z', sku, currency: 'USD', cost: 0.3, credits };
      const { report } = charges([row]);
      expect(report.summary.cost).toMatchObject({ gross: '0.3', refunds: '0.3', net: '0' });
      expect(report.findings.map(({ code }) => code)).not.toContain('upstream_refund_exceeds_cost');
    }
  });

  it('of a bill by day gives a single warning', async () => {
    const { report } = normalizeAndCheck({
      logs: [newApiRow({ model_name: 'gpt-5-mini', quota: 5_000_000, created_at: 1_790_830_000 })],
      upstreamCharges: await rowsIn('openai-costs.json'),
    });
    const codes = report.findings.map(({ code }) => code);
    expect(codes.filter((code) => code === 'upstream_missing_request_id').length).toBe(1);
    expect(report.findings.filter(({ severity }) => severity === 'critical')).toEqual([]);
  });
});

const reports = ['stripe-payout-reconciliation.csv', 'stripe-balance-transactions.json'];
it.each([...reports, 'wechatpay-trade.csv', 'alipay-trade.csv'])(
  'an example of a payment report gives no finding: %s',
  async (file) => {
    const { findings } = payments(await rowsIn(file)).report;
    expect(findings.filter(({ severity }) => severity === 'critical')).toEqual([]);
  },
);

describe('movements of one transaction', () => {
  const movement = (over: Row): Row => ({
    balance_transaction_id: `txn_${JSON.stringify(over)}`,
    created_utc: '2026-10-01 00:01:00',
    currency: 'usd',
    gross: '10.00',
    fee: '0.50',
    reporting_category: 'charge',
    source_id: 'src',
    charge_id: 'ch',
    ...over,
  });
  const charge = movement({});
  const refund = (gross: string) =>
    movement({ reporting_category: 'refund', gross, fee: '0', created_utc: '2026-10-02 00:00:00' });
  const KINDS: Readonly<Record<string, Row>> = {
    charge: {},
    refund: { reporting_category: 'refund', fee: '0', created_utc: '2026-10-02 00:00:00' },
    dispute: { reporting_category: 'dispute', fee: '15.00' },
    won: { reporting_category: 'dispute_reversal', fee: '-15.00' },
  };
  /** Parses rows such as `charge; refund gross=-4.00`: kind and changed fields. */
  const rowsOf = (text: string): Row[] =>
    text.split('; ').map((row) => {
      const [kind = '', ...fields] = row.split(' ');
      return movement({ ...KINDS[kind], ...Object.fromEntries(fields.map((field) => field.split('='))) });
    });

  it.each(
    tableRows(`
    a charge                                   | charge                                          | status=settled amount=10 feeAmount=0.5 transactionId=ch
    a refund before its charge                 | refund gross=-4.00; charge                      | refundAmount=4 occurredAt=2026-10-01T00:01:00.000Z
    two refunds                                | charge; refund gross=-4.00; refund gross=-6.00  | status=refunded refundAmount=10
    a failed refund                            | charge; refund gross=-4.00; charge reporting_category=refund_failure gross=4.00 | status=settled amount=10
    a dispute                                  | charge; dispute gross=-10.00                    | status=chargeback feeAmount=15.5
    a partial dispute                          | charge; dispute gross=-3.00                     | status=settled refundAmount=3
    a won dispute                              | charge; dispute gross=-10.00; won               | status=settled feeAmount=0.5
    a partial capture                          | charge; charge reporting_category=partial_capture_reversal gross=-2.00 fee=0 | status=settled amount=8
    a refund without a charge                  | refund gross=-4.00                              | status=refunded amount=4 refundAmount=4
    two charges                                | charge; charge source_id=b; refund gross=-4.00  | refundAmount=4, status=settled
    the same row twice                         | charge; charge                                  | status=settled
    a partly returned fee                      | charge; refund gross=10.00 fee=-0.20      | feeAmount=0.3
    fees as negative amounts, the refund first | refund gross=-4 fee=0.20; charge fee=-0.50 | feeAmount=0.3
    a returned fee without a charge            | refund gross=10.00 fee=-0.20    | feeAmount=0
    a missing fee                              | charge fee=                                     | feeAmount=0
    `),
  )('give payments: %s', (_, rows = '', expected = '') => {
    const records = payments(rowsOf(rows)).payments ?? [];
    const fields = expected.split(', ').map((record) => record.split(' ').map((field) => field.split('=')));
    expect(records).toMatchObject(fields.map((record) => Object.fromEntries(record)));
    expect(records).toHaveLength(fields.length);
  });

  it('a payout is not a payment', () =>
    expect(payments(rowsOf('charge reporting_category=payout charge_id= gross=-90.00')).payments).toEqual(
      [],
    ));

  it.each<[string, Row[], RegExp, boolean]>([
    ['are noted: refunds without their payment', [refund('-4.00')], /^Refunds and chargebacks whose/, true],
    [
      'are not noted: refunds with their payment',
      [refund('-4.00'), charge],
      /^Refunds and chargebacks whose/,
      false,
    ],
    ['are noted: payouts', [movement({ reporting_category: 'payout' })], /^Payouts, transfers/, true],
    ['are not noted: charges', [charge], /^Payouts, transfers/, false],
  ])('%s', (_, rows, note, isNoted) =>
    expect(payments(rows).notes.some((text) => note.test(text))).toBe(isNoted),
  );

  it('have no currency if the report names none', () => {
    const [record] = payments([movement({ currency: '' })]).payments ?? [];
    expect(record?.amount).toBe('10');
    expect(record).not.toHaveProperty('currency');
  });

  it('of an unknown category are refused by name', () =>
    expect(
      catchRefusal({ logs: [], payments: [movement({ reporting_category: 'magic' })] }).details[0],
    ).toMatch(/^payments\[0\]\.reporting_category: must be one of charge, /));

  const balance = {
    reporting_category: 'charge',
    available_on: 1,
    created: 1_790_812_860,
    net: 0,
    fee: 0,
    currency: 'usd',
  };
  it.each([
    ['bhd', 12_345, '12.345'],
    ['jpy', 300, '300'],
    ['eur', 105, '1.05'],
  ])('in the minor units of %s', (currency, amount, text) => {
    const row = { ...balance, id: 'txn', source: { id: 'ch' }, currency, amount };
    expect(payments([row]).payments).toMatchObject([{ transactionId: 'ch', amount: text }]);
    expect(catchRefusal({ logs: [], payments: [{ ...row, amount: 1.5 }] }).details[0]).toMatch(
      /^payments\[0\]\.amount: /,
    );
  });

  it('are joined with their charge by an expanded source', () => {
    const charged = { ...balance, id: 'a', amount: 1000, source: { id: 'ch' } };
    const returned = { ...balance, id: 'b', amount: -250, source: { id: 're', charge: 'ch' } };
    expect(payments([charged, { ...returned, reporting_category: 'refund' }]).payments).toMatchObject([
      { transactionId: 'ch', amount: '10', refundAmount: '2.5' },
    ]);
  });
});

test('a bucket with too many rows is refused like a ledger with too many', () => {
  const results = Array.from({ length: 5001 }, () => ({ amount: { value: 1 }, line_item: 'x' }));
  expect(
    catchRefusal({ logs: [], upstreamCharges: { data: [{ start_time: 1_790_812_800, results }] } })
      .details[0],
  ).toMatch(/^upstreamCharges: must have at most 5000 rows/);
});
