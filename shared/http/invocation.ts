import type { Language } from '../language.ts';

/** What a caller who invokes a function directly may ask for besides the request body. */
export interface InvocationOptions {
  /** Largest reply that the caller can take, in bytes of JSON. */
  readonly maxReplyBytes?: number;
  /** Of the sentences in the reply, where the endpoint has words in several. */
  readonly language?: Language;
}

export interface Invocation<TOptions extends InvocationOptions = InvocationOptions> {
  readonly body: unknown;
  readonly options: TOptions;
}

/** Tells the request body and the options of a direct invocation apart, and refuses options that it does not know. */
export type InvocationReader<TOptions extends InvocationOptions = InvocationOptions> = (
  payload: unknown,
) => Invocation<TOptions>;

/** For endpoints without options; they need not carry schemas. */
export const bodyOnly: InvocationReader = (payload) => ({ body: payload, options: {} });
