import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../support/engine/case-file.ts';
import { reportOf } from '../../support/engine/prove.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

/** Books that earn, so that no model or whole is in deficit. */
const EARNING = ['down ok success 1000 expected=1000', 'up ok success 1 id=ok', 'omit payments'];

/** What each finding counts of its amount, but for those without money, and the sums of it. */
function counted(lines: readonly string[]): string[] {
  const { findings, summary } = reportOf(textLedger(lines));
  const { lost, owed, doubtful } = summary.money;
  const told = findings.flatMap(({ code, requestId, transactionId, severity, details }) =>
    details?.amount === undefined || details.amount === '0' || severity === 'info'
      ? []
      : [`${code} ${requestId ?? transactionId ?? '-'} ${details.counted} of ${details.amount}`],
  );
  return [...told.sort(), `lost ${lost}, owed ${owed}, doubtful ${doubtful}`];
}

test.each(casesOf(readFileSync(new URL('counted.txt', import.meta.url), 'utf8')))(
  '$name',
  ({ ledger, finds }) => {
    expect(counted(ledger.flatMap((line) => (line === 'in books that earn' ? EARNING : line)))).toEqual(
      finds,
    );
  },
);

describe('causes that look at the same requests', () => {
  /** Each cause with the code of the one that it stands under. */
  const nested = (...lines: string[]): string[] => {
    const { causes } = reportOf(textLedger(['omit payments', ...lines])).summary;
    const codeOf = new Map(causes.map(({ findingId, code }) => [findingId, code]));
    const told = causes.map(({ code, of }) => (of === undefined ? code : `${code} < ${codeOf.get(of)}`));
    return told.filter((line) => line !== 'ledger_missing');
  };

  test('what shows a loss again stands under the loss', () => {
    expect(nested('3x down r# success 1 expected=5 channel=c', '3x up r# success 3 channel=c')).toEqual([
      'price_undercharge',
      'negative_margin_model < price_undercharge',
      'negative_margin_request < price_undercharge',
      'negative_margin_total < price_undercharge',
      'negative_margin_channel < price_undercharge',
    ]);
  });

  test('two errors of one model and channel stand beside each other', () => {
    expect(
      nested(
        ...EARNING,
        '3x down r# success 4 expected=5',
        '3x up r# success 3',
        '3x down s# success 6 expected=6',
        '3x up s# success 3 id=s#',
        '3x up s# success 3 id=s#',
      ),
    ).toEqual(['duplicate_upstream_charge', 'price_undercharge']);
  });

  test('a copy and a deficit of the same requests', () => {
    expect(
      nested('down r success 1', 'up r success 2 id=u channel=x', 'up r success 2 id=u channel=x').slice(
        0,
        2,
      ),
    ).toEqual(['duplicate_upstream_charge', 'negative_margin_request < duplicate_upstream_charge']);
  });

  test('a pair of names stands under the loss of its requests, if most of them have it', () => {
    expect(
      nested(
        ...['down a success 1 model=x expected=2', 'up a success 0.1 model=y'],
        ...['down b success 1 model=x expected=2', 'up b success 0.1 model=y'],
        ...['down c success 1 model=x', 'up c success 0.1 model=y'],
      ),
    ).toEqual(['price_undercharge', 'model_mismatch < price_undercharge']);
    expect(
      nested(
        ...['down a success 1 model=x expected=2', 'up a success 0.1 model=y'],
        ...['3x down c# success 1 model=x', '3x up c# success 0.1 model=y'],
      ),
    ).toEqual(['price_undercharge', 'model_mismatch']);
  });
});
