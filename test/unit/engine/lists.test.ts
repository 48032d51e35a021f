import { describe, expect, test } from 'vitest';
import { CAUSES_MAX, DAYS_MAX, USERS_MAX } from '#shared/limits.ts';
import type { ReportLimits } from '#shared/report/build/listing.ts';
import { buildHourRows } from '#shared/report/build/tables.ts';
import { drawConclusions, reconcile } from '#shared/report/reconcile.ts';
import type { Finding, Summary } from '#shared/schemas/report.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

const run = (lines: readonly string[], limits?: ReportLimits) =>
  reconcile(textLedger(lines), '2026-11-21T00:00:00Z', limits);
const summary = (...lines: string[]): Summary => run(lines).summary;

describe('by day', () => {
  test('a request is of the day of its anchor, an upstream row without request of its own; the latest comes first', () => {
    const { byDay } = summary(
      'down r1 success 3 at=03-10T23:59',
      'up   r1 success 1 at=03-11T00:01',
      'down r2 pending 5 at=03-10T10:00',
      'up   -  success 2 id=u at=03-12T10:00',
      'up   -  pending 7 id=v at=03-13T10:00',
      'down r3 success 4 at=03-09T10:00 refund=1',
    );
    expect(byDay).toEqual([
      { day: '2026-03-12', requests: 0, revenue: '0', cost: '2', margin: '-2', uncomparedCost: '2' },
      { day: '2026-03-10', requests: 2, revenue: '3', cost: '1', margin: '2' },
      { day: '2026-03-09', requests: 1, revenue: '3', cost: '0', margin: '3', uncomparedRevenue: '3' },
    ]);
  });

  test('days are those of UTC', () => {
    const { byDay } = summary(
      'down r1 success 3 at=2026-03-11T01:00:00+02:00',
      'down r2 success 3 at=03-11T00:00',
    );
    expect(byDay.map(({ day, requests }) => `${day} ${requests}`)).toEqual(['2026-03-11 1', '2026-03-10 1']);
  });

  test('without upstream charges there is neither cost nor margin', () => {
    const { byDay } = summary('down r1 success 3', 'omit upstreamCharges');
    expect(byDay).toEqual([{ day: '2026-03-10', requests: 1, revenue: '3', cost: null, margin: null }]);
  });
});

describe('by hour', () => {
  const hours = (...lines: string[]): string[] => {
    const { conclusions, surveyed } = drawConclusions(textLedger(lines));
    return buildHourRows(conclusions.figures.totals, surveyed.context).map((line) =>
      Object.values(line).join(' '),
    );
  };

  test('a day has each hour from its first row to its last, in their order', () => {
    expect(
      hours(
        'down r2 success 3 at=03-10T12:50',
        'up   r2 success 1 at=03-10T12:51',
        'down r1 success 2 at=03-10T10:00',
      ),
    ).toEqual(['2026-03-10T10 1 2 0 2', '2026-03-10T11 0 0 0 0', '2026-03-10T12 1 3 1 2']);
  });

  test('two days have none, and neither has nothing', () => {
    expect(hours('down r1 success 2 at=03-10T23:00', 'down r2 success 2 at=03-11T01:00')).toEqual([]);
    expect(hours('omit payments')).toEqual([]);
  });

  test('the cost of a bill that names no request has hours of its own: none is known of these', () => {
    expect(hours('down r1 success 2 at=03-10T10:00', 'up - success 1 id=u at=03-10T10:00')).toEqual([
      '2026-03-10T10 1 2  ',
    ]);
  });
});

describe('by customer', () => {
  test('worst margin first, then by name; what names nobody is unassigned; payments go to their own customer', () => {
    const { byUser } = summary(
      'down r1 success 3 user=a',
      'up   r1 success 1',
      'down r2 success 1 user=b',
      'up   r2 success 4',
      'down r3 success 2',
      'up   -  success 9 id=u',
      'down r4 success 2 user=c',
      'pay  t1 settled 5 credited=5 user=d',
      'pay  t2 pending 5 credited=1 user=a',
      'pay  t3 settled 5 credited=4',
      'pay  t4 failed 5 user=e',
    );
    expect(byUser.map((line) => Object.values(line).join(' '))).toEqual([
      'unassigned 1 2 9 -7 4 2',
      'b 1 1 4 -3 0 0',
      'd 0 0 0 0 5 0',
      'e 0 0 0 0 0 0',
      'a 1 3 1 2 1 0',
      'c 1 2 0 2 0 2',
    ]);
  });

  test('a request is of the customer whom its earliest row names', () => {
    const { byUser } = summary(
      'down r1 success 1 at=10:00',
      'down r1 success 2 at=10:02 user=b',
      'down r1 success 3 at=10:01 user=a',
    );
    expect(byUser.find(({ requests }) => requests > 0)).toMatchObject({ userId: 'a', revenue: '6' });
  });

  test('without upstream charges the largest revenue comes first; without payments no credit is known', () => {
    const { byUser } = summary(
      'down r1 success 3 user=a',
      'down r2 success 4 user=b',
      'omit upstreamCharges payments',
    );
    expect(byUser).toEqual([
      { userId: 'b', requests: 1, revenue: '4', cost: null, margin: null, credited: null },
      { userId: 'a', requests: 1, revenue: '3', cost: null, margin: null, credited: null },
    ]);
  });
});

