import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createDirectHandler } from './direct-invocation.ts';
import type { EndpointHandler } from './endpoint.ts';
import { createHttpHandler } from './http-invocation.ts';
import type { Invocation } from './invocation-options.ts';
import type { Route } from './route.ts';

/** Reads a direct invocation without options. */
const bodyOnly = (payload: unknown): Invocation => ({ body: payload, options: {} });

/**
 * Builds the Lambda handler of a route. API Gateway events go through the middy chain, which expects an HTTP event; any
 * other payload is a direct invocation (Step Functions, an SDK).
 * @param readInvocation reads body and options of a direct invocation; by default the payload is the body
 */
export function serve(route: Route, answer: EndpointHandler, readInvocation = bodyOnly) {
  const overHttp = createHttpHandler(route, answer);
  const directly = createDirectHandler(route, answer, readInvocation);
  return async (event: unknown, context: Context): Promise<unknown> =>
    isHttpEvent(event) ? overHttp(event, context) : directly(event, context);
}

const isHttpEvent = (event: unknown): event is APIGatewayProxyEventV2 => {
  const { version, headers, requestContext } = (event ?? {}) as Partial<APIGatewayProxyEventV2>;
  return (
    version === '2.0' &&
    headers !== null &&
    typeof headers === 'object' &&
    typeof requestContext?.http?.method === 'string'
  );
};
