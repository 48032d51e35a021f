import { expect, test } from 'vitest';
import type { Code } from '#shared/engine/checks/check.ts';
import { codes } from '#shared/engine/checks/registry.ts';
import { unpackEvidence } from '#shared/engine/tally/evidence-by-code.ts';
import { CAUSES_MAX } from '#shared/limits.ts';
import { ZERO } from '#shared/money/money.ts';
import { type DraftCause, groupIntoCauses } from '#shared/report/build/causes.ts';
import { Draft, listSortedDrafts } from '#shared/report/build/drafts.ts';
import { findParentCauses } from '#shared/report/build/parent-causes.ts';
import { listFirstDays } from '#shared/report/build/summary-causes.ts';
import { runChecks } from '#shared/report/reconcile.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

/** The findings of some rows. */
const listOf = (...lines: string[]) => {
  const { conclusions, surveyed } = runChecks(
    parseTextLedger(['omit upstreamCharges', 'omit payments', ...lines]),
  );
  return listSortedDrafts(conclusions.evidence, surveyed.context);
};

test('findings without a time do not change the times of the other findings of their cause', () => {
  const [draft] = listOf('down r1 failed 1 at=03-10T10:00') as [Draft];
  const ofCode = { declared: codes.get(draft.evidence.code) as Code, quota: ZERO };
  const timeless = new Draft({ ...unpackEvidence(draft.evidence), since: undefined }, ofCode);
  for (const list of [
    [draft, timeless],
    [timeless, draft],
  ])
    expect(listFirstDays(groupIntoCauses(list))).toEqual(['2026-03-10']);
});

test('the number of first days equals the number of listed causes', () => {
  const lines = Array.from({ length: CAUSES_MAX + 1 }, (_, i) => `down r${i} failed 1 model=m${i}`);
  expect(listFirstDays(groupIntoCauses(listOf(...lines)))).toHaveLength(CAUSES_MAX);
});

test('a listed cause has its parent listed before it', () => {
  const { conclusions, surveyed } = runChecks(
    parseTextLedger(['down r1 success 1 expected=3', 'up r1 success 1.5']),
  );
  const causes = groupIntoCauses(listSortedDrafts(conclusions.evidence, surveyed.context));
  const { requestsByCodes } = conclusions.figures.totals;
  expect(findParentCauses(causes, requestsByCodes, 1).size).toBe(0);
  expect(findParentCauses(causes, requestsByCodes, 2).get(causes[1] as DraftCause)).toBe(causes[0]);
});
