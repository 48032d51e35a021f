/**
 * Replaces `node:http` in the bundles: middy's middlewares need only the texts of these two statuses, and no caller sees
 * them.
 */
export const STATUS_CODES: Readonly<Record<number, string>> = {
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
};
