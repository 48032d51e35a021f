import { inject } from 'vitest';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: replies are open JSON; each test says what it expects of them.
  readonly json: any;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** One call of the local service; a body that is no text or bytes is sent as JSON. */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = body === undefined ? {} : JSON_TYPE,
): Promise<Reply> {
  const payload = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(inject('baseUrl') + path, {
    method,
    headers,
    ...(body !== undefined && { body: payload as string }),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {}
  return { status: response.status, headers: response.headers, text, json };
}

/** Lambda's own `Invoke`, as Step Functions uses it. */
export async function invoke(functionName: string, payload?: unknown): Promise<Reply> {
  return call('POST', `/2015-03-31/functions/${functionName}/invocations`, payload ?? {});
}
