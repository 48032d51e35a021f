/** The contract's version: reports and normalized inputs carry it. */
export const CONTRACT_VERSION = '2026-07-10';
