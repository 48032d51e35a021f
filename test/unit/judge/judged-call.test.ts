import { describe, expect, it, test } from 'vitest';
import { judgedCall } from '#shared/judge/judged-call.ts';
import { Rejection } from '#shared/rejections.ts';
import { captured } from '../../support/fixtures/captured-books.ts';
import { AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';

const [book] = captured.filter(({ name }) => name === 'new-api');
const { connector, quotaPerUnit, logs = [], upstreamCharges = [] } = book ?? {};
const call = { connector, quotaPerUnit, logs };

/** What is said instead of a reply. */
function refusalOf(body: object): string {
  try {
    judgedCall(body);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return [error.message, ...error.details].join('\n');
  }
  throw new Error('The call was not refused.');
}

const channel = { id: 1, name: 'c', models: 'm', type: 1 };
const topUp = { id: 1, trade_no: 't', money: 1, amount: 1, create_time: 1_790_000_000, status: 'success' };
const bill = { model: 'm', cost: 1, timestamp: 1_790_000_000 };
const payment = {
  transactionId: 't',
  occurredAt: '2026-11-21T10:00:00Z',
  status: 'settled',
  amount: '1',
};
const debit = (n: number) => ({ ...bill, cost: -1, id: `c${n}` });

/** Rows of a log, the newest first. */
const many = Array.from({ length: 300 }, (_, n) =>
  newApiRow({ id: 300 - n, created_at: AT - n, request_id: `r${300 - n}` }),
);

describe('a call whose fields hold other rows than they take is told which field takes them:', () => {
  it.each(
    Object.entries<readonly [fields: object, sentence: RegExp]>({
      'a bill as log': [{ logs: [bill] }, /logs: is a provider.s bill, .*`upstreamCharges`/],
      'captured charges as log': [
        { logs: upstreamCharges },
        /logs: is a provider.s bill, .*`upstreamCharges`/,
      ],
      'channels as log': [{ logs: [channel] }, /logs: .* channels, .*`channels`/],
      'channels as bill': [{ upstreamCharges: [channel] }, /upstreamCharges: .* channels, .*`channels`/],
      'top-ups as log': [{ logs: { data: { items: [topUp] } } }, /logs: .* payments, .*`payments`/],
      'top-ups as channels': [{ channels: [topUp] }, /channels: .* payments, .*`payments`/],
      'payments as bill': [{ upstreamCharges: [payment] }, /upstreamCharges: .*`payments`/],
      'a log as payments': [{ payments: logs }, /payments: is a gateway.s log, .*`logs`/],
      'a log as channels': [{ channels: logs }, /channels: is a gateway.s log, .*`logs`/],
      'a report as log': [
        { logs: [{ findings: [], summary: {} }] },
        /logs: is a report .* leave it out of `logs`/,
      ],
      'users as bill': [{ upstreamCharges: [{ username: '', quota: 1, used_quota: 1 }] }, /list of users/],
      'the log as bill, too': [{ upstreamCharges: logs }, /upstreamCharges: holds rows of `logs`/],
      'the last rows of a log as bill': [
        { logs: many, upstreamCharges: many.slice(150) },
        /upstreamCharges: holds rows of `logs`/,
      ],
      'a bill twice': [
        {
          upstreamCharges: [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6].map((n) => ({
            ...bill,
            timestamp: bill.timestamp + n,
          })),
        },
        /upstreamCharges: begins again after 6 rows/,
      ],
      'a bill of debits': [{ upstreamCharges: [debit(1), debit(2), debit(3)] }, /writes charges as debits/],
    }),
  )('%s', (_, [fields, sentence]) => expect(refusalOf({ ...call, ...fields })).toMatch(sentence));
});

test('honest calls are taken as they were', () => {
  for (const { name, ...body } of captured) expect(judgedCall(body).data.version).toBeDefined();
  const more = { upstreamCharges: [bill], payments: [payment, topUp], channels: [channel] };
  expect(judgedCall({ ...call, ...more }).meta.rows).toMatchObject({ upstreamCharges: 1, payments: 2 });
});

describe('the quota per unit of a call', () => {
  const byCall: Row = { quota: 5000, other: '{"model_price":0.01,"group_ratio":1,"model_ratio":0}' };
  const priced = { connector: 'new-api', logs: [newApiRow(byCall)] };
  it.each([250_000, 5e6])('%d is not that of a row of a fixed price', (unit) =>
    expect(refusalOf({ ...priced, quotaPerUnit: unit })).toMatch(/quotaPerUnit: .* 1 of them say 500000/),
  );
  it('is not said by rows whose price is an expression', () => {
    const expression = { billing_mode: 'tiered_expr', expr_b64: btoa('tier("a", p * 3)'), group_ratio: 1 };
    const other = JSON.stringify({ ...expression, matched_tier: 'a', model_price: 0 });
    const logs = [1, 2, 3].map((id) => newApiRow({ id, quota: 5_000_000, other }));
    const { downstreamUsage } = judgedCall({ ...priced, logs, quotaPerUnit: 500_000 }).data;
    expect(downstreamUsage.map(({ chargedAmount }) => chargedAmount)).toEqual(['10', '10', '10']);
  });
  it('is', () => expect(judgedCall({ ...priced, quotaPerUnit: 500_000 }).meta.rows.received).toBe(1));
});

test('a list that only a user sees is noted: others are missing', () => {
  const own = [1, 2, 3].map((n) => newApiRow({ id: 0, user_id: 4, request_id: `r${n}` }));
  const notesOf = (rows: Row[]) => judgedCall({ connector, quotaPerUnit, logs: rows }).meta.notes;
  expect(notesOf(own)[0]).toMatch(/list that only a user sees/);
  expect(notesOf(own.map((row, n) => ({ ...row, id: n + 1 }))).join()).not.toMatch(/only a user sees/);
});

const pageOf = (items: Row[] | null, total: number) => ({
  success: true,
  data: { page: 1, page_size: 100, total, items },
});
test.each<[name: string, pages: unknown, note: RegExp | undefined]>([
  ['all pages', [pageOf(many.slice(0, 100), 300), pageOf(many.slice(100), 300)], undefined],
  ['a list that grew', [pageOf(many.slice(0, 100), 300), pageOf(many.slice(100), 301)], undefined],
  ['one of three', pageOf(many.slice(0, 100), 300), /^`logs` has 100 of the 300 rows/],
  [
    'one of them twice',
    [pageOf(many.slice(0, 100), 200), pageOf(many.slice(0, 100), 200)],
    /^`logs` has 100 of the 200 rows/,
  ],
  ['one beyond the end', pageOf(null, 300), /^`logs` has 0 of the 300 rows/],
])('pages are told what they lack: %s', (_, pages, note) => {
  const [first] = judgedCall({ ...call, logs: pages }).meta.notes.filter((said) => said.includes('pages'));
  if (note) expect(first).toMatch(note);
  else expect(first).toBeUndefined();
});
