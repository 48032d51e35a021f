import { expect, test } from 'vitest';
import { IdColumn } from '#shared/pipeline/columns/ids.ts';
import { findUpstreamLogPositions, findUpstreamLogs } from '#shared/pipeline/guards/upstream-logs.ts';
import { buildFacts, buildSources, formatRefusal } from '../../../support/pipeline/source-facts.ts';

const idsOf = (texts: readonly string[]): IdColumn => {
  const ids = new IdColumn();
  for (const text of texts) ids.add(text);
  return ids;
};

/** Parses a log such as `a1 a2>b2 -`: request ids, each with its upstream id if any. A dash is a row without ids. */
function logOf(text: string) {
  const rows = text.split(' ').map((row) => row.replace('-', '').split('>'));
  return { own: idsOf(rows.map(([own = '']) => own)), upstream: idsOf(rows.map(([, id = '']) => id)) };
}

test.each<[what: string, logs: string, upstreamLogs: number[]]>([
  ['the first log has a request id of the second as upstream id', 'a1 a2>b2 | b1 b2', [1]],
  ['the second log has a request id of the first as upstream id', 'b1 b2 | a1>b1 a2', [0]],
  ['no ids in common', 'a1>x | b1>y', []],
  ['rows without ids', 'a1 a2 | - -', []],
  ['a gateway that is its own upstream', 'a1>a2 a2', []],
  ['a gateway that is its own upstream, in two files', 'a1>a2 | a2>a1', []],
  ['a chain of three', 'a1>b1 | b1>c1 | c1', [1, 2]],
  ['two gateways with one upstream', 'a1>c1 | b1>c2 | c1 c2', [2]],
  ['one request in two upstream logs', 'a1>b1 | b1 | b2 b1', [1, 2]],
  ['repeated ids', 'a1>b1 a2>b1 a1 | b1 b1 | b1', [1, 2]],
])('logs of an upstream gateway are found by their ids: %s', (_, logs, upstreamLogs) => {
  expect(findUpstreamLogPositions(logs.split(' | ').map(logOf))).toEqual(upstreamLogs);
});

/** `a>bc`: the first log has upstream ids of requests in the second and the third. */
const parseReferences = (text: string): Map<number, Set<number>> =>
  new Map(
    [...text.matchAll(/(\w)>(\w+)/g)].map(([, log = '', upstream = '']) => [
      'abc'.indexOf(log),
      new Set([...upstream].map((letter) => 'abc'.indexOf(letter))),
    ]),
  );

test.each<[title: string, references: string, refused?: string]>([
  ['no references', ''],
  ['one log refers to another', 'a>b', 'b'],
  ['two logs refer to each other', 'a>b b>a'],
  ['two logs refer to each other, and one of them to a third', 'a>bc b>a', 'c'],
  ['a log refers to itself', 'a>a'],
  ['a log refers to two others', 'a>bc', 'b c'],
])('logs of an upstream gateway are refused: %s', (_, references, refused) => {
  const message = formatRefusal(
    findUpstreamLogs(buildFacts(buildSources({}, {}, {}), { upstreamLogs: parseReferences(references) })),
  );
  expect(message?.split('\n').slice(1).join(' ')).toBe(refused);
  if (refused)
    expect(message).toMatch(
      /^A file of --logs is the log of the upstream gateway: .* --upstream instead\.\n/,
    );
});
