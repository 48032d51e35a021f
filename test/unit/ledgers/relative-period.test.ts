import { describe, expect, test } from 'vitest';
import { readInput, resolvePeriod } from '#functions/ledgers/input.ts';
import { Rejection } from '#shared/rejections.ts';
import { EXECUTION_INPUT } from '../../support/ledger/example-objects.ts';

const PREFIXES = { inputPrefix: 'exports/', outputPrefix: 'reports/' };
const NOW = '2026-11-22T00:00:00.000Z';

describe('a relative period', () => {
  test.each<[period: string, at: string, start: string, end: string, output: string, offset?: string]>([
    ['yesterday', '2026-03-01T00:00:00Z', '2026-02-28', '2026-03-01', '2026-02-28'],
    ['yesterday', '2028-03-01T23:59:59Z', '2028-02-29', '2028-03-01', '2028-02-29'],
    ['yesterday', '2026-01-01T03:00:00Z', '2025-12-31', '2026-01-01', '2025-12-31'],
    ['month-to-date', '2026-10-02T03:00:00Z', '2026-10-01', '2026-10-02', '2026-10-{dd}'],
    ['month-to-date', '2026-11-01T03:00:00Z', '2026-10-01', '2026-11-01', '2026-10-{dd}'],
    ['month-to-date', '2026-01-01T00:00:00Z', '2025-12-01', '2026-01-01', '2025-12-{dd}'],
    ['previous-month', '2026-01-31T03:00:00Z', '2025-12-01', '2026-01-01', '2025-12-{dd}'],
    ['previous-month', '2026-03-01T00:00:00Z', '2026-02-01', '2026-03-01', '2026-02-{dd}'],
    // 3 in the morning in Beijing.
    ['yesterday', '2026-09-30T19:00:00Z', '2026-09-29T16:00', '2026-09-30T16:00', '2026-09-30', '+08:00'],
    [
      'previous-month',
      '2026-10-31T17:00:00Z',
      '2026-09-30T16:00',
      '2026-10-31T16:00',
      '2026-10-{dd}',
      '+08:00',
    ],
    ['yesterday', '2026-10-01T03:00:00Z', '2026-09-29T05:00', '2026-09-30T05:00', '2026-09-29', '-05:00'],
  ])('%s at %s is %s to %s', (period, at, start, end, output, utcOffset) => {
    const instant = (text: string) => `${text.padEnd(13, 'T00').padEnd(16, ':00')}:00.000Z`;
    const more = { at, ...(utcOffset && { utcOffset }) };
    const input = { ...EXECUTION_INPUT, period, ...more, output: 'reports/{yyyy}-{mm}-{dd}/' };
    expect(resolvePeriod(input, NOW)).toEqual({
      ...EXECUTION_INPUT,
      output: `reports/${output}/`,
      period: { start: instant(start), end: instant(end) },
    });
  });

  test('starts from the start time of the execution if no time is given', () => {
    expect(resolvePeriod({ period: 'yesterday' }, NOW)).toEqual({
      period: { start: '2026-11-21T00:00:00.000Z', end: '2026-11-22T00:00:00.000Z' },
    });
  });

  test.each([
    [{ period: 'october' }, 'period: must be a month such as 2026-10, or '],
    [{ period: 'month-to-date', output: 'reports/{dd}/' }, 'output: contains a placeholder'],
    [{ logs: 'exports/{yyyy}/' }, 'logs: contains a placeholder'],
    [{ period: 'yesterday', at: 'noon' }, 'at: must be a time'],
    [{ period: 'yesterday', at: 7 }, 'at: must be a time'],
    [{ period: 'yesterday', utcOffset: 'Asia/Shanghai' }, 'utcOffset: must be an offset'],
    [{ at: NOW }, 'at: is not a property'],
  ])('%j is refused with a sentence', (input, says) => {
    let details: readonly string[] = [];
    try {
      readInput(resolvePeriod({ ...EXECUTION_INPUT, ...input }, NOW), PREFIXES);
    } catch (error) {
      details = (error as Rejection).details;
      expect(error).toBeInstanceOf(Rejection);
    }
    expect(details.join('\n')).toContain(says);
  });
});
