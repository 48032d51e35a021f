import { DEFAULT_LANGUAGE } from './language.ts';
import { makeSentence, type Sentence, textIn } from './sentence.ts';

/**
 * Error codes of the API with HTTP status, meaning and remedy. `name` is the name of the error that a direct invocation
 * throws; Step Functions matches `ErrorEquals` against it. All codes but `internal_error` are mistakes of the caller.
 */
export const errorCodes = {
  invalid_json: {
    status: 400,
    name: 'InvalidRequest',
    meaning: {
      en: 'The body is not JSON in UTF-8, or is nested too deeply.',
      zh: '请求体不是 UTF-8 编码的 JSON，或嵌套过深。',
    },
    remedy: {
      en: 'Send one JSON object, encoded in UTF-8 without a byte order mark.',
      zh: '发送一个 UTF-8 编码、不带 BOM 的 JSON 对象。',
    },
  },
  invalid_request: {
    status: 400,
    name: 'InvalidRequest',
    meaning: {
      en: 'The body is JSON but does not follow the contract.',
      zh: '请求体是 JSON，但不符合接口约定。',
    },
    remedy: {
      en: 'Correct the fields listed in `details` (at most 50 at a time).',
      zh: '按 `details` 的提示修改（每次最多列出 50 处）。',
    },
  },
  prohibited_field: {
    status: 400,
    name: 'ProhibitedField',
    meaning: {
      en: 'The body has fields that may contain prompts, replies or credentials.',
      zh: '请求体中有字段可能包含提示词、回复或凭证。',
    },
    remedy: {
      en: 'Remove them with the command in docs/strip.md and send the export again.',
      zh: '用 docs/strip.md 里的命令删除这些字段后重新发送。',
    },
  },
  connector_not_found: {
    status: 404,
    name: 'ConnectorNotFound',
    meaning: { en: 'No connector has this id.', zh: '没有这个 id 的网关连接器（connector）。' },
    remedy: {
      en: 'Use an id from `GET /api/v1/connectors`.',
      zh: '请使用 `GET /api/v1/connectors` 列出的 id。',
    },
  },
  not_found: {
    status: 404,
    name: 'NotFound',
    meaning: { en: 'No endpoint has this path.', zh: '没有这个接口路径。' },
    remedy: {
      en: 'Use a path from `GET /openapi.json`, without a trailing slash.',
      zh: '请使用 `GET /openapi.json` 中的路径，末尾不带斜杠。',
    },
  },
  method_not_allowed: {
    status: 405,
    name: 'MethodNotAllowed',
    meaning: { en: 'The endpoint does not support this method.', zh: '该接口不支持这个 HTTP 方法。' },
    remedy: { en: 'Use a method listed in the `Allow` header.', zh: '请使用 `Allow` 响应头列出的方法。' },
  },
  payload_too_large: {
    status: 413,
    name: 'PayloadTooLarge',
    meaning: {
      en: 'The body is larger than 2 MiB (2 097 152 bytes).',
      zh: '请求体超过 2 MiB（2 097 152 字节）。',
    },
    remedy: { en: 'Send the data of a shorter period.', zh: '请缩短账期，分批发送。' },
  },
  reply_too_large: {
    status: 413,
    name: 'ReplyTooLarge',
    meaning: {
      en: 'The reply is larger than `options.maxReplyBytes` of the direct invocation, even without findings.',
      zh: '直接调用的响应即使不列出问题，也超过了 `options.maxReplyBytes`。',
    },
    remedy: {
      en: 'Send a shorter period, raise the limit, or set `summaryOnly` for reconcile.',
      zh: '请缩短账期、提高上限，或为 reconcile 设置 `summaryOnly`。',
    },
  },
  unsupported_media_type: {
    status: 415,
    name: 'UnsupportedMediaType',
    meaning: {
      en: 'The headers do not declare the body as uncompressed JSON in UTF-8.',
      zh: '请求头没有声明请求体是未压缩的 UTF-8 JSON。',
    },
    remedy: {
      en: 'Send `Content-Type: application/json`, with no charset other than UTF-8 and no `Content-Encoding`.',
      zh: '请发送 `Content-Type: application/json`，不要指定其他字符集，也不要带 `Content-Encoding`。',
    },
  },
  internal_error: {
    status: 500,
    name: 'InternalError',
    meaning: {
      en: 'The service failed. The request may be correct.',
      zh: '服务内部出错，请求本身可能没有问题。',
    },
    remedy: {
      en: 'Try again. If it fails again, report the request id from the message.',
      zh: '请重试；如仍失败，请反馈错误信息中的请求 ID。',
    },
  },
} as const satisfies Record<string, { status: number; name: string; meaning: Sentence; remedy: Sentence }>;

/** Value of `error.code` in a reply. */
export type ErrorCode = keyof typeof errorCodes;

/** Builds the default message of an error code, in English: its meaning and remedy. */
export const buildDefaultMessage = (code: ErrorCode): string =>
  `${errorCodes[code].meaning.en} ${errorCodes[code].remedy.en}`;

/** Optional parts of a rejection. */
interface RejectionExtras {
  /** Headers of the HTTP reply, such as the `Allow` of a 405. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Message from the caller's own data about the last detail, such as the error text of a gateway's reply. It is sent over
   * HTTP only, because Lambda logs the errors of direct invocations.
   */
  readonly quote?: string;
}

const QUOTE_PREFIX: Sentence = { en: 'It says: ', zh: '原文：' };

const toSentence = (message: Sentence | string): Sentence =>
  makeSentence((language) => textIn(message, language));

/** Error for a mistake of the caller. The API replies with its code, message and details. Details name paths, never values. */
export class Rejection extends Error {
  readonly code: Exclude<ErrorCode, 'internal_error'>;
  readonly headers: Readonly<Record<string, string>>;
  readonly #message: Sentence;
  readonly #details: readonly Sentence[];
  readonly #quote: string;

  /**
   * Message and details never repeat data that was sent. A string is English text for programs; use a `Sentence` if the
   * page or a command shows it. At most `DETAILS_MAX` details, each starting with the path or file.
   */
  constructor(
    code: Rejection['code'],
    message: Sentence | string = buildDefaultMessage(code),
    details: readonly (Sentence | string)[] = [],
    { headers = {}, quote = '' }: RejectionExtras = {},
  ) {
    super(textIn(message, DEFAULT_LANGUAGE));
    this.code = code;
    this.headers = headers;
    this.#message = toSentence(message);
    this.#details = details.map(toSentence);
    this.#quote = quote;
  }

  /** Details in English, without the quoted text of the caller's data. */
  get details(): readonly string[] {
    return this.#details.map((detail) => detail[DEFAULT_LANGUAGE]);
  }

  /** Message and details for users; the quoted text follows the last detail. */
  get sentences(): { readonly message: Sentence; readonly details: readonly Sentence[] } {
    const [message, details, last] = [this.#message, this.#details, this.#details.at(-1)];
    if (last === undefined || this.#quote === '') return { message, details };
    const withQuote = makeSentence((language) => `${last[language]} ${QUOTE_PREFIX[language]}${this.#quote}`);
    return { message, details: details.with(-1, withQuote) };
  }

  /** Details in English, with the quoted text of the caller's data after the last detail. */
  get quotingDetails(): readonly string[] {
    return this.sentences.details.map((detail) => detail[DEFAULT_LANGUAGE]);
  }
}

/** Throws a rejection with the first sentence as its message and the others as details; does nothing without sentences. */
export function refuseWith([message, ...details]: readonly Sentence[]): void {
  if (message !== undefined) throw new Rejection('invalid_request', message, details);
}
