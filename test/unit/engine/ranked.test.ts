import { describe, expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import { reconcile, reconciled } from '#shared/engine/reconcile.ts';
import { inOrder } from '#shared/engine/report/drafts.ts';
import { inReportOrder, ranked } from '#shared/engine/report/ranked.ts';
import { inWords } from '../../support/engine/case-file.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

const NOW = '2026-11-21T00:00:00Z';

/** What decides, in this order: rows, and their findings in the order of the report. */
const ranks: [string, string[], string[]][] = [
  [
    'the gravest first, whatever the amounts',
    ['pay a settled 1 credited=0', 'pay b chargeback 20 credited=0', 'pay c pending 300'],
    ['critical payment_not_credited a 1', 'warning chargeback_recorded b 20', 'info payment_pending c 300'],
  ],
  [
    'the larger amount first, as a number',
    ['pay a settled 9 credited=0', 'pay b settled 100 credited=0', 'pay c settled 20 credited=0'],
    [
      'critical payment_not_credited b 100',
      'critical payment_not_credited c 20',
      'critical payment_not_credited a 9',
    ],
  ],
  [
    'amounts differ to the last digit, beyond what a JSON number tells',
    [
      'pay a settled 0.10000000000000000000001 credited=0',
      'pay b settled 0.10000000000000000000003 credited=0',
      'pay c settled 0.10000000000000000000002 credited=0',
    ],
    [
      'critical payment_not_credited b 0.10000000000000000000003',
      'critical payment_not_credited c 0.10000000000000000000002',
      'critical payment_not_credited a 0.10000000000000000000001',
    ],
  ],
  [
    'of equal amounts by code, whatever their subjects',
    ['pay a settled 1 credited=0', 'pay b failed 1 credited=1', 'pay c chargeback 1 credited=1'],
    [
      'critical chargeback_credit_not_reversed c 1',
      'critical failed_payment_credited b 1',
      'critical payment_not_credited a 1',
    ],
  ],
  [
    'of one code by kind, a charge before a request',
    ['2x up a success 1', '2x up b success 1 id=z', 'down a success 9', 'down b success 9'],
    ['critical duplicate_upstream_charge z 1', 'critical duplicate_upstream_charge a 1'],
  ],
  [
    'of one kind by name, by code unit',
    [
      'pay a settled 1 credited=0',
      'pay B settled 1 credited=0',
      'pay 9 settled 1 credited=0',
      'pay 10 settled 1 credited=0',
    ],
    [
      'critical payment_not_credited 10 1',
      'critical payment_not_credited 9 1',
      'critical payment_not_credited B 1',
      'critical payment_not_credited a 1',
    ],
  ],
];

describe('ranked', () => {
  test('what another finding explains is not listed', () => {
    const lines = ['5x down d# success 1', '5x up u# success 0.5'];
    const codesOf = (...rows: string[]) =>
      new Set(reconcile(textLedger(rows), NOW).findings.map(({ code }) => code));
    expect(codesOf(...lines)).toEqual(new Set(['ledger_ids_disjoint']));
    expect(codesOf(...lines, 'down b success 1', 'up b success 0.5')).toEqual(
      new Set(['unmatched_downstream', 'unmatched_upstream']),
    );
  });

  test.each(ranks)('%s', (_, rows, expected) => {
    for (const ledger of [rows, rows.toReversed()])
      expect(reconcile(textLedger(ledger), NOW).findings.map(inWords)).toEqual(expected);
  });

  test.each(ranks)(
    '%s: the same order where findings come from several machines, in words already',
    (_, rows, expected) => {
      const { conclusions, surveyed } = reconciled(textLedger(rows));
      const worded = inOrder(conclusions.evidence, codes).map((draft) => ranked(draft, surveyed.context));
      for (const list of [worded, worded.toReversed(), [...worded.slice(1), ...worded.slice(0, 1)]])
        expect([...list].sort(inReportOrder).map(({ finding }) => inWords(finding))).toEqual(expected);
    },
  );
});
