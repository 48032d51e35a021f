import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';

/** The parts of a CloudFormation resource that the local gateway reads. */
interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is open JSON; each reader below names what it expects.
  readonly Properties: any;
  readonly Metadata?: Readonly<Record<string, string>>;
}

export interface DeployedFunction {
  /** Id of the function's route, as the construct tree names it. */
  readonly name: string;
  /** Folder of the bundled asset. */
  readonly codeFolder: string;
  /** `index.handler` */
  readonly handler: string;
}

export interface DeployedRoute {
  /** `POST /api/v1/reconcile`, or `$default`. */
  readonly routeKey: string;
  readonly function: DeployedFunction;
}

/** Routes and functions as the synthesized template deploys them: route -> integration -> function -> asset. */
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
      if (!deployed) throw new Error(`The route ${route.RouteKey} leads to no function of the template.`);
      return { routeKey: route.RouteKey, function: deployed };
    });
}
