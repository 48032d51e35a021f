import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCases } from '../../support/engine/case-file.ts';
import { reconcileInput } from '../../support/engine/prove.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

/** Books that earn, so that no model or whole is in deficit. */
const EARNING = ['down ok success 1000 expected=1000', 'up ok success 1 id=ok', 'omit payments'];

/** What each finding counts of its amount, but for those without money, and the sums of it. */
function counted(lines: readonly string[]): string[] {
  const { findings, summary } = reconcileInput(parseTextLedger(lines));
  const { lost, owed, doubtful } = summary.money;
  const counts = findings.flatMap(({ code, requestId, transactionId, severity, details }) =>
    details?.amount === undefined || details.amount === '0' || severity === 'info'
      ? []
      : [`${code} ${requestId ?? transactionId ?? '-'} ${details.counted} of ${details.amount}`],
  );
  return [...counts.sort(), `lost ${lost}, owed ${owed}, doubtful ${doubtful}`];
}

test.each(parseCases(readFileSync(new URL('counted.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    expect(counted(ledger.flatMap((line) => (line === 'in books that earn' ? EARNING : line)))).toEqual(
      finds,
    );
  },
);
