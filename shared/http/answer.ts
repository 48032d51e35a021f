import type { Language } from '../language.ts';
import type { InvocationOptions } from './invocation-options.ts';

/** What an endpoint is given, however it was invoked. */
export interface ServiceRequest {
  /** The parsed JSON of a POST, not yet validated; undefined for a GET. */
  readonly body: unknown;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly path: string;
  /** Address under which the caller reached the service; empty in a direct invocation. */
  readonly baseUrl: string;
  /** What the caller reads: over HTTP by `Accept-Language`, in a direct invocation by the option. */
  readonly language: Language;
  /** What a direct invocation asks for beside the body; over HTTP nothing. */
  readonly options: InvocationOptions;
}

/** What an endpoint gives back: the body of the 200 reply, and counts (never values) for the log line. */
export interface Answer {
  readonly body: unknown;
  /** Headers of the 200 reply over HTTP, beside those that every reply has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  /** The same body as brotli packs it, of a document that is known beforehand. */
  readonly brotli?: Uint8Array;
}

/** The behaviour of an endpoint. It refuses by throwing a `Rejection`; anything else that it throws is a bug. */
export type Answerer = (request: ServiceRequest) => Answer;
