import {
  type HttpApi,
  type HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { ArnPrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { methodsOf, type Route } from '#shared/http/route.ts';
import { ServiceFunction } from './service-function.ts';
import type { StackSettings } from './settings.ts';

export interface EndpointProps {
  readonly route: Route;
  readonly api: HttpApi;
  readonly codeFolder: string;
  readonly settings: StackSettings;
  /** Keeps out unsigned requests where the deployment asks for it; preflights are always let through. */
  readonly authorizer: IHttpRouteAuthorizer | undefined;
}

/** One route of the API, its function and their integration. */
export class Endpoint extends Construct {
  readonly route: Route;
  readonly function: ServiceFunction;
  readonly routes: readonly HttpRoute[];

  constructor(scope: Construct, id: string, { route, api, codeFolder, settings, authorizer }: EndpointProps) {
    super(scope, id);
    const { auth, invokerRoleArn, reservedConcurrency } = settings;
    const isPost = route.method === 'POST';
    const isFallback = route.path === '$default';
    this.route = route;
    this.function = new ServiceFunction(this, 'Function', {
      description: route.summary,
      codeFolder,
      // Lambda gives CPU by memory: at 1024 MB a full ledger takes a third of a second, at 256 MB over one.
      memoryMb: isPost ? 1024 : 256,
      environment: auth === 'iam' ? { AUTH: auth } : {},
      settings,
      reservedConcurrency: isPost ? reservedConcurrency : undefined,
    });
    if (isPost && invokerRoleArn !== undefined)
      this.function.addPermission('Invoker', { principal: new ArnPrincipal(invokerRoleArn) });
    const integration = new HttpLambdaIntegration('Integration', this.function, {
      // One permission for each function: by route, CDK repeats the same one for GET, HEAD and OPTIONS. The pattern
      // for a whole API does not match `$default`, which keeps its own.
      scopePermissionToRoute: isFallback,
    });
    const add = (name: string, routeKey: HttpRouteKey, isOpen: boolean) =>
      new HttpRoute(this, name, {
        httpApi: api,
        routeKey,
        integration,
        ...(authorizer && !isOpen && { authorizer }),
      });
    this.routes = isFallback
      ? [add('Route', HttpRouteKey.DEFAULT, true)]
      : methodsOf(route).map((method) =>
          add(`Route${method}`, HttpRouteKey.with(route.path, method as HttpMethod), method === 'OPTIONS'),
        );
  }
}
