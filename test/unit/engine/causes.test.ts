import { describe, expect, test } from 'vitest';
import type { Code } from '#shared/engine/checks/check.ts';
import { codes } from '#shared/engine/checks/registry.ts';
import { unpack } from '#shared/engine/tally/packed-evidence.ts';
import { CAUSES_MAX } from '#shared/limits.ts';
import { ZERO } from '#shared/money/money.ts';
import { type DraftCause, groupIntoCauses } from '#shared/report/build/causes.ts';
import { Draft, listSortedDrafts } from '#shared/report/build/drafts.ts';
import { findParentCauses } from '#shared/report/build/parent-causes.ts';
import { buildReport } from '#shared/report/build/report.ts';
import { firstDays } from '#shared/report/build/summary-causes.ts';
import { drawConclusions } from '#shared/report/reconcile.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

/** Each cause with its first day. */
function told(...lines: string[]): string[] {
  const { conclusions, surveyed } = drawConclusions(textLedger(lines));
  const { causes } = buildReport(conclusions, surveyed, '2026-11-21T00:00:00Z').summary;
  const days = firstDays(groupIntoCauses(listSortedDrafts(conclusions.evidence, surveyed.context)));
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
    'duplicate_upstream_charge null 2026-03-10',
    'payment_not_credited null 2026-03-11',
    'funding_shortfall null null',
  ]);
});

test('what doubles leave beside what others count is counted by nobody, and no sentence has it', () => {
  const ledger = [
    'down r1 success 0.7',
    'up   r1 success 1.4',
    'down r2 success 0.30000000000000004',
    'up   r2 success 0.30000000000000008',
  ];
  const { conclusions, surveyed } = drawConclusions(textLedger(ledger));
  const { summary, findings } = buildReport(conclusions, surveyed, '2026-11-21T00:00:00Z');
  const total = '0.70000000000000004';
  expect(summary.money).toEqual({ lost: '0.7', owed: '0', doubtful: '0' });
  expect(summary.margin?.amount).toBe(`-${total}`);
  expect(findings.find(({ code }) => code === 'negative_margin_model')).toMatchObject({
    message: 'Model m lost 0.7 USD on 2 matched requests.',
    details: { amount: total, counted: '0' },
  });
});

/** The findings of some rows. */
const listOf = (...lines: string[]) => {
  const { conclusions, surveyed } = drawConclusions(
    textLedger(['omit upstreamCharges', 'omit payments', ...lines]),
  );
  return listSortedDrafts(conclusions.evidence, surveyed.context);
};

test('a finding that only the whole shows takes no time from those that have one', () => {
  const [draft] = listOf('down r1 failed 1 at=03-10T10:00') as [Draft];
  const ofCode = { declared: codes.get(draft.evidence.code) as Code, quota: ZERO };
  const timeless = new Draft({ ...unpack(draft.evidence), since: undefined }, ofCode);
  for (const list of [
    [draft, timeless],
    [timeless, draft],
  ])
    expect(firstDays(groupIntoCauses(list))).toEqual(['2026-03-10']);
});

test('as many first days as the report lists causes', () => {
  const lines = Array.from({ length: CAUSES_MAX + 1 }, (_, i) => `down r${i} failed 1 model=m${i}`);
  expect(firstDays(groupIntoCauses(listOf(...lines)))).toHaveLength(CAUSES_MAX);
});

describe('a cause stands under one before it', () => {
  /** Code by code, the code that each is told under. */
  const under = (...lines: string[]): Record<string, string | undefined> => {
    const { conclusions, surveyed } = drawConclusions(textLedger(lines));
    const { causes } = buildReport(conclusions, surveyed, '2026-11-21T00:00:00Z').summary;
    const codeOf = (id: string | undefined) => causes.find(({ findingId }) => findingId === id)?.code;
    return Object.fromEntries(causes.map(({ code, of }) => [code, codeOf(of)]));
  };

  test('a sum under what was lost, not under what is owed', () => {
    const loose = 'up - success 50 id=u';
    const owed = ['down r1 success 2 expected=1', 'up r1 success 1'];
    expect(under(loose, ...owed)).toMatchObject({
      price_overcharge: undefined,
      negative_margin_total: undefined,
    });
    const lost = ['down r1 success 2 expected=3', 'up r1 success 1'];
    expect(under(loose, ...lost)).toMatchObject({ negative_margin_total: 'price_undercharge' });
  });

  test('among those that the report lists', () => {
    const { conclusions, surveyed } = drawConclusions(
      textLedger(['down r1 success 1 expected=3', 'up r1 success 1.5']),
    );
    const causes = groupIntoCauses(listSortedDrafts(conclusions.evidence, surveyed.context));
    const { shown } = conclusions.figures.totals;
    expect(findParentCauses(causes, shown, 1).size).toBe(0);
    expect(findParentCauses(causes, shown, 2).get(causes[1] as DraftCause)).toBe(causes[0]);
  });
});
