import { expect, test } from 'vitest';
import { Ids } from '#shared/run/columns/ids.ts';
import { type NamedSources, refuseUpstreamLogs, upstreamLogsIn } from '#shared/run/guards/upstream-logs.ts';
import { headed, refusedBy } from '../../../support/run/headed.ts';

const idsOf = (texts: string): Ids => {
  const ids = new Ids();
  for (const text of texts.split(',')) ids.add(text.trim());
  return ids;
};

/** Of each log the ids of its requests, and those that these have upstream; and who is bought from. */
test.each<[logs: string, logs: readonly (readonly [own: string, upstream: string])[], bought: number[]]>([
  [
    'the last row of one names a request of the other',
    [
      ['a1, a2', ', b2'],
      ['b1, b2', ', '],
    ],
    [1],
  ],
  [
    'the other way round',
    [
      ['b1, b2', ', '],
      ['a1, a2', 'b1, '],
    ],
    [0],
  ],
  [
    'they know nothing of one another',
    [
      ['a1', 'x'],
      ['b1', 'y'],
    ],
    [],
  ],
  [
    'requests without ids are nobody’s',
    [
      ['a1, a2', ', '],
      [', ', ', '],
    ],
    [],
  ],
  ['a gateway that is its own upstream', [['a1, a2', 'a2, ']], []],
  [
    'the same in two files',
    [
      ['a1', 'a2'],
      ['a2', 'a1'],
    ],
    [],
  ],
  [
    'a chain of three',
    [
      ['a1', 'b1'],
      ['b1', 'c1'],
      ['c1', ''],
    ],
    [1, 2],
  ],
  [
    'two that buy from one',
    [
      ['a1', 'c1'],
      ['b1', 'c2'],
      ['c1, c2', ', '],
    ],
    [2],
  ],
])('logs of a gateway upstream: %s', (_, logs, bought) => {
  expect(
    upstreamLogsIn(logs.map(([own, upstream]) => ({ own: idsOf(own), upstream: idsOf(upstream) }))),
  ).toEqual(bought);
});

/** Which logs name requests of which others, as each shard saw it. */
test.each<[named: string, named: NamedSources, refused?: string]>([
  ['nobody anybody', []],
  ['one another', [[0, [1]]], 'b'],
  [
    'each the other',
    [
      [0, [1]],
      [1, [0]],
    ],
  ],
  [
    'each the other, in other shards',
    [
      [0, [1]],
      [0, [2]],
      [1, [0]],
    ],
    'c',
  ],
  ['itself', [[0, [0]]]],
  ['two others', [[0, [1, 2]]], 'b c'],
])('who names requests of whom: %s', (_, named, refused) => {
  const said = refusedBy(() => refuseUpstreamLogs(named, headed({}, {}, {})));
  expect(said?.split('\n').slice(1).join(' ')).toBe(refused);
  if (refused)
    expect(said).toMatch(/^A file of --logs is the log of the gateway upstream: .* --upstream\.\n/);
});
