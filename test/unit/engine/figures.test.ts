import { describe, expect, test } from 'vitest';
import { reconcile } from '#shared/report/reconcile.ts';
import type { ReconciliationReport, Summary } from '#shared/schemas/report.ts';
import { WHOLE } from '../../support/answer/books.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

const report = (...lines: string[]): ReconciliationReport =>
  reconcile(textLedger(lines), '2026-11-21T00:00:00Z');
const summary = (...lines: string[]): Summary => report(...lines).summary;
const words = (text: string): string[] => text.split(' ').filter(Boolean);

describe('usage', () => {
  const lines = [
    'down r1 success  1.00 refund=0.25',
    'down r2 refunded 0.50 refund=0.50',
    'down r3 pending  4 refund=1',
    'down r4 success  8 currency=CNY',
    'down r5 success  16 at=04-10T10:00',
    'up   r1 success  0.20 refund=0.05',
    'up   r2 failed   0.10',
    'up   r6 pending  3',
    'up   -  success  0.40 refund=0.10',
    'up   -  pending  5',
    'up   r4 success  7',
  ];

  test('sums leave pending, foreign and out-of-period rows out, and say so', () => {
    expect(summary(...lines)).toMatchObject({
      records: {
        downstreamUsage: { received: 5, included: 3, outOfPeriod: 1, currencyExcluded: 1 },
        upstreamCharges: { received: 6, included: 6, outOfPeriod: 0, currencyExcluded: 0 },
        payments: { received: 1, included: 1, outOfPeriod: 0, currencyExcluded: 0 },
      },
      // r1, r2, r3, r4 (its upstream row is included) and r6.
      requests: { total: 5, matched: 2 },
      revenue: { gross: '1.5', refunds: '0.75', net: '0.75', pending: '4' },
      cost: { gross: '7.7', refunds: '0.15', net: '7.55', pending: '8', unattributed: '0.3' },
      margin: { amount: '-6.8', rate: -9.066667 },
      unmatched: { downstream: { requests: 0, amount: '0' }, upstream: { requests: 0, amount: '0' } },
      excluded: { CNY: { downstreamUsage: '8', upstreamCharges: '0', payments: '0' } },
    });
  });

  test('the tables have a line for every request and every settled row, and count judged matches only', () => {
    const { byModel, byChannel } = report(
      'down r1 success 1 model=a channel=x',
      'up   r1 success 0.4 model=b channel=y',
      'down r2 success 2 model=a',
      'down r2 pending 2 model=a at=11:00',
      'up   r2 success 0.5 model=a channel=y',
      'down r3 pending 3 model=c channel=z',
      'up   -  success 0.6 model=d channel=w',
      'up   -  pending 9 model=e channel=v',
    );
    const line = (name: object, figures: (string | number | null)[]) => {
      const [requests, revenue, cost, margin, marginRate, matchedRequests, matchedMargin] = figures;
      return { ...name, requests, revenue, cost, margin, marginRate, matchedRequests, matchedMargin };
    };
    expect(byModel).toEqual([
      line({ model: 'd' }, [0, '0', '0.6', '-0.6', null, 0, '0']),
      line({ model: 'c' }, [1, '0', '0', '0', null, 0, '0']),
      line({ model: 'a' }, [2, '3', '0.9', '2.1', 0.7, 1, '0.6']),
    ]);
    // r2 names no channel downstream: its revenue follows the serving attempt's.
    expect(byChannel).toEqual([
      line({ channelId: 'w' }, [0, '0', '0.6', '-0.6', null, 0, '0']),
      line({ channelId: 'z' }, [1, '0', '0', '0', null, 0, '0']),
      line({ channelId: 'x' }, [1, '1', '0', '1', 1, 1, '1']),
      line({ channelId: 'y' }, [1, '2', '0.9', '1.1', 0.55, 0, '-0.4']),
    ]);
  });

  test('channels whose cost is in a bill without request ids have none of their own, unless it names channels', () => {
    const lines = [
      'down r1 success 3 channel=x',
      'down r2 success 2',
      'down r3 success 1 channel=y model=other',
    ];
    const costs = (...bill: string[]) =>
      report(...lines, ...bill).byChannel.map(
        ({ channelId, cost, margin, looseRevenue }) => `${channelId} ${cost} ${margin} ${looseRevenue}`,
      );
    expect(costs('up - success 1').sort()).toEqual(['unassigned 1 1 2', 'x null null 3', 'y 0 1 0']);
    expect(costs('up - success 1 channel=x').sort()).toEqual(['unassigned 0 2 0', 'x 1 2 3', 'y 0 1 0']);
    // Where other rows name their request, the table adds up to the summary.
    expect(costs('up - success 1', 'up r3 success 0.5 channel=y model=other').sort()).toEqual([
      'unassigned 1 1 2',
      'x 0 3 3',
      'y 0.5 0.5 0',
    ]);
  });

  test('of a bill of some channels, customers have what they bought over these', () => {
    const sold = [
      'down r1 success 3 channel=x user=a',
      'down r2 success 2 channel=y user=a',
      'down r3 success 1 channel=y user=b',
    ];
    const users = (bill: string) =>
      report(...sold, bill)
        .summary.byUser.filter(({ userId }) => userId !== 'unassigned')
        .map(({ userId, cost, looseRevenue }) => `${userId} ${cost} ${looseRevenue}`)
        .sort();
    expect(users('up - success 1 channel=x')).toEqual(['a null 3', 'b 0 0']);
    expect(users('up - success 1')).toEqual(['a null 5', 'b null 1']);
  });

  test('what no bill can hold the cost of is told model by model', () => {
    const unbilled = (...lines: string[]) =>
      report(...lines).byModel.map(({ model, unbilledRevenue = '-' }) => `${model} ${unbilledRevenue}`);
    const sold = ['down r1 success 3 model=a channel=x', 'down r2 success 2 model=b channel=y'];
    expect(unbilled(...sold, 'up - success 1 model=a')).toEqual(['a -', 'b 2']);
    // Of a bill that names its channels, only requests on these are billed.
    expect(unbilled(...sold, 'down r3 success 1 model=a', 'up - success 1 model=a channel=x')).toEqual([
      'b 2',
      'a 1',
    ]);
    // A request that misses its row in a bill that names requests is a finding.
    expect(unbilled(...sold, 'up r1 success 1 model=a')).toEqual(['a -', 'b -']);
    const alone = Array.from({ length: 5 }, (_, n) => `down s${n} success 1 model=b channel=z`);
    expect(unbilled(...sold, 'up r1 success 1 model=a', ...alone)).toEqual(['a -', 'b 5']);
    expect(unbilled(...sold)).toEqual(['b -', 'a -']);
  });

  test('cost without request goes to the model sold, by its own name or one that agrees', () => {
    const costs = (...lines: string[]) =>
      report(...lines).byModel.map(({ model, cost }) => `${model} ${cost}`);
    expect(costs('down r1 success 1 model=gpt-4o', 'up - success 0.5 model=gpt-4o-2024-08-06')).toEqual([
      'gpt-4o 0.5',
    ]);
    expect(
      costs(
        'down r1 success 3 model=gpt-4o',
        'down r2 success 5 model=gpt-4o-2024-08-06',
        'up - success 0.5 model=gpt-4o-2024-08-06',
        'up - success 0.25 model=openai/gpt-4o',
        'up - success 2 model=mini',
        'up r3 success 4 model=bought',
        'up - success 8 model=bought-0613',
      ),
    ).toEqual([
      'bought-0613 8',
      'bought 4',
      'mini 2',
      'openai/gpt-4o 0.25',
      'gpt-4o 0',
      'gpt-4o-2024-08-06 0.5',
    ]);
    expect(costs('down r1 success 3 model=a-0613-001', 'up - success 2 model=a')).toEqual(['a-0613-001 2']);
  });

  test('a channel that nobody names is `unassigned`; without upstream charges the largest revenue comes first', () => {
    const {
      byModel,
      byChannel,
      summary: figures,
    } = report(
      'omit upstreamCharges',
      'down r1 success 1 model=a',
      'down r2 success 3 model=b',
      'down r3 success 2 model=c',
      'down r4 success 2 model=B',
    );
    expect(byModel.map(({ model, revenue }) => `${model} ${revenue}`)).toEqual(['b 3', 'B 2', 'c 2', 'a 1']);
    expect(byChannel).toEqual([
      {
        channelId: 'unassigned',
        requests: 4,
        revenue: '8',
        cost: null,
        margin: null,
        marginRate: null,
        matchedRequests: null,
        matchedMargin: null,
      },
    ]);
    expect(figures).toMatchObject({
      cost: null,
      margin: null,
      unmatched: null,
      requests: { total: 4, matched: null },
    });
  });

  test('lines of one margin are in the order of their names', () => {
    expect(
      report('down 1 failed 0 model=b', 'down 2 failed 0 model=a').byModel.map(({ model }) => model),
    ).toEqual(['a', 'b']);
  });

  test('a pending upstream row without partner is not unmatched; refunds do not pull the amount below 0', () => {
    expect(
      summary('down r1 success 1', 'down r2 success 1 refund=3', 'up r3 success 2', 'up r4 pending 2')
        .unmatched,
    ).toEqual({
      downstream: { requests: 2, amount: '1' },
      upstream: { requests: 1, amount: '2' },
    });
  });
});

