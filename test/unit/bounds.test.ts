import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Shape } from '../support/bounds/shapes.ts';

/**
 * Eight times the rows may take a little more for each: sorting does, and ids grow longer. What grows with the square
 * of few rows shows as little, so the fewer they are, the closer is the bound.
 */
const FEW = 100;
const MANY = 8 * FEW;
const GROWTH_MAX = 1.15;

const sale = {
  requestId: 'own',
  chargedAmount: 'few',
  occurredAt: 'same',
  model: 'one',
  status: 'success',
} as const;
const charge = {
  requestId: 'own',
  costAmount: 'few',
  occurredAt: 'same',
  model: 'one',
  status: 'success',
} as const;
const payment = {
  transactionId: 'own',
  occurredAt: 'same',
  status: 'settled',
  amount: 'few',
  creditedAmount: 'few',
} as const;
const log = {
  id: 'own',
  type: '2',
  created_at: 'rising',
  quota: 'one',
  model_name: 'one',
  request_id: 'own',
} as const;

type Says = Readonly<Record<string, string>>;
const books = (sales?: Says, charges?: Says, payments?: Says): Shape => ({
  surface: 'reconcile',
  lists: {
    ...(sales && { downstreamUsage: { kind: 0, patterns: { ...sale, ...sales } } }),
    ...(charges && { upstreamCharges: { kind: 0, patterns: { ...charge, ...charges } } }),
    ...(payments && { payments: { kind: 0, patterns: { ...payment, ...payments } } }),
  },
});
const native = (logs: Says, charges?: Says, kind = 0, payments?: Says): Shape => ({
  surface: 'normalize',
  lists: {
    logs: { kind: 0, patterns: { ...log, ...logs } },
    ...(charges && { upstreamCharges: { kind, patterns: charges } }),
    ...(payments && { payments: { kind: 1, patterns: payments } }),
  },
});
const unread = (patterns: Says, wrap?: 'dayInDay'): Shape => ({
  surface: 'normalize',
  lists: { logs: { kind: 0, patterns, ...(wrap && { wrap }) } },
});
const bill = { cost: 'one', created_at: 'same', model: 'one' };
const movement = {
  balance_transaction_id: 'own',
  source_id: 'shared',
  reporting_category: 'charge',
  created_utc: 'same',
  currency: 'usd',
  gross: 'rising',
  fee: 'zero',
};

const topUp = {
  id: 'own',
  user_id: 'one',
  amount: 'one',
  create_time: 'same',
  complete_time: 'same',
  payment_method: 'stripe',
  status: 'success',
};
const month = (shape: Shape): Shape => ({ ...shape, files: 'two' });

