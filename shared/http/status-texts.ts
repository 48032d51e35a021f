/**
 * Stands for `node:http` in the bundles: of all its status texts, middy's middlewares name the errors of these two, and
 * no caller is shown either.
 */
export const STATUS_CODES: Readonly<Record<number, string>> = {
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
};
