import { hash } from 'node:crypto';

/** The sha256 of a text, read as UTF-8, in hex. */
export const sha256 = (text: string): string => hash('sha256', text);
