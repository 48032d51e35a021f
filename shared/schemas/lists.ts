/**
 * Lists that schemas and functions share. They stand apart from the schemas: a function that only needs a name of the
 * contract need not carry valibot.
 */

/** The lists of the summary that have a bound, in the order in which `cut` names them. */
export const SUMMARY_LISTS = ['causes', 'byDay', 'byUser'] as const;

/** Whose money a finding's amount is: the operator lost it, owes it to customers, or nobody can tell. */
export const SIDES = ['lost', 'owed', 'doubtful'] as const;
export type Side = (typeof SIDES)[number];

/**
 * What the answer says first: what the books lack (rows, a ledger's rows, the answer to a question about a file, a
 * currency's rate, one unit of money, the cost of some models, a common span, the end of pending requests, a bill), else
 * whose money it is, what was earned, what kept the books from being checked, that all is known to the reader, or that
 * nothing is wrong.
 */
export const ANSWER_ABOUT = [
  'rows',
  'empty',
  'question',
  'currency',
  'scale',
  'unbilled',
  'span',
  'pending',
  'bill',
  'lost',
  'owed',
  'doubtful',
  'margin',
  'unchecked',
  'known',
  'clean',
] as const;
export type AnswerAbout = (typeof ANSWER_ABOUT)[number];

/** Findings that ask a question about a file: its answer may change all that was found, so there is no verdict before. */
export const QUESTIONS = ['row_types_missing', 'upstream_unit_unknown', 'payments_unjoined'] as const;

/** What a connector may be capable of, in the contract's order. */
export const CAPABILITY_IDS = [
  'usage-log-normalization',
  'upstream-charge-import',
  'payment-settlement-import',
  'channel-metadata-source',
  'top-up-log-source',
  'channel-balance-refresh-source',
] as const;

/** Why a native row became no record, in the order of the table that says so. */
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
export type Skip = (typeof SKIPS)[number];

/** Most sentences in the notes of one reply. */
export const NOTES_MAX = 50;
