import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  type CfnStage,
  DomainName,
  HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { routes } from '#functions/routes.ts';
import { methodsOf } from '#shared/http/route.ts';
import { BillingWorkflow } from './billing-workflow.ts';
import type { Bundles } from './bundle.ts';
import { Endpoint } from './endpoint.ts';
import { Observability } from './observability.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

export interface ServiceStackProps extends StackProps {
  readonly settings: Settings;
  readonly bundles: Bundles;
}

/** Names, sizes and times of each request; no query string, no header, no body. */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  bytesOut: '$context.responseLength',
  error: '$context.error.responseType',
};

/** The whole service: one HTTP API, one function for each route. */
export class ServiceStack extends Stack {
  readonly endpoints: ReadonlyMap<string, Endpoint>;

  constructor(scope: Construct, id: string, { settings, bundles, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const api = new HttpApi(this, 'Api', { apiName: id, createDefaultStage: false });
    const authorizer = settings.auth === 'iam' ? new HttpIamAuthorizer() : undefined;
    this.endpoints = new Map(
      routes.map((route) => {
        const codeFolder = bundles.folderOf(route);
        const props = { route, api, codeFolder, settings, ...(authorizer && { authorizer }) };
        return [route.id, new Endpoint(this, route.id, props)];
      }),
    );
    const stage = this.addStage(api, settings);
    if (settings.domainName !== undefined)
      new ApiMapping(this, 'DomainMapping', { api, stage, domainName: this.addDomain(settings) });
    const { alarmEmail } = settings;
    const endpoints = [...this.endpoints.values()];
    new Observability(this, 'Observability', { api, endpoints, ...(alarmEmail && { alarmEmail }) });
    if (settings.billingWorkflow) this.addBillingWorkflow(settings);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The contract makes the endpoints public: they hold no data and take no credential. `auth=iam` closes all but preflights and the 404.',
    });
    new CfnOutput(this, 'BaseUrl', {
      value: baseUrlOf(stage, settings),
      description: 'Base address of the API',
    });
    for (const [routeId, endpoint] of this.endpoints)
      new CfnOutput(this, `${routeId}FunctionArn`, { value: endpoint.function.functionArn });
  }

  private addBillingWorkflow({ alarmEmail, logRetentionDays }: Settings): void {
    const { machine, topic } = new BillingWorkflow(this, 'Billing', {
      normalize: this.functionOf('normalize'),
      reconcile: this.functionOf('reconcile'),
      logRetention: logRetentionDays,
      ...(alarmEmail && { email: alarmEmail }),
    });
    new CfnOutput(this, 'BillingStateMachineArn', { value: machine.stateMachineArn });
    new CfnOutput(this, 'BillingTopicArn', { value: topic.topicArn });
  }

  private functionOf(routeId: string): ServiceFunction {
    const endpoint = this.endpoints.get(routeId);
    if (!endpoint) throw new Error(`No route has the id "${routeId}".`);
    return endpoint.function;
  }

  private addStage(api: HttpApi, settings: Settings): HttpStage {
    const logGroup = new LogGroup(this, 'AccessLogs', {
      // Elsewhere each API lengthens one policy of the account, which may not outgrow 5 120 characters.
      logGroupName: `/aws/vendedlogs/apis/${this.stackName}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new HttpStage(this, 'DefaultStage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      },
    });
    const cfnStage = stage.node.defaultChild as CfnStage;
    const throttle = {
      ThrottlingRateLimit: settings.postThrottleRate,
      ThrottlingBurstLimit: settings.postThrottleBurst,
    };
    cfnStage.routeSettings = Object.fromEntries(
      routes
        .filter(({ method }) => method === 'POST')
        .flatMap((route) =>
          methodsOf(route)
            .filter((method) => method === 'POST')
            .map((method) => [`${method} ${route.path}`, throttle]),
        ),
    );
    // A stage may only name routes that exist.
    for (const { routes } of this.endpoints.values()) stage.node.addDependency(...routes);
    return stage;
  }

  private addDomain({ domainName = '', certificateArn = '' }: Settings): DomainName {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', { domainName, certificate });
    new CfnOutput(this, 'DomainTarget', {
      value: domain.regionalDomainName,
      description: 'Point a CNAME or alias record of the custom domain here',
    });
    return domain;
  }
}

const baseUrlOf = (stage: HttpStage, { domainName }: Settings): string =>
  domainName === undefined ? stage.url.replace(/\/$/, '') : `https://${domainName}`;
