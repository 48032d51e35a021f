import { expect, test } from 'vitest';
import type { OutsideRequests } from '#shared/engine/survey/outside-other-ledger.ts';
import { describeOutsideRequests, findEmptyPeriod } from '#shared/pipeline/guards/empty-period.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { buildFacts, buildSpans, formatRefusal } from '../../../support/pipeline/source-facts.ts';

type Period = NonNullable<RunSettings['period']>;
const span = (count: number, from: string, to: string, inside = 0) => ({
  ...{ count, inside, first: Date.parse(from), last: Date.parse(to) },
});
const [Z, EAST] = ['T00:00:00Z', 'T00:00:00+08:00'];
const from = (start: string, end: string) => ({ start: start + Z, end: end + Z });
const [LOG, BILL] = ['40 requests of the log', '3 rows of the bill'];
const month = { start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00.000Z' };
const august = span(40, '2026-08-01T09:00:00Z', '2026-08-31T09:00:00Z');
const oneDay = span(3, '2026-08-01T09:00:00Z', '2026-08-01T10:00:00Z');

/** Ledger whose rows are all outside the period, and the start of the message. */
test.each<
  [title: string, spans: Parameters<typeof buildSpans>, period: Period, ledger?: string, message?: string]
>([
  ['a log outside a month', [august], month, LOG, '2026-09. They are dated from 2026-08-01 to 2026-08-31.'],
  ['a bill of one day', [{}, oneDay], month, BILL, '2026-09. They are dated from 2026-08-01.'],
  ['a log, but not the bill', [august, { ...oneDay, inside: 1 }], month, LOG, '2026-09.'],
  ['a bill, but not the log', [{ ...august, inside: 1 }, oneDay], month, BILL, '2026-09.'],
  [
    'both have rows in the period',
    [august, oneDay].map((ledger) => ({ ...ledger, inside: 1 })) as [object, object],
    month,
  ],
  ['no rows', [], month],
  ['two months', [august], from('2026-09-01', '2026-11-01'), LOG, `2026-09-01${Z}/2026-11-01${Z}.`],
  [
    'all but the first day',
    [august],
    from('2026-09-02', '2026-10-01'),
    LOG,
    `2026-09-02${Z}/2026-10-01${Z}.`,
  ],
  ['all but the last day', [august], from('2026-09-01', '2026-09-30'), LOG, `2026-09-01${Z}/2026-09-30${Z}.`],
  ['a month of 31 days', [august], from('2026-10-01', '2026-11-01'), LOG, '2026-10.'],
  [
    'a month in another time zone',
    [august],
    { start: `2026-09-01${EAST}`, end: `2026-10-01${EAST}` },
    LOG,
    `2026-09-01${EAST}/2026-10-01${EAST}.`,
  ],
  ['a period without a start', [august], { end: `2026-01-01${Z}` }, LOG, `…/2026-01-01${Z}.`],
  ['a period without an end', [august], { start: `2026-09-01${Z}` }, LOG, `2026-09-01${Z}/….`],
])('a period without rows is refused: %s', (_, spans, period, ledger, message) => {
  const refused = formatRefusal(
    findEmptyPeriod(buildFacts([], { spans: buildSpans(...spans), settings: { period } })),
  );
  expect(refused?.split('\n')[0]).toEqual(
    message && expect.stringContaining(`None of the ${ledger} is in the period ${message}`),
  );
});

test('a period without rows is explained in Chinese as well', () => {
  const [message] = findEmptyPeriod(
    buildFacts([], { spans: buildSpans(august), settings: { period: month } }),
  );
  expect(message?.zh).toBe('40 条日志请求都不在账期 2026-09 内，而是 2026-08-01 至 2026-08-31 的。');
});

const SPAN = '2026-09-01T00:00:00Z to 2026-09-30T12:00:00Z';
const [EXPORT_BOTH, SET_PERIOD] = ['Export both for the same period.', 'If both are complete, set --period.'];
test.each<[ledger: OutsideRequests['ledger'], period: Period | undefined, message: string]>([
  [
    'downstreamUsage',
    undefined,
    `7 requests in the log fall outside the dates of the provider's bill (${SPAN}), so they cannot be matched. ${SET_PERIOD}`,
  ],
  [
    'upstreamCharges',
    month,
    `7 requests in the provider's bill fall outside the dates of the log (${SPAN}), so they cannot be matched. ${EXPORT_BOTH}`,
  ],
])('requests of %s outside the time of the other ledger are described', (ledger, period, message) => {
  const outside = {
    ledger,
    requests: 7,
    ends: ['end'] as const,
    start: Date.parse('2026-09-01'),
    end: Date.parse('2026-09-30T12:00:00.5Z'),
  };
  const { en, zh } = describeOutsideRequests(outside, period);
  expect(en).toContain(message);
  expect(zh).toContain(period ? '请按相同时段导出两份文件' : '用 --period 写明');
});
