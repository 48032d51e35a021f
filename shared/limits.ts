/** Every limit of the service, by name. Documents, schemas, infrastructure and tests read them from here. */

/** Largest request body, in UTF-8 bytes of the decoded text. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024;

/** Deepest nesting of arrays and objects in a request body. */
export const BODY_DEPTH_MAX = 64;

/** Most records in one ledger, and most native rows in one field of a normalize request. */
export const RECORDS_MAX = 5000;

/** Most validation messages in the `details` of a refusal. */
export const DETAILS_MAX = 50;

/** Longest text field (ids, models, channels, currencies), in UTF-16 code units. */
export const TEXT_LENGTH_MAX = 1024;

/** Longest amount written as a decimal string, in characters. */
export const AMOUNT_LENGTH_MAX = 64;

/**
 * Most amounts in one request that are JSON numbers longer than that in plain digits. A few thousand would need more
 * memory than a Lambda has.
 */
export const LONG_NUMBERS_MAX = 100;

/** Largest reply of the service before compression, in bytes: a Lambda reply may not exceed 6 MB once escaped. */
export const REPLY_BYTES_MAX = 5_000_000;

/** Most entries of `summary.causes`; if there are more, `summary.cut` names the list. */
export const CAUSES_MAX = 100;

/** Most entries of `summary.byDay`, the latest days; if there are more, `summary.cut` names the list. */
export const DAYS_MAX = 400;

/** Most entries of `summary.byUser`; if there are more, `summary.cut` names the list. */
export const USERS_MAX = 500;

/** Replies above this many bytes are compressed for clients that accept it. */
export const GZIP_BYTES_MIN = 32 * 1024;

/** Largest reply once Lambda has escaped it into a JSON string: 6 MiB, less room for status and headers. */
export const REPLY_ESCAPED_BYTES_MAX = 6 * 1024 * 1024 - 64 * 1024;

/** A state of Step Functions may have 262 144 bytes; the rest is for what Lambda adds around a reply. */
export const STATE_BYTES_MAX = 240_000;
