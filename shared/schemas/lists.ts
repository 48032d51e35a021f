/** Lists of the summary with a limit, in the order of `cut`. No schema is in this file, so it bundles no valibot. */
export const SUMMARY_LISTS = ['causes', 'byDay', 'byUser'] as const;

/** Sides whose money a finding may be about: lost by the operator, owed to customers, or doubtful. */
export const SIDES = ['lost', 'owed', 'doubtful'] as const;
/** Whose money the amount of a finding is. */
export type Side = (typeof SIDES)[number];

/**
 * Subject of the answer's first sentence: first what the files lack (`rows` to `bill`), then money (`lost`, `owed`,
 * `doubtful`, `margin`), then that something was not checked, that all causes are marked as known, or that nothing is wrong.
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
/** Subject of the first sentence of an answer; `ANSWER_ABOUT` explains them. */
export type AnswerAbout = (typeof ANSWER_ABOUT)[number];

/** Why a model that costs more than it earns by totals is not reported as a loss. */
export const NOT_JUDGED = ['failed', 'free', 'edges'] as const;

/** Codes of findings that ask a question about a file. There is no verdict before it is answered, because the answer may change all results. */
export const QUESTIONS = [
  'row_types_missing',
  'upstream_unit_unknown',
  'payments_unjoined',
  'payments_in_two_files',
] as const;

/** Capabilities of connectors, in the contract's order. */
export const CAPABILITY_IDS = [
  'usage-log-normalization',
  'upstream-charge-import',
  'payment-settlement-import',
  'channel-metadata-source',
  'top-up-log-source',
  'channel-balance-refresh-source',
] as const;

/** Most notes of one reply. */
export const NOTES_MAX = 50;
