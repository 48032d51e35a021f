import { describe, expect, test } from 'vitest';
import { buildAttempts, type UpstreamAttempts } from '#shared/engine/entities/upstream-attempts.ts';
import { toUpstreamRow } from '#shared/engine/rows/ledgers.ts';
import type { UsageRow } from '#shared/engine/rows/row.ts';
import { toPlainText } from '#shared/money/money.ts';
import { TOKEN_KINDS } from '#shared/schemas/reconciliation-input.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';
import { tableRows } from '../../support/table.ts';

const split = (lines: string): string[] => lines.split('; ').filter((line) => line !== '');
const reversed = (lines: string): string => split(lines).reverse().join('; ');

/** Builds the attempts of upstream rows, written as in case tables without `up r`. The model sold is m. */
const attemptsOf = (lines: string): UpstreamAttempts => {
  const { upstreamCharges = [] } = parseTextLedger(split(lines).map((line) => `up r ${line}`));
  return buildAttempts(
    upstreamCharges.map((record) => toUpstreamRow(record, 'USD')),
    'm',
  );
};

/** Formats a row: status, net amount, upstream id, and token counts by their first letters. */
const formatRow = ({ status, net, upstreamId, tokens = {} }: UsageRow): string =>
  [
    status,
    toPlainText(net),
    ...(upstreamId === undefined ? [] : [upstreamId]),
    ...TOKEN_KINDS.flatMap((kind) =>
      tokens[kind] === undefined ? [] : [`${kind.slice(0, 2)}${tokens[kind]}`],
    ),
  ].join(' ');

/** Expects the same attempts in both orders of the rows. */
function expectAttempts(lines: string, expected: string): void {
  for (const rows of [lines, reversed(lines)])
    expect(attemptsOf(rows).attempts.map(formatRow).sort().join('; ')).toBe(expected);
}

describe('lines of one attempt', () => {
  test.each(
    tableRows(`
    none                                                                     |                                           |
    one row                                                                  | success 1 id=a                            | success 1 a
    amounts and tokens of three rows with one id are added                   | success 4 id=a in=100; success 2 id=a in=5 out=10; success 1 id=a | success 7 a in105 ou10
    two rows without tokens have none together                               | success 2 id=a; success 1 id=a            | success 3 a
    rows without id, or with another id or status, are attempts of their own | success 1; success 2 at=10:01; success 4 id=a; failed 8 id=a; success 16 id=b | failed 8 a; success 1; success 16 b; success 2; success 4 a
    a refunded row is an attempt of its own                                  | success 3 id=a refund=1; success 5 id=a refund=1; success 9 id=a | success 2 a; success 4 a; success 9 a
    a refund of 0 is ignored                                                 | success 3 id=a refund=0; success 5 id=a   | success 8 a
    a row for each token kind, with its own id                               | success 4 id=a in=100; success 2 id=b out=10; success 1 id=c cached=50 | success 7 a in100 ou10 ca50
    token counts of 0 are ignored                                            | success 4 id=a in=100 out=0; success 2 id=b in=0 out=10 | success 6 a in100 ou10
    a row without tokens, or with another status, is an attempt of its own   | success 4 id=a in=100; success 2 id=b; failed 1 id=c out=10 | failed 1 c ou10; success 2 b; success 4 a in100
    rows of a token kind join the first earlier attempt without it           | success 1 id=a in=100 at=10:00; success 2 id=b in=100 at=10:01; success 4 id=c out=10 at=10:02; success 8 id=d out=10 at=10:03; success 16 id=e out=10 at=10:04 | success 10 d in100 ou10; success 16 e ou10; success 5 c in100 ou10
    rows with one id are added first                                         | success 1 id=a in=100 at=10:02; success 2 id=a out=10 at=10:02; success 4 id=b out=10 at=10:01 | success 3 a in100 ou10; success 4 b ou10
    `),
  )('%s', (_, lines = '', expected = '') => expectAttempts(lines, expected));

  test('the remaining cost belongs to the line of the model sold; among several or none, to the first by tie-break', () => {
    const channelOf = (lines: string) => attemptsOf(lines).serving?.channelId;
    expect(channelOf('success 1 id=a channel=sold; success 9 id=a model=tool channel=tool')).toBe('sold');
    expect(channelOf('success 1 id=a channel=x; success 2 id=a channel=y')).toBe('y');
    expect(channelOf('success 1 id=a model=t channel=x; success 2 id=a model=u channel=y')).toBe('y');
  });

  test('refunds of meters are added; a meter without refunds has none', () => {
    const refundOf = (lines: string) => attemptsOf(lines).serving?.refund;
    expect(refundOf('success 4 in=1 refund=1; success 2 out=1')?.toFixed()).toBe('1');
    expect(refundOf('success 4 in=1; success 2 out=1')).toBeUndefined();
  });
});

