/** Version of the API contract; it is the `version` of reports and normalized inputs. */
export const CONTRACT_VERSION = '2026-07-10';
