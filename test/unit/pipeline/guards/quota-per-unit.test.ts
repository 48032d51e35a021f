import { expect, test } from 'vitest';
import { findMissingQuotaPerUnit, findWrongQuotaPerUnit } from '#shared/pipeline/guards/quota-per-unit.ts';
import { factsOf, headed, refusal, type Shown } from '../../../support/pipeline/headed.ts';

const settings = (quotaPerUnit?: number) => ({ settings: { quotaPerUnit } });
const log: Shown = { kind: 'logs', needsUnit: true };

test.each<[files: string, files: readonly Shown[], quotaPerUnit: number | undefined, refused?: string]>([
  ['a log that counts in quota', [{}, log], undefined, 'b contains amounts in quota,'],
  ['the same, and the unit is known', [{}, log], 500_000],
  ['a log in money', [{ ...log, needsUnit: false }], undefined],
  ['a bill that counts in quota', [{ ...log, field: 'upstreamCharges' }], undefined],
  ['no file', [], undefined],
])('a unit that is missing: %s', (_, files, quotaPerUnit, refused) => {
  const said = refusal(findMissingQuotaPerUnit(factsOf(headed(...files), settings(quotaPerUnit))));
  expect(said?.slice(0, refused?.length)).toBe(refused);
  if (refused) expect(said).toMatch(/\nSet --quota-per-unit, /);
});

const NONE = { priced: [], declared: [], charged: [] } as const;
const priced = (rows: number) => ({ ...NONE, priced: [[500_000, rows]] }) as const;
const charged = (rows: number) => ({ ...NONE, charged: [[500_000, rows]] }) as const;
const stated = { ...NONE, declared: [[500_000, 2]] } as const;
test.each<
  [files: string, units: readonly Shown['units'][], quotaPerUnit: number | undefined, refused?: string]
>([
  [
    'prices of two files',
    [priced(12), priced(8)],
    1e6,
    'Rows with a fixed price were charged at 500000 quota per unit, not 1000000 (20 rows).',
  ],
  [
    'amounts',
    [stated],
    1e6,
    'Rows with an amount in both money and quota use 500000 quota per unit, not 1000000 (2 rows).',
  ],
  [
    'charges in money of two files',
    [charged(12), charged(8)],
    1e6,
    'Charges with an amount in both money and quota use 500000 quota per unit, not 1000000 (20 rows).',
  ],
  ['too few charges in money', [charged(19)], 1e6],
  ['the unit that is given', [priced(20), charged(20)], 500_000],
  ['no unit is given', [priced(20)], undefined],
])('a unit that rows show: %s', (_, units, quotaPerUnit, refused) => {
  const files = headed(...units.map((some) => ({ ...(some && { units: some }) })));
  const said = refusal(findWrongQuotaPerUnit(factsOf(files, settings(quotaPerUnit))));
  expect(said?.split('\n')[0]).toBe(refused);
  if (refused) expect(said).toMatch(/\nSet --quota-per-unit to 500000, /);
});
