import { ZERO } from '../../money/money.ts';
import type { Cause } from '../../schemas/report.ts';
import { type FindingFacts, type ShareFacts, type Traits, traitsOf } from '../answer/traits.ts';
import { type Draft, nameIn } from './drafts.ts';

/** Shares of customers in a finding: of its only customer, or of those whose amounts are known. */
function sharesOf({ evidence, exact, counted }: Draft): readonly ShareFacts[] {
  const { userIds = [], amount, amountsByUser = [] } = evidence;
  const [userId, ...others] = userIds;
  if (userId !== undefined && others.length === 0)
    return [{ userId, amount: exact, counted: amount ? counted : ZERO, count: 1 }];
  return [...amountsByUser].map(([id, part]) => ({ userId: id, amount: part, counted: ZERO, count: 0 }));
}

function* factsOf(drafts: readonly Draft[]): Generator<FindingFacts> {
  for (const draft of drafts) {
    const { evidence } = draft;
    const { code, cases, amounts, counts, reasons } = evidence;
    const [model, channelId] = [nameIn(evidence, 'model'), nameIn(evidence, 'channelId')];
    const isSingle = (['requestId', 'transactionId'] as const).some(
      (field) => nameIn(evidence, field) !== undefined,
    );
    yield {
      code,
      ...(model !== undefined && { model }),
      ...(channelId !== undefined && { channelId }),
      // A finding about a single request or payment is one case.
      cases: isSingle ? 1 : cases,
      shares: sharesOf(draft),
      charged: amounts?.charged,
      expected: amounts?.expected,
      counts,
      reasons,
    };
  }
}

/** Computes the traits that all findings of each cause share, including findings that are not listed. */
export const traitsIn = (causes: readonly Cause[], drafts: readonly Draft[]): Traits[] =>
  traitsOf(causes, factsOf(drafts));
