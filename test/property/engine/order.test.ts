import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { reconciliationReportSchema } from '#shared/schemas/report.ts';
import { inputs } from '../../support/engine/arbitraries.ts';
import { prove, reconcileInput } from '../../support/engine/prove.ts';

test('any order of rows gives the same report, byte for byte', () => {
  const order = fc.infiniteStream(fc.nat());
  prove([inputs, order], (input, stream) => {
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
    expect(JSON.stringify(reconcileInput(other))).toBe(JSON.stringify(reconcileInput(input)));
  });
});

test('the generators make valid input, and the report matches its schema', () => {
  prove([inputs], (input) => {
    readBody(reconciliationReportSchema, reconcileInput(readBody(reconciliationInputSchema, input)));
  });
});
