/**
 * What findings of one request draw on together: what the customer was charged, what the answer cost that served it,
 * what is reserved while it is pending.
 */
export const PURSES = ['charge', 'serving', 'reserve'] as const;
export type Purse = (typeof PURSES)[number];
