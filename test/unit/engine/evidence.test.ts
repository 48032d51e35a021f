import { describe, expect, test } from 'vitest';
import { DETAIL_IDS_MAX } from '#shared/engine/rows/few-ids.ts';
import {
  addEvidence,
  addId,
  type EvidenceByCode,
  evidenceByCode,
  type FirstIds,
  firstIds,
} from '#shared/engine/tally/evidence.ts';
import { decimal, plain } from '#shared/money.ts';

const throughJson = (all: EvidenceByCode): EvidenceByCode =>
  evidenceByCode.unpack(JSON.parse(JSON.stringify(evidenceByCode.pack(all))));

test('what a conclusion tells of single customers reaches another machine, in its order', () => {
  const amounts = [
    ['b', '0.30000000000000000001'],
    ['9', '0.2'],
    ['a', '0.1'],
  ] as const;
  const all = evidenceByCode.empty();
  addEvidence(all, {
    code: 'funding_shortfall',
    subject: { kind: 'report', name: 'report' },
    severity: 'info',
    cases: 1,
    amountsByUser: new Map(amounts.map(([user, amount]) => [user, decimal(amount)])),
  });
  const there = evidenceByCode.empty();
  evidenceByCode.merge(there, throughJson(all));
  const seen = there.get('funding_shortfall')?.get('report')?.get('report');
  expect([...(seen?.amountsByUser ?? [])].map(([user, amount]) => [user, plain(amount)])).toEqual(amounts);
});

describe('the ids that a finding lists', () => {
  const ids = Array.from({ length: DETAIL_IDS_MAX + 10 }, (_, i) => `r${i}`);
  const first = ids.toSorted().slice(0, DETAIL_IDS_MAX);
  const ofAll = (some: readonly string[]): FirstIds => {
    const all = firstIds.empty();
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

  test('are the same in whatever parts they come', () => {
    for (const size of [1, 2, 7, 25]) {
      const sum = firstIds.empty();
      for (let at = ids.length; at > 0; at -= size)
        firstIds.merge(sum, ofAll(ids.slice(Math.max(at - size, 0), at)));
      expect(sum.value).toEqual(first);
    }
  });
});
