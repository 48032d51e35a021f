import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Bill } from '#shared/bills/bill.ts';
import { bills, usageReports } from '#shared/bills/registry.ts';
import { sumBy, toDecimal, toPlainText } from '#shared/money/money.ts';
import { findChargeBill, findPaymentBill, findUsageReport } from '#shared/normalizer/bills/recognize-bill.ts';
import { RowProblem } from '#shared/normalizer/fields/row-problem.ts';
import { nativesOf, readAllRows } from '../support/files/file-bytes.ts';
import type { Row } from '../support/fixtures/native-rows.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { normalizeAndCheck } from '../support/normalizer/normalize-and-check.ts';

/** Bills as providers write them. The golden file has their sums and records; `npm run generate` writes it. */
const FOLDER = 'test/support/fixtures/bills';

function billOf(row: Row): Bill | undefined {
  try {
    return findChargeBill(row) ?? findPaymentBill(row);
  } catch (error) {
    if (error instanceof RowProblem) return undefined;
    throw error;
  }
}

interface Shown {
  readonly file: string;
  readonly id: string;
  readonly text: string;
}

const read: Shown[] = [];
/** Ids of the usage reports that have a file. Without a bill, their rows are not records. */
const counted = new Set<string>();
for (const file of readdirSync(FOLDER).sort()) {
  const rows = nativesOf(await readAllRows(new Uint8Array(readFileSync(`${FOLDER}/${file}`)))) as Row[];
  for (const row of rows) counted.add(findUsageReport(row)?.id ?? '');
  const bill = rows.map(billOf).find((one) => one !== undefined);
  if (!bill) continue;
  // Its rows are refused without a factor.
  if ('needsFactor' in bill) {
    counted.add(bill.id);
    continue;
  }
  const {
    upstreamCharges = [],
    payments = [],
    skipped,
  } = normalizeAndCheck({ logs: [], [bill.ledger]: rows });
  const records: readonly object[] = bill.ledger === 'payments' ? payments : upstreamCharges;
  const sum = (field: string) =>
    toPlainText(sumBy(records as Row[], (record) => toDecimal((record[field] as string | undefined) ?? 0)));
  const amount = bill.ledger === 'payments' ? 'amount' : 'costAmount';
  const left = Object.entries(skipped).filter(([, count]) => count > 0);
  read.push({
    file,
    id: bill.id,
    text: [
      `${file}: ${bill.id}`,
      `${amount} ${sum(amount)}, refundAmount ${sum('refundAmount')}${left.map(([why, count]) => `, ${why} ${count}`).join('')}`,
      ...records.map((record) => JSON.stringify(record)),
    ].join('\n'),
  });
}

test.each([...bills, ...usageReports].map(({ id }) => id))('the bill %s has a sample file', (id) =>
  expect(
    [...counted, ...read.map((one) => one.id)],
    `No file of ${id}: put one, without secrets, into ${FOLDER}, and run npm run generate.`,
  ).toContain(id),
);

test('the sample files are normalized to these records', () =>
  expectFileText('test/golden/bills.txt', `${read.map(({ text }) => text).join('\n\n')}\n`));
