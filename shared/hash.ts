import { hash } from 'node:crypto';

/** First `length` hex digits of the sha256 of a text, read as UTF-8. It names things; it guards nothing. */
export const sha256Hex = (text: string, length: number): string => hash('sha256', text).slice(0, length);
