import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectorIds } from '#shared/gateways/registry.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { Rejection } from '#shared/rejections.ts';
import { nativesOf, readAllRows } from '../../support/files/file-bytes.ts';
import { nativeReplies, unwrapRows } from '../../support/fixtures/native-replies.ts';
import {
  CREATED_AT,
  newApiRow,
  oneApiRow,
  oneHubMetadata,
  oneHubRow,
  orderRow,
  type Row,
  ratios,
  topUpRow,
} from '../../support/fixtures/native-rows.ts';
import { arbitraryJunk } from '../../support/normalizer/arbitrary-junk.ts';
import { catchRejection } from '../../support/normalizer/catch-rejection.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** Native rows of every kind, dense enough in ids, times and quotas to fold, join, overlap and collide. */

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const base = {
  id: fc.oneof(fc.integer({ min: 0, max: 12 }), few('3', 'a', null)),
  created_at: fc.integer({ min: CREATED_AT, max: CREATED_AT + 5 }),
  type: few<unknown>(undefined, 1, 2, 2, 2, '2', '2.0', 3, 4, 5, 6, 6),
  quota: few<unknown>(0, 5, 250, '250', -5),
  user_id: few<unknown>(1, '1.0', 0),
  token_id: few<unknown>(0, 4),
  token_name: few('模型测试', 'a', 'b', 'c'),
  model_name: few('m', 'n', ''),
  request_id: few('', 'r1', 'r2', 'r3', 'r4', 'r5'),
  prompt_tokens: fc.integer({ min: 0, max: 50 }),
  completion_tokens: fc.integer({ min: 0, max: 50 }),
};
const snapshot = fc.oneof(
  few<unknown>('', 'null', null, '{}'),
  fc
    .record(
      {
        is_task: few(true),
        task_id: few('t1', 't2'),
        pre_consumed_quota: few(250, 300),
        claude: few(true),
        cache_tokens: fc.nat(20),
        violation_fee: few(true),
        billing_source: few('subscription'),
        model_ratio: few(0, 0.1, 1.5),
        group_ratio: few(0.8, 1),
        base_amount: few(0.05),
      },
      { requiredKeys: [] },
    )
    .map((over) => JSON.stringify(ratios(over))),
);
const newApi = fc
  .record({
    ...base,
    other: snapshot,
    upstream_request_id: few('', 'u1', 'u2', 'u3'),
    channel: few<unknown>(1, '2', null),
  })
  .map((row) => newApiRow(row));
const oneApi = fc.record({ ...base, channel: few<unknown>(1, 0) }).map((row) => oneApiRow(row));
const oneHub = fc
  .record({ ...base, channel: few<unknown>(null, { id: 1, name: 'x' }) })
  .map((row) => oneHubRow(row));
const bill = fc.record({
  cost: few<unknown>(1, '0.5', -2),
  time: fc.constant(CREATED_AT),
  request_id: few('u1', 'r1', 'x'),
});
const topUp = fc.record({
  id: fc.nat(3),
  trade_no: few('a', 'b'),
  money: few(1, 9),
  amount: few(0, 5),
  create_time: fc.constant(CREATED_AT),
  status: few('success', 'pending', 'expired'),
  payment_method: few('stripe', 'creem', 'alipay', ''),
});
const order = fc.record({
  trade_no: few('a', 'b'),
  order_amount: few(5.2),
  order_currency: few('USD', 'CNY'),
  quota: few(500_000),
  fee: few(0, 0.2),
  status: few('success', 'closed'),
  created_at: fc.constant(CREATED_AT),
});
const paid = fc.record({
  transactionId: few('a', 'b'),
  occurredAt: fc.constant('2026-08-17T01:30:15Z'),
  status: few('settled', 'pending'),
  amount: few<unknown>(1, '9.0'),
});

const payload = fc.oneof(
  ...[
    ['new-api', newApi, topUp] as const,
    ['voapi', newApi, topUp] as const,
    ['one-api', oneApi, paid] as const,
    ['one-hub', oneHub, order] as const,
  ].map(([connector, row, payment]) =>
    fc.record(
      {
        connector: fc.constant(connector),
        logs: fc.array(row, { maxLength: 12 }),
        upstreamCharges: fc.array(fc.oneof(newApi, oneApi, oneHub, bill), { maxLength: 8 }),
        payments: fc.array<unknown>(payment, { maxLength: 5 }),
        quotaPerUnit: few(500_000, 3, 0.25),
      },
      { requiredKeys: ['connector', 'logs', 'quotaPerUnit'] },
    ),
  ),
);

const outcome = (body: Row) => catchRejection(() => normalizeAndCheck(body));
const shuffled = (rows: unknown, seed: readonly number[]): unknown =>
  Array.isArray(rows)
    ? rows
        .map((row, i) => [seed[i % seed.length] ?? 0, i, row] as const)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map(([, , row]) => row)
    : rows;
const set = (records: readonly unknown[] | undefined): string[] | undefined =>
  records?.map((r) => JSON.stringify(r)).sort();

const accepted = { yes: 0, no: 0 };

