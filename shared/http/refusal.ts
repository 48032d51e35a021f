import { buildDefaultMessage, type ErrorCode, errorCodes, Rejection } from '../rejections.ts';
import type { ErrorBody } from '../schemas/bodies.ts';

/** A refused or failed request as the caller sees it. */
export interface Refusal {
  readonly status: number;
  /** Name of the error that a direct invocation throws. */
  readonly name: string;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

const buildRefusal = (code: ErrorCode, message: string, details: readonly string[], headers = {}) => {
  const { status, name } = errorCodes[code];
  const error = { code, message, ...(details.length > 0 && { details: [...details] }) };
  return { status, name, body: { error }, headers };
};

/** Status of the error that middy's parser throws for text that is not JSON. */
const NOT_JSON_STATUS = 422;

/** Keys that middy's parser refuses at any depth, because they can lead to prototype pollution. */
const FORBIDDEN_KEYS: ReadonlySet<unknown> = new Set(['__proto__', 'constructor']);

/**
 * Converts anything thrown to the error reply. For a bug, it contains only the request id; the log has the stack.
 * @param mayQuote whether the details may quote text from the caller's data; false where Lambda logs the refusal
 */
export function toRefusal(error: unknown, requestId: string, mayQuote: boolean): Refusal {
  if (error instanceof Rejection) {
    const details = mayQuote ? error.quotingDetails : error.details;
    return buildRefusal(error.code, error.message, details, error.headers);
  }
  const { statusCode, cause } = (error ?? {}) as { statusCode?: unknown; cause?: { data?: unknown } };
  if (FORBIDDEN_KEYS.has(cause?.data)) {
    const detail = `${cause?.data}: is not a property of the contract`;
    return buildRefusal('invalid_request', 'The request does not follow the contract.', [detail]);
  }
  if (statusCode === NOT_JSON_STATUS)
    return buildRefusal('invalid_json', buildDefaultMessage('invalid_json'), []);
  return buildRefusal('internal_error', `The service failed. The request id is ${requestId}.`, []);
}

/**
 * Builds an Error whose name and class name are the refusal's name and whose message is `body.error` as JSON, for
 * states of Step Functions. It has no stack and no own enumerable properties, because Lambda would log them.
 */
export function toThrownError({ name, body }: Refusal): Error {
  const RefusalError = { [name]: class extends Error {} }[name] as ErrorConstructor;
  return Object.defineProperties(new RefusalError(JSON.stringify(body.error)), {
    name: { value: name },
    stack: { value: '' },
  });
}
