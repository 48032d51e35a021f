/** Replaces `node:http` in the bundles, of which middy needs the texts of two statuses that no caller sees. */
export const STATUS_CODES: Readonly<Record<number, string>> = {
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
};
