type Crypto = typeof import('node:crypto');

let crypto: Crypto | undefined;

/** SHA-256 of a text in UTF-8, as 64 hex digits. Loads `node:crypto` at the first call, to keep cold starts short. */
export function sha256(text: string): string {
  crypto ??= process.getBuiltinModule('node:crypto');
  return crypto.hash('sha256', text);
}
