import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HttpReply } from '#shared/http/reply.ts';
import { httpEvent, loadHandler, newContext, routeMatcher } from './invocation.ts';
import { failedReply, runtimeErrorLine } from './runtime-log.ts';
import type { DeployedRoute } from './template.ts';

/** Lambda takes and gives at most this many bytes of JSON in a synchronous invocation. */
const LAMBDA_BYTES_MAX = 6_291_456;
/** Idle connections of an HTTP API. */
const KEEP_ALIVE_MS = 60_000;
/** An HTTP API refuses larger requests itself. */
const GATEWAY_BYTES_MAX = 10 * 1024 * 1024;

/** Failures of the gateway itself look like this when deployed, too: they never reached a function. */
class GatewayError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > GATEWAY_BYTES_MAX) throw new GatewayError(413, 'Request Entity Too Large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Lambda: calls a function by its name, and tells what it answered, or what it threw. */
type Invoke = (name: string, event: unknown) => Promise<{ result: unknown } | { thrown: unknown }>;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The functions of these routes, in this process, with the limits of a synchronous invocation. */
async function loadFunctions(routes: readonly DeployedRoute[]): Promise<Invoke> {
  const functions = new Map(routes.map((route) => [route.function.name, route.function]));
  const handlers = new Map(
    await Promise.all([...functions.values()].map(async (f) => [f.name, await loadHandler(f)] as const)),
  );
  return async (name, event) => {
    const handler = handlers.get(name);
    if (!handler) throw new GatewayError(404, `Function not found: ${name}`);
    if (jsonBytes(event) > LAMBDA_BYTES_MAX) throw new GatewayError(413, 'Request Entity Too Large');
    const context = newContext(name);
    try {
      const result = await handler(event, context);
      if (jsonBytes(result) <= LAMBDA_BYTES_MAX) return { result };
    } catch (thrown) {
      process.stdout.write(`${runtimeErrorLine(thrown, context.awsRequestId)}\n`);
      return { thrown };
    }
    throw new GatewayError(500, 'Internal Server Error');
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without its query. */
  readonly path: string;
}

/** A request to the API: the function of its route answers. */
async function answerHttp(
  { request, response, path }: Exchange,
  matchOf: ReturnType<typeof routeMatcher>,
  invoke: Invoke,
): Promise<void> {
  const bytes = await bytesOf(request);
  const match = matchOf(request.method ?? 'GET', path);
  if (!match) throw new GatewayError(404, 'Not Found');
  const event = httpEvent(request, bytes, match, path);
  const answer = await invoke(match.route.function.name, event);
  if ('thrown' in answer) throw new GatewayError(500, 'Internal Server Error');
  const reply = answer.result as HttpReply;
  const body = Buffer.from(reply.body ?? '', reply.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(reply.statusCode, {
    ...reply.headers,
    ...(reply.statusCode !== 204 && request.method !== 'HEAD' && { 'Content-Length': body.length }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const INVOCATION = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** A direct invocation: what the function throws is an answer, too. */
async function answerInvoke(
  { request, response }: Exchange,
  functionName: string,
  invoke: Invoke,
): Promise<void> {
  const bytes = await bytesOf(request);
  const answer = await invoke(functionName, bytes.length > 0 ? JSON.parse(bytes.toString()) : {});
  if ('result' in answer) send(response, 200, answer.result);
  else send(response, 200, failedReply(answer.thrown), { 'X-Amz-Function-Error': 'Unhandled' });
}

/**
 * API Gateway and Lambda in one process: the synthesized routes in front of the synthesized bundles, with the
 * limits of both, and Lambda's own `Invoke` for callers that skip the gateway.
 */
export async function createGateway(routes: readonly DeployedRoute[]): Promise<Server> {
  const invoke = await loadFunctions(routes);
  const matchOf = routeMatcher(routes);
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const [, functionName] = INVOCATION.exec(path) ?? [];
    const exchange = { request, response, path };
    const answered = functionName
      ? answerInvoke(exchange, functionName, invoke)
      : answerHttp(exchange, matchOf, invoke);
    answered.catch((error: unknown) => {
      const { status, message } =
        error instanceof GatewayError ? error : new GatewayError(500, 'Internal Server Error');
      if (!response.headersSent) send(response, status, { message }, { connection: 'close' });
    });
  });
  // As long as a deployed API keeps a connection: a client that computes between two requests finds it open.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
