import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPaymentBill } from '#shared/normalizer/bills/recognize-bill.ts';
import { isObject } from '#shared/normalizer/intake/native.ts';
import { nativesOf, readAllRows } from '../../support/files/file-bytes.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { nativeReplies, unwrapRows } from '../../support/fixtures/native-replies.ts';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { arbitraryJunk } from '../../support/normalizer/arbitrary-junk.ts';
import { runMonthOnFiles } from '../../support/pipeline/run-month-command.ts';

const OPTIONS = {
  logs: '--logs',
  upstreamCharges: '--upstream',
  payments: '--payments',
  channels: '--channels',
};
const BILLS = 'test/support/fixtures/bills';

/** Rows of one export, and its option. */
interface List {
  readonly connector: string;
  readonly option: string;
  readonly rows: readonly Row[];
}
const billed = readdirSync(BILLS).map(async (file): Promise<List> => {
  const rows = nativesOf(await readAllRows(new Uint8Array(readFileSync(`${BILLS}/${file}`)))) as Row[];
  const isPayment = findPaymentBill(rows[0] as Row) !== undefined;
  return { connector: 'new-api', option: isPayment ? OPTIONS.payments : OPTIONS.upstreamCharges, rows };
});
const lists: readonly List[] = [
  ...capturedBooks.flatMap(({ connector, logs, upstreamCharges }) => [
    { connector, option: OPTIONS.logs, rows: logs },
    { connector, option: OPTIONS.upstreamCharges, rows: upstreamCharges },
  ]),
  ...nativeReplies.map(({ connector, field, reply }) => ({
    connector,
    option: OPTIONS[field],
    rows: unwrapRows(reply),
  })),
  ...(await Promise.all(billed)),
].filter(({ rows }) => rows.length > 0);
const sold = new Map(capturedBooks.map(({ connector, logs }) => [connector, logs]));

/** Replaces the value of a key, or a value within the object at that key. */
function replaceValue(of: Row, [at, ...further]: readonly number[], odd: unknown): Row {
  const keys = Object.keys(of);
  const key = keys[(at ?? 0) % keys.length] ?? 'odd';
  const value = of[key];
  const text = typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : undefined;
  const inside = text ?? value;
  const isInside = further.length > 0 && isObject(inside);
  const changed = isInside ? replaceValue(inside, further, odd) : odd;
  return { ...of, [key]: isInside && text ? JSON.stringify(changed) : changed };
}

/** Fields of a page of a list. */
const PAGE_KEYS = ['total', 'page', 'page_size', 'items', 'data', 'success', 'code', 'type', 'has_more'];
const replyOf = (rows: readonly Row[], key: string | undefined, odd: unknown): unknown =>
  key === undefined ? rows : { success: true, data: { items: rows, total: rows.length, [key]: odd } };

/** Some rows of a list with a random value in a row or around the rows, passed with the right or any other option. */
const broken = fc
  .tuple(
    fc.tuple(fc.constantFrom(...lists), fc.constantFrom(undefined, undefined, ...Object.values(OPTIONS))),
    ...[fc.nat(), fc.nat(30), fc.array(fc.nat(), { minLength: 1, maxLength: 3 })],
    ...[fc.constantFrom(...Array.from(PAGE_KEYS, () => undefined), ...PAGE_KEYS), arbitraryJunk],
  )
  .map(([[{ connector, option, rows }, other], start, count, path, around, odd]) => {
    const [first, ...rest] = rows.slice(start % rows.length).slice(0, 1 + count) as [Row, ...Row[]];
    const file = replyOf([...rest, around ? first : replaceValue(first, path, odd)], around, odd);
    return { connector, option: other ?? option, file };
  });

test('random values in any field of any file give a report or a sentence, never a crash', async () => {
  await fc.assert(
    fc.asyncProperty(broken, async ({ connector, option, file }) => {
      const files = {
        'log.json': JSON.stringify(sold.get(connector) ?? []),
        'odd.json': JSON.stringify(file),
      };
      const log = option === OPTIONS.logs ? [] : [OPTIONS.logs, '@log.json'];
      const settings = ['--connector', connector, '--quota-per-unit', '500000', '--rejected-share', '1'];
      const { text } = await runMonthOnFiles(files, [...settings, ...log, option, '@odd.json']);
      expect(text).toMatch(/\w{3}/);
      expect(text).not.toMatch(/a fault of its own/);
    }),
  );
});
