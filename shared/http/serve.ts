import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createDirectHandler } from './direct-invocation.ts';
import { createHttpHandler } from './http-invocation.ts';
import type { Invocation } from './invocation-options.ts';
import type { EndpointHandler, Route } from './route.ts';

/** Reads a direct invocation without options. */
const bodyOnly = (payload: unknown): Invocation => ({ body: payload, options: {} });

/**
 * Builds the Lambda handler of a route. It answers API Gateway events over HTTP; any other payload is a direct
 * invocation (Step Functions, an SDK), whose body and options `readInvocation` reads.
 */
export function serve(route: Route, endpoint: EndpointHandler, readInvocation = bodyOnly) {
  const overHttp = createHttpHandler(route, endpoint);
  const directly = createDirectHandler(route, endpoint, readInvocation);
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