describe('payments', () => {
  test('each figure takes the rows that it is about', () => {
    expect(
      summary(
        'pay a settled 100 fee=3 credited=100',
        'pay b settled 50 refund=20 fee=2 credited=30',
        'pay c refunded 10 refund=4 credited=6',
        'pay d refunded 10 credited=0',
        'pay e refunded 10 refund=12 credited=0',
        'pay f chargeback 40 refund=15 fee=20 credited=5',
        'pay g pending 7 fee=1 credited=7',
        'pay h failed 8 fee=1 credited=8',
        'pay i settled 9 currency=CNY credited=9',
      ).payments,
    ).toEqual({
      gross: '220',
      refunds: '59',
      chargebacks: '25',
      fees: '25',
      net: '111',
      pending: '7',
      credited: '156',
    });
  });

  test('omitted they are not 0', () => {
    const { payments, records, excluded } = summary('omit payments', 'down r failed 1 currency=CNY');
    expect(payments).toBeNull();
    expect(records.payments.received).toBe(0);
    expect(excluded).toEqual({ CNY: { downstreamUsage: '1', upstreamCharges: '0', payments: null } });
  });
});

test('rows left out are summed by currency and ledger, whatever their status, superseded ones excepted', () => {
  const { excluded } = summary(
    'down a success 1 currency=EUR',
    'down b pending 2 currency=eur refund=1',
    'down c pending 4 currency=EUR',
    'down c failed  8 currency=EUR',
    'up   a failed  16 currency=CNY',
    'pay  p settled 32 currency=EUR',
  );
  expect(excluded).toEqual({
    CNY: { downstreamUsage: '0', upstreamCharges: '16', payments: '0' },
    EUR: { downstreamUsage: '11', upstreamCharges: '0', payments: '32' },
  });
  expect(Object.keys(excluded)).toEqual(['CNY', 'EUR']);
});

