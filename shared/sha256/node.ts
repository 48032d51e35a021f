type Crypto = typeof import('node:crypto');

let crypto: Crypto | undefined;

/** The sha256 of a text, read as UTF-8, in hex. Node's crypto is loaded for the first: a cold start should not wait. */
export function sha256(text: string): string {
  crypto ??= process.getBuiltinModule('node:crypto');
  return crypto.hash('sha256', text);
}
