/**
 * What findings of one request draw on together: what the customer was charged, what the answer cost that served it,
 * what is reserved while it is pending.
 */
export type Purse = 'charge' | 'serving' | 'reserve';
