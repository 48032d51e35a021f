import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';

/** The parts of a CloudFormation resource that the local gateway reads. */
interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is open JSON; each reader below names what it expects.
  readonly Properties: any;
  readonly Metadata?: Readonly<Record<string, string>>;
}

/** A Lambda function of a synthesized template. */
export interface DeployedFunction {
  /** Id of the function's route, as the construct tree names it. */
  readonly name: string;
  /** Folder of the bundled asset. */
  readonly codeFolder: string;
  /** Module and export of the handler, such as `index.handler`. */
  readonly handler: string;
}

/** A route of a synthesized template, and the function that answers it. */
export interface DeployedRoute {
  /** Method and path, such as `POST /api/v1/reconcile`, or `$default`. */
  readonly routeKey: string;
  readonly function: DeployedFunction;
}

/** Reads the routes of a synthesized template. Follows route → integration → function → asset. */
export function deployedRoutes({ template, assembly }: CloudFormationStackArtifact): DeployedRoute[] {
  const resources: Readonly<Record<string, Resource>> = template.Resources;
  const functions = new Map<string, DeployedFunction>();
  for (const [logicalId, { Type, Properties, Metadata }] of Object.entries(resources)) {
    if (Type !== 'AWS::Lambda::Function') continue;
    const [name = logicalId] = (Metadata?.['aws:cdk:path'] ?? '').split('/').slice(1);
    const codeFolder = `${assembly.directory}/${Metadata?.['aws:asset:path']}`;
    functions.set(logicalId, { name, codeFolder, handler: Properties.Handler });
  }
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route')
    .map(({ Properties: route }) => {
      // "Target": {"Fn::Join": ["", ["integrations/", {"Ref": "<integration>"}]]}
      const integration = resources[route.Target['Fn::Join'][1][1].Ref]?.Properties;
      const deployed = functions.get(integration.IntegrationUri['Fn::GetAtt'][0]);
      if (!deployed) throw new Error(`The template has no function for the route ${route.RouteKey}.`);
      return { routeKey: route.RouteKey, function: deployed };
    });
}
