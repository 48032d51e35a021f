/** The bundle's own class of error may be shortened by minifying: that is what the runtime prints. */
const classOf = (error: Error): string => error.constructor?.name ?? 'UnknownError';

/**
 * The line that Lambda's runtime adds to the log of a function that throws, in JSON format: whatever the error says
 * and carries is in it.
 */
export function runtimeErrorLine(thrown: unknown, requestId: string): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const message = {
    errorType: classOf(error),
    errorMessage: error.message,
    stackTrace: error.stack?.split('\n'),
    ...error,
  };
  return JSON.stringify({ timestamp: new Date().toISOString(), level: 'ERROR', requestId, message });
}

/** What Lambda's `Invoke` answers for a function that threw. */
export function failedReply(thrown: unknown): object {
  if (!(thrown instanceof Error))
    return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}
