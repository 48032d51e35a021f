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
import { listMethods, type Route } from '#shared/http/route.ts';
import { ServiceFunction } from './service-function.ts';
import type { StackSettings } from './settings.ts';

interface EndpointProps {
  readonly route: Route;
  readonly api: HttpApi;
  readonly codeFolder: string;
  readonly settings: StackSettings;
  /** Refuses unsigned requests, except preflights (OPTIONS). Undefined for a public deployment. */
  readonly authorizer: IHttpRouteAuthorizer | undefined;
}

/** One endpoint of the API: its Lambda function, and a route of API Gateway for each of its methods. */
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
      // Give POST functions more memory, because CPU grows with it: a full ledger takes a third of a second with 1024 MB.
      memoryMb: isPost ? 1024 : 256,
      environment: auth === 'iam' ? { AUTH: auth } : {},
      settings,
      reservedConcurrency: isPost ? reservedConcurrency : undefined,
    });
    if (isPost && invokerRoleArn !== undefined)
      this.function.addPermission('Invoker', { principal: new ArnPrincipal(invokerRoleArn) });
    const integration = new HttpLambdaIntegration('Integration', this.function, {
      // Grant one permission for all routes of a function, instead of one each for GET, HEAD and OPTIONS. The function
      // of `$default` needs the permission for its route, because the pattern for the whole API does not match it.
      scopePermissionToRoute: isFallback,
    });
    const addRoute = (name: string, routeKey: HttpRouteKey, isPublic: boolean) =>
      new HttpRoute(this, name, {
        httpApi: api,
        routeKey,
        integration,
        ...(authorizer && !isPublic && { authorizer }),
      });
    this.routes = isFallback
      ? [addRoute('Route', HttpRouteKey.DEFAULT, true)]
      : listMethods(route).map((method) =>
          addRoute(
            `Route${method}`,
            HttpRouteKey.with(route.path, method as HttpMethod),
            method === 'OPTIONS',
          ),
        );
  }
}