describe('credit notes', () => {
  const creditLeft = (lines: string) => toPlainText(attemptsOf(lines).creditLeft);

  test.each(
    tableRows(`
    reduce failed and earlier attempts first, in order of time, down to 0 | failed 1 id=a at=10:00; success 2 id=b at=10:01; success 4 id=c at=10:02; success 0 id=n refund=2.5 at=11:00 | failed 0 a; success 0.5 b; success 4 c | 0
    then reduce the attempt that served the request, and leave the rest   | failed 1 id=a; success 2 id=b at=10:01; refunded 0 id=n refund=4 | failed 0 a; success 0 b | 1
    do not change an attempt below 0                                      | refunded 1 id=a refund=2; success 2 id=b at=10:01; success 0 id=n refund=0.5 | refunded -1 a; success 1.5 b | 0
    without attempts are left                                             | success 0 id=n refund=4                            |             | 4
    count once if they are repeated                                       | success 0 id=n refund=4; success 0 id=n refund=4   |             | 4
    are not rows with a refund of 0                                       | success 0 id=n refund=0                           | success 0 n | 0
    `),
  )('%s', (_, lines = '', expected = '', rest = '') => {
    expectAttempts(lines, expected);
    expect(creditLeft(lines)).toBe(rest);
  });

  test('credit notes do not change which attempt served the request', () => {
    const { serving } = attemptsOf('success 2 id=a model=a; success 3 id=b; success 0 id=n refund=5');
    expect([serving?.upstreamId, serving && toPlainText(serving.net)]).toEqual(['b', '0']);
    expect(attemptsOf('failed 2 id=a; failed 3 id=b').serving).toBeUndefined();
    expect(attemptsOf('failed 2 id=a').serving).toBeUndefined();
    expect(attemptsOf('success 2 id=a').serving?.upstreamId).toBe('a');
  });
});

describe('refund rows that repeat a cost', () => {
  const restated = (lines: string) =>
    attemptsOf(lines)
      .restated.map((row) => `${toPlainText(row.gross)} ${toPlainText(row.net)}`)
      .sort()
      .join('; ');

  test.each(
    tableRows(`
    are recognized beside their row                                     | success 4 id=a; refunded 4 id=a refund=1                               | 4 3
    are charges if they are alone                                       | refunded 4 id=a refund=1                                               |
    do not have another id, or none                                     | success 4 id=a; refunded 4 id=b refund=1; refunded 4 refund=1          |
    do not have another cost                                            | success 4 id=a; refunded 5 id=a refund=1                               |
    do not have another status                                          | success 4 id=a; failed 4 id=a refund=1                                 |
    without another row, the one with the smallest refund is the charge | refunded 4 id=a refund=2; refunded 4 id=a refund=1; refunded 4 id=a refund=3 | 4 1; 4 2
    `),
  )('%s', (_, lines = '', expected = '') => {
    for (const rows of [lines, reversed(lines)]) expect(restated(rows)).toBe(expected);
  });

  test('its refund is counted as that of a credit note', () => {
    expectAttempts('success 4 id=a; refunded 4 id=a refund=1', 'success 3 a');
  });
});
