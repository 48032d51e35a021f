import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runMonth } from '#tools/month/run-month.ts';
import { monthSettings } from '#tools/month/settings/settings.ts';
import { readOptions } from '#tools/read/options.ts';
import { readExport } from '#tools/read/read-export.ts';
import { CREDENTIAL_VARIABLE } from '#tools/read/usage.ts';
import { captured } from '../../../support/fixtures/captured-books.ts';
import type { Row } from '../../../support/fixtures/native-rows.ts';
import { IMPATIENT } from '../../../support/gateways/impatient.ts';
import { manners, StandIn } from '../../../support/gateways/stand-in.ts';

/** The captured rows are of 21 November 2026; the second day of the window has none. */
const [FROM, TO, NOW] = ['2026-11-21', '2026-11-23', Date.parse('2026-11-23T12:00:00Z')];
const PERIOD = `${FROM}T00:00:00Z/${TO}T00:00:00Z`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-month-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What people save by hand: the pages of the gateway's own replies, in one file. */
function savedByHand(name: string, rows: readonly Row[]): string {
  const pages = Array.from({ length: Math.ceil(rows.length / 10) }, (_, n) => ({
    ...{ success: true, message: '', data: rows.slice(n * 10, n * 10 + 10) },
  }));
  const file = join(folder, 'by-hand', name);
  writeFileSync(file, JSON.stringify(pages));
  return file;
}

async function month(...args: string[]) {
  const settings = monthSettings(args);
  if (settings === undefined) throw new Error('help was not asked for');
  const { report, meta } = await runMonth(settings, '2026-11-23T12:00:00Z', () => () => {});
  return { report, meta };
}

/** Rows as the gateway has them, with what nobody may keep. */
const withPrivate = (row: Row): Row => ({
  ...row,
  username: 'alice',
  ip: '203.0.113.9',
  content: 'a prompt',
});
const topUps = [
  {
    id: 1,
    user_id: 2,
    trade_no: 'top-1',
    money: 20,
    amount: 20,
    payment_method: 'stripe',
    status: 'success',
  },
  { id: 2, user_id: 3, trade_no: 'top-2', money: 5, amount: 5, payment_method: 'stripe', status: 'expired' },
].map((row) => ({ ...row, create_time: 1_795_300_000, complete_time: 1_795_300_060 }));

test.each(captured)(
  'a month of $name that was read equals the month that was exported by hand',
  async ({ connector, quotaPerUnit, logs, upstreamCharges }) => {
    const kind = connector as keyof typeof manners;
    const hasPayments = kind === 'new-api';
    const books = {
      // Oldest first, as the stand-in keeps them: rows of one second stay in the order of the capture.
      logs: logs.map(withPrivate).toReversed(),
      payments: hasPayments ? topUps : [],
      channels: [...new Set(logs.map((row) => Number(row.channel_id ?? row.channel)))].map((id) => ({
        ...{ id, name: `channel ${id}`, key: 'sk-nobody-may-see-this' },
      })),
      quotaPerUnit,
    };
    mkdirSync(join(folder, 'by-hand'));
    const bill = savedByHand('bill.json', upstreamCharges);
    const { paths } = manners[kind];
    const byHand = await month(
      ...['--connector', connector, '--quota-per-unit', `${quotaPerUnit}`, '--period', PERIOD],
      ...['--logs', savedByHand('logs.json', books.logs.toReversed()), '--upstream', bill],
      ...['--channels', savedByHand('channels.json', books.channels)],
      ...(paths.payments ? ['--payments', savedByHand('payments.json', books.payments)] : []),
    );

    const gateway = new StandIn(kind, books);
    const out = join(folder, 'export');
    try {
      const options = readOptions(
        [
          '--connector',
          connector,
          '--base-url',
          await gateway.start(),
          '--user-id',
          '1',
          '--out',
          out,
        ].concat(['--from', FROM, '--to', TO]),
        { [CREDENTIAL_VARIABLE]: gateway.credential },
        NOW,
      );
      if (options === undefined) throw new Error('help was not asked for');
      await readExport(options, { say: () => {}, rows: () => {} }, IMPATIENT);
    } finally {
      await gateway.stop();
    }
    const wasRead = await month('--settings', join(out, 'month.json'), '--upstream', bill);

    expect(byHand.meta.rows.received).toBe(logs.length + upstreamCharges.length + books.payments.length);
    expect(byHand.meta.rows.downstreamUsage).toBeGreaterThan(10);
    expect(wasRead).toEqual(byHand);
  },
);
