/** Class name of an error. It may be shortened by the minifier; Lambda's runtime prints it like that, too. */
const classNameOf = (error: Error): string => error.constructor?.name ?? 'UnknownError';

/** Formats the line of JSON that Lambda's runtime logs when a function throws, with all properties of the error. */
export function formatRuntimeError(thrown: unknown, requestId: string): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = {
    errorType: classNameOf(error),
    errorMessage: error.message,
    stackTrace: error.stack?.split('\n'),
    ...error,
  };
  return JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', requestId, message });
}

/** Builds the body with which Lambda's `Invoke` API replies if the function threw an error. */
export function buildFailedReply(thrown: unknown): object {
  if (!(thrown instanceof Error))
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}
