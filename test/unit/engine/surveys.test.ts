import { describe, expect, it } from 'vitest';
import { groupRows } from '#shared/engine/entities/group-rows.ts';
import { readLedgers } from '#shared/engine/rows/ledgers.ts';
import {
  type Context,
  findNearbyEnds,
  findPassedEnds,
  isOutsidePeriod,
  isStale,
} from '#shared/engine/survey/context.ts';
import { surveyLedgers } from '#shared/engine/survey/survey.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';
import { tableRows } from '../../support/table.ts';

const DAY = '2026-03-10T';
function contextOf(input: ReconciliationInput): Context {
  const ledgers = readLedgers(input);
  return surveyLedgers(ledgers, groupRows(ledgers).requests).context;
}

describe('a ratio of credit to payment counts as an offer', () => {
  it.each(
    tableRows(`
    where three transactions share it                | 3x pay t# settled 10 credited=11                                  | 11:10
    where more do                                    | 4x pay t# settled 10 credited=11                                  | 11:10
    where two do not                                 | 2x pay t# settled 10 credited=11                                  |
    where a third is pending, not                    | 2x pay t# settled 10 credited=11; pay c pending 10 credited=11    |
    where a third is in another currency, not        | 2x pay t# settled 10 credited=11; pay c settled 10 credited=11 currency=EUR |
    where one comes three times, not                 | 3x pay t settled 10 credited=11                                   |
    where it is twice the amount                     | 3x pay t# settled 10 credited=20                                  | 2:1
    where it is more than twice the amount, not      | 3x pay t# settled 10 credited=20.1                                |
    where nothing is given on top, not               | 3x pay t# settled 10 credited=10                                  |
    the highest first                                | 3x pay t# settled 10 credited=11; 3x pay x# settled 10 credited=15 | 3:2, 11:10
    `),
  )('%s', (_, payments = '', tiers = '') =>
    expect(contextOf(parseTextLedger(payments.split('; '))).bonusTiers.join(', ')).toBe(tiers),
  );
});

describe('the context of the checks', () => {
  const at = (time: string) => Date.parse(`${DAY}${time}Z`);
  const EMPTY: ReconciliationInput = { downstreamUsage: [], payments: [] };
  const within = (period: ReconciliationInput['period']) =>
    contextOf({ ...EMPTY, ...(period && { period }) });
  const [start, end] = [`${DAY}00:00:00Z`, `2026-03-11T00:00:00Z`];

  it.each<[string, number, boolean | undefined, boolean | undefined]>([
    ['before it', Date.parse(start) - 1, true, undefined],
    ['at its start', Date.parse(start), false, undefined],
    ['before its end', Date.parse(end) - 1, undefined, false],
    ['at its end', Date.parse(end), undefined, true],
  ])('the period is half-open: %s', (_, time, ofStart, ofEnd) => {
    expect(isOutsidePeriod(time, within({ start, end }))).toBe(ofStart || ofEnd || false);
    expect(isOutsidePeriod(time, within({ start }))).toBe(ofStart ?? false);
    expect(isOutsidePeriod(time, within({ end }))).toBe(ofEnd ?? false);
    expect(isOutsidePeriod(time, within(undefined))).toBe(false);
  });

  it('a pending row is stale after a day, and never without a reference time', () => {
    const context = within({ end });
    expect(isStale(Date.parse(start), context)).toBe(true);
    expect(isStale(Date.parse(start) + 1, context)).toBe(false);
    expect(isStale(0, within(undefined))).toBe(false);
    expect(contextOf(EMPTY).referenceTime).toBeUndefined();
  });

  it('rows within 15 minutes of a border of the period are near it', () => {
    const context = within({ start, end });
    expect([at('00:15:00'), at('00:15:00') + 1].map((time) => findNearbyEnds(time, context))).toEqual([
      ['start'],
      [],
    ]);
    expect([at('23:45:00'), at('23:45:00') - 1].map((time) => findNearbyEnds(time, context))).toEqual([
      ['end'],
      [],
    ]);
    expect(findNearbyEnds(at('00:00:00'), within({ end }))).toEqual([]);
    expect(findNearbyEnds(at('23:59:59'), within({ start }))).toEqual([]);
    const short = within({ start, end: new Date(at('00:20:00')).toISOString() });
    expect(findNearbyEnds(at('00:10:00'), short)).toEqual(['start', 'end']);
  });

  it('rows more than 15 minutes outside the period are beyond its border', () => {
    const context = within({ start, end });
    const [first, last] = [Date.parse(start), Date.parse(end)];
    const quarter = 15 * 60_000;
    expect([first - quarter, first - quarter - 1].map((time) => findPassedEnds(time, context))).toEqual([
      [],
      ['start'],
    ]);
    expect([last + quarter, last + quarter + 1].map((time) => findPassedEnds(time, context))).toEqual([
      [],
      ['end'],
    ]);
    expect(findPassedEnds(0, within({ end }))).toEqual([]);
  });
});
