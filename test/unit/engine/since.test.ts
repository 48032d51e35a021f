import { expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import { reconciled } from '#shared/engine/reconcile.ts';
import { causesOf, firstDays } from '#shared/engine/report/causes.ts';
import { inOrder } from '#shared/engine/report/findings.ts';
import { found, foundOf } from '#shared/engine/report/found.ts';
import { report, sinceOf } from '#shared/engine/report/report.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

/** Each cause with its first day. */
function told(...lines: string[]): string[] {
  const { conclusions, surveyed } = reconciled(textLedger(lines));
  const { causes } = report(conclusions, surveyed, '2026-11-21T00:00:00Z').summary;
  const days = sinceOf(conclusions);
  return causes.map(({ code, channelId }, index) => `${code} ${channelId} ${days[index]}`);
}

test('a cause is told since the earliest request that shows it, whatever the order of rows', () => {
  const lines = [
    'omit upstreamCharges',
    'omit payments',
    'down r2 success 1 expected=2 channel=7 at=03-12T10:00',
    'down r1 success 1 expected=1.5 channel=7 at=03-10T23:59',
    'down r3 success 1 expected=3 channel=8 at=03-11T10:00',
  ];
  const expected = [
    'price_undercharge 8 2026-03-11',
    'price_undercharge 7 2026-03-10',
    'ledger_missing null null',
  ];
  expect(told(...lines)).toEqual(expected);
  expect(told(...lines.toReversed())).toEqual(expected);
});

test('a charge and a payment have the time of their earliest row; what only the whole shows has none', () => {
  expect(
    told(
      'down r1 success 2 at=03-10T10:00',
      'up r1 success 1 id=u at=03-10T10:00',
      'up r1 success 1 id=u at=03-12T10:00',
      'pay t1 settled 5 credited=0 at=03-11T10:00',
    ).filter((line) => /duplicate_upstream|not_credited|shortfall/.test(line)),
  ).toEqual([
    'payment_not_credited null 2026-03-11',
    'duplicate_upstream_charge null 2026-03-10',
    'funding_shortfall null null',
  ]);
});

test('days of shards add up', () => {
  const listOf = (...lines: string[]) =>
    inOrder(
      reconciled(textLedger(['omit upstreamCharges', 'omit payments', ...lines])).conclusions.evidence,
      codes,
    );
  const [late, early] = [
    listOf('down r2 success 1 expected=2 at=03-12T10:00'),
    listOf('down r1 success 1 expected=2 at=03-10T10:00'),
  ];
  const sum = found.unpack(JSON.parse(JSON.stringify(found.pack(foundOf(late)))));
  found.merge(sum, foundOf(early));
  expect(firstDays(sum.causes)[0]).toBe('2026-03-10');
  expect(firstDays(causesOf(late))[0]).toBe('2026-03-12');
});
