import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { routes } from '#functions/routes.ts';
import type { HttpReply } from '#shared/http/reply.ts';
import { listMethods } from '#shared/http/route.ts';
import {
  buildFailedReply,
  buildHttpEvent,
  createContext,
  createRouteMatcher,
  formatRuntimeError,
  type LocalRoute,
  loadHandler,
} from './invocation.ts';

/** Largest JSON event and largest JSON result of a synchronous Lambda invocation. */
const LAMBDA_BYTES_MAX = 6_291_456;
/** Time after which an HTTP API closes an idle connection. */
const KEEP_ALIVE_MS = 60_000;
/** Largest request body that an HTTP API passes on. */
const GATEWAY_BYTES_MAX = 10 * 1024 * 1024;

/** Failure of the gateway itself, with the status and message that API Gateway or Lambda would answer. */
class GatewayError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads the body of a request. Throws a 413 if it exceeds the limit of API Gateway. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
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

/** Invokes a function by name. Resolves to its result, or to the value that it threw. */
type Invoke = (name: string, event: unknown) => Promise<{ result: unknown } | { thrown: unknown }>;

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Loads the functions of the routes into this process. Invocations have the size limits of Lambda. */
async function loadFunctions(routes: readonly LocalRoute[]): Promise<Invoke> {
  const handlers = new Map(
    await Promise.all(routes.map(async (route) => [route.functionName, await loadHandler(route)] as const)),
  );
  return async (name, event) => {
    const handler = handlers.get(name);
    if (!handler) throw new GatewayError(404, `Function not found: ${name}`);
    if (jsonBytes(event) > LAMBDA_BYTES_MAX) throw new GatewayError(413, 'Request Entity Too Large');
    const context = createContext(name);
    try {
      const result = await handler(event, context);
      if (jsonBytes(result) <= LAMBDA_BYTES_MAX) return { result };
    } catch (thrown) {
      process.stdout.write(`${formatRuntimeError(thrown, context.awsRequestId)}\n`);
      return { thrown };
    }
    throw new GatewayError(500, 'Internal Server Error');
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path of the request, without the query string. */
  readonly path: string;
}

/** Answers a request to the API with the reply of the function of its route. */
async function answerHttp(
  { request, response, path }: Exchange,
  findRoute: ReturnType<typeof createRouteMatcher>,
  invoke: Invoke,
): Promise<void> {
  const bytes = await readBody(request);
  const match = findRoute(request.method ?? 'GET', path);
  if (!match) throw new GatewayError(404, 'Not Found');
  const event = buildHttpEvent(request, bytes, match, path);
  const answer = await invoke(match.route.functionName, event);
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

/** Answers a direct invocation. An error that the function throws is answered with status 200, as Lambda does. */
async function answerInvoke({ request, response }: Exchange, functionName: string, invoke: Invoke) {
  const bytes = await readBody(request);
  const answer = await invoke(functionName, bytes.length > 0 ? JSON.parse(bytes.toString()) : {});
  if ('result' in answer) send(response, 200, answer.result);
  else send(response, 200, buildFailedReply(answer.thrown), { 'X-Amz-Function-Error': 'Unhandled' });
}

/** Lists the routes of the service, whose functions `bundleRoutes` has written into the folder. */
export const listLocalRoutes = (folder: string): LocalRoute[] =>
  routes.flatMap((route) => {
    const { id: functionName, path } = route;
    const keys = path === '$default' ? [path] : listMethods(route).map((method) => `${method} ${path}`);
    return keys.map((routeKey) => ({ routeKey, functionName, codeFolder: join(folder, functionName) }));
  });

/**
 * Creates an HTTP server that replaces API Gateway and Lambda on this machine: it answers each route with its bundled
 * function and applies the size limits of both services. `POST /2015-03-31/functions/<name>/invocations` invokes a
 * function directly. The caller must call `listen`.
 */
export async function createGateway(routes: readonly LocalRoute[]): Promise<Server> {
  const invoke = await loadFunctions(routes);
  const findRoute = createRouteMatcher(routes);
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const [, functionName] = INVOCATION.exec(path) ?? [];
    const exchange = { request, response, path };
    const answered = functionName
      ? answerInvoke(exchange, functionName, invoke)
      : answerHttp(exchange, findRoute, invoke);
    answered.catch((error: unknown) => {
      const { status, message } =
        error instanceof GatewayError ? error : new GatewayError(500, 'Internal Server Error');
      if (!response.headersSent) send(response, status, { message }, { connection: 'close' });
    });
  });
  // Keep connections open as long as a deployed API does, for clients that compute between two requests.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
