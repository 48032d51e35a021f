import { stepsDetail } from '../../engine/words/price-change.ts';
import type { BillFacts, Reasons } from '../../schemas/finding-facts.ts';

const instantText = (time: number): string => new Date(time).toISOString();

/** Prints why a bill differs; its decimals and counts are details already. */
const billDetails = ({ kind, buckets, firstBucket, grain, isWithin, tokens, offsetHours }: BillFacts) => ({
  kind,
  ...(firstBucket !== undefined && { firstBucket: instantText(firstBucket) }),
  ...(buckets.length > 0 && { buckets: buckets.map(instantText).join(' ') }),
  ...(isWithin && { span: 'within' }),
  ...(grain && { grain }),
  ...(tokens !== undefined && { tokens }),
  ...(offsetHours !== undefined && { offsetHours: `${offsetHours}` }),
});

/** Prints the reasons of a finding as texts of its details. */
export const reasonDetails = ({ bill, changes = [], repriced, texts }: Reasons): Record<string, string> => ({
  ...(bill && billDetails(bill)),
  ...Object.fromEntries(changes.map(stepsDetail)),
  ...texts,
  ...(repriced && { repriced: stepsDetail(repriced).join(' ') }),
});
