import { describe, expect, test } from 'vitest';
import { isCountedTwice } from '#functions/console/page/worker/counted-twice.ts';

type Row = Record<string, unknown>;
const rowsOf = (natives: readonly Row[]) => natives.map((native) => ({ native }));

/** What an administrator sees of four users, without request ids. */
const admin: readonly Row[] = Array.from({ length: 80 }, (_, n) => ({
  ...{ id: 500 + n, user_id: 1 + (n % 4), created_at: 1_790_000_000 + 7 * n, type: 2, model_name: 'gpt-4o' },
  ...{ quota: 100 + n, prompt_tokens: 50 + n, completion_tokens: 9, request_time: 300 + n, channel_id: 3 },
}));
/** What one of them sees. */
const self = admin.filter(({ user_id }) => user_id === 2).map((row) => ({ ...row, id: 0, channel_id: 0 }));
const each = (change: (row: Row, n: number) => Row, rows = admin) => rows.map(change);
/** Requests that only their ids tell apart. */
const alike = each((row) => ({
  ...row,
  created_at: 1_790_000_000,
  quota: 5,
  prompt_tokens: 5,
  request_time: 1,
  user_id: 1,
}));

describe('requests of one log stand in another', () => {
  test.each<[what: string, one: readonly Row[], other: readonly Row[], isTwice: boolean]>([
    ['a user’s own list beside the administrator’s', self, admin, true],
    ['with ordinals for ids', each((row, n) => ({ ...row, id: n + 1 }), self), admin, true],
    [
      'which covers more days',
      [...self, ...each((row) => ({ ...row, created_at: 1_780_000_000 }))],
      admin,
      true,
    ],
    ['an own list that was read twice: nothing tells its rows apart', self, self, true],
    [
      'a table of the database beside the replies: they say the same in other fields',
      each(({ channel_id, ...row }) => ({ ...row, channel: channel_id })),
      admin,
      true,
    ],
    ['the administrator’s list beside the user’s: most of it stands nowhere else', admin, self, false],
    ['the same list again: its rows count once by themselves', admin, admin, false],
    ['even where rows are alike', alike, alike, false],
    ['another month', each((row) => ({ ...row, id: 0, created_at: 1_793_000_000 })), admin, false],
    [
      'the log of the gateway upstream, which knows one user and took less time',
      each((row) => ({ ...row, id: 0, user_id: 9, request_time: 1 })),
      admin,
      false,
    ],
    [
      'logs with request ids, which tell it themselves',
      each((row, n) => ({ ...row, id: 0, request_id: `r${n}` })),
      each((row, n) => ({ ...row, request_id: `r${n}` })),
      false,
    ],
    ['a few rows, which prove nothing', self.slice(0, 4), admin, false],
    [
      'rows without a charge',
      each((row) => ({ ...row, id: 0, quota: 0 })),
      each((row) => ({ ...row, quota: 0 })),
      false,
    ],
    ['nothing', [], [], false],
  ])('%s', (_what, one, other, isTwice) => expect(isCountedTwice(rowsOf(one), rowsOf(other))).toBe(isTwice));
});
