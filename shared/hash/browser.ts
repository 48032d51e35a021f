import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** sha256 of a text in UTF-8, as hex. Uses a library: Web Crypto is asynchronous, and the core is synchronous. */
export const sha256 = (text: string): string => bytesToHex(hash(new TextEncoder().encode(text)));
