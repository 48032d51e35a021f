import { expect, test } from 'vitest';
import { reconcile } from '#shared/report/reconcile.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

type Details = NonNullable<Finding['details']>;

function found(code: string, ...lines: string[]): Finding {
  const { findings } = reconcile(textLedger(lines), '2026-11-21T00:00:00Z');
  const finding = findings.find((one) => one.code === code);
  if (finding === undefined) throw new Error(`${code} was not found`);
  return finding;
}

test('a finding names what all its rows agree on, and lists the ids of the others', () => {
  const finding = found(
    'duplicate_upstream_charge',
    'down r1 success 1 channel=a',
    'up r1 success 0.5 id=u channel=a',
    'up r2 success 0.5 id=u channel=b',
    'up -  success 0.5 id=u channel=b',
  );
  expect(finding).toStrictEqual({
    id: 'fnd_2192324b60c111da',
    severity: 'critical',
    code: 'duplicate_upstream_charge',
    message: 'The bill contains charge u 3 times, and so 1 USD too much.',
    model: 'm',
    amount: 1,
    details: {
      subject: 'u',
      count: 1,
      amount: '1',
      counted: '0.5',
      rows: 3,
      requestIds: ['r1', 'r2'],
      upstreamIds: ['u'],
    },
  });
});

test('what all rows agree on is named', () => {
  const lines = ['down r1 success 1', 'up r1 success 0.5 id=u channel=a', 'up r1 success 0.5 id=u channel=a'];
  expect(found('duplicate_upstream_charge', ...lines)).toMatchObject({
    requestId: 'r1',
    model: 'm',
    channelId: 'a',
  });
});

test('observations of one request add up, and their ids are listed', () => {
  const finding = found(
    'upstream_charged_on_failure',
    'down r1 success 1 channel=a',
    'up r1 failed 0.1 id=v',
    'up r1 failed 0.2 id=u',
    'up r1 failed 0.4',
    'up r1 success 0.1 id=w',
  );
  expect(finding).toMatchObject({ requestId: 'r1', model: 'm', channelId: 'a', amount: 0.7 });
  expect(finding.details).toStrictEqual({ count: 3, amount: '0.7', counted: '0.7', upstreamIds: ['u', 'v'] });
});

test('the customers of a request are listed each once; one alone is named, and who is not named is none', () => {
  const customers = (...users: string[]) => {
    const rows = users.map((user, i) => `down r1 success 1 at=10:0${i}${user}`);
    const details: Details = found('duplicate_downstream_request', ...rows).details ?? {};
    return { userId: details.userId, userIds: details.userIds };
  };
  expect(customers(' user=a', ' user=b', ' user=a')).toEqual({ userIds: ['a', 'b'] });
  expect(customers('', ' user=a', '')).toEqual({ userId: 'a' });
  expect(customers('', '')).toEqual({});
});

test('rows that are left out are listed by the ids of their ledger', () => {
  const excluded = (line: string) => {
    const details: Details = found('currency_excluded', `${line} currency=CNY`).details ?? {};
    const { requestIds, upstreamIds, transactionIds, userId } = details;
    return { requestIds, upstreamIds, transactionIds, userId };
  };
  expect(excluded('pay t settled 5 user=a')).toEqual({ transactionIds: ['t'], userId: 'a' });
  expect(excluded('down r1 success 5 user=a')).toEqual({ requestIds: ['r1'], userId: 'a' });
  expect(excluded('up r1 success 5 id=u')).toEqual({ requestIds: ['r1'] });
  expect(excluded('up - success 5 id=u')).toEqual({ upstreamIds: ['u'] });
  expect(excluded('up - success 5')).toEqual({});
});

test('what a finding does not know it leaves out, the amount of a code without one, too', () => {
  const { details, ...fields } = found('currency_excluded', 'up - success 5 currency=CNY');
  expect(Object.keys(fields)).toEqual(['id', 'severity', 'code', 'message']);
  expect(details).toStrictEqual({ subject: ['upstreamCharges', 'CNY'], count: 1, total: '5' });
});

