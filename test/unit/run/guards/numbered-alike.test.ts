import { expect, test } from 'vitest';
import { refuseNumberedAlike, sharedIds } from '#shared/run/guards/numbered-alike.ts';
import type { Books } from '#shared/run/link/link.ts';
import { headed, refusedBy, type Shown } from '../../../support/run/headed.ts';

type Sale = readonly [source: number, id: string, minute?: number, model?: string];
const shared = (...sales: readonly Sale[]) =>
  sharedIds({
    downstreamUsage: sales.map(([, requestId, minute = 0, model = 'm']) => ({
      ...{ requestId, model, occurredAt: new Date(minute * 60_000).toISOString() },
    })) as Books['downstreamUsage'],
    places: { downstreamUsage: sales.map(([source], row) => ({ source, row })) } as Books['places'],
  });

test.each<[sales: string, sales: readonly Sale[], pairs: object]>([
  ['none', [], {}],
  [
    'of one file',
    [
      [0, '1'],
      [0, '1', 99],
    ],
    {},
  ],
  [
    'of two, with ids of their own',
    [
      [0, '1'],
      [1, '2'],
    ],
    {},
  ],
  [
    'the same request',
    [
      [0, '1'],
      [1, '1'],
    ],
    { '0 1': { shared: 1, others: 0 } },
  ],
  [
    'an hour apart',
    [
      [0, '1', 60],
      [1, '1', 0],
    ],
    { '0 1': { shared: 1, others: 0 } },
  ],
  [
    'more than an hour',
    [
      [0, '1', 61],
      [1, '1', 0],
    ],
    { '0 1': { shared: 1, others: 1 } },
  ],
  [
    'of another model',
    [
      [0, '1'],
      [1, '1', 0, 'n'],
    ],
    { '0 1': { shared: 1, others: 1 } },
  ],
  [
    'the second of three',
    [
      [1, '1'],
      [1, '1', 99],
      [0, '1', 99],
      [0, '2'],
      [1, '2'],
    ],
    { '1 0': { shared: 1, others: 1 }, '0 1': { shared: 1, others: 0 } },
  ],
  [
    'several',
    [
      [0, '1'],
      [0, '2'],
      [1, '1'],
      [1, '2', 99],
    ],
    { '0 1': { shared: 2, others: 1 } },
  ],
])('ids that two files have: %s', (_, sales, pairs) => {
  expect(shared(...sales)).toEqual(pairs);
});

const MAPPED: Shown = { mapping: {} as never };
test.each<[pairs: string, shared: number, others: number, files: readonly Shown[], isRefused: boolean]>([
  ['five, all others', 5, 5, [MAPPED, MAPPED], true],
  ['four', 4, 4, [MAPPED, MAPPED], false],
  ['nine of ten', 10, 9, [MAPPED, MAPPED], true],
  ['less than that', 11, 9, [MAPPED, MAPPED], false],
  ['no mapping', 5, 5, [{}, MAPPED], false],
  ['one mapping', 5, 5, [MAPPED, {}], false],
])('ids of other requests: %s', (_, many, others, files, isRefused) => {
  const pairs = { '1 0': { shared: 1, others: 1 }, '0 1': { shared: many, others } };
  const said = refusedBy(() => refuseNumberedAlike(pairs, headed(...files)));
  const start = `a and b number their requests alike: ${others} of ${many} ids`;
  expect(said?.slice(0, start.length)).toBe(isRefused ? start : undefined);
});
