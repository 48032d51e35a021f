import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a text in UTF-8, as 64 hex digits. Uses a library: Web Crypto is asynchronous, and the core is
 * synchronous.
 */
export const sha256 = (text: string): string => bytesToHex(hash(new TextEncoder().encode(text)));
