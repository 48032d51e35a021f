/** Longest quotation of a gateway's message, in UTF-16 code units. */
const QUOTED_MAX = 200;
/** Longest beginning of a message that is masked; masks are shorter than the text they replace. */
const READ_MAX = 10 * QUOTED_MAX;
/** Shortest run of letters and digits that counts as a token. */
const TOKEN_MIN = 24;
const MASK = '***';

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;
const SCHEME = /(bearer|basic)[\s:=：]+[^\s,;"']+/gi;
const SEPARATOR = /(=>|[=:：])/;
/** A secret's name right before a separator, also in the quotes of nested text. */
const NAME = /(?:password|passwd|pwd|secret|key|token|session)["'\\\s]*$/i;
/** A header whose value may have several words. */
const HEADER = /(?:authorization|cookie)["'\\\s]*$/i;
const NAME_LENGTH_MAX = 40;
const VALUE = /^(\s*)(?:\\?"[^"]*|\\?'[^']*|[^\s,;&"']+)/;
const PREFIXED = /(^|[^A-Za-z0-9])(?:(?:sk|pk|rk|voak)[-_][\w-]+|eyJ[\w.-]+)/gi;
const AWS_KEY_ID = /(?:AKIA|ASIA)[A-Z0-9]+/g;
/** Characters of base64. A run with slashes may be a path. */
const RUN = /[\w+/=-]+/g;
const WORD = /\S+/g;
const BLANK = /\s/;

const isToken = (run: string): boolean =>
  run.length >= TOKEN_MIN &&
  (!run.includes('/') ||
    run.split('/').some((part) => part.length >= TOKEN_MIN) ||
    (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)));

/** Masks the query of an address, and everything before its last `@`, including the name of a mail address. */
function maskAddress(word: string): string {
  const query = word.indexOf('?');
  const masked = query < 0 || query === word.length - 1 ? word : `${word.slice(0, query + 1)}${MASK}`;
  const at = masked.lastIndexOf('@');
  if (at < 0) return masked;
  const authority = masked.indexOf('//');
  return `${authority < 0 || authority > at ? '' : masked.slice(0, authority + 2)}${MASK}${masked.slice(at)}`;
}

/** Masks the value after a secret's name: `password=…`, `api_key: …`, `"token":"…"`. */
function maskAssignments(message: string): string {
  const parts = message.split(SEPARATOR);
  let follows = false;
  for (let i = 0; i < parts.length; i += 2) {
    const part = parts[i] ?? '';
    const before = part.slice(-NAME_LENGTH_MAX);
    const value: string = follows ? (VALUE.exec(part)?.[0] ?? '') : '';
    if (follows) parts[i] = part.replace(VALUE, `$1${MASK}`);
    if (HEADER.test(before) && i + 1 < parts.length) return `${parts.slice(0, i + 2).join('')}${MASK}`;
    follows = NAME.test(before) || (follows && value.trim() === part.trim());
  }
  return parts.join('');
}

/** Cuts a long message at a space: half a word may be half of a secret, which no pattern matches. */
function cutLongMessage(message: string): string {
  if (message.length <= READ_MAX) return message;
  let end = READ_MAX;
  while (end > 0 && !BLANK.test(message.charAt(end - 1))) end--;
  return message.slice(0, end);
}

/** Shortens a gateway's message to 200 printable characters, and masks whatever may be a key or credential. */
export function maskMessage(message: string): string {
  const printable = cutLongMessage(message).replace(UNPRINTABLE, ' ').replace(SCHEME, `$1 ${MASK}`);
  const masked = maskAssignments(printable.replace(WORD, maskAddress))
    .replace(PREFIXED, `$1${MASK}`)
    .replace(AWS_KEY_ID, MASK)
    .replace(RUN, (run) => (isToken(run) ? MASK : run));
  const cut = masked.slice(0, QUOTED_MAX);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
