import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/language.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';

const HOUR = 3_600_000;
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 21) + hour * HOUR).toISOString();
const row = (hour: number) => ({
  requestId: `r${hour}`,
  occurredAt: at(hour),
  model: 'm',
  status: 'success' as const,
});
const sale = (hour: number) => ({ ...row(hour), chargedAmount: '2' });
const charge = (hour: number) => ({ ...row(hour), costAmount: '1' });
const hours = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

const reported = (
  log: number[],
  bill: number[],
  more: Partial<ReconciliationInput> = {},
  language: Language = 'en',
) =>
  reconcile(
    { downstreamUsage: log.map(sale), upstreamCharges: bill.map(charge), ...more },
    at(0),
    {},
    language,
  );

describe('what lies outside the time of the other usage ledger makes no verdict:', () => {
  it.each<[name: string, log: number[], bill: number[], beyond: object[]]>([
    [
      'a bill that goes on after the log',
      hours(0, 20),
      hours(0, 30),
      [{ ledger: 'upstreamCharges', requests: 10 }],
    ],
    [
      'a log that begins before the bill',
      hours(0, 20),
      hours(8, 20),
      [{ ledger: 'downstreamUsage', requests: 8 }],
    ],
    [
      'other days altogether',
      hours(0, 5),
      hours(50, 55),
      [
        { ledger: 'upstreamCharges', requests: 5 },
        { ledger: 'downstreamUsage', requests: 5 },
      ],
    ],
  ])('%s', (_, log, bill, beyond) => {
    const { summary, completeness } = reported(log, bill);
    expect(summary.beyond).toEqual(beyond);
    expect(completeness).toMatchObject({ complete: false, rows: false });
    expect(summary.answer.text).toMatch(/Not compared: \d+ requests of the (?:log|bill) \(/);
    expect(summary.answer.text).not.toMatch(/You lost|Nothing wrong/);
    expect(reported(log, bill, {}, 'zh').summary.answer.text).toMatch(
      /未参与比较：(?:日志|账单)中.+ \d+ 个请求/,
    );
  });

  const period = { start: at(0), end: at(30) };
  it.each<[name: string, log: number[], bill: number[], more?: Partial<ReconciliationInput>]>([
    ['a few under way at the end', hours(0, 20), hours(0, 24)],
    ['rows that are missing between others', hours(0, 30).filter((hour) => hour % 3 !== 0), hours(0, 29)],
    ['books that are whole by their period', hours(0, 20), hours(0, 30), { period }],
    ['rows outside the period', hours(0, 20), hours(0, 30), { period: { start: at(0), end: at(20) } }],
    [
      'ids that are in one ledger alone',
      hours(0, 20),
      hours(0, 30),
      { upstreamCharges: hours(0, 30).map((hour) => ({ ...charge(hour), requestId: `u${hour}` })) },
    ],
    [
      'a bill that names no request',
      hours(0, 20),
      [],
      {
        upstreamCharges: hours(0, 30).map((hour) => ({
          occurredAt: at(hour),
          model: 'm',
          status: 'success',
          costAmount: '1',
        })),
      },
    ],
    [
      'another currency',
      hours(0, 20),
      [],
      { upstreamCharges: hours(0, 30).map((hour) => ({ ...charge(hour), currency: 'EUR' })) },
    ],
    [
      'one request of many rows',
      hours(0, 20),
      [],
      { upstreamCharges: [...hours(0, 20), 30, 30, 30, 30, 30].map(charge) },
    ],
  ])('but not %s', (_, log, bill, more) => expect(reported(log, bill, more).summary.beyond).toBeUndefined());
});
