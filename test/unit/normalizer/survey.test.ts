import { describe, expect, it } from 'vitest';
import type { IndexedRow, RowField } from '#shared/normalizer/intake/native.ts';
import { surveyLogs } from '#shared/normalizer/log-survey/log-survey.ts';
import { areIdsUnique, countRowIds, readRowNumbers } from '#shared/normalizer/log-survey/row-ids.ts';
import { CREATED_AT, newApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { newApiSettings } from '../../support/normalizer/new-api-settings.ts';

const entriesOf = (field: RowField, rows: readonly Row[]): IndexedRow[] =>
  rows.map((native, index) => ({ field, index, native }));
const survey = (logs: readonly Row[], upstream: readonly Row[] = []) =>
  surveyLogs(
    {
      logs: entriesOf('logs', logs),
      upstreamCharges: entriesOf('upstreamCharges', upstream),
      payments: [],
    },
    newApiSettings,
  );

describe('row ids', () => {
  it.each<[string, boolean, rows: string]>([
    ['identify rows if there are none', true, ''],
    ['identify a single row', true, '1@0'],
    ['do not identify rows if an id is missing', false, '0@0'],
    ['identify rows if a time is missing', true, '1@0 2@ 3@1'],
    ['identify rows in one second', true, '1@5 2@5'],
    ['do not identify rows if they grow while time falls', false, '1@10 2@5'],
    ['identify rows if time falls by seconds and rises', true, '1@10 2@5 3@11'],
    ['identify rows if time rises and falls by seconds', true, '1@5 2@11 3@10'],
    ['identify rows if a row is a minute older than the one before', true, '1@60 2@0 3@61'],
    ['do not identify rows if a row is more than a minute older', false, '1@61 2@0 3@62'],
    ['do not identify rows if a row is over a minute older in two steps', false, '1@100 2@60 3@39 4@101'],
    ['do not identify rows if an id is repeated', false, '1@0 1@0 2@1'],
    ['identify rows in any order of rows', true, '3@2 1@0 2@1'],
  ])('%s', (_, expected, rows) => {
    const natives = [...rows.matchAll(/(\d+)@(\d*)/g)].map(([, id, seconds]) => ({
      id: Number(id),
      created_at: seconds === '' ? '' : CREATED_AT + Number(seconds),
    }));
    expect(
      areIdsUnique(countRowIds(readRowNumbers(entriesOf('logs', natives), newApiSettings.connector))),
    ).toBe(expected);
  });
});

const idsFrom = (...parts: readonly [id: unknown, seconds: number][][]) =>
  countRowIds(
    ...parts.map((rows) =>
      readRowNumbers(
        entriesOf(
          'logs',
          rows.map(([id, seconds]) => ({ id, created_at: CREATED_AT + seconds })),
        ),
        newApiSettings.connector,
      ),
    ),
  );

/** More rows than a call may have, with the ids 1, 2, … and one row a second. */
const MANY = 20_000;
const many = Array.from({ length: MANY }, (_, i): [number, number] => [i + 1, i]);

describe('the row ids of a ledger', () => {
  it('identify rows if they grow with time', () => {
    expect(areIdsUnique(idsFrom(many))).toBe(true);
    expect(idsFrom(many).buckets.length).toBeLessThan(10_000);
  });

  it('identify no rows if many repeat, or if time falls', () => {
    expect(areIdsUnique(idsFrom([...many, ...many]))).toBe(false);
    expect(areIdsUnique(idsFrom(many.map(([id, seconds]) => [id, -seconds])))).toBe(false);
  });

  it('identify no rows if a single row is ten minutes older than rows with smaller ids; half a minute is normal in a busy gateway', () => {
    const late = (seconds: number) => areIdsUnique(idsFrom(many.with(10_001, [10_002, 10_001 - seconds])));
    expect(late(600)).toBe(false);
    expect(late(30)).toBe(true);
  });

  it('are missing equally often in the whole as in its parts', () => {
    const both = idsFrom([[0, 1]], [['x', 2]]);
    expect(both.nameless).toBe(2);
    expect(areIdsUnique(both)).toBe(false);
  });

  it('identify no rows if a single row has none', () =>
    expect(areIdsUnique(idsFrom([...many, [0, MANY]]))).toBe(false));

  it('are judged equally in any division and any order', () => {
    const undivided = idsFrom(many);
    for (const parts of [2, 7, 64]) {
      const divided = Array.from({ length: parts }, (_, part) =>
        many.filter((__, i) => (i * 7919) % parts === part),
      );
      expect(idsFrom(...divided)).toEqual(undivided);
      expect(idsFrom(...divided.reverse())).toEqual(undivided);
    }
  });

  it('distinguish every two rows that a call can contain', () => {
    const sparse = Array.from({ length: 5000 }, (_, i): [number, number] => [1000 * (i + 1), i]);
    expect(idsFrom(sparse).width).toBe(1);
    expect(areIdsUnique(idsFrom(sparse))).toBe(true);
    expect(areIdsUnique(idsFrom([...sparse.slice(1), [2000, 1]]))).toBe(false);
  });
});

describe('the survey of rows', () => {
  const row = newApiRow({ id: 1 });

  it('judges the ids of upstream log rows by gateway, without bills', () => {
    const uniqueAmong = (...rows: Row[]) => [...survey([], rows).uniqueUpstreams];
    const [all, bill] = [['new-api', 'one-api', 'one-hub', 'voapi'], { id: 'b', cost: 1 }];
    expect(uniqueAmong(row, oneHubRow({ id: 2 }), bill)).toEqual(all);
    expect(uniqueAmong(row, oneHubRow({ id: 0 }), bill)).toEqual(all.toSpliced(2, 1));
    expect(uniqueAmong(newApiRow({ id: 0 }), oneHubRow({ id: 2 }), bill)).toEqual(all.slice(1));
  });

  it('lists the recognized gateways, sorted by name', () => {
    expect(survey([row]).detectedGateways).toEqual(['new-api', 'voapi']);
    expect(survey([oneHubRow(), row]).detectedGateways).toEqual(['new-api', 'one-hub', 'voapi']);
    expect(survey([{ id: 1, quota: 5 }]).detectedGateways).toEqual([]);
    expect(survey([], [row]).detectedGateways).toEqual([]);
  });
});
