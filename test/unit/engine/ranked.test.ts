import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listSortedDrafts } from '#shared/report/build/drafts.ts';
import { buildRecord, compareRecords } from '#shared/report/build/findings.ts';
import { reconcile, runChecks } from '#shared/report/reconcile.ts';
import { formatFinding, parseCases } from '../../support/engine/case-file.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

const NOW = '2026-11-21T00:00:00Z';

/** What decides, in this order: rows, and their findings in the order of the report. */
const ranks = parseCases(readFileSync(new URL('ranked.txt', import.meta.url), 'utf8'));

describe('findings explained by another finding', () => {
  test('are not listed', () => {
    const lines = ['5x down d# success 1', '5x up u# success 0.5'];
    const codesOf = (...rows: string[]) =>
      new Set(reconcile(parseTextLedger(rows), NOW).findings.map(({ code }) => code));
    expect(codesOf(...lines)).toEqual(new Set(['ledger_ids_disjoint']));
    expect(codesOf(...lines, 'down b success 1', 'up b success 0.5')).toEqual(
      new Set(['unmatched_downstream', 'unmatched_upstream']),
    );
  });

  test.each(ranks)('$name', ({ ledger, finds }) => {
    for (const rows of [ledger, ledger.toReversed()])
      expect(reconcile(parseTextLedger(rows), NOW).findings.map(formatFinding)).toEqual(finds);
  });

  test.each(ranks)('$name: in the same order of records', ({ ledger }) => {
    const { conclusions, surveyed } = runChecks(parseTextLedger(ledger));
    const records = listSortedDrafts(conclusions.evidence, surveyed.context).map((draft) =>
      buildRecord(draft, surveyed.context.currency),
    );
    for (const list of [records, records.toReversed(), [...records.slice(1), ...records.slice(0, 1)]])
      expect([...list].sort(compareRecords)).toEqual(records);
  });
});
