import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { bills, usageReports } from '#shared/bills/registry.ts';
import { findChargeBill, findPaymentBill } from '#shared/normalizer/bills/recognize-bill.ts';
import { encodeText, gzip, nativesOf, readAllRows } from '../../support/files/file-bytes.ts';
import { newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

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

describe('a row of a bill', () => {
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

describe('the bill of a row', () => {
  const movement = { balance_transaction_id: 'b', reporting_category: 'charge', gross: '1' };
  const cost = { starting_at: '2026-10-01T00:00:00Z', amount: '15', cost_type: 'tokens' };

  it('has the row’s ledger', () => {
    expect([findChargeBill(cost)?.id, findPaymentBill(cost)?.id]).toEqual([
      'anthropic-cost-report',
      undefined,
    ]);
    expect([findChargeBill(movement)?.id, findPaymentBill(movement)?.id]).toEqual([
      undefined,
      'stripe-payouts',
    ]);
    expect(findChargeBill({ ...movement, gross: undefined })).toBeUndefined();
  });

  it('is not a usage report because of a single key', () => {
    expect(findChargeBill({ ...cost, input_tokens: 5 })?.id).toBe('anthropic-cost-report');
    expect(() => findChargeBill({ ...cost, input_tokens: 5, num_model_requests: 1 })).toThrow();
  });
});

test('a bucket with too many rows is refused like a ledger with too many', () => {
  const results = Array.from({ length: 5001 }, () => ({ amount: { value: 1 }, line_item: 'x' }));
  expect(
    catchRefusal({ logs: [], upstreamCharges: { data: [{ start_time: 1_790_812_800, results }] } })
      .details[0],
  ).toMatch(/^upstreamCharges: must have at most 5000 rows/);
});
