import { toPlainText } from '../../money/money.ts';
import type { Cause } from '../../schemas/report.ts';
import { type FindingFacts, type Share, type Traits, traitsOf } from '../answer/traits.ts';
import { type Draft, nameIn } from './drafts.ts';

/** The shares of single customers in a finding: of the only one, or of several with amounts of their own. */
function sharesOf({ evidence, text, counted }: Draft): readonly Share[] {
  const { userIds = [], amount, amountsByUser = [] } = evidence;
  const [userId, ...others] = userIds;
  if (userId !== undefined && others.length === 0)
    return [{ userId, amount: text, counted: amount ? toPlainText(counted) : '0', count: 1 }];
  return [...amountsByUser].map(([id, part]) => ({
    userId: id,
    amount: toPlainText(part),
    counted: '0',
    count: 0,
  }));
}

function* factsOf(drafts: readonly Draft[]): Generator<FindingFacts> {
  for (const draft of drafts) {
    const { evidence } = draft;
    const { code, cases, amounts, reasons } = evidence;
    const [model, channelId] = [nameIn(evidence, 'model'), nameIn(evidence, 'channelId')];
    const isSingle = (['requestId', 'transactionId'] as const).some(
      (field) => nameIn(evidence, field) !== undefined,
    );
    yield {
      code,
      ...(model !== undefined && { model }),
      ...(channelId !== undefined && { channelId }),
      // A finding about a request or a payment is one case of it.
      cases: isSingle ? 1 : cases,
      shares: sharesOf(draft),
      charged: amounts?.charged,
      expected: amounts?.expected,
      reasons,
    };
  }
}

/** Gathers what all findings of each cause have in common, listed or not. */
export const traitsIn = (causes: readonly Cause[], drafts: readonly Draft[]): Traits[] =>
  traitsOf(causes, factsOf(drafts));
