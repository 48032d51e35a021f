import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/**
 * Rows of gateways that were built from their own source and served real traffic, a few of every kind, stripped.
 * `charge`: the gateway charged by its formula, so the expected charge is the charge; `none`: the row does not
 * hold its price; `more`: a version that is known to have charged too little.
 */
interface Captured {
  readonly connector: string;
  readonly capture: string;
  readonly quotaPerUnit: number;
  readonly expected: 'charge' | 'none' | 'more';
  readonly row: Row;
}

const captured = readFileSync('test/support/fixtures/captured/charges.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Captured);
const captures = [...new Set(captured.map(({ capture }) => capture))];

const verdictOf = ({ connector, quotaPerUnit, row }: Captured): Captured['expected'] | 'other' => {
  const record = normalizeAndCheck({ connector, quotaPerUnit, logs: [row] }).downstreamUsage[0];
  if (record?.expectedCharge === undefined) return 'none';
  if (record.expectedCharge === record.chargedAmount) return 'charge';
  return Number(record.expectedCharge) > Number(record.chargedAmount) ? 'more' : 'other';
};

describe.each(captures)('%s', (capture) => {
  const rows = captured.filter((one) => one.capture === capture);
  it.each(['charge', 'none', 'more'] as const)('%s', (expected) => {
    const wrong = rows.filter((one) => one.expected === expected && verdictOf(one) !== expected);
    expect(wrong.map(({ row }) => [row.id, row.model_name])).toEqual([]);
  });
});

it('the captures have rows of every gateway and kind', () => {
  expect(captures).toHaveLength(5);
  for (const kind of ['charge', 'none', 'more'])
    expect(captured.filter(({ expected }) => expected === kind).length).toBeGreaterThan(1);
});
