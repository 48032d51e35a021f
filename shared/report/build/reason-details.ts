import { buildStepsDetail } from '../../engine/words/price-change.ts';
import type { BillFacts, Reasons } from '../../schemas/finding-facts.ts';

const instantText = (time: number): string => new Date(time).toISOString();

/** Formats the reason why a bill differs. Its decimals and counts are in other details. */
const billDetails = ({ kind, buckets, firstBucket, grain, isWithin, tokens }: BillFacts) => ({
  kind,
  ...(firstBucket !== undefined && { firstBucket: instantText(firstBucket) }),
  ...(buckets.length > 0 && { buckets: buckets.map(instantText).join(' ') }),
  ...(isWithin && { span: 'within' }),
  ...(grain && { grain }),
  ...(tokens !== undefined && { tokens }),
});

/** Formats the reasons of a finding, such as a price change, as entries for its field `details`: texts by name. */
export const formatReasonDetails = ({
  bill,
  changes = [],
  repriced,
  texts,
}: Reasons): Record<string, string> => ({
  ...(bill && billDetails(bill)),
  ...Object.fromEntries(changes.map(buildStepsDetail)),
  ...texts,
  ...(repriced && { repriced: buildStepsDetail(repriced).join(' ') }),
});
