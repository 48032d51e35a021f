import { BODY_BYTES_MAX, BODY_DEPTH_MAX } from '../limits.ts';
import { Rejection } from '../rejections.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\u{FEFF}';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOpening = (unit: number) => unit === 0x5b || unit === 0x7b;
const isClosing = (unit: number) => unit === 0x5d || unit === 0x7d;

/** Deepest nesting of a JSON text; it stops counting beyond `max`. Brackets inside strings do not count. */
export function depthOf(json: string, max: number): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < json.length && deepest <= max; i++) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) i = endOfString(json, i);
    else if (isOpening(unit)) deepest = Math.max(deepest, ++depth);
    else if (isClosing(unit)) depth--;
  }
  return deepest;
}

/** Index of the quote that closes the string opened at `start`: one that an even number of backslashes precedes. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

/** Refuses a body of too many bytes of UTF-8. */
export function guardSize(bytes: number): void {
  if (bytes > BODY_BYTES_MAX)
    throw new Rejection(
      'payload_too_large',
      `The body is larger than ${BODY_BYTES_MAX} bytes. Send a shorter period.`,
    );
}

/** Refuses a JSON text that is too large or too deep, before anything parses it. */
function guardText(text: string): void {
  guardSize(Buffer.byteLength(text));
  if (depthOf(text, BODY_DEPTH_MAX) > BODY_DEPTH_MAX) throw tooDeep();
}

const isNested = (value: unknown): value is object => value !== null && typeof value === 'object';

/** Refuses a parsed value that is too deep, level by level: JSON.stringify would overflow the stack on it. */
export function guardDepth(value: unknown): void {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > BODY_DEPTH_MAX) throw tooDeep();
    level = level.flatMap((part) => Object.values(part).filter(isNested));
  }
}

const tooDeep = () =>
  new Rejection('invalid_json', `The body nests arrays and objects deeper than ${BODY_DEPTH_MAX} levels.`);

/** The text of an HTTP body as API Gateway delivers it; never trusts `Content-Length`. */
export function guardedText(body: string | null | undefined, isBase64Encoded: boolean): string {
  if (body === null || body === undefined || body === '')
    throw new Rejection('invalid_json', 'The body is empty. Send one JSON object.');
  // Base64 is a third longer than what it encodes: an oversized body is refused before it is decoded.
  if (isBase64Encoded) guardSize((body.length * 3) / 4 - 2);
  const text = isBase64Encoded ? decoded(body) : body;
  if (text.startsWith(BYTE_ORDER_MARK))
    throw new Rejection('invalid_json', 'The body starts with a byte order mark. Send UTF-8 without it.');
  guardText(text);
  return text;
}

function decoded(body: string): string {
  try {
    return UTF8.decode(Buffer.from(body, 'base64'));
  } catch {
    throw new Rejection('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** Refuses every media type but `application/json` in UTF-8: the contract knows no other, and nothing is recoded. */
export function guardHeaders(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [mediaType = '', ...parameters] = (contentType ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (mediaType !== 'application/json')
    throw new Rejection('unsupported_media_type', 'The body must be sent as Content-Type: application/json.');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw new Rejection('unsupported_media_type', 'The body must be encoded in UTF-8.');
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity')
    throw new Rejection(
      'unsupported_media_type',
      'The body must not be compressed: send it without Content-Encoding.',
    );
}