describe('causes', () => {
  const brief = ({ severity, code, model, channelId, count, amount }: Summary['causes'][number]) =>
    [severity, code, model, channelId, count, amount].join(' ');

  test('findings by code, model and channel: by side, then dearest, then by code, model and channel, unknown first', () => {
    const report = run([
      '3x down a# success 3 expected=2 model=m channel=c',
      'down b1 success 4 expected=1 model=m channel=d',
      'down b2 success 4 expected=1 model=l channel=d',
      'down b3 success 4 expected=1 model=m',
      'down b4 pending 9 model=m at=03-31T23:00',
      '5x up a# success 1 model=m',
      'up b1 success 1 model=m',
      'up b2 success 1 model=l',
      'up b3 success 1 model=m',
    ]);
    const { causes, cut } = report.summary;
    expect(causes.map(brief)).toEqual([
      'critical unmatched_upstream m  2 2',
      'critical price_overcharge l d 1 3',
      'critical price_overcharge m  1 3',
      'critical price_overcharge m c 3 3',
      'critical price_overcharge m d 1 3',
      'info downstream_pending m  1 9',
    ]);
    expect(cut).toEqual([]);
    const first = report.findings.find(({ model, channelId }) => model === 'm' && channelId === 'c');
    expect(causes[3]?.findingId).toBe(first?.id);
  });

  test('the gravest severity counts, and a code without an amount has none', () => {
    const { causes, findings } = summary(
      'down r1 success 3 model=m channel=c',
      'up   r1 success 2 model=m channel=c id=u',
      'up   r1 success 2 model=m channel=c id=u',
      'down r2 success 3 model=m channel=c',
      'up   r2 success 0 model=m channel=c id=v',
      'up   r2 success 0 model=m channel=c id=v',
      'down r3 success 3 currency=EUR',
    );
    expect(causes.map(brief)).toContain('critical duplicate_upstream_charge m c 2 2');
    expect(causes.map(brief)).toContain('warning currency_excluded   1 ');
    expect(findings.byCode.currency_excluded).toMatchObject({ amount: null, count: 1 });
    expect(findings.byCode.duplicate_upstream_charge).toMatchObject({
      severity: 'critical',
      amount: '2',
      count: 2,
    });
  });
});

describe('bounds', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const at = new Date(Date.UTC(2024, 0, 1) + i * 86_400_000).toISOString();
      return `down d${i} success 0 at=${at} model=free`;
    });
  const users = (count: number) =>
    Array.from({ length: count }, (_, i) => `pay u${i} settled 1 credited=1 user=u${i}`);
  const causes = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => `down c${i} failed ${i + 1} model=m${i} user=u0 at=2024-01-01T00:00:00Z`,
    );
  const of = (...lines: string[][]) => run([...lines.flat(), 'period - -', 'omit upstreamCharges']).summary;

  test('a list as long as its bound is whole', () => {
    const {
      byDay,
      byUser,
      causes: listed,
      cut,
    } = of(days(DAYS_MAX), users(USERS_MAX - 1), causes(CAUSES_MAX - 2));
    expect([listed.length, byDay.length, byUser.length]).toEqual([CAUSES_MAX, DAYS_MAX, USERS_MAX]);
    expect(cut).toEqual([]);
  });

  test('one that is longer is cut at its end, and named', () => {
    const {
      byDay,
      byUser,
      causes: listed,
      cut,
    } = of(days(DAYS_MAX + 1), users(USERS_MAX + 1), causes(CAUSES_MAX + 9));
    expect([listed.length, byDay.length, byUser.length]).toEqual([CAUSES_MAX, DAYS_MAX, USERS_MAX]);
    expect(cut).toEqual(['causes', 'byDay', 'byUser']);
    expect(listed[0]).toMatchObject({ code: 'failed_but_charged', amount: `${CAUSES_MAX + 9}` });
    // The first day is the earliest, and is cut off.
    expect(byDay.at(-1)?.day).toBe('2024-01-02');
  });

  test('a caller who wants the summary only is told what was left out', () => {
    const { causes: listed, byDay, byUser, cut } = run(['down r1 failed 1'], { summaryOnly: true }).summary;
    expect([listed, byDay, byUser]).toEqual([[], [], []]);
    expect(cut).toEqual(['causes', 'byDay', 'byUser']);
  });
});

describe('whose money it is', () => {
  const found = (code: string, ...lines: string[]): Finding['details'] =>
    run(lines).findings.find((finding) => finding.code === code)?.details;

  test('the customers of payments', () => {
    expect(found('payment_not_credited', 'pay t settled 1 credited=0 user=a')).toMatchObject({ userId: 'a' });
    const unknown = found('payment_credit_unknown', 'pay t settled 1 user=a', 'pay u settled 1 user=b');
    expect(unknown).toMatchObject({ userIds: ['a', 'b'], transactionIds: ['t', 'u'] });
  });

  test('the shortfall of each customer, the largest first, twenty at most', () => {
    const lines = Array.from({ length: 22 }, (_, i) => `down r${i} success ${(i % 21) + 1} user=u${i}`);
    const details = found('funding_shortfall', ...lines, 'pay t settled 1000 credited=1000 user=z');
    expect(details).toMatchObject({ users: 22, amount: '232' });
    const byUser = details?.byUser as object[];
    expect(byUser).toHaveLength(20);
    expect(byUser.slice(0, 2)).toEqual([
      { userId: 'u20', amount: '21' },
      { userId: 'u19', amount: '20' },
    ]);
    expect(byUser.at(-1)).toEqual({ userId: 'u1', amount: '2' });
  });

  test('equal shortfalls are in the order of their customers', () => {
    const lines = ['b', 'B', 'a', '10', '9'].map((user) => `down r${user} success 5 user=${user}`);
    const details = found('funding_shortfall', ...lines, 'pay t settled 1000 credited=1000 user=z');
    const byUser = details?.byUser as { userId: string }[];
    expect(byUser.map(({ userId }) => userId)).toEqual(['10', '9', 'B', 'a', 'b']);
  });
});
