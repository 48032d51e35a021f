import { httpCorsValidateOptions } from '@middy/http-cors';
import { httpErrorHandlerValidateOptions } from '@middy/http-error-handler';
import { httpJsonBodyParserValidateOptions } from '@middy/http-json-body-parser';
import type { Context } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { formatRuntimeError } from '#infra/local/invocation.ts';
import { buildCorsOptions, errorHandlerOptions, parserOptions } from '#shared/http/http-invocation.ts';
import type { EndpointHandler, Route } from '#shared/http/route.ts';
import { serve } from '#shared/http/serve.ts';
import { BODY_BYTES_MAX, BODY_DEPTH_MAX } from '#shared/limits.ts';
import { type ErrorCode, errorCodes, Rejection } from '#shared/rejections.ts';
import { cleanBooks } from '../../support/engine/books.ts';

const context = { awsRequestId: 'id-1' } as Context;
const post = {
  id: 'echo',
  method: 'POST',
  path: '/echo',
  summary: '',
  description: '',
  refusals: [],
} satisfies Route;
const get = { ...post, method: 'GET' } satisfies Route;
const echo: EndpointHandler = (request) => ({ body: { data: request }, counts: { things: 3 } });
const event = (body: string | undefined, headers = {}) => ({
  version: '2.0',
  rawPath: '/echo',
  headers: { 'content-type': 'application/json', ...headers },
  requestContext: { domainName: 'api.example.org', http: { method: 'POST', path: '/echo' } },
  isBase64Encoded: false,
  ...(body !== undefined && { body }),
});

type Row = Readonly<Record<string, unknown>>;
interface Reply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}
/** What is answered over HTTP, and the JSON of it. */
async function replyTo(sent: object, answer = echo): Promise<Reply & { json: { data: Row; error: Row } }> {
  const reply = (await serve(post, answer)(sent, context)) as Reply;
  return { ...reply, json: reply.body ? JSON.parse(reply.body) : undefined };
}

const thrownBy = (answer: EndpointHandler, payload: unknown): Promise<Error> =>
  serve(post, answer)(payload, context).then(
    () => expect.fail('it answered'),
    (error) => error,
  );

/** Log lines of one call; what a Lambda writes to its standard output is its log. */
function captureLog() {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  return () => lines.map((line) => JSON.parse(line));
}
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test.each<[auth: string | undefined, allows: boolean]>([
  ['iam', true],
  ['none', false],
  [undefined, false],
])('where the deployment has auth=%s, a preflight allows signatures: %s', async (auth, allows) => {
  captureLog();
  vi.stubEnv('AUTH', auth);
  const preflight = { ...event(undefined), requestContext: { http: { method: 'OPTIONS', path: '/echo' } } };
  const { statusCode, headers } = await replyTo(preflight);
  const allowed = headers['Access-Control-Allow-Headers']?.split(', ');
  expect(statusCode).toBe(204);
  expect(allowed).toContain('Content-Type');
  expect(allowed?.includes('Authorization')).toBe(allows);
  expect(allowed?.includes('X-Amz-Security-Token')).toBe(allows);
});

test('the options of the middlewares are valid', () => {
  // The factories take any option without a word.
  for (const auth of ['none', 'iam'])
    expect(() => httpCorsValidateOptions(buildCorsOptions(auth))).not.toThrow();
  expect(() => httpErrorHandlerValidateOptions(errorHandlerOptions)).not.toThrow();
  expect(() => httpJsonBodyParserValidateOptions(parserOptions)).not.toThrow();
  expect(() => httpCorsValidateOptions({ orgin: '*' } as never)).toThrow();
});

test('an HTTP handler receives the parsed body and the address of the caller', async () => {
  const log = captureLog();
  const reply = await replyTo(event('{"a":[1]}'));
  expect(reply.statusCode).toBe(200);
  expect(reply.json.data).toEqual({
    body: { a: [1] },
    language: 'en',
    options: {},
    pathParameters: {},
    method: 'POST',
    path: '/echo',
    baseUrl: 'https://api.example.org',
  });
  expect(reply).not.toHaveProperty('counts');
  const line = { requestId: 'id-1', route: 'echo', invocation: 'http', status: 200, bytesIn: 9, things: 3 };
  expect(log()).toMatchObject([{ level: 'INFO', ...line }]);
});

