import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The sha256 of a text, read as UTF-8, in hex. A browser's own is asynchronous, and the core is not. */
export const sha256 = (text: string): string => bytesToHex(digest(utf8ToBytes(text)));
