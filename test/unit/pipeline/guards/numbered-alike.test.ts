import { expect, test } from 'vitest';
import { refuseNumberedAlike, sharedIds } from '#shared/pipeline/guards/numbered-alike.ts';
import type { Books } from '#shared/pipeline/link/link.ts';
import { headed, refusedBy, type Shown } from '../../../support/pipeline/headed.ts';

/** Sales as `a1 b1@99 b2=n`: file and id of each, the minute unless it is the first, and the model unless it is `m`. */
function sharedIn(text: string) {
  const sales = [...text.matchAll(/([ab])(\d)(?:@(\d+))?(?:=(\w))?/g)];
  return sharedIds({
    downstreamUsage: sales.map(([, , requestId, minute = 0, model = 'm']) => ({
      ...{ requestId, model, occurredAt: new Date(Number(minute) * 60_000).toISOString() },
    })) as Books['downstreamUsage'],
    places: {
      downstreamUsage: sales.map(([, file = ''], row) => ({ source: 'ab'.indexOf(file), row })),
    } as Books['places'],
  });
}

test.each<[what: string, sales: string, pairs: object]>([
  ['none', '', {}],
  ['of one file', 'a1 a1@99', {}],
  ['of two, with ids of their own', 'a1 b2', {}],
  ['the same request', 'a1 b1', { '0 1': { shared: 1, others: 0 } }],
  ['an hour apart', 'a1@60 b1', { '0 1': { shared: 1, others: 0 } }],
  ['more than an hour', 'a1@61 b1', { '0 1': { shared: 1, others: 1 } }],
  ['of another model', 'a1 b1=n', { '0 1': { shared: 1, others: 1 } }],
  [
    'the second of three',
    'b1 b1@99 a1@99 a2 b2',
    { '1 0': { shared: 1, others: 1 }, '0 1': { shared: 1, others: 0 } },
  ],
  ['several', 'a1 a2 b1 b2@99', { '0 1': { shared: 2, others: 1 } }],
])('ids that two files have: %s', (_, sales, pairs) => {
  expect(sharedIn(sales)).toEqual(pairs);
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
