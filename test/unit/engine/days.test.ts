import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { type ReconciliationInput, reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { formatFinding, parseCases } from '../../support/engine/case-file.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

/**
 * Realistic days of a gateway's books, honest ones and such with a leak, each with all findings above info that an
 * expert wants to read on them: no more, for an operator who reads three false alarms stops reading.
 */
interface Day {
  kind: 'honest' | 'leak';
  story: string;
  input: ReconciliationInput;
  expected: Expected[];
}
type Expected = Pick<Finding, 'code' | 'severity'> &
  Partial<Pick<Finding, 'amount' | 'requestId' | 'transactionId' | 'model' | 'channelId'>> & {
    /** A text that the finding contains. */
    mentions?: string;
  };

const FOLDER = new URL('../../support/fixtures/days/', import.meta.url);
const days = readdirSync(FOLDER).map((file) => ({
  name: file.replace('.json', ''),
  ...(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Day),
}));

const fits = ({ mentions = '', ...expected }: Expected, finding: Finding): boolean =>
  Object.entries(expected).every(([field, value]) => finding[field as keyof Finding] === value) &&
  JSON.stringify(finding).includes(JSON.stringify(mentions).slice(1, -1));

const aboveInfo = (input: ReconciliationInput): Finding[] =>
  reconcile(readBody(reconciliationInputSchema, input), '2026-11-21T00:00:00Z').findings.filter(
    ({ severity }) => severity !== 'info',
  );

describe.each(['honest', 'leak'] as const)('%s', (kind) => {
  test.each(days.filter((day) => day.kind === kind))('$name: $story', ({ input, expected }) => {
    const surplus = aboveInfo(input);
    const missing = expected.filter((one) => {
      const index = surplus.findIndex((finding) => fits(one, finding));
      if (index >= 0) surplus.splice(index, 1);
      return index < 0;
    });
    expect({ missing, surplus }).toEqual({ missing: [], surplus: [] });
  });
});

describe('books written in a few lines', () => {
  test.each(parseCases(readFileSync(new URL('days.txt', import.meta.url), 'utf8')))(
    '$name',
    ({ ledger, finds }) => {
      expect(aboveInfo(parseTextLedger(ledger)).map(formatFinding).sort()).toEqual([...finds].sort());
    },
  );
});
