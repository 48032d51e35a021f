import { type ErrorCode, errorCodes, messageOf, Rejection } from '../rejections.ts';
import type { ErrorBody } from '../schemas/bodies.ts';

/** A failure as callers see it, over HTTP and in direct invocations alike. */
export interface Refusal {
  readonly status: number;
  /** Literal error name of a direct invocation. */
  readonly name: string;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

const refusal = (code: ErrorCode, message: string, details: readonly string[], headers = {}): Refusal => {
  const { status, name } = errorCodes[code];
  const error = { code, message, ...(details.length > 0 && { details: [...details] }) };
  return { status, name, body: { error }, headers };
};

/** The status of middy's parser for what is no JSON: the one fault of a caller that the guard before it lets through. */
const NO_JSON = 422;

/** Keys that middy's parser refuses wherever they stand, because naive code would reach a prototype through them. */
const FORBIDDEN_KEYS: ReadonlySet<unknown> = new Set(['__proto__', 'constructor']);

/**
 * What the caller is told about anything that was thrown. A rejection speaks for itself; a bug gives nothing away
 * but the request id, under which the log has its stack.
 *
 * @param mayQuote whether what the caller's own data says of a fault may be repeated: not where Lambda logs it.
 */
export function refusalOf(error: unknown, requestId: string, mayQuote: boolean): Refusal {
  if (error instanceof Rejection) {
    const details = mayQuote ? error.quotingDetails : error.details;
    return refusal(error.code, error.message, details, error.headers);
  }
  const { statusCode, cause } = (error ?? {}) as { statusCode?: unknown; cause?: { data?: unknown } };
  if (FORBIDDEN_KEYS.has(cause?.data)) {
    const detail = `${cause?.data}: is not a property of the contract`;
    return refusal('invalid_request', 'The request does not follow the contract.', [detail]);
  }
  if (statusCode === NO_JSON) return refusal('invalid_json', messageOf('invalid_json'), []);
  return refusal('internal_error', `The service failed; the request id is ${requestId}.`, []);
}

/**
 * An error that Step Functions can tell apart by name, and whose message a state can parse as JSON.
 *
 * Lambda logs it: its class, which therefore bears the same name (a bundler shortens any other), its message, its
 * stack, which would only name this place, and its own enumerable properties, of which it has none.
 */
export function thrownRefusal({ name, body }: Refusal): Error {
  const RefusalError = { [name]: class extends Error {} }[name] as ErrorConstructor;
  return Object.defineProperties(new RefusalError(JSON.stringify(body.error)), {
    name: { value: name },
    stack: { value: '' },
  });
}
