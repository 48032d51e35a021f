import { DEFAULT_LANGUAGE } from './language.ts';
import { inEach, type Sentence, told } from './sentence.ts';

/**
 * What the service refuses, and how it says so.
 *
 * A rejection is the caller's fault: neither a finding (data, never thrown) nor a bug (anything else that is
 * thrown, and answered with `internal_error`). `details` name the path of what is wrong, never a value.
 *
 * `name` is what a direct invocation throws. Step Functions matches `ErrorEquals` against it, so it is a literal.
 */
export const errorCodes = {
  invalid_json: {
    status: 400,
    name: 'InvalidRequest',
    meaning: 'The body is not JSON in UTF-8, or is nested too deeply.',
    remedy: 'Send one JSON object, encoded in UTF-8 without a byte order mark.',
  },
  invalid_request: {
    status: 400,
    name: 'InvalidRequest',
    meaning: 'The body is JSON but does not follow the contract.',
    remedy: 'Correct the fields that `details` names, at most 50 at a time.',
  },
  prohibited_field: {
    status: 400,
    name: 'ProhibitedField',
    meaning: 'The body carries fields that may hold prompts, replies or credentials.',
    remedy: 'Strip the export with the command in docs/strip.md, and send it again.',
  },
  connector_not_found: {
    status: 404,
    name: 'ConnectorNotFound',
    meaning: 'No connector has this id.',
    remedy: 'Use an id from `GET /api/v1/connectors`.',
  },
  not_found: {
    status: 404,
    name: 'NotFound',
    meaning: 'No endpoint has this path.',
    remedy: 'Use a path from `GET /openapi.json`; paths have no trailing slash.',
  },
  method_not_allowed: {
    status: 405,
    name: 'MethodNotAllowed',
    meaning: 'The endpoint does not answer this method.',
    remedy: 'Use a method from the `Allow` header.',
  },
  payload_too_large: {
    status: 413,
    name: 'PayloadTooLarge',
    meaning: 'The body is larger than 2 MiB (2 097 152 bytes).',
    remedy: 'Send a shorter period.',
  },
  reply_too_large: {
    status: 413,
    name: 'ReplyTooLarge',
    meaning:
      'A direct invocation set `options.maxReplyBytes`, and the reply does not fit, even without findings.',
    remedy: 'Send a shorter period, raise the limit, or ask reconcile for `summaryOnly`.',
  },
  unsupported_media_type: {
    status: 415,
    name: 'UnsupportedMediaType',
    meaning: 'The body is not declared as plain JSON in UTF-8.',
    remedy: 'Send `Content-Type: application/json`, without another charset and without `Content-Encoding`.',
  },
  internal_error: {
    status: 500,
    name: 'InternalError',
    meaning: 'The service failed; the request may be fine.',
    remedy: 'Try again. If it fails again, report the request id in the message.',
  },
} as const satisfies Record<string, { status: number; name: string; meaning: string; remedy: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** Parts of some refusals. */
interface RejectionExtras {
  /** Headers of the HTTP reply, such as the `Allow` of a 405. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What the caller's own data says of the last detail, such as the message of a gateway's failed reply. It is told
   * over HTTP only: Lambda logs what a direct invocation throws.
   */
  readonly quote?: string;
}

const SAYS: Sentence = { en: 'It says: ', zh: '其中写道：' };

/** Thrown by the core and the shell alike; `serve` turns it into the error envelope. */
export class Rejection extends Error {
  readonly code: Exclude<ErrorCode, 'internal_error'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly #message: Sentence | string;
  readonly #details: readonly (Sentence | string)[];
  readonly #quote: string;

  /**
   * @param message a sentence of the service's own; like the details, it repeats nothing that was sent. A text is
   * said to programs only, in English; what a page or a terminal shows of a file or a setting is a `Sentence`.
   * @param details at most `DETAILS_MAX` sentences, each starting with the path of what is wrong.
   */
  constructor(
    code: Rejection['code'],
    message: Sentence | string,
    details: readonly (Sentence | string)[] = [],
    { headers = {}, quote = '' }: RejectionExtras = {},
  ) {
    super(told(message, DEFAULT_LANGUAGE));
    this.code = code;
    this.headers = headers;
    this.#message = message;
    this.#details = details;
    this.#quote = quote;
  }

  get details(): readonly string[] {
    return this.#details.map((detail) => told(detail, DEFAULT_LANGUAGE));
  }

  /** All of it for people, with what their own data says of it. */
  get sentences(): { readonly message: Sentence; readonly details: readonly Sentence[] } {
    const details = this.#details.map((detail) => inEach((language) => told(detail, language)));
    const last = details.at(-1);
    return {
      message: inEach((language) => told(this.#message, language)),
      details:
        last === undefined || this.#quote === ''
          ? details
          : details.with(
              -1,
              inEach((language) => `${last[language]} ${SAYS[language]}${this.#quote}`),
            ),
    };
  }

  /** The details, the last one with what the caller's own data says of it. */
  get quotingDetails(): readonly string[] {
    return this.sentences.details.map((detail) => detail[DEFAULT_LANGUAGE]);
  }
}
