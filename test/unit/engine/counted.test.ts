import { describe, expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

const run = (...lines: string[]): ReconciliationReport =>
  reconcile(textLedger(lines), '2026-11-21T00:00:00Z');

/** What each finding counts of its amount, but for those without money, and the sums of it. */
function counted(...lines: string[]) {
  const { findings, summary } = run(...lines);
  const { lost, owed, doubtful } = summary.money;
  const told = findings.flatMap(({ code, requestId, transactionId, severity, details }) =>
    details?.amount === undefined || details.amount === '0' || severity === 'info'
      ? []
      : [`${code} ${requestId ?? transactionId ?? '-'} ${details.counted} of ${details.amount}`],
  );
  return { told: told.sort(), sums: `lost ${lost}, owed ${owed}, doubtful ${doubtful}` };
}

/** Books that earn, so that no model or whole is in deficit. */
const EARNING = ['down ok success 1000 expected=1000', 'up ok success 1 id=ok', 'omit payments'];

describe('owed of one request: together what the customer paid too much', () => {
  test.each<[what: string, lines: string[], told: string[], owed: string]>([
    [
      'a second charge, and the price of the one that stays',
      ['down r success 10 expected=9 at=10:00', 'down r success 5 expected=3 at=10:01', 'up r success 1'],
      ['duplicate_downstream_request r 5 of 5', 'price_overcharge r 1 of 3'],
      '6',
    ],
    [
      'a failed row beside the one that was delivered: the duplicate has it',
      ['down r success 10 at=10:00', 'down r failed 4 at=10:01', 'up r success 1'],
      ['duplicate_downstream_request r 4 of 4', 'failed_but_charged r 0 of 4'],
      '4',
    ],
    [
      'a failed row that is the larger one: the delivered one stays',
      ['down r success 4 at=10:00', 'down r failed 10 at=10:01', 'up r success 1'],
      ['duplicate_downstream_request r 4 of 4', 'failed_but_charged r 6 of 10'],
      '10',
    ],
    [
      'a failure that was charged twice',
      ['down r failed 4 at=10:00', 'down r failed 4 at=10:01'],
      ['duplicate_downstream_request r 4 of 4', 'failed_but_charged r 4 of 8'],
      '8',
    ],
    [
      'a failed and a refunded row, both still charged',
      ['down r failed 5 at=10:00', 'down r refunded 4 at=10:01'],
      ['duplicate_downstream_request r 4 of 4', 'failed_but_charged r 1 of 5', 'refund_incomplete r 4 of 4'],
      '9',
    ],
    [
      'a refund row that restates the charge, above its price and twice: one is the charge',
      [
        'down r success 5 at=10:00',
        'down r refunded 5 expected=3 at=10:01',
        'down r refunded 5 expected=3 at=10:01',
        'up r success 1',
      ],
      ['duplicate_downstream_request r 5 of 5', 'price_overcharge r 2 of 2', 'restated_refund r 5 of 5'],
      '7',
    ],
    [
      'charged above its price, and never delivered',
      ['down r success 5 expected=4', 'up r failed 0'],
      ['charged_upstream_failed r 5 of 5', 'price_overcharge r 0 of 1'],
      '5',
    ],
    [
      'a refund that was paid out twice is none of the customer’s money',
      [
        'down r success 5 at=10:00',
        'down r refunded 0 refund=5 at=10:01',
        'down r refunded 0 refund=5 at=10:01',
        'up r success 1',
      ],
      ['absorbed_cost r 1 of 1', 'duplicate_downstream_request r 0 of 5', 'refund_exceeds_charge r 5 of 5'],
      '0',
    ],
  ])('%s', (_what, lines, told, owed) => {
    const { told: found, sums } = counted(...EARNING, ...lines);
    expect(found).toEqual(told);
    expect(sums).toContain(`owed ${owed},`);
  });
});

describe('lost of one request', () => {
  test.each<[what: string, lines: string[], told: string[], lost: string]>([
    [
      'a price that was not charged, and did not cover the cost either',
      ['down r success 1 expected=3', 'up r success 7'],
      ['negative_margin_request r 4 of 6', 'price_undercharge r 2 of 2'],
      '6',
    ],
    [
      'several rows below their price',
      ['down r success 1 expected=2 at=10:00', 'down r success 2 expected=4 at=10:01', 'up r success 2'],
      ['duplicate_downstream_request r 1 of 1', 'price_undercharge r 3 of 3'],
      '3',
    ],
    [
      'charged nothing against its price',
      ['down r success 0 expected=3', 'up r success 2'],
      ['price_undercharge r 1 of 3', 'zero_charge_with_cost r 2 of 2'],
      '3',
    ],
    [
      'what failed, what was tried again, and what served below cost are three sums',
      [
        'down r success 5',
        'up r failed 1 id=a',
        'up r success 2 id=b at=10:00',
        'up r success 6 id=c at=10:01',
      ],
      ['negative_margin_request r 1 of 1', 'retry_cost r 2 of 2', 'upstream_charged_on_failure r 1 of 1'],
      '4',
    ],
    [
      'a copy under a request that nobody logged: the request counts it',
      ['down r success 5', 'up r success 2 id=u', 'up s success 2 id=u'],
      ['duplicate_upstream_charge - 0 of 2', 'unmatched_upstream s 2 of 2'],
      '2',
    ],
    [
      'copies of requests that nobody logged are a loss each',
      ['up r success 2 id=u', 'up s success 2 id=u'],
      ['duplicate_upstream_charge - 0 of 2', 'unmatched_upstream r 2 of 2', 'unmatched_upstream s 2 of 2'],
      '4',
    ],
    [
      'a copy of a request that nobody logged',
      ['up r success 2 id=u', 'up r success 2 id=u'],
      ['duplicate_upstream_charge r 2 of 2', 'unmatched_upstream r 2 of 2'],
      '4',
    ],
    [
      'copies at the period’s edge, whose requests may be in the neighbouring export: one is the other’s copy',
      ['up r failed 1.5 id=u at=03-31T23:50', 'up s failed 1.5 id=u at=03-31T23:50'],
      ['duplicate_upstream_charge - 1.5 of 1.5'],
      '1.5',
    ],
    [
      'a copy of what was sold, at the period’s edge',
      [
        'down r success 5 at=03-01T00:10',
        'up r success 2 id=u at=03-01T00:10',
        'up s success 2 id=u at=03-01T00:10',
      ],
      ['duplicate_upstream_charge - 2 of 2'],
      '2',
    ],
    [
      'copies at the edge, where the log reaches beyond it: a loss each',
      [
        'down z success 1 at=04-01T00:20',
        'up r success 2 id=u at=03-31T23:50',
        'up s success 2 id=u at=03-31T23:50',
      ],
      ['duplicate_upstream_charge - 0 of 2', 'unmatched_upstream r 2 of 2', 'unmatched_upstream s 2 of 2'],
      '4',
    ],
    [
      'copies at the edge, of which one request began before it',
      [
        'up r failed 1 id=v at=03-31T23:40',
        'up r failed 2 id=u at=03-31T23:50',
        'up s failed 2 id=u at=03-31T23:50',
      ],
      ['duplicate_upstream_charge - 2 of 2', 'unmatched_upstream r 3 of 3'],
      '5',
    ],
    [
      'a copy under a request that cannot be judged for a row in another currency',
      ['down r success 5', 'up r success 2 id=u', 'up s success 2 id=u', 'up s failed 1 currency=CNY'],
      ['duplicate_upstream_charge - 2 of 2'],
      '2',
    ],
    [
      'a pending row in another currency that its settled one follows is no reason',
      [
        'down r success 5',
        'up r success 2 id=u',
        'up s success 2 id=u',
        'up s pending 9 id=u currency=CNY at=09:59',
      ],
      ['duplicate_upstream_charge - 0 of 2', 'unmatched_upstream s 2 of 2'],
      '2',
    ],
  ])('%s', (_what, lines, told, lost) => {
    const { told: found, sums } = counted(...EARNING, ...lines);
    expect(found).toEqual(told);
    expect(sums).toContain(`lost ${lost},`);
  });
});

test('where no id is in both ledgers, no request counts a copy', () => {
  expect(
    counted(
      'omit payments',
      '5x down d# success 10 at=11:0#',
      '3x up u# success 1 id=u#',
      'up r success 2 id=u',
      'up s success 2 id=u',
    ),
  ).toEqual({
    told: ['duplicate_upstream_charge - 2 of 2'],
    sums: 'lost 2, owed 0, doubtful 0',
  });
});

test('a model’s deficit counts what its requests do not', () => {
  expect(
    counted(
      'omit payments',
      'down a success 1 model=x',
      'up   a success 3 model=x',
      // Charged for a failure that cost more: no finding of the request speaks of the cost.
      'down b failed 1 model=x',
      'up   b success 6 model=x',
    ),
  ).toEqual({
    told: [
      'failed_but_charged b 1 of 1',
      'negative_margin_channel - 0 of 7',
      'negative_margin_model - 5 of 7',
      'negative_margin_request a 2 of 2',
      'negative_margin_total - 0 of 7',
    ],
    sums: 'lost 7, owed 1, doubtful 0',
  });
});

test('a copy of a charge is no deficit of its model as well', () => {
  expect(
    counted('omit payments', 'down a success 1', 'up a success 0.9 id=u', 'up a success 0.9 id=u').told,
  ).toEqual([
    'duplicate_upstream_charge a 0.9 of 0.9',
    'negative_margin_channel - 0 of 0.8',
    'negative_margin_model - 0 of 0.8',
    'negative_margin_total - 0 of 0.8',
  ]);
});

describe('doubtful money counts last', () => {
  test('a request without a bill, less what is owed of it', () => {
    expect(
      counted('down r success 5 expected=4', 'down s success 3', 'up s success 1', 'omit payments'),
    ).toEqual({
      told: ['price_overcharge r 1 of 1', 'unmatched_downstream r 4 of 5'],
      sums: 'lost 0, owed 1, doubtful 4',
    });
  });

  test('a bill without requests, less its copies', () => {
    expect(counted(...EARNING, 'up - success 2 id=u', 'up - success 2 id=u', 'up - success 1')).toEqual({
      told: ['duplicate_upstream_charge - 2 of 2', 'upstream_missing_request_id - 3 of 5'],
      sums: 'lost 2, owed 0, doubtful 3',
    });
  });

  test('a row without request that restates a pending one: no copy counts it', () => {
    expect(counted(...EARNING, 'down r success 5', 'up r pending 2 id=u', 'up - success 2 id=u')).toEqual({
      told: ['upstream_missing_request_id - 2 of 2'],
      sums: 'lost 0, owed 0, doubtful 2',
    });
  });

  test('rows of another period are in doubt where a clock is wrong, not where the neighbour has them', () => {
    expect(
      counted(
        'period 2026-03-01T00:00:00Z 2026-04-01T00:00:00Z',
        ...EARNING,
        'down r success 5 at=1970-01-01T00:00:00Z',
        'up   r success 2',
        'down s success 7 at=04-01T00:00',
        'up   s success 3 at=04-01T00:00',
      ),
    ).toEqual({ told: ['out_of_period - 2 of 5'], sums: 'lost 0, owed 0, doubtful 2' });
  });
});

describe('payments: each credit once', () => {
  test.each<[what: string, lines: string[], told: string[], sums: string]>([
    [
      'two credits of one payment, both above it: one is too much as a whole, the other in part',
      ['pay t settled 10 credited=12 at=10:00', 'pay t settled 10 credited=12 at=10:01'],
      ['duplicate_payment t 12 of 12', 'payment_over_credited t 2 of 4'],
      'lost 14, owed 0, doubtful 0',
    ],
    [
      'one credit of two payments: that of the larger stays, and the other is too much as a whole',
      ['pay t settled 1 credited=5 at=10:00', 'pay t settled 5 credited=5 at=10:01'],
      ['duplicate_payment t 5 of 5', 'payment_over_credited t 0 of 4'],
      'lost 5, owed 0, doubtful 0',
    ],
    [
      'credited in one of its two rows: nobody is owed',
      ['pay t settled 10 credited=10 at=10:00', 'pay t settled 10 credited=0 at=10:01'],
      ['payment_not_credited t 0 of 10'],
      'lost 0, owed 0, doubtful 0',
    ],
    [
      'charged back in two rows, and credited in both',
      ['pay t chargeback 10 credited=10 at=10:00', 'pay t chargeback 10 credited=10 at=10:01'],
      ['chargeback_credit_not_reversed t 10 of 20', 'duplicate_payment t 10 of 10'],
      'lost 20, owed 0, doubtful 0',
    ],
    [
      'charged back, and nobody says what was credited',
      ['pay t settled 10 credited=10 at=10:00', 'pay t chargeback 10 at=10:01'],
      ['chargeback_recorded t 10 of 10', 'payment_credit_unknown - 0 of 10'],
      'lost 0, owed 0, doubtful 10',
    ],
  ])('%s', (_what, lines, told, sums) => {
    expect(counted('omit upstreamCharges', ...lines)).toEqual({ told, sums });
  });
});

describe('causes that look at the same requests', () => {
  /** Each cause with the code of the one that it stands under. */
  const nested = (...lines: string[]): string[] => {
    const { causes } = run('omit payments', ...lines).summary;
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
