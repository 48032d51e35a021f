import { sha256 } from '#sha256';

/** First `length` hex digits of the sha256 of a text, read as UTF-8. It names things; it guards nothing. */
export const sha256Hex = (text: string, length: number): string => sha256(text).slice(0, length);
