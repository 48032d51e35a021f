import { expect, test } from 'vitest';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

const printOf = (input: ReconciliationInput): string =>
  surveyLedgers(readLedgers(input), []).inputFingerprint;
/** The print of ledgers as text, without a period and without ledgers that have no lines. */
const printOfText = (...lines: string[]): string => {
  const has = (kind: string) => lines.some((line) => line.startsWith(kind));
  const omitted = [...(has('up') ? [] : ['upstreamCharges']), ...(has('pay') ? [] : ['payments'])];
  return printOf(parseTextLedger(['period - -', `omit ${omitted.join(' ')}`, ...lines]));
};

test('it names its algorithm and has 128 bits', () => {
  expect(printOf({ downstreamUsage: [] })).toMatch(/^rowsum128-3:[0-9a-f]{32}$/);
});

test('it is the same on every machine, and in every version with the same algorithm name', () => {
  expect(printOfText('down r success 1 channel=c in=1.5')).toBe(
    'rowsum128-3:9dab2a4fb8aec37497b6bf8067f475bd',
  );
});

const SALE = 'down r success 1';
/** Every other field is proven with the copies (copies.test.ts). */
const DIFFERENT = [
  ...[[], [SALE], [SALE, SALE], [SALE, SALE, SALE]],
  ...[
    [SALE, 'period 2026-03-10 -'],
    [SALE, 'period - 2026-03-10'],
    [`${SALE} currency=USD`, 'currency EUR'],
  ],
  ...['s', '"r\\u0000"', 'rr'].map((id) => [`down ${id} success 1`]),
  ...['failed', 'pending', 'refunded'].map((status) => [`down r ${status} 1`]),
  ...['user=u', 'token=u', 'channel=u', 'refund=0', 'expected=0'].map((option) => [`${SALE} ${option}`]),
  ...['in=0', 'out=0', 'out=4294967296'].map((option) => [`${SALE} ${option}`]),
  ...['up - success 1', 'up a success 1', 'up - success 1 id=a', 'up - success 1 channel=a'].map((up) => [
    up,
  ]),
  ['up - success 1 media=1'],
  ...['settled', 'failed', 'pending', 'refunded', 'chargeback'].map((status) => [`pay t ${status} 1`]),
  ...['pay u settled 1', 'pay t settled 1 user=a', 'pay t settled 1 provider=a'].map((pay) => [pay]),
];

test('it depends on ids, statuses, tokens, the number of rows, ledgers and settings', () => {
  const prints = [
    ...DIFFERENT.map((lines) => printOfText(...lines)),
    printOf({ downstreamUsage: [], upstreamCharges: [] }),
    printOf({ downstreamUsage: [], payments: [] }),
  ];
  // In each of the four words of the print.
  for (const at of [12, 20, 28, 36])
    expect(new Set(prints.map((print) => print.slice(at, at + 8))).size).toBe(prints.length);
});

test('it does not depend on the spelling or the order of rows', () => {
  const rewritten = 'at=2026-03-10T11:00:00.0009+01:00 user="" channel="" currency=" usd "';
  expect(printOfText(`down r success 1n ${rewritten}`)).toBe(printOfText(SALE));
  expect(printOfText(SALE, 'down s success 1')).toBe(printOfText('down s success 1', SALE, 'currency usd'));
});
