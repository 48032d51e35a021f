import type { ReadRow } from '#shared/files/native-file.ts';
import { judge, SAMPLE_MAX } from '#shared/judge/judge.ts';
import type { Kind } from '#shared/judge/kinds.ts';
import type { Recognition, Role } from './protocol.ts';

/** What the page does with rows that nobody needs: it leaves them out, and says why. */
const roleOf = (kind: Kind): Role =>
  kind === 'users' || kind === 'prices' || kind === 'report' || kind === 'unread' ? 'ignored' : kind;

/** What rows are to the page, by the one judge. */
export function recognize(
  rows: readonly ReadRow[],
): Pick<Recognition, 'role' | 'connector' | 'isAmbiguous' | 'needsUnit' | 'leftOut'> {
  if (rows.some(({ ledger }) => ledger !== undefined))
    return { role: 'ledgers', isAmbiguous: false, needsUnit: false };
  const { kind, unused, ...rest } = judge(rows.slice(0, SAMPLE_MAX).map(({ native }) => native));
  return { role: roleOf(kind), ...rest, ...(unused && { leftOut: unused }) };
}
