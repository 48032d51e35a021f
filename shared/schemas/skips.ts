/** Reasons why a native row is skipped, in the order of the documentation. */
export const SKIPS = [
  'topup',
  'manage',
  'system',
  'login',
  'channelTest',
  'retriedAttempt',
  'refundJoined',
  'settlementJoined',
  'toolInCharge',
  'pageOverlap',
  'apart',
  'unknown',
] as const;
/** Reason why a native row is skipped. */
export type Skip = (typeof SKIPS)[number];