test.each([[5], [true], [{}], [['{}']], [{ length: 9 }]])(
  'an event body that is not text is refused: %j',
  async (body) => {
    const log = captureLog();
    for (const isBase64Encoded of [false, true]) {
      const { statusCode, json, headers } = await replyTo({ ...event(''), body, isBase64Encoded });
      expect([statusCode, json.error.code, headers['X-Request-Id']]).toEqual([400, 'invalid_json', 'id-1']);
    }
    expect(log()).toMatchObject([{ bytesIn: 0 }, { bytesIn: 0 }]);
  },
);

test('HSTS is sent only over HTTPS', async () => {
  captureLog();
  for (const scheme of ['https', 'http']) {
    const { headers } = await replyTo(event('{}', { 'x-forwarded-proto': scheme }));
    expect('Strict-Transport-Security' in headers).toBe(scheme === 'https');
  }
});

test.each<[scheme: string | undefined, base: string]>([
  ['https', 'https://api.example.org'],
  ['http', 'http://api.example.org'],
  [undefined, 'https://api.example.org'],
  ['javascript', 'https://api.example.org'],
  ['https://elsewhere.example/?', 'https://api.example.org'],
  ['http,javascript', 'https://api.example.org'],
])('a forwarded scheme of %s makes the address %s', async (scheme, base) => {
  captureLog();
  const headers = scheme === undefined ? {} : { 'x-forwarded-proto': scheme };
  expect((await replyTo(event('{}', headers))).json.data.baseUrl).toBe(base);
});

/** JSON texts, and the key for which each is refused. */
test.each<[json: string, refusedKey: string | undefined]>([
  ['{"__proto__":1}', '__proto__'],
  ['{"a":[{"__proto__":{"b":1}}]}', '__proto__'],
  ['{"\\u005f_proto__":1}', '__proto__'],
  ['{"__pr\\u006Fto__":1}', '__proto__'],
  ['{"constructor":{"prototype":1}}', 'constructor'],
  ['{"a":{"\\u0063onstructor":{"prototype":1}}}', 'constructor'],
  ['{"co\\u006Estructor"\n\t: {"\\u0070rototype" :1}}', 'constructor'],
  ['{"__proto__" : 1}', '__proto__'],
  ['{"constructor":1}', undefined],
  ['{"constructor":{"a":1},"b":{"prototype":1}}', undefined],
  ['{"a":"__proto__","b":"constructor"}', undefined],
  ['{"other":"{\\"__proto__\\":1}"}', undefined],
  ['{"a":"\\u4e2d\\u003c\\u0041"}', undefined],
])('over HTTP %s is refused for %s', async (json, refusedKey) => {
  captureLog();
  const reply = await replyTo(event(json));
  const { data, error } = reply.json;
  if (refusedKey === undefined) expect(data.body).toEqual(JSON.parse(json));
  else {
    const details = [`${refusedKey}: is not a property of the contract`];
    expect({ status: reply.statusCode, ...error }).toMatchObject({
      status: 400,
      code: 'invalid_request',
      details,
    });
  }
});

test('a body is parsed key by key only if it contains a forbidden key', async () => {
  captureLog();
  const parse = vi.spyOn(JSON, 'parse');
  const revived = () => parse.mock.calls.filter(([, reviver]) => reviver !== undefined).length;
  const answer = serve(post, () => ({ body: {} }));
  await answer(event(JSON.stringify(cleanBooks(100))), context);
  await answer(event('{"note":"\\u0026 a key of __proto__"}'), context);
  await answer(event('{"note":["__proto__","constructor"],"constructor":1}'), context);
  expect(revived()).toBe(0);
  await answer(event('{"constructor":1,"prototype":1}'), context);
  expect(revived()).toBe(1);
});

