import { expect, test } from 'vitest';
import { IdColumn } from '#shared/pipeline/columns/ids.ts';
import { findUpstreamLogPositions, findUpstreamLogs } from '#shared/pipeline/guards/upstream-logs.ts';
import { factsOf, headed, refusal } from '../../../support/pipeline/headed.ts';

const idsOf = (texts: readonly string[]): IdColumn => {
  const ids = new IdColumn();
  for (const text of texts) ids.add(text);
  return ids;
};

/** A log as `a1 a2>b2 -`: the ids of its requests, that which one has upstream behind it, and one without any. */
function logOf(text: string) {
  const rows = text.split(' ').map((row) => row.replace('-', '').split('>'));
  return { own: idsOf(rows.map(([own = '']) => own)), upstream: idsOf(rows.map(([, id = '']) => id)) };
}

test.each<[what: string, logs: string, bought: number[]]>([
  ['the last row of one names a request of the other', 'a1 a2>b2 | b1 b2', [1]],
  ['the other way round', 'b1 b2 | a1>b1 a2', [0]],
  ['they know nothing of one another', 'a1>x | b1>y', []],
  ['requests without ids are nobody’s', 'a1 a2 | - -', []],
  ['a gateway that is its own upstream', 'a1>a2 a2', []],
  ['the same in two files', 'a1>a2 | a2>a1', []],
  ['a chain of three', 'a1>b1 | b1>c1 | c1', [1, 2]],
  ['two that buy from one', 'a1>c1 | b1>c2 | c1 c2', [2]],
  ['one that two files contain', 'a1>b1 | b1 | b2 b1', [1, 2]],
  ['ids that repeat', 'a1>b1 a2>b1 a1 | b1 b1 | b1', [1, 2]],
])('logs of a gateway upstream: %s', (_, logs, bought) => {
  expect(findUpstreamLogPositions(logs.split(' | ').map(logOf))).toEqual(bought);
});

/** `a>bc`: the first log names requests of the second and the third. */
const namedIn = (text: string): Map<number, Set<number>> =>
  new Map(
    [...text.matchAll(/(\w)>(\w+)/g)].map(([, one = '', others = '']) => [
      'abc'.indexOf(one),
      new Set([...others].map((other) => 'abc'.indexOf(other))),
    ]),
  );

test.each<[who: string, named: string, refused?: string]>([
  ['nobody anybody', ''],
  ['one another', 'a>b', 'b'],
  ['each the other', 'a>b b>a'],
  ['each the other, and one a third', 'a>bc b>a', 'c'],
  ['itself', 'a>a'],
  ['two others', 'a>bc', 'b c'],
])('who names requests of whom: %s', (_, named, refused) => {
  const said = refusal(findUpstreamLogs(factsOf(headed({}, {}, {}), { upstreamLogs: namedIn(named) })));
  expect(said?.split('\n').slice(1).join(' ')).toBe(refused);
  if (refused)
    expect(said).toMatch(/^A file of --logs is the log of the upstream gateway: .* --upstream instead\.\n/);
});
