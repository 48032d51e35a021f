import { formatDay } from '../../instant.ts';
import { ZERO } from '../../money/money.ts';
import type { Cause } from '../../schemas/report.ts';
import { toWallTime } from '../../zoned-time.ts';
import { type CauseTraits, computeTraits, type FindingFacts, type ShareFacts } from '../answer/traits.ts';
import { type Draft, findName } from './drafts.ts';

/** Shares of customers in a finding: of its only customer, or of those whose amounts are known. */
function listShares({ evidence, exact, counted }: Draft): readonly ShareFacts[] {
  const { userIds = [], amount, amountsByUser = [] } = evidence;
  const [userId, ...others] = userIds;
  if (userId !== undefined && others.length === 0)
    return [{ userId, amount: exact, counted: amount ? counted : ZERO, count: 1 }];
  return [...amountsByUser].map(([id, part]) => ({ userId: id, amount: part, counted: ZERO, count: 0 }));
}

function* listFacts(drafts: readonly Draft[], timeZone: string): Generator<FindingFacts> {
  for (const draft of drafts) {
    const { evidence } = draft;
    const { code, cases, amounts, counts, reasons, since } = evidence;
    const [model, channelId] = [findName(evidence, 'model'), findName(evidence, 'channelId')];
    const isSingle = (['requestId', 'transactionId'] as const).some(
      (field) => findName(evidence, field) !== undefined,
    );
    yield {
      code,
      ...(model !== undefined && { model }),
      ...(channelId !== undefined && { channelId }),
      // Count a finding about a single request or payment as one case, however many rows it has.
      cases: isSingle ? 1 : cases,
      shares: listShares(draft),
      charged: amounts?.charged,
      expected: amounts?.expected,
      counts,
      reasons,
      day: isSingle && since !== undefined ? formatDay(toWallTime(since, timeZone)) : undefined,
    };
  }
}

/** Computes what the findings of each cause have in common, such as customers. Uses unlisted findings as well. */
export const computeCauseTraits = (
  causes: readonly Cause[],
  drafts: readonly Draft[],
  timeZone = 'UTC',
): CauseTraits[] => computeTraits(causes, listFacts(drafts, timeZone));