test('figures are in the order of their names, whatever the order in which a check tells them', () => {
  const namesOf = (code: string, ...lines: string[]) => Object.keys(found(code, ...lines).details ?? {});
  expect(namesOf('fee_exceeds_amount', 'pay t settled 1 fee=2 credited=1')).toEqual([
    'count',
    'amount',
    'counted',
    'fee',
    'paid',
  ]);
  expect(namesOf('ledger_ids_disjoint', '5x down a# success 1', '5x up b# success 1')).toEqual([
    ...['subject', 'count', 'downstreamRequests', 'upstreamRequests'],
  ]);
  const shifted = Array.from({ length: 6 }, (_, i) => [
    `down r${i} success 1 at=0${i}:00`,
    `up r${i} success 1 at=0${i + 2}:00`,
  ]);
  expect(namesOf('ledger_clock_offset', ...shifted.flat())).toEqual([
    'subject',
    'count',
    'offsetMinutes',
    'pairs',
    'shifted',
  ]);
});

test('a channel of one ledger is named whole in the details, and by its id in its own field', () => {
  const lines = [
    '6x down a# success 1 channel=a',
    '6x up a# success 0.5 channel=a',
    '5x up x# success 0.5 channel=b',
  ];
  expect(found('channel_ids_disjoint', ...lines)).toMatchObject({
    channelId: 'b',
    details: {
      subject: ['upstreamCharges', 'b'],
      count: 5,
      requestIds: ['x1', 'x2', 'x3', 'x4', 'x5'],
    },
  });
});

test('of many ids the first 20 by code unit are listed, and all are counted', () => {
  const finding = found('upstream_missing_request_id', '30x up - success 0.1 id=u#');
  expect(finding.details).toMatchObject({ subject: 'upstreamCharges', count: 30, amount: '3' });
  const ids = Array.from({ length: 30 }, (_, i) => `u${i + 1}`).sort();
  expect(finding.details?.upstreamIds).toEqual(ids.slice(0, 20));
});

test('a finding per model or pair lists its requests', () => {
  const lines = ['2x down r# success 0 expected=0 model=free', '2x up r# success 1 model=free'];
  expect(found('zero_charge_with_cost', ...lines)).toMatchObject({
    model: 'free',
    message: 'The provider billed 2 USD for 2 requests of model free, which is priced at 0.',
    details: { count: 2, amount: '2', requestIds: ['r1', 'r2'] },
  });
  const pair = found('channel_mismatch', 'down r1 success 1 channel=a', 'up r1 success 0.5 channel=b');
  expect(pair.details).toEqual({
    subject: ['a', 'b'],
    count: 1,
    amount: '0.5',
    counted: '0',
    requestIds: ['r1'],
  });
});

test('a bonus tells what was paid and credited in all', () => {
  expect(found('payment_over_credited', '3x pay t# settled 10 credited=11').details).toStrictEqual({
    subject: '11:10',
    count: 3,
    amount: '3',
    counted: '0',
    credited: '33',
    paid: '30',
    transactionIds: ['t1', 't2', 't3'],
  });
});

test('rounding keeps its sign in the details', () => {
  const finding = found('price_rounding', 'down r1 success 0.099999 expected=0.1', 'up r1 success 0.05');
  expect(finding.amount).toBe(0.000001);
  expect(finding.details).toMatchObject({ subject: 'downstreamUsage', count: 1, drift: '-0.000001' });
});

test('a request named like a model, or like an upstream id, is another subject than these', () => {
  const { findings } = reconcile(
    textLedger([
      'down gpt-4o success 0 model=m',
      'up   gpt-4o success 1 model=m',
      'down r1 success 0 expected=0 model=gpt-4o',
      'up   r1 success 0.1 model=gpt-4o',
      'down u1 success 1',
      '2x up u1 success 0.2',
      '2x up - success 0.3 id=u1',
    ]),
    '2026-11-21T00:00:00Z',
  );
  const of = (code: string) =>
    findings.filter((one) => one.code === code).map(({ severity, amount }) => `${severity} ${amount}`);
  expect(of('zero_charge_with_cost')).toEqual(['critical 1', 'info 0.1']);
  expect(of('duplicate_upstream_charge')).toEqual(['critical 0.3', 'critical 0.2']);
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
});

test('ids depend on code and subject only, and lone surrogates stay distinct', () => {
  const idOf = (subject: string, amount: string) =>
    found('failed_but_charged', `down ${JSON.stringify(subject)} failed ${amount}`).id;
  expect(idOf('r1', '1')).toBe(idOf('r1', '2'));
  expect(new Set(['r1', 'r2', '\ud800', '\ud801', '\ufffd'].map((subject) => idOf(subject, '1'))).size).toBe(
    5,
  );
});
