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

/** A function threw. */
class FunctionError extends Error {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    super('The function failed.');
    this.thrown = thrown;
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

/**
 * API Gateway and Lambda in one process: the synthesized routes in front of the synthesized bundles, with the
 * limits of both, and Lambda's own `Invoke` for callers that skip the gateway.
 */
export async function createGateway(routes: readonly DeployedRoute[]): Promise<Server> {
  const functions = new Map(routes.map((route) => [route.function.name, route.function]));
  const handlers = new Map(
    await Promise.all([...functions.values()].map(async (f) => [f.name, await loadHandler(f)] as const)),
  );
  const matchOf = routeMatcher(routes);

  const invoke = async (name: string, event: unknown): Promise<unknown> => {
    const handler = handlers.get(name);
    if (!handler) throw new GatewayError(404, `Function not found: ${name}`);
    if (Buffer.byteLength(JSON.stringify(event)) > LAMBDA_BYTES_MAX)
      throw new GatewayError(413, 'Request Entity Too Large');
    const context = newContext(name);
    const result = await handler(event, context).catch((error: unknown) => {
      process.stdout.write(`${runtimeErrorLine(error, context.awsRequestId)}\n`);
      throw new FunctionError(error);
    });
    if (Buffer.byteLength(JSON.stringify(result) ?? '') > LAMBDA_BYTES_MAX)
      throw new GatewayError(500, 'Internal Server Error');
    return result;
  };

  const answerHttp = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const bytes = await bytesOf(request);
    const match = matchOf(request.method ?? 'GET', path);
    if (!match) throw new GatewayError(404, 'Not Found');
    const reply = (await invoke(
      match.route.function.name,
      httpEvent(request, bytes, match, path),
    )) as HttpReply;
    const body = Buffer.from(reply.body ?? '', reply.isBase64Encoded ? 'base64' : 'utf8');
    response.writeHead(reply.statusCode, {
      ...reply.headers,
      ...(reply.statusCode !== 204 && request.method !== 'HEAD' && { 'Content-Length': body.length }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const answerInvoke = async (request: IncomingMessage, response: ServerResponse, functionName: string) => {
    const bytes = await bytesOf(request);
    try {
      const event: unknown = bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
      send(response, 200, await invoke(functionName, event));
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      send(response, 200, failedReply(error.thrown), { 'X-Amz-Function-Error': 'Unhandled' });
    }
  };

  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const [, functionName] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(path) ?? [];
    const answered = functionName
      ? answerInvoke(request, response, functionName)
      : answerHttp(request, response, path);
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
