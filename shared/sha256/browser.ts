import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The sha256 of a text, read as UTF-8, in hex. A browser's own is asynchronous, and the core is not. */
export const sha256 = (text: string): string => bytesToHex(hash(new TextEncoder().encode(text)));
