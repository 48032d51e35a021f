import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChargeGroup } from '#shared/engine/entities/charge-group.ts';
import { toUpstreamRow } from '#shared/engine/rows/ledgers.ts';
import type { UsageRow } from '#shared/engine/rows/row.ts';
import { prove } from '../../support/engine/prove.ts';

/** Rows of one upstream id with few values, so that chains of copies are frequent. */
const rows = fc.array(
  fc.record({
    requestId: fc.constantFrom('r1', 'r2'),
    occurredAt: fc.constantFrom('2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z'),
    costAmount: fc.constantFrom('1', '2'),
  }),
  { maxLength: 6 },
);

const isLinked = (a: UsageRow, b: UsageRow): boolean =>
  a.net.eq(b.net) && (a.requestId === b.requestId || a.occurredAt === b.occurredAt);

/** Finds the sets of linked rows by following all links. */
function findLinkedSets(all: readonly UsageRow[]): UsageRow[][] {
  const rest = new Set(all);
  const sets: UsageRow[][] = [];
  for (const first of all) {
    if (!rest.delete(first)) continue;
    const set = [first];
    for (const row of set)
      for (const other of rest)
        if (isLinked(row, other)) {
          rest.delete(other);
          set.push(other);
        }
    sets.push(set);
  }
  return sets;
}

test('copies of copies are recognized in any order of rows', () => {
  prove([rows, fc.boolean()], (records, isReversed) => {
    const all = records.map((record) =>
      toUpstreamRow({ ...record, upstreamId: 'u', model: 'm', status: 'success' }, 'USD'),
    );
    if (isReversed) all.reverse();
    const places = (sets: readonly UsageRow[][]) =>
      sets.map((set) => set.map((row) => all.indexOf(row)).sort((a, b) => a - b)).sort();
    const { copies } = new ChargeGroup(all);
    expect(places(copies.filter((set) => set.length > 0))).toEqual(places(findLinkedSets(all)));
  });
});
