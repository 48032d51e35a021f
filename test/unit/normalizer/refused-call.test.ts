import { describe, expect, it } from 'vitest';
import { Account, RefusedCall } from '#shared/normalizer/account.ts';
import { FieldProblem } from '#shared/normalizer/fields/row-problem.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import { Rejection } from '#shared/rejections.ts';

const REASON = { sentence: { en: 'is wrong', zh: '有误' } };

function detailsOf(places: readonly (readonly [RowField, number])[]): readonly string[] {
  const refused = new RefusedCall();
  for (const [field, index] of places) refused.reject({ field, index }, [REASON]);
  try {
    refused.throwIfAny();
  } catch (rejection) {
    if (rejection instanceof Rejection) return rejection.quotingDetails;
    throw rejection;
  }
  return [];
}

describe('a call with rows that cannot be read', () => {
  it.each<[string, [RowField, number][], string[]]>([
    ['without one it passes', [], []],
    [
      'they are named by their number',
      [
        ['logs', 11],
        ['logs', 2],
        ['logs', 3],
      ],
      ['logs[2]', 'logs[3]', 'logs[11]'],
    ],
    [
      'and before that by the field that brought them',
      [
        ['payments', 0],
        ['upstreamCharges', 1],
        ['channels', 2],
        ['logs', 3],
      ],
      ['logs[3]', 'channels[2]', 'upstreamCharges[1]', 'payments[0]'],
    ],
  ])('%s', (_, places, named) =>
    expect(detailsOf(places)).toEqual(named.map((place) => `${place}: is wrong`)),
  );

  it('names fifty of them', () =>
    expect(detailsOf(Array.from({ length: 51 }, (_, index) => ['logs', index]))).toHaveLength(50));
});

describe('the account of a part', () => {
  it('goes on after a row that cannot be read, and not after a bug', () => {
    const account = new Account(new RefusedCall());
    const attempt = (problem: Error) =>
      account.attempt({ field: 'logs', index: 0 }, () => {
        throw problem;
      });
    expect(attempt(new FieldProblem('quota', { en: 'is required', zh: '必填' }))).toBeUndefined();
    expect(() => attempt(new TypeError('a bug'))).toThrow(TypeError);
  });

  it('names unknown channels in the order of their ids, whichever came first', () => {
    const account = new Account(new RefusedCall());
    for (const id of ['7', '12', '3']) account.unknownChannel(id);
    expect(account.accounted().unknownChannels).toEqual(['12', '3', '7']);
  });
});
