import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/**
 * A few stripped rows of every kind, from gateways that were built from source and served real traffic.
 * `charge`: the expected charge equals the charge. `none`: the row does not contain its price, so there is no
 * expected charge. `more`: the version of the gateway charged too little.
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
  const rows = captured.filter((line) => line.capture === capture);
  it.each(['charge', 'none', 'more'] as const)('expected charges are %s', (expected) => {
    const wrong = rows.filter((line) => line.expected === expected && verdictOf(line) !== expected);
    expect(wrong.map(({ row }) => [row.id, row.model_name])).toEqual([]);
  });
});

it('the captures have rows of every gateway and kind', () => {
  expect(captures).toHaveLength(5);
  for (const kind of ['charge', 'none', 'more'])
    expect(captured.filter(({ expected }) => expected === kind).length).toBeGreaterThan(1);
});
