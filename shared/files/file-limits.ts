import { BODY_BYTES_MAX } from '../limits.ts';

/** Largest row, in UTF-8 bytes: the same as the largest request body of the API. */
export const ROW_BYTES_MAX = BODY_BYTES_MAX;

/** Most columns of a table. */
export const COLUMNS_MAX = 1000;

/** Longest column name, in UTF-16 code units. */
export const COLUMN_LENGTH_MAX = 200;

/** Bytes at the beginning of a file by which its format is detected. */
export const HEAD_BYTES_MAX = 64 * 1024;