test('parsing a body does not change the headers of its request', async () => {
  captureLog();
  for (const json of ['{}', '{"constructor":1,"prototype":1}']) {
    const headers = { 'content-type': 'Application/JSON ; charset="UTF-8"' };
    const sent = event(json, headers);
    expect(await serve(post, echo)(sent, context)).toMatchObject({ statusCode: 200 });
    expect(sent.headers).toEqual(headers);
  }
});

test.each(['{', '{"constructor":', `{"constructor":${'['.repeat(100_000)}${']'.repeat(100_000)}}`])(
  'invalid or too deeply nested JSON is refused as such over HTTP (%#)',
  async (text) => {
    captureLog();
    const reply = await replyTo(event(text));
    expect([reply.statusCode, reply.json.error.code]).toEqual([400, 'invalid_json']);
  },
);

test('an error about the data is replied over HTTP, not thrown', async () => {
  const log = captureLog();
  const quoting: EndpointHandler = () => {
    throw new Rejection('invalid_request', 'No.', ['logs: failed.'], { quote: 'mail jo@example.org' });
  };
  const { error } = (await replyTo(event('{}'), quoting)).json;
  expect(error.details).toEqual(['logs: failed. It says: mail jo@example.org']);
  const thrown = await thrownBy(quoting, {});
  expect(JSON.parse(thrown.message).details).toEqual(['logs: failed.']);
  expect(formatRuntimeError(thrown, 'id-1')).not.toContain('jo@');
  expect(JSON.stringify(log())).not.toContain('jo@');
});

test('a direct invocation receives the body itself and returns the reply body itself', async () => {
  const log = captureLog();
  expect(await serve(post, echo)({ a: 1 }, context)).toMatchObject({ data: { body: { a: 1 }, baseUrl: '' } });
  expect(await serve(get, echo)({ connectorId: 'x' }, context)).toMatchObject({
    data: { pathParameters: { connectorId: 'x' } },
  });
  expect(await serve(get, echo)(null, context)).toMatchObject({ data: { pathParameters: {} } });
  expect(log()).toMatchObject([{ invocation: 'direct', status: 200, bytesIn: 7, things: 3 }, {}, {}]);
});

const refusing =
  (error: unknown): EndpointHandler =>
  () => {
    throw error;
  };
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

test.each<[code: ErrorCode, answer: EndpointHandler, payload: unknown]>([
  ['invalid_request', refusing(new Rejection('invalid_request', 'No.', ['a: is required'])), {}],
  ['prohibited_field', refusing(new Rejection('prohibited_field', 'No.')), {}],
  ['connector_not_found', refusing(new Rejection('connector_not_found')), {}],
  ['internal_error', refusing(new TypeError('planted')), {}],
  ['internal_error', refusing(null), {}],
  ['payload_too_large', echo, 'x'.repeat(BODY_BYTES_MAX)],
  ['invalid_json', echo, nested(BODY_DEPTH_MAX + 1)],
  // Too deep to be written.
  ['invalid_json', echo, nested(20_000)],
])(
  'invoked directly, %s is an error with a name that Step Functions can match (%#)',
  async (code, answer, payload) => {
    captureLog();
    const error = await thrownBy(answer, payload);
    const { name } = errorCodes[code];
    expect(error.name).toBe(name);
    expect(JSON.parse(error.message)).toMatchObject({ code, message: expect.any(String) });
    const { message } = JSON.parse(formatRuntimeError(error, 'id-1'));
    expect(message).toEqual({ errorType: name, errorMessage: error.message, stackTrace: [''] });
  },
);

test('the reply to a bug contains the request id, its log the place, and neither contains a value', async () => {
  const log = captureLog();
  const { statusCode, json } = await replyTo(event('{}'), refusing(new RangeError('planted')));
  const message = 'The service failed. The request id is id-1.';
  expect([statusCode, json]).toEqual([500, { error: { code: 'internal_error', message } }]);
  const [bugLine, requestLine] = log();
  expect(bugLine).toMatchObject({ level: 'ERROR', requestId: 'id-1', bug: 'RangeError' });
  expect(bugLine.stack.join()).toContain('serve.test.ts');
  expect(requestLine).toMatchObject({ level: 'ERROR', status: 500 });
  expect(JSON.stringify([bugLine, requestLine])).not.toContain('planted');
});
