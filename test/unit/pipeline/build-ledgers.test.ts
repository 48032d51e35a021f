import { expect, test } from 'vitest';
import { toPlainText } from '#shared/money/money.ts';
import { findForks } from '#shared/pipeline/check-sources.ts';
import type { Source, SourceField, SourceHead } from '#shared/pipeline/read/source.ts';
import { buildLedgers } from '#shared/pipeline/reconcile/build-ledgers.ts';
import { SETTINGS } from '../../support/pipeline/run-in-memory.ts';

test.each<readonly [files: string, logs: readonly string[] | null, upstreamCharges: readonly string[]]>([
  ['', null, []],
  ['logs', null, []],
  ['logs Veloera', ['Veloera'], []],
  ['logs Veloera, logs, logs Veloera', ['Veloera'], []],
  ['logs, upstreamCharges Veloera', [], ['Veloera']],
  ['payments Veloera', null, []],
  ['logs piexian/new-api', null, []],
])('files %j, each with its forks, give the forks of each ledger', (files, logs, upstreamCharges) => {
  const fileWords = files
    .split(', ')
    .filter(Boolean)
    .map((file) => file.split(' '));
  const sources = fileWords.map(([field]) => ({ field: field as SourceField }) as Source);
  const heads = fileWords.map(([, ...forks]) => ({ forks }) as Partial<SourceHead> as SourceHead);
  expect(findForks(sources, heads)).toEqual(logs === null ? undefined : { logs, upstreamCharges });
  // Without its head, a source has no forks.
  expect(findForks(sources, [])).toBeUndefined();
});

const USAGE = {
  occurredAt: '2026-10-02T00:00:00Z',
  model: 'gpt',
  status: 'success',
  requestId: 'r1',
} as const;
const NO_RECORDS = {
  downstreamUsage: [],
  upstreamCharges: [],
  payments: [],
  paymentFacts: new Map(),
  saleFacts: [],
  lineFacts: [],
};
const RECORDS = {
  ...NO_RECORDS,
  downstreamUsage: [
    { ...USAGE, chargedAmount: '2' },
    { ...USAGE, chargedAmount: '3' },
  ],
  upstreamCharges: [
    { ...USAGE, costAmount: '1' },
    { ...USAGE, costAmount: '1.5' },
  ],
  payments: [
    { transactionId: 'p1', occurredAt: '2026-10-02T00:00:00Z', amount: '5', status: 'settled' as const },
  ],
};

test('rows outside the fast path get the facts of the log, and the token kind of a bill', () => {
  const records = {
    ...RECORDS,
    saleFacts: [undefined, { attempts: 2, seconds: 9 }],
    lineFacts: [{ meter: 'output' as const }, undefined],
  };
  const { downstreamUsage, upstreamCharges } = buildLedgers(records, SETTINGS);
  expect(downstreamUsage.map(({ net, attempts, seconds }) => [toPlainText(net), attempts, seconds])).toEqual([
    ['2', undefined, undefined],
    ['3', 2, 9],
  ]);
  expect(upstreamCharges.map(({ net, meter }) => [toPlainText(net), meter])).toEqual([
    ['1', 'output'],
    ['1.5', undefined],
  ]);
});

test.each([
  [{ upstreamCharges: true, payments: true }, [2, 2, 1]],
  [{ upstreamCharges: true, payments: false }, [2, 2, 0]],
  [{ upstreamCharges: false, payments: true }, [2, 0, 1]],
])('a ledger that was not supplied is empty: %j', (supplied, counts) => {
  const ledgers = buildLedgers(RECORDS, { ...SETTINGS, supplied });
  expect(ledgers.supplied).toEqual({ downstreamUsage: true, ...supplied });
  expect(
    [ledgers.downstreamUsage, ledgers.upstreamCharges, ledgers.payments].map(({ length }) => length),
  ).toEqual(counts);
});

test('currency and period are those of the settings', () => {
  const period = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  const { currency, start, end } = buildLedgers(NO_RECORDS, { ...SETTINGS, currency: 'EUR', period });
  expect([currency, start, end]).toEqual(['EUR', Date.parse(period.start), Date.parse(period.end)]);
  expect(buildLedgers(NO_RECORDS, SETTINGS)).toMatchObject({
    currency: 'USD',
    start: undefined,
    end: undefined,
    downstreamUsage: [],
  });
});
