import { describe, expect, it } from 'vitest';
import { toDecimal } from '#shared/money/money.ts';
import { capturedBooks, snapshotOf } from '../../support/fixtures/captured-books.ts';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const isTest = (row: Row): boolean => row.token_name === '模型测试' && row.token_id === 0;
const quotaOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + Number(row.quota), 0);
const sumOf = (amounts: readonly (string | number | undefined)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(toDecimal(amount ?? 0)), toDecimal(0)).toFixed();

/** Rows that new-api of 2025 charged less than by its formula, because they have more cached than prompt tokens. */
const UNDERCHARGED = new Set(['new-api:142', 'new-api:143', 'new-api:144', 'new-api:149']);

/** Expected number of skipped rows by reason. A missing reason means 0. */
const SKIPPED: Record<string, Row> = {
  'new-api': { refundJoined: 4, settlementJoined: 2 },
  'new-api-2026-05': { refundJoined: 4, settlementJoined: 2 },
  'new-api-2025': {},
  'one-api': { channelTest: 3 },
  'one-hub': {},
  'done-hub': {},
  veloera: { system: 5, channelTest: 2 },
  'new-api-fork': {},
};

const eachValue = (row: Row, change: (value: unknown, key: string) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, change(value, key)]));
const seconds = ({ created_at }: Row): number => Number(created_at) * 1000;
/** Converts a price snapshot from text to an object, or the other way round. */
const convertSnapshot = (value: unknown): unknown =>
  typeof value === 'string' ? JSON.parse(value || 'null') : JSON.stringify(value);

/** Other forms of the same rows, as databases and other tools write them. */
const FORMS: [string, (row: Row) => Row][] = [
  [
    'a database dump with other column names and numbers as text',
    ({ channel, ...row }) => ({
      ...eachValue(row, (value) => (typeof value === 'number' ? `${value}.0` : value)),
      ...(channel === undefined ? {} : { channel_id: row.channel_id ?? channel }),
    }),
  ],
  ['flags as 0 and 1', (row) => eachValue(row, (value) => (typeof value === 'boolean' ? +value : value))],
  ['a dump with NULL', (row) => eachValue(row, (value) => (value === '' ? null : value))],
  ['a time in milliseconds', (row) => ({ ...row, created_at: seconds(row) })],
  [
    'a time in the zone of Shanghai',
    (row) => ({
      ...row,
      created_at: new Date(seconds(row) + 28_800_000).toISOString().replace('Z', '+08:00'),
    }),
  ],
  [
    'a snapshot in its other form',
    (row) =>
      eachValue(row, (value, key) =>
        key === 'other' || key === 'metadata' ? convertSnapshot(value) : value,
      ),
  ],
  ['a later version with another column', (row) => ({ ...row, region: 'eu' })],
];

describe.each(capturedBooks)('$name, as logged', ({ name, connector, quotaPerUnit, logs }) => {
  const payload = { connector, quotaPerUnit, logs };
  const { downstreamUsage: records, meta, skipped, report } = normalizeAndCheck(payload);
  const consumed = logs.filter((row) => row.type === 2 && !isTest(row));

  it('charges and refunds equal the rows, to the last unit', () => {
    const quota = quotaOf(consumed.filter((row) => Number(row.quota) > 0));
    const returned = quotaOf(logs.filter((row) => row.type === 6));
    expect(sumOf(records.map((record) => record.chargedAmount))).toBe(
      toDecimal(quota).div(quotaPerUnit).toFixed(),
    );
    expect(sumOf(records.map((record) => record.refundAmount))).toBe(
      toDecimal(returned).div(quotaPerUnit).toFixed(),
    );
  });

  it('every row becomes a record or has a reason', () => {
    const attempts = logs.filter(({ type }) => type === 5).length;
    expect(skipped).toMatchObject({ unknown: 0, pageOverlap: 0, ...SKIPPED[name] });
    if (connector === 'new-api') expect(skipped.channelTest).toBe(logs.filter(isTest).length);
    expect(skipped.retriedAttempt).toBeLessThanOrEqual(attempts);
    expect(new Set(records.map(({ requestId }) => requestId)).size).toBe(records.length);
  });

  it('expected charges equal what the gateway charged', () => {
    const wrong = records.filter(
      ({ requestId, chargedAmount, expectedCharge }) =>
        expectedCharge !== undefined && expectedCharge !== chargedAmount && !UNDERCHARGED.has(requestId),
    );
    expect(wrong).toEqual([]);
    expect(records.filter((record) => record.expectedCharge !== undefined).length).toBeGreaterThan(0);
  });

  it('without other ledgers there is no finding above info except refunds that belong to several charges', () => {
    const codes = report.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
    const expected = ['unlinked_refund', 'price_undercharge'];
    expect(codes.filter((code) => !expected.includes(code))).toEqual([]);
  });

  it.each(FORMS)('%s gives the same records', (_, convert) => {
    const again = normalizeAndCheck({ ...payload, logs: logs.map(convert) });
    expect(again.downstreamUsage).toEqual(records);
    expect(again.meta.rows).toEqual(meta.rows);
  });

  it('overlapping pages with an empty last one give the same records', () => {
    const pages = [logs.slice(0, 60), logs.slice(40), null].map((items) => ({
      success: true,
      data: { items },
    }));
    const again = normalizeAndCheck({ ...payload, logs: pages });
    expect(again.downstreamUsage).toEqual(records);
    expect(again.skipped.pageOverlap).toBe(Math.max(0, Math.min(60, logs.length) - 40));
  });
});

describe.each(capturedBooks.filter(({ upstreamCharges }) => upstreamCharges.length > 0))(
  'the bill beside $name',
  ({ connector, quotaPerUnit, logs, upstreamCharges }) => {
    const { upstreamCharges: charges = [] } = normalizeAndCheck({
      connector,
      quotaPerUnit,
      logs,
      upstreamCharges,
    });

    it('names the request of each charge', () => {
      const links = Map.groupBy(
        logs.filter((row) => row.upstream_request_id),
        (row) => row.upstream_request_id,
      );
      const expected = upstreamCharges.map(({ id }) => {
        const rows = links.get(id) ?? [];
        const [request] = rows.filter((row) => !isTest(row));
        return rows.length === 0 ? id : request?.request_id;
      });
      expect(charges.map(({ requestId }) => requestId)).toEqual(expected);
    });
  },
);

it('Veloera undercharges 12 Claude requests', () => {
  const { logs = [] } = capturedBooks.find(({ name }) => name === 'veloera') ?? {};
  expect(normalizeAndCheck({ logs }).notes).toContainEqual(
    expect.stringMatching(/charged too little.*: 12\./),
  );
});

it('the captures contain every kind of row', () => {
  const kinds = capturedBooks.flatMap(({ logs }) =>
    logs.flatMap((row) => Object.keys(snapshotOf(row)).concat(`type ${row.type}`)),
  );
  const expected = [
    'is_task',
    'task_id',
    'violation_fee',
    'billing_mode',
    'claude',
    'usage_semantic',
    'type 6',
  ];
  expect(kinds).toEqual(expect.arrayContaining(expected));
});