describe('period', () => {
  test('its bounds are echoed as instants, and ages count from its end', () => {
    expect(
      summary('period 2026-03-01T00:00:00+02:00 2026-04-01', 'down r failed 0 at=03-31T00:00').period,
    ).toEqual({
      start: '2026-02-28T22:00:00.000Z',
      end: '2026-04-01T00:00:00.000Z',
      reference: '2026-04-01T00:00:00.000Z',
    });
  });

  test('a period that ends more than a day after the latest row is not over: they count from that row', () => {
    const referenceOf = (at: string) =>
      summary('period - 2026-04-01', `down r failed 0 at=${at}`, `pay p failed 1 at=${at}`).period.reference;
    expect(referenceOf('03-31T00:00')).toBe('2026-04-01T00:00:00.000Z');
    expect(referenceOf('03-30T23:59')).toBe('2026-03-30T23:59:00.000Z');
    expect(referenceOf('04-05T00:00')).toBe('2026-04-01T00:00:00.000Z');
    const empty = { period: { end: '2026-04-01T00:00:00Z' }, downstreamUsage: [] };
    expect(reconcile(empty, 'now').summary.period.reference).toBe('2026-04-01T00:00:00.000Z');
  });

  test('without an end they count from the latest time of any ledger, outside the period too', () => {
    const lines = [
      'period - -',
      'down r failed 0 at=10:00',
      'up - failed 0 at=12:00',
      'pay p failed 1 at=11:00',
    ];
    expect(summary(...lines).period).toEqual({
      start: null,
      end: null,
      reference: '2026-03-10T12:00:00.000Z',
    });
    expect(summary('period - -', 'down r failed 0 at=13:00', 'pay p failed 1').period.reference).toBe(
      '2026-03-10T13:00:00.000Z',
    );
  });

  test('without rows there is nothing to count from', () => {
    expect(reconcile({ downstreamUsage: [] }, 'now').summary.period.reference).toBeNull();
  });
});

