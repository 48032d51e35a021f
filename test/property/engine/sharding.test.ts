import fc from 'fast-check';
import { expect, test } from 'vitest';
import { read } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { reconciliationReportSchema } from '#shared/schemas/report.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { prove, reportOf } from '../../support/engine/prove.ts';
import { reconcileSharded } from '../../support/engine/sharded.ts';

test('any order and any number of shards give the bytes of a single shot', () => {
  const order = fc.infiniteStream(fc.nat());
  prove([inputs, fc.integer({ min: 1, max: 9 }), order], (input, count, stream) => {
    const shuffled = <T>(rows: T[]): T[] =>
      rows
        .map((row) => ({ row, place: stream.next().value as number }))
        .sort((a, b) => a.place - b.place)
        .map(({ row }) => row);
    const other = {
      ...input,
      downstreamUsage: shuffled(input.downstreamUsage),
      ...(input.upstreamCharges && { upstreamCharges: shuffled(input.upstreamCharges) }),
      ...(input.payments && { payments: shuffled(input.payments) }),
    };
    const whole = JSON.stringify(reportOf(input));
    expect(JSON.stringify(reportOf(other))).toBe(whole);
    expect(JSON.stringify(reconcileSharded(other, '2026-11-21T00:00:00Z', count))).toBe(whole);
  });
});

test('the generators make valid input, and the report follows its schema', () => {
  prove([inputs], (input) => {
    read(reconciliationReportSchema, reportOf(read(reconciliationInputSchema, input)));
  });
});
