import { describe, expect, it } from 'vitest';
import { newApi } from '#shared/connectors/gateways/new-api.ts';
import type { Entry } from '#shared/normalizer/intake/native.ts';
import { addRowIds, identify, rowIdsOf } from '#shared/normalizer/survey/row-ids.ts';
import { AT } from '../../support/fixtures/native-rows.ts';

const entries = (rows: [id: unknown, seconds: number][]): Entry[] =>
  rows.map(([id, seconds], index) => ({ field: 'logs', index, native: { id, created_at: AT + seconds } }));
const idsOf = (rows: [id: unknown, seconds: number][]) => rowIdsOf(entries(rows), newApi);

/** More rows than a single call may have: ids 1, 2, … with a row a second. */
const MANY = 20_000;
const many = Array.from({ length: MANY }, (_, i): [number, number] => [i + 1, i]);

describe('the row ids of a ledger of any size', () => {
  it('identify rows whose time grows with them', () => {
    expect(identify(idsOf(many))).toBe(true);
    expect(idsOf(many).buckets.length).toBeLessThan(10_000);
  });

  it('do not where many of them repeat, or where time falls', () => {
    expect(identify(idsOf([...many, ...many]))).toBe(false);
    expect(identify(idsOf(many.map(([id, seconds]) => [id, -seconds])))).toBe(false);
  });

  it('do not where a single row is ten minutes older than rows with smaller ids; half a minute is the lag of a busy gateway', () => {
    const late = (seconds: number) => identify(idsOf(many.with(10_001, [10_002, 10_001 - seconds])));
    expect(late(600)).toBe(false);
    expect(late(30)).toBe(true);
  });

  it('are missing in the whole as often as in its parts', () => {
    const [one, other] = [idsOf([[0, 1]]), idsOf([['x', 2]])];
    expect(addRowIds(one, other).nameless).toBe(2);
    expect(identify(addRowIds(one, other))).toBe(false);
  });

  it('do not where a single row has none', () => expect(identify(idsOf([...many, [0, MANY]]))).toBe(false));

  it('are judged alike in whatever parts they come, and in whatever order', () => {
    const whole = idsOf(many);
    for (const parts of [2, 7, 64]) {
      const surveys = Array.from({ length: parts }, (_, part) =>
        idsOf(many.filter((__, i) => (i * 7919) % parts === part)),
      );
      expect(surveys.reduce(addRowIds)).toEqual(whole);
      expect(surveys.reverse().reduceRight(addRowIds)).toEqual(whole);
    }
  });

  it('tell every two rows apart that one call can have', () => {
    const sparse = Array.from({ length: 5000 }, (_, i): [number, number] => [1000 * (i + 1), i]);
    expect(idsOf(sparse).width).toBe(1);
    expect(identify(idsOf(sparse))).toBe(true);
    expect(identify(idsOf([...sparse.slice(1), [2000, 1]]))).toBe(false);
  });
});
