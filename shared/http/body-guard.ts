import { BODY_BYTES_MAX, BODY_DEPTH_MAX } from '../limits.ts';
import { Rejection } from '../rejections.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Refuses a body of too many bytes of UTF-8. */
export function guardSize(bytes: number): void {
  if (bytes > BODY_BYTES_MAX)
    throw new Rejection(
      'payload_too_large',
      `The body is larger than ${BODY_BYTES_MAX} bytes. Send a shorter period.`,
    );
}

/** What stands around a value in JSON: brackets or quotes; the quotes and the colon of a name. */
const BRACKETS_LENGTH = 2;
const NAME_LENGTH = 3;
const LITERAL_LENGTH = 4;

/**
 * Characters that a parsed value has as JSON, or fewer: escapes and all but one digit of a number are left out.
 * Infinity for a value that is too deep. Counting bytes, or writing the JSON, takes twenty times as long.
 */
export function jsonLength(value: unknown, depth = 1): number {
  if (typeof value === 'string') return value.length + BRACKETS_LENGTH;
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return LITERAL_LENGTH;
  if (depth > BODY_DEPTH_MAX) return Number.POSITIVE_INFINITY;
  let length = BRACKETS_LENGTH;
  let commas = -1;
  if (Array.isArray(value))
    for (const item of value) {
      length += jsonLength(item, depth + 1);
      commas++;
    }
  else
    for (const name in value) {
      length += name.length + NAME_LENGTH + jsonLength(value[name as keyof typeof value], depth + 1);
      commas++;
    }
  return length + Math.max(0, commas);
}

/** Refuses a parsed value that is too deep: what walks or writes it later would overflow the stack. Returns its length. */
export function guardDepth(value: unknown): number {
  const length = jsonLength(value);
  if (length === Number.POSITIVE_INFINITY)
    throw new Rejection(
      'invalid_json',
      `The body nests arrays and objects deeper than ${BODY_DEPTH_MAX} levels.`,
    );
  return length;
}

/** The text of an HTTP body as API Gateway delivers it; never trusts `Content-Length`. */
export function guardedText(body: unknown, isBase64Encoded: boolean): string {
  if (body === null || body === undefined || body === '')
    throw new Rejection('invalid_json', 'The body is empty. Send one JSON object.');
  if (typeof body !== 'string')
    throw new Rejection('invalid_json', 'The body of the event is not text. Send JSON as text.');
  // Base64 is a third longer than what it encodes: an oversized body is refused before it is decoded.
  if (isBase64Encoded) guardSize((body.length * 3) / 4 - 2);
  const text = isBase64Encoded ? decoded(body) : body;
  if (text.startsWith(BYTE_ORDER_MARK))
    throw new Rejection('invalid_json', 'The body starts with a byte order mark. Send UTF-8 without it.');
  guardSize(Buffer.byteLength(text));
  return text;
}

function decoded(body: string): string {
  try {
    return UTF8.decode(Buffer.from(body, 'base64'));
  } catch {
    throw new Rejection('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** `charset = "UTF-8"` as its name and its value: blanks, quotes and case say nothing. */
const parameterOf = (text: string): readonly [name: string, value: string] => {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  return [name.trim(), value.trim().replace(/^"(.*)"$/s, '$1')];
};

/** Refuses every media type but `application/json` in UTF-8: the contract knows no other, and nothing is recoded. */
export function guardHeaders(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (mediaType.trim() !== 'application/json')
    throw new Rejection('unsupported_media_type', 'The body must be sent as Content-Type: application/json.');
  const charsets = parameters.map(parameterOf).filter(([name]) => name === 'charset');
  if (charsets.length > 1)
    throw new Rejection('unsupported_media_type', 'The Content-Type must name one charset at most.');
  if (charsets.some(([, charset]) => charset !== 'utf-8' && charset !== 'utf8'))
    throw new Rejection('unsupported_media_type', 'The body must be encoded in UTF-8.');
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity')
    throw new Rejection(
      'unsupported_media_type',
      'The body must not be compressed: send it without Content-Encoding.',
    );
}
