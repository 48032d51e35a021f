import { BODY_BYTES_MAX } from '../limits.ts';

/** Largest row, in UTF-8 bytes: what the API takes in a request of one row. */
export const ROW_BYTES_MAX = BODY_BYTES_MAX;

/** Most columns of a table. */
export const COLUMNS_MAX = 1000;

/** Longest column name, in UTF-16 code units. */
export const COLUMN_LENGTH_MAX = 200;

/** What is looked at to tell what a file is, in bytes. */
export const HEAD_BYTES_MAX = 64 * 1024;
