import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DETAIL_IDS_MAX, fewOf } from '#shared/engine/rows/few-ids.ts';
import { addId, type Evidence, type FirstIds, firstIds, SEVERITIES } from '#shared/engine/tally/evidence.ts';
import { addEvidence, evidenceByCode } from '#shared/engine/tally/evidence-by-code.ts';
import { toDecimal, toPlainText } from '#shared/money/money.ts';

test('observations about one subject add up to the same evidence in any order', () => {
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
        requestIds: fewOf(ids),
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

describe('the ids that a finding lists', () => {
  const ids = Array.from({ length: DETAIL_IDS_MAX + 10 }, (_, i) => `r${i}`);
  const first = ids.toSorted().slice(0, DETAIL_IDS_MAX);
  const ofAll = (some: readonly string[]): FirstIds => {
    const all = firstIds();
    for (const id of some) addId(all, id);
    return all;
  };

  test.each<[string, readonly string[], readonly string[]]>([
    ['none', [], []],
    ['one', ['b'], ['b']],
    ['one that comes twice, once', ['b', 'a', 'b'], ['a', 'b']],
    ['by code unit', ['a', 'B', '10', '9', ''], ['', '10', '9', 'B', 'a']],
    ['of many the first twenty', ids, first],
    ['whatever their order', ids.toReversed(), first],
    ['however often they come', [...ids, ...ids], first],
  ])('%s', (_, some, listed) => expect(ofAll(some).value).toEqual(listed));
});
