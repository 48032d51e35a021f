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
    meaning: {
      en: 'The body is not JSON in UTF-8, or is nested too deeply.',
      zh: '请求体不是 UTF-8 的 JSON，或者嵌套太深。',
    },
    remedy: {
      en: 'Send one JSON object, encoded in UTF-8 without a byte order mark.',
      zh: '发送一个 UTF-8 编码、不带 BOM 的 JSON 对象。',
    },
  },
  invalid_request: {
    status: 400,
    name: 'InvalidRequest',
    meaning: { en: 'The body is JSON but does not follow the contract.', zh: '是 JSON，但不符合约定。' },
    remedy: {
      en: 'Correct the fields that `details` names, at most 50 at a time.',
      zh: '按 `details` 修改，每次最多列 50 处。',
    },
  },
  prohibited_field: {
    status: 400,
    name: 'ProhibitedField',
    meaning: {
      en: 'The body carries fields that may hold prompts, replies or credentials.',
      zh: '带有可能包含提示词、回复或凭据的字段。',
    },
    remedy: {
      en: 'Strip the export with the command in docs/strip.md, and send it again.',
      zh: '用 docs/strip.md 里的命令剔除后重发。',
    },
  },
  connector_not_found: {
    status: 404,
    name: 'ConnectorNotFound',
    meaning: { en: 'No connector has this id.', zh: '没有这个 connector。' },
    remedy: { en: 'Use an id from `GET /api/v1/connectors`.', zh: 'id 以 `GET /api/v1/connectors` 为准。' },
  },
  not_found: {
    status: 404,
    name: 'NotFound',
    meaning: { en: 'No endpoint has this path.', zh: '没有这个路径。' },
    remedy: {
      en: 'Use a path from `GET /openapi.json`; paths have no trailing slash.',
      zh: '路径以 `GET /openapi.json` 为准，末尾不带斜杠。',
    },
  },
  method_not_allowed: {
    status: 405,
    name: 'MethodNotAllowed',
    meaning: { en: 'The endpoint does not answer this method.', zh: '这个路径不支持该方法。' },
    remedy: { en: 'Use a method from the `Allow` header.', zh: '使用 `Allow` 响应头列出的方法。' },
  },
  payload_too_large: {
    status: 413,
    name: 'PayloadTooLarge',
    meaning: {
      en: 'The body is larger than 2 MiB (2 097 152 bytes).',
      zh: '请求体超过 2 MiB（2 097 152 字节）。',
    },
    remedy: { en: 'Send a shorter period.', zh: '缩短账期。' },
  },
  reply_too_large: {
    status: 413,
    name: 'ReplyTooLarge',
    meaning: {
      en: 'A direct invocation set `options.maxReplyBytes`, and the reply does not fit, even without findings.',
      zh: '直接调用时设置了 `options.maxReplyBytes`，即使不列问题也放不下。',
    },
    remedy: {
      en: 'Send a shorter period, raise the limit, or ask reconcile for `summaryOnly`.',
      zh: '缩短账期、提高上限，或让 reconcile 只返回 `summaryOnly`。',
    },
  },
  unsupported_media_type: {
    status: 415,
    name: 'UnsupportedMediaType',
    meaning: { en: 'The body is not declared as plain JSON in UTF-8.', zh: '没有声明为 UTF-8 的 JSON。' },
    remedy: {
      en: 'Send `Content-Type: application/json`, without another charset and without `Content-Encoding`.',
      zh: '发送 `Content-Type: application/json`，不带其他字符集，也不带 `Content-Encoding`。',
    },
  },
  internal_error: {
    status: 500,
    name: 'InternalError',
    meaning: { en: 'The service failed; the request may be fine.', zh: '服务出错，请求可能没问题。' },
    remedy: {
      en: 'Try again. If it fails again, report the request id in the message.',
      zh: '重试；仍然失败时，请附上提示里的请求 ID 反馈。',
    },
  },
} as const satisfies Record<string, { status: number; name: string; meaning: Sentence; remedy: Sentence }>;

export type ErrorCode = keyof typeof errorCodes;

/** What a code means and what to do about it, for programs. */
export const messageOf = (code: ErrorCode): string =>
  `${errorCodes[code].meaning.en} ${errorCodes[code].remedy.en}`;

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

const sentenceOf = (said: Sentence | string): Sentence => inEach((language) => told(said, language));

/** Thrown by the core and the shell alike; `serve` turns it into the error envelope. */
export class Rejection extends Error {
  readonly code: Exclude<ErrorCode, 'internal_error'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly #message: Sentence;
  readonly #details: readonly Sentence[];
  readonly #quote: string;

  /**
   * @param message a sentence of the service's own; like the details, it repeats nothing that was sent. A text is
   * said to programs only, in English, by default what the code means; what a page or a terminal shows of a file or a
   * setting is a `Sentence`.
   * @param details at most `DETAILS_MAX` sentences, each starting with the path of what is wrong.
   */
  constructor(
    code: Rejection['code'],
    message: Sentence | string = messageOf(code),
    details: readonly (Sentence | string)[] = [],
    { headers = {}, quote = '' }: RejectionExtras = {},
  ) {
    super(told(message, DEFAULT_LANGUAGE));
    this.code = code;
    this.headers = headers;
    this.#message = sentenceOf(message);
    this.#details = details.map(sentenceOf);
    this.#quote = quote;
  }

  get details(): readonly string[] {
    return this.#details.map((detail) => detail[DEFAULT_LANGUAGE]);
  }

  /** All of it for people, the last detail with what their own data says of it. */
  get sentences(): { readonly message: Sentence; readonly details: readonly Sentence[] } {
    const last = this.#details.at(-1);
    const quoting = last && inEach((language) => `${last[language]} ${SAYS[language]}${this.#quote}`);
    const isQuoting = quoting !== undefined && this.#quote !== '';
    return { message: this.#message, details: isQuoting ? this.#details.with(-1, quoting) : this.#details };
  }

  /** The details, the last one with what the caller's own data says of it. */
  get quotingDetails(): readonly string[] {
    return this.sentences.details.map((detail) => detail[DEFAULT_LANGUAGE]);
  }
}
