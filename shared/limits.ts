/** All limits of the service. Documents, schemas, infrastructure and tests import them from here. */

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

/** Most amounts in one request that are numbers with more than `AMOUNT_LENGTH_MAX` digits, such as 1e300. */
export const LONG_NUMBERS_MAX = 100;

/** Largest reply before compression, in bytes. Lambda allows 6 MB for the reply as an escaped JSON string. */
export const REPLY_BYTES_MAX = 5_000_000;

/** Most entries of `summary.causes`; if there are more, `summary.cut` names the list. */
export const CAUSES_MAX = 100;

/** Most entries of `summary.byDay`: the latest days. If there are more, `summary.cut` names the list. */
export const DAYS_MAX = 400;

/** Most entries of `summary.byUser`; if there are more, `summary.cut` names the list. */
export const USERS_MAX = 500;

/** Replies with more bytes than this are compressed if the client accepts it. */
export const GZIP_BYTES_MIN = 32 * 1024;

/** Largest reply after Lambda has escaped it into a JSON string: 6 MiB minus status and headers. */
export const REPLY_ESCAPED_BYTES_MAX = 6 * 1024 * 1024 - 64 * 1024;

/** Largest state of Step Functions that a reply may fill: 262 144 bytes minus the fields that Lambda adds to a reply. */
export const STATE_BYTES_MAX = 240_000;
