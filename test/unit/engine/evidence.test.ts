import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DETAIL_IDS_MAX, limitIds } from '#shared/engine/rows/row.ts';
import { addId, type Evidence, type FirstIds, firstIds, SEVERITIES } from '#shared/engine/tally/evidence.ts';
import {
  addEvidence,
  EvidencePacker,
  evidenceByCode,
  unpackEvidence,
} from '#shared/engine/tally/evidence-by-code.ts';
import { toDecimal, toPlainText, ZERO } from '#shared/money/money.ts';

test('observations about one subject give the same evidence in any order', () => {
  const id = fc.integer({ min: 0, max: 99 }).map((value) => `id ${value}`);
  const seen = fc.record({
    severity: fc.constantFrom(...SEVERITIES),
    amount: fc.constantFrom('1', '-0.5', '0.1'),
    ids: fc.array(id, { maxLength: 15 }),
    model: fc.constantFrom('m', 'n'),
    figure: fc.constantFrom('x', 'y'),
  });
  type Seen = typeof seen extends fc.Arbitrary<infer T> ? T : never;
  const evidenceOf = (all: readonly Seen[]) => {
    const evidence = evidenceByCode();
    for (const { severity, amount, ids, model, figure } of all)
      addEvidence(evidence, {
        code: 'code',
        subject: { kind: 'model', name: '__proto__' },
        severity,
        cases: 1,
        amount: toDecimal(amount),
        amounts: { [figure]: toDecimal('0.1') },
        counts: { [figure]: 2 },
        requestIds: limitIds(ids),
        names: { model },
      });
    const { amount, amounts, counts, requestIds, ...rest } = evidence
      .at('code')
      .at('model')
      .get('__proto__') as Evidence;
    const sorted = Object.entries({ ...amounts, ...counts })
      .map(([name, value]) => `${name} ${value}`)
      .sort();
    return { ...rest, sorted, amount: amount && toPlainText(amount), requestIds };
  };
  fc.assert(
    fc.property(
      fc.array(seen, { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      (all, stream) => {
        const shuffled = all
          .map((one) => ({ one, place: stream.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ one }) => one);
        const whole = evidenceOf(all);
        expect(evidenceOf(shuffled)).toEqual(whole);
        expect(whole.requestIds?.length).toBeLessThanOrEqual(DETAIL_IDS_MAX);
      },
    ),
  );
});

const REQUEST = {
  code: 'c',
  subject: { kind: 'request', name: 'r1' },
  severity: 'warning',
  cases: 1,
} as const;

test.each<[string, Partial<Evidence>]>([
  ['a request, its model, channel and customer', { names: { model: 'm', channelId: '7' }, userIds: ['u'] }],
  ['names that differ between observations', { names: { model: 'm', channelId: null } }],
  ['a pair of names', { subject: { kind: 'pair', name: ['sold', 'served'] } }],
  ['time, number of cases and severity', { since: 1_793_491_200_000, cases: 12, severity: 'critical' }],
  ['an amount of 0', { amount: ZERO }],
  ['an amount below 0', { amount: toDecimal('-12.000345') }],
  ['amounts of more digits than a double', { amount: toDecimal(`${'9'.repeat(20)}.${'1'.repeat(20)}`) }],
  [
    'an amount, a part of which is counted elsewhere',
    { amount: toDecimal('7'), uncounted: toDecimal('2.5') },
  ],
  ['a part counted elsewhere without an amount', { uncounted: toDecimal('2.5') }],
  [
    'amounts that explain the finding',
    { amounts: { charged: toDecimal('1e-14'), expected: toDecimal('99999999999999') } },
  ],
  ['counts', { amounts: { charged: toDecimal('1') }, counts: { requests: 3, inputDownstream: 2 ** 40 } }],
  ['reasons', { reasons: { texts: { file: 'a.json' } } }],
  ['several customers', { userIds: ['u', 'v'] }],
  ['ids of requests, charges and payments', { requestIds: ['r'], upstreamIds: ['u'], transactionIds: ['t'] }],
  ['names of a payment', { names: { transactionId: 't' } }],
  ['amounts by customer', { amountsByUser: new Map([['u', toDecimal('1')]]) }],
])('evidence says as a record what was observed: %s', (_, observed) => {
  const packer = new EvidencePacker();
  const all = [REQUEST, { ...REQUEST, ...observed }, { ...REQUEST, amount: toDecimal('3') }].map(
    (seen) => [seen, packer.pack(seen as Evidence)] as const,
  );
  const fieldsOf = ({ names, userIds, amount, uncounted, amounts, ...seen }: Evidence) => ({
    ...Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined)),
    model: names?.model,
    channelId: names?.channelId,
    transactionId: names?.transactionId,
    userIds: userIds ?? [],
    texts: Object.entries({ amount, uncounted, ...amounts }).flatMap(([name, value]) =>
      value === undefined ? [] : `${name} ${toPlainText(value)}`,
    ),
  });
  for (const [seen, record] of all) expect(fieldsOf(unpackEvidence(record))).toEqual(fieldsOf(seen));
});

describe('the ids that a finding lists', () => {
  const ids = Array.from({ length: DETAIL_IDS_MAX + 10 }, (_, i) => `r${i}`);
  const first = ids.toSorted().slice(0, DETAIL_IDS_MAX);
  const ofAll = (some: readonly string[]): FirstIds => {
    const all = firstIds();
    for (const id of some) addId(all, id);
    return all;
  };

  test.each<[string, readonly string[], readonly string[]]>([
    ['no ids', [], []],
    ['one id', ['b'], ['b']],
    ['a repeated id once', ['b', 'a', 'b'], ['a', 'b']],
    ['ids sorted by code unit', ['a', 'B', '10', '9', ''], ['', '10', '9', 'B', 'a']],
    ['the first twenty of many', ids, first],
    ['the same twenty in any order', ids.toReversed(), first],
    ['the same twenty if ids are repeated', [...ids, ...ids], first],
  ])('%s', (_, some, listed) => expect(ofAll(some).value).toEqual(listed));
});