describe('normalize', () => {
  it('counts every row once and returns valid input, or refuses with a path', () => {
    fc.assert(
      fc.property(payload, (body) => {
        const result = outcome(body);
        accepted[result instanceof Rejection ? 'no' : 'yes']++;
        if (result instanceof Rejection)
          for (const detail of result.details)
            expect(detail).toMatch(/^(logs|upstreamCharges|payments)\[\d+\]\.[\w .]+: /);
      }),
    );
    // Were most of them refused, the property would say little.
    expect(accepted.yes).toBeGreaterThan(accepted.no);
  });

  it('returns the same records for any order of rows', () => {
    const seeds = fc.array(fc.nat(100), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(payload, seeds, (body, seed) => {
        const turned = Object.entries(body).map(([key, rows]) => [key, shuffled(rows, seed)]);
        const [one, other] = [outcome(body), outcome(Object.fromEntries(turned))];
        if (one instanceof Rejection || other instanceof Rejection) {
          expect([one, other].every((result) => result instanceof Rejection)).toBe(true);
          return;
        }
        for (const ledger of ['downstreamUsage', 'upstreamCharges', 'payments'] as const)
          expect(set(other[ledger])).toEqual(set(one[ledger]));
        expect(other.meta).toEqual(one.meta);
      }),
    );
  });

  it('a repeated page changes only the number of repeated rows', () => {
    const page = fc
      .array(newApi, { maxLength: 10 })
      .map((rows) => rows.map((row, i) => ({ ...row, id: i + 1 })));
    fc.assert(
      fc.property(page, (rows) => {
        const items = { items: rows };
        const [once, twice] = [outcome({ logs: rows }), outcome({ logs: [items, items] })];
        if (once instanceof Rejection || twice instanceof Rejection) return;
        expect(twice.downstreamUsage).toEqual(once.downstreamUsage);
        expect(twice.skipped.pageOverlap).toBe(rows.length + once.skipped.pageOverlap);
      }),
    );
  });
});

const BILLS = 'test/support/fixtures/bills';
const TOP_UP = topUpRow({ complete_time: 0, payment_method: 'stripe' });
const BILL = {
  id: 'b',
  cost: 1,
  time: CREATED_AT,
  model: 'm',
  status: 'success',
  currency: 'USD',
  request_id: 'x',
};

describe('random values in any field', () => {
  /** A refusal that names the ledger (and the row, unless the field is prohibited), or a valid, complete output. */
  const survives = (body: Row, ledger: string) => {
    const result = outcome(body);
    if (result instanceof Rejection && result.code === 'invalid_request')
      // A row that contains several is counted as these.
      for (const detail of result.details) expect(detail).toMatch(new RegExp(`^${ledger}\\[[0-9]?\\]`));
    if (result instanceof Rejection) expect(result.details.length).toBeGreaterThan(0);
  };

  it.each(connectorIds)('in a log row of %s, as log or upstream log', (connector) => {
    const log = nativeReplies.find((one) => one.connector === connector && one.field === 'logs');
    const row = new Stripper('logs').strip(unwrapRows(log?.reply)[0] as Row) as Row;
    const more = ['charge', 'currency', 'quota_per_unit', 'channel_id', 'metadata', 'other', 'type'];
    const keys = few(...Object.keys(row), ...more);
    const ledgers = few('logs', 'upstreamCharges');
    fc.assert(
      fc.property(keys, arbitraryJunk, ledgers, few(2, 5, 6, undefined), (key, value, ledger, type) => {
        const rows = [row, { ...row, id: 99, type, [key]: value }];
        survives({ connector, logs: [], [ledger]: rows }, ledger);
      }),
    );
  });

  it('in a price snapshot', () => {
    const other = ratios({
      cache_creation_tokens_1h: 1,
      tool_surcharges: [{ count: 1, price: 1 }],
      admin_info: {},
      task_id: '',
      claude: true,
    });
    const extra_billing = { s: { call_count: 1, price: 1 } };
    const metadata = { ...oneHubMetadata, cached_tokens: 1, cached_tokens_ratio: 0.5, extra_billing };
    const keys = few(...Object.keys(other), ...Object.keys(metadata));
    fc.assert(
      fc.property(keys, arbitraryJunk, (key, value) => {
        survives({ logs: [newApiRow({ other: { ...other, [key]: value } })] }, 'logs');
        const hub = oneHubRow({ metadata: { ...metadata, [key]: value } });
        survives({ connector: 'one-hub', logs: [hub] }, 'logs');
      }),
    );
  });

  it.each<[string, Row, string]>([
    ['payments', TOP_UP, 'new-api'],
    ['payments', orderRow({ quota: 1 }), 'one-hub'],
    ['upstreamCharges', BILL, 'new-api'],
  ])('of a row of %s', (ledger, row, connector) => {
    fc.assert(
      fc.property(few(...Object.keys(row)), arbitraryJunk, (key, value) =>
        survives({ connector, logs: [], [ledger]: [{ ...row, [key]: value }] }, ledger),
      ),
    );
  });

  it.each(readdirSync(BILLS))('in one or several rows of %s', async (file) => {
    const rows = nativesOf(await readAllRows(new Uint8Array(readFileSync(`${BILLS}/${file}`)))) as Row[];
    const ledgers = few('upstreamCharges', 'payments');
    fc.assert(
      fc.property(few(...rows), fc.nat(), arbitraryJunk, ledgers, (row, nth, value, ledger) => {
        const keys = Object.keys(row);
        const other = { ...row, [keys[nth % keys.length] as string]: value };
        survives({ logs: [], [ledger]: [other, row] }, ledger);
      }),
    );
  });

  it('in the payload itself give a refusal or an output, and no other exception', () => {
    const ledgers = ['logs', 'channels', 'upstreamCharges', 'payments'];
    const keys = few('connector', 'currency', 'quotaPerUnit', 'period', 'url', ...ledgers);
    fc.assert(
      fc.property(keys, arbitraryJunk, (key, value) => void outcome({ logs: [newApiRow()], [key]: value })),
    );
    fc.assert(
      fc.property(
        arbitraryJunk,
        (body) => void (body !== null && typeof body === 'object' && refusedOr(body as Row)),
      ),
    );
  });
});

const refusedOr = (body: Row): void => {
  if (!('logs' in body)) catchRefusal({ ...body, logs: undefined });
};
