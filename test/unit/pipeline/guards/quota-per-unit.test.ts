import { expect, test } from 'vitest';
import { UnitCounter } from '#shared/normalizer/log-survey/unit-evidence.ts';
import { findMissingQuotaPerUnit, findWrongQuotaPerUnit } from '#shared/pipeline/guards/quota-per-unit.ts';
import {
  buildFacts,
  buildSources,
  formatRefusal,
  type SourceFacts,
} from '../../../support/pipeline/source-facts.ts';

const settings = (quotaPerUnit?: number) => ({ settings: { quotaPerUnit } });
const log: SourceFacts = { kind: 'logs', needsUnit: true };

test.each<[files: string, files: readonly SourceFacts[], quotaPerUnit: number | undefined, refused?: string]>(
  [
    ['a log with amounts in quota', [{}, log], undefined, 'b contains amounts in quota,'],
    ['a log with amounts in quota, and the unit is set', [{}, log], 500_000],
    ['a log with amounts of money', [{ ...log, needsUnit: false }], undefined],
    ['a bill with amounts in quota', [{ ...log, field: 'upstreamCharges' }], undefined],
    ['no files', [], undefined],
  ],
)('a missing quota per unit is refused: %s', (_, files, quotaPerUnit, refused) => {
  const message = formatRefusal(
    findMissingQuotaPerUnit(buildFacts(buildSources(...files), settings(quotaPerUnit))),
  );
  expect(message?.slice(0, refused?.length)).toBe(refused);
  if (refused) expect(message).toMatch(/\nSet --quota-per-unit, /);
});

const NONE = new UnitCounter().evidence;
const priced = (rows: number) => ({ ...NONE, priced: new Map([[500_000, rows]]) });
const charged = (rows: number) => ({ ...NONE, charged: new Map([[500_000, rows]]) }) as const;
const declared = { ...NONE, declared: new Map([[500_000, 2]]) };
test.each<
  [files: string, units: readonly SourceFacts['units'][], quotaPerUnit: number | undefined, refused?: string]
>([
  [
    'prices of two files',
    [priced(12), priced(8)],
    1e6,
    'Rows with a fixed price were charged at 500000 quota per unit, not 1000000 (20 rows).',
  ],
  [
    'amounts in money and quota',
    [declared],
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
  ['the unit of the settings', [priced(20), charged(20)], 500_000],
  ['no unit in the settings', [priced(20)], undefined],
])('rows that contradict the quota per unit are refused: %s', (_, units, quotaPerUnit, refused) => {
  const files = buildSources(...units.map((observed) => ({ ...(observed && { units: observed }) })));
  const message = formatRefusal(findWrongQuotaPerUnit(buildFacts(files, settings(quotaPerUnit))));
  expect(message?.split('\n')[0]).toBe(refused);
  if (refused) expect(message).toMatch(/\nSet --quota-per-unit to 500000, /);
});
