import { expect, test } from 'vitest';
import { findUsersOwnLogs } from '#shared/pipeline/guards/users-own-logs.ts';
import { buildSources, type SourceFacts, toEnglish } from '../../../support/pipeline/source-facts.ts';

/** `own` is a log that a user exported; `ofOne` is a log whose rows all belong to one user. */
const own = (userId: string): SourceFacts => ({ rows: 3, usersOwnLog: { userId, isProven: true } });
const ofOne = (userId: string): SourceFacts => ({ rows: 3, usersOwnLog: { userId, isProven: false } });
const all: SourceFacts = { rows: 3 };
const ONE = /^a contains only user 7’s own log, .*"customers": 1\./;
const ASK = /^All rows of a belong to user 7\..*"customers": 1\./;

test.each<
  [
    title: string,
    files: readonly SourceFacts[],
    customers: number | undefined,
    messages: RegExp[],
    leftOut?: number[],
  ]
>([
  ['one own log', [own('7')], undefined, [ONE]],
  ['the own log of the only customer', [own('7')], 1, []],
  ['the own log of one of two customers', [own('7')], 2, [ONE]],
  ['two own logs of one user', [own('7'), own('7')], undefined, [/^a, b contain only user 7’s own log,/]],
  [
    'own logs of two users',
    [own('7'), own('8')],
    undefined,
    [/^a, b contain only the own logs of users 7, 8, .*"customers": 2\./],
  ],
  ['own logs of the only two customers', [own('7'), own('8')], 2, []],
  [
    'own logs of six users',
    ['1', '2', '3', '4', '5', '6'].map(own),
    undefined,
    [/^a, b, c, d, e, … contain only the own logs of users 1, 2, 3, 4, 5, …,/],
  ],
  [
    'own logs beside the administrator’s log',
    [all, own('7'), own('8')],
    undefined,
    [/^b is user 7’s own log\. Its 3 rows/, /^c is user 8’s own log\./],
    [1, 2],
  ],
  ['an own log beside an empty log', [own('7'), { ...all, rows: 0 }], undefined, [ONE]],
  ['an own log beside a bill', [own('7'), { ...all, field: 'upstreamCharges' }], undefined, [ONE]],
  ['all rows of one user', [ofOne('7')], undefined, [ASK]],
  ['all rows of one user, in two files', [ofOne('7'), ofOne('7')], undefined, [ASK]],
  ['all rows of the only customer', [ofOne('7')], 1, []],
  ['rows of two users, in two files', [ofOne('7'), ofOne('8')], undefined, []],
  ['rows of many users', [all], undefined, []],
  ['no files', [], undefined, []],
])('users’ own logs are found: %s', (_, files, customers, messages, leftOut = []) => {
  const result = findUsersOwnLogs(buildSources(...files), customers);
  expect(toEnglish([...result.questions, ...result.notes])).toEqual(
    messages.map((pattern) => expect.stringMatching(pattern)),
  );
  expect([...result.leftOut]).toEqual(leftOut);
  // Questions are asked only if there are no other logs, and other customers may exist.
  expect(result.questions.map(({ en }) => /own logs?.*so requests of other/.test(en))).toEqual(
    result.questions.map(() => true),
  );
});