const SHAPES: Readonly<Record<string, Shape>> = {
  'honest books': books({}, {}, {}),
  'one transaction, a customer and three faults a row': books(undefined, undefined, {
    transactionId: 'shared',
    userId: 'long',
    creditedAmount: 'cents',
    feeAmount: 'large',
    refundAmount: 'large',
  }),
  'one transaction, every status': books(undefined, undefined, {
    transactionId: 'shared',
    occurredAt: 'rising',
    status: 'all',
    refundAmount: 'few',
    creditedAmount: 'scattered',
  }),
  'one transaction, refunds that grow': books(undefined, undefined, {
    transactionId: 'shared',
    occurredAt: 'rising',
    status: 'refunded',
    amount: 'large',
    refundAmount: 'rising',
  }),
  'one request on both sides, every status': books(
    { requestId: 'shared', status: 'all', userId: 'own', refundAmount: 'few', expectedCharge: 'one' },
    { requestId: 'shared', upstreamId: 'own', status: 'all', channelId: 'own', refundAmount: 'few' },
  ),
  'one request, an overcharge a row': books({
    requestId: 'shared',
    chargedAmount: 'rising',
    expectedCharge: 'zero',
  }),
  'one request that waits, a customer a row': books({
    requestId: 'shared',
    userId: 'falling',
    status: 'pending',
  }),
  'refunds that repeat one charge': books(
    { requestId: 'shared', status: 'refunds', refundAmount: 'tiny', chargedAmount: 'one' },
    { requestId: 'shared', upstreamId: 'shared', status: 'refunds', refundAmount: 'tiny', costAmount: 'one' },
  ),
  'lines that count the same tokens': books(
    {},
    { requestId: 'shared', upstreamId: 'own', costAmount: 'rising', tokens: 'input' },
  ),
  'lines that count no tokens': books(
    {},
    { requestId: 'shared', upstreamId: 'own', costAmount: 'rising', tokens: 'zero' },
  ),
  'lines of two meters, first all of one': books(
    {},
    { requestId: 'shared', upstreamId: 'own', costAmount: 'rising', occurredAt: 'rising', tokens: 'halves' },
  ),
  'one upstream id, copies of copies': books(undefined, {
    requestId: 'chain',
    upstreamId: 'shared',
    costAmount: 'one',
    occurredAt: 'steps',
  }),
  'one upstream id, a request each': books({}, { upstreamId: 'shared', costAmount: 'one' }),
  'a bill without ids, names of one model': books(
    { model: 'prefixed' },
    { requestId: 'none', model: 'tagged' },
  ),
  'a bill without ids, a name and a channel each': books(
    { model: 'prefixed', channelId: 'own' },
    { requestId: 'none', model: 'tagged', channelId: 'own' },
  ),
  'a bill without ids that lacks two days of three': books(
    { model: 'one', occurredAt: 'days' },
    { requestId: 'none', occurredAt: 'everyThirdDay' },
  ),
  'a bill without ids, a model each': books({ model: 'own' }, { requestId: 'none', model: 'other' }),
  'models given away, a customer each': books(
    { model: 'own', userId: 'pairs', chargedAmount: 'zero', expectedCharge: 'zero' },
    { model: 'own' },
  ),
  'channels of which no request is in both ledgers': books(
    { requestId: 'halves', channelId: 'many' },
    { requestId: 'crossed', channelId: 'many', costAmount: 'long' },
  ),
  'a bonus each': books(undefined, undefined, { amount: 'one', creditedAmount: 'prime' }),
  'every name its own': books(
    { model: 'own', channelId: 'own', userId: 'own', currency: 'own', occurredAt: 'days' },
    { model: 'other', channelId: 'other', currency: 'two', occurredAt: 'days' },
    { userId: 'own', currency: 'own', occurredAt: 'days' },
  ),
  'an upstream id that every row carries': native(
    { upstream_request_id: 'shared' },
    { ...bill, cost: 'rising', request_id: 'shared' },
    1,
  ),
  'links in a circle': native({ upstream_request_id: 'next' }, { ...log, upstream_request_id: 'next' }),
  'attempts of one request': native({ request_id: 'shared', type: 'retries' }),
  'tasks settled again and again': native({ type: 'refunds', other: 'settlement' }),
  'tasks of one amount': native({ type: 'refunds', other: 'submitted' }),
  'rows without any id': native({ id: 'zero', request_id: 'none' }),
  'charges of one transaction': native({}, undefined, 0, movement),
  'a large value in the first row, nothing that is a log': unread({ x: 'zeros' }),
  'rows of a day within a day': unread({ results: 'manyRows' }, 'dayInDay'),
  'pages that state totals': unread({ total: 'one', data: 'page' }),
  'two logs whose rows share one id': month(native({ id: 'one', request_id: 'shared', quota: 'rising' })),
  'two logs whose failures share one id': month(
    native({ id: 'one', request_id: 'shared', type: '5', prompt_tokens: 'own' }),
  ),
  'two bills, one request id': month(native({}, { ...bill, cost: 'rising', request_id: 'shared' }, 1)),
  'two lists of charges, one upstream id': month(books({}, { upstreamId: 'shared', costAmount: 'rising' })),
  'usage of one request in two files': month(books({ requestId: 'shared', chargedAmount: 'rising' })),
  'payments of one transaction in two files': month(
    books({}, undefined, { transactionId: 'shared', amount: 'rising' }),
  ),
  'one order in two lists of top-ups': month({
    surface: 'normalize',
    lists: {
      logs: { kind: 0, patterns: log },
      payments: { kind: 0, patterns: { ...topUp, trade_no: 'shared', money: 'rising' } },
    },
  }),
  'a file for each row of a day': { ...books({}, { requestId: 'none' }, {}), files: 'many' },
  'a file for each row of a log and its upstream’s': {
    ...native({ upstream_request_id: 'own' }, { ...log, request_id: 'other' }),
    files: 'many',
  },
  'a file for each row of one request': {
    ...native({ id: 'one', request_id: 'shared' }, { ...bill, cost: 'rising', request_id: 'shared' }, 1),
    files: 'many',
  },
  'movements of one payment in two reports': month(
    native({}, undefined, 0, { ...movement, reporting_category: 'all' }),
  ),
};

/** Blocks of code and elements of arrays, for each shape and number of rows. */
function countWork(tasks: readonly (readonly [Shape, number])[]): number[] {
  const counting = join(import.meta.dirname, '../support/bounds/count-work.ts');
  // V8 forgets the counts of closures that it collects.
  const room = ['--min-semi-space-size=256', '--max-semi-space-size=256'];
  const { stdout, stderr } = spawnSync(process.execPath, [...room, counting], {
    input: JSON.stringify(tasks),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as number[];
}

test('eight times the rows take at most about eight times the work, whatever the rows have in common', () => {
  const tasks = Object.values(SHAPES).flatMap((shape) => [FEW, MANY].map((rows) => [shape, rows] as const));
  const counts = countWork(tasks);
  const growth = Object.keys(SHAPES).map((name, place) => {
    const [few = 0, many = 0] = counts.slice(2 * place, 2 * place + 2);
    return [name, many / MANY / (few / FEW)] as const;
  });
  expect(growth.filter(([, times]) => !(times < GROWTH_MAX))).toEqual([]);
});
