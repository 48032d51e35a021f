import { describe, expect, test } from 'vitest';
import { CAUSES_MAX, DAYS_MAX, USERS_MAX } from '#shared/limits.ts';
import { formatUnlistedSums } from '#shared/report/answer/cause-lines.ts';
import type { ReportLimits } from '#shared/report/build/listing.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

const run = (lines: readonly string[], limits?: ReportLimits) =>
  reconcile(parseTextLedger(lines), '2026-11-21T00:00:00Z', limits);

describe('list limits', () => {
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

  test('a list of the maximum length is complete', () => {
    const {
      byDay,
      byUser,
      causes: listed,
      cut,
    } = of(days(DAYS_MAX), users(USERS_MAX - 1), causes(CAUSES_MAX - 2));
    expect([listed.length, byDay.length, byUser.length]).toEqual([CAUSES_MAX, DAYS_MAX, USERS_MAX]);
    expect(cut).toEqual([]);
  });

  test('a longer list is cut at its end, and its name is listed as cut', () => {
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

  test('small losses do not displace what is owed, and the money of the others is said', () => {
    const losses = Array.from(
      { length: CAUSES_MAX + 10 },
      (_, i) => `down l${i} success 1 expected=${i + 2} model=l${i}`,
    );
    const report = run([...losses, 'down f failed 0.5 model=f', 'omit upstreamCharges', 'omit payments']);
    const { causes: listed, money } = report.summary;
    const sides = listed.map(({ side }) => side);
    expect(sides).toEqual([...Array.from({ length: CAUSES_MAX - 1 }, () => 'lost'), 'owed']);
    expect(listed[0]?.counted).toBe(`${CAUSES_MAX + 10}`);
    const sum = listed.reduce((lost, { side, counted }) => lost + (side === 'lost' ? Number(counted) : 0), 0);
    expect(formatUnlistedSums(report, 'en')).toBe(`lost ${Number(money.lost) - sum}.00 USD`);
    expect(formatUnlistedSums(run(['down f failed 0.5']), 'en')).toBeUndefined();
  });

  test('a summary reports what it leaves out', () => {
    const { causes: listed, byDay, byUser, cut } = run(['down r1 failed 1'], { summaryOnly: true }).summary;
    expect([listed, byDay, byUser]).toEqual([[], [], []]);
    expect(cut).toEqual(['causes', 'byDay', 'byUser']);
  });
});

test('the customers with the largest shortfall are listed first, twenty at most', () => {
  const lines = Array.from({ length: 22 }, (_, i) => `down r${i} success ${(i % 21) + 1} user=u${i}`);
  const { findings } = run([...lines, 'pay t settled 1000 credited=1000 user=z']);
  const details = findings.find(({ code }) => code === 'funding_shortfall')?.details;
  expect(details).toMatchObject({ users: 22, amount: '232' });
  const byUser = details?.byUser as object[];
  expect(byUser).toHaveLength(20);
  expect(byUser.slice(0, 2)).toEqual([
    { userId: 'u20', amount: '21' },
    { userId: 'u19', amount: '20' },
  ]);
  expect(byUser.at(-1)).toEqual({ userId: 'u1', amount: '2' });
});