describe('completeness', () => {
  const pair = ['down r1 success 1 expected=1 in=1', 'up r1 success 0.5 in=1'];

  /** Lines beside those of one pair, and of what the report is not complete. */
  test.each<[books: string, lines: string[], lacking: string]>([
    ['books of one pair', [], ''],
    ['no rows at all', ['none'], ''],
    [
      'no upstream ledger',
      ['omit upstreamCharges'],
      'complete upstreamCharges requestMatching margin tokens',
    ],
    ['no payments', ['omit payments'], 'complete payments paymentCredits'],
    ['an upstream row without request', ['up - success 0'], 'complete requestMatching margin'],
    ['a credit note without request', ['up - success 0 refund=1'], ''],
    ['a pending upstream row without request', ['up - pending 0'], 'complete requestMatching margin'],
    ['a foreign sale', ['down r2 failed 0 currency=CNY'], 'complete currency margin'],
    ['a foreign charge', ['up r1 failed 0 currency=CNY'], 'complete currency margin'],
    ['a foreign payment', ['pay p settled 1 credited=1 currency=CNY'], 'complete currency'],
    ['a pending sale', ['down r2 pending 0'], 'complete margin'],
    ['a pending charge', ['up r2 pending 0'], 'complete margin'],
    ['a superseded pending sale', ['down r1 pending 1 at=09:00 in=1'], ''],
    ['a superseded pending charge', ['up r1 pending 1 at=09:00 in=1'], ''],
    ['a payment without credit', ['pay p settled 1'], 'complete paymentCredits'],
    ['a failed payment without credit', ['pay p failed 1'], ''],
    ['a sale without price', ['down r2 success 0'], 'pricing'],
    ['a refund without price', ['down r2 refunded 0'], 'pricing'],
    ['a failure without price', ['down r2 failed 0'], ''],
    ['a pair without tokens downstream', ['down r2 success 0 expected=0', 'up r2 success 0 in=1'], 'tokens'],
    ['a pair without tokens upstream', ['down r2 success 0 expected=0 in=1', 'up r2 success 0'], 'tokens'],
    ['an unserved request without tokens', ['down r2 failed 0', 'up r2 failed 0'], ''],
    ['a charge without sale and tokens', ['up r2 success 0'], ''],
    [
      'rows of another period',
      [
        'down r2 pending 1 currency=CNY at=04-10T10:00',
        'up - success 1 at=04-10T10:00',
        'pay p settled 1 at=04-10T10:00',
      ],
      '',
    ],
  ])('%s', (_, lines, lacking) => {
    const rows = lines[0] === 'none' ? [] : [...pair, ...lines];
    const lack = Object.fromEntries(words(lacking).map((name) => [name, false]));
    expect(report(...rows).completeness).toEqual({ ...WHOLE, ...lack });
  });
});

test('findings are counted by severity and by code, in the order of the codes', () => {
  const { findings } = summary(
    'down r1 success 1',
    'down r2 success 1',
    'down r3 failed 1',
    'pay p pending 1',
  );
  expect(findings).toEqual({
    total: 5,
    listed: 5,
    critical: 1,
    warning: 2,
    info: 2,
    byCode: {
      failed_but_charged: expect.objectContaining({ severity: 'critical', count: 1, amount: '1' }),
      funding_shortfall: expect.objectContaining({ severity: 'info', count: 1, amount: '3' }),
      payment_pending: expect.objectContaining({ severity: 'info', count: 1, amount: '1' }),
      unmatched_downstream: {
        severity: 'warning',
        count: 2,
        amount: '2',
        title: 'A delivered request is not in the bill.',
        remedy: expect.stringMatching(/^Complete the bill/),
      },
    },
  });
  expect(Object.keys(findings.byCode)).toEqual(Object.keys(findings.byCode).sort());
});
