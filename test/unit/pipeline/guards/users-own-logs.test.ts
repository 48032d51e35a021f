import { expect, test } from 'vitest';
import { findUsersOwnLogs } from '#shared/pipeline/guards/users-own-logs.ts';
import { english, headed, type Shown } from '../../../support/pipeline/headed.ts';

/** A log that a user sees, or of one user. */
const own = (userId: string): Shown => ({ rows: 3, usersOwnLog: { userId, isProven: true } });
const ofOne = (userId: string): Shown => ({ rows: 3, usersOwnLog: { userId, isProven: false } });
const all: Shown = { rows: 3 };
const ONE = /^a contains only user 7’s own log, .*"customers": 1\./;
const ASK = /^All rows of a belong to user 7\..*"customers": 1\./;

test.each<
  [lists: string, files: readonly Shown[], customers: number | undefined, said: RegExp[], leftOut?: number[]]
>([
  ['one', [own('7')], undefined, [ONE]],
  ['one of the only customer', [own('7')], 1, []],
  ['one of two customers', [own('7')], 2, [ONE]],
  ['two of one user', [own('7'), own('7')], undefined, [/^a, b contain only user 7’s own log,/]],
  [
    'of two users',
    [own('7'), own('8')],
    undefined,
    [/^a, b contain only the own logs of users 7, 8, .*"customers": 2\./],
  ],
  ['of the only two', [own('7'), own('8')], 2, []],
  [
    'of six',
    ['1', '2', '3', '4', '5', '6'].map(own),
    undefined,
    [/^a, b, c, d, e, … contain only the own logs of users 1, 2, 3, 4, 5, …,/],
  ],
  [
    'beside the administrator’s',
    [all, own('7'), own('8')],
    undefined,
    [/^b is user 7’s own log\. Its 3 rows/, /^c is user 8’s own log\./],
    [1, 2],
  ],
  ['beside an empty log', [own('7'), { ...all, rows: 0 }], undefined, [ONE]],
  ['beside a bill', [own('7'), { ...all, field: 'upstreamCharges' }], undefined, [ONE]],
  ['all rows of one user', [ofOne('7')], undefined, [ASK]],
  ['in two files', [ofOne('7'), ofOne('7')], undefined, [ASK]],
  ['of the only customer', [ofOne('7')], 1, []],
  ['of two users, each in a file', [ofOne('7'), ofOne('8')], undefined, []],
  ['of many', [all], undefined, []],
  ['of nobody', [], undefined, []],
])('own lists: %s', (_, files, customers, said, leftOut = []) => {
  const told = findUsersOwnLogs(headed(...files), customers);
  expect(english([...told.questions, ...told.notes])).toEqual(said.map((one) => expect.stringMatching(one)));
  expect([...told.leftOut]).toEqual(leftOut);
  // Only where own lists stand alone, and are not all there are.
  expect(told.questions.map(({ en }) => /own logs?.*so requests of other/.test(en))).toEqual(
    told.questions.map(() => true),
  );
});
