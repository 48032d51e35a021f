import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Answerer } from './answer.ts';
import { directInvocation } from './direct-invocation.ts';
import { httpInvocation } from './http-invocation.ts';
import type { Invocation } from './invocation-options.ts';
import type { Route } from './route.ts';

/** For endpoints without options; they need not carry schemas. */
const bodyOnly = (payload: unknown): Invocation => ({ body: payload, options: {} });

/**
 * Makes a Lambda handler of a route and its answer. An API Gateway event goes through the middy chain; anything
 * else is a direct invocation (Step Functions, an SDK), whose payload is the request body itself. The split comes
 * first, because the middlewares expect an HTTP event.
 *
 * @param readInvocation reads the options that a direct invocation may carry beside the body; by default none.
 */
export function serve(route: Route, answer: Answerer, readInvocation = bodyOnly) {
  const overHttp = httpInvocation(route, answer);
  const directly = directInvocation(route, answer, readInvocation);
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
