import {
  Aspects,
  CfnOutput,
  Fn,
  type IAspect,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
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
import { CfnLogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';
import { postRoutes, routes } from '#functions/routes.ts';
import type { Bundles } from './bundle.ts';
import { Endpoint } from './endpoint.ts';
import { Observability } from './observability.ts';
import type { StackSettings } from './settings.ts';
import { addBudget } from './stage-budget.ts';
import { BillingWorkflow } from './workflows/billing-workflow.ts';
import { LedgerSchedule } from './workflows/ledger-schedule.ts';
import { LedgerWorkflow } from './workflows/ledger-workflow.ts';

interface ServiceStackProps extends StackProps {
  readonly settings: StackSettings;
  readonly bundles: Bundles;
  /** Folder with the code of the ledger workflow. Absent if the workflow is not deployed. */
  readonly ledgersFolder?: string;
}

/**
 * Fields of the access log, without query string, headers and body. `functionRequestId` is the id that the function
 * logs and answers with; if the invocation failed, `integrationError` has the reason instead.
 */
const ACCESS_LOG_FORMAT = {
  requestId: '$context.requestId',
  functionRequestId: '$context.integration.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  bytesOut: '$context.responseLength',
  error: '$context.error.responseType',
  integrationError: '$context.integration.error',
};

/** First eight digits of the stack's unique id. They differ if the stack is created again under the same name. */
const uniqueSuffix = (stack: Stack): string =>
  Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stack.stackId))));

/** Aspect that keeps all log groups when the stack is destroyed. Log events still expire after their retention. */
class RetainLogs implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnLogGroup)) return;
    node.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    // Make fixed names unique: a retained log group would block the next stack of the same name.
    const stack = Stack.of(node);
    if (stack.resolve(node.logGroupName) !== undefined) node.logGroupName += `-${uniqueSuffix(stack)}`;
  }
}

/** Stack of the service: an HTTP API with a function per endpoint, alarms, a dashboard, and optional workflows. */
export class ServiceStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, bundles, ledgersFolder, ...props }: ServiceStackProps,
  ) {
    super(scope, id, props);
    // Turn off a warning of cfn-lint about redundant dependencies: CDK makes each function depend on its role explicitly.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    const api = new HttpApi(this, 'Api', {
      apiName: id,
      createDefaultStage: false,
      ...(settings.customDomainOnly && { disableExecuteApiEndpoint: true }),
    });
    const authorizer = settings.auth === 'iam' ? new HttpIamAuthorizer() : undefined;
    const endpoints = routes.map((route) => {
      const codeFolder = bundles.folderOf(route);
      return new Endpoint(this, route.id, { route, api, codeFolder, settings, authorizer });
    });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      // Use the prefix /aws/vendedlogs: its log groups need no entry in the account's log policy, which has a limited size.
      logGroupName: `/aws/vendedlogs/apis/${this.stackName}`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = this.#addStage(api, accessLogs, endpoints, settings);
    if (settings.domainName !== undefined)
      new ApiMapping(this, 'DomainMapping', { api, stage, domainName: this.#addDomain(settings) });
    const workflows = this.#addWorkflows(endpoints, settings, ledgersFolder);
    new Observability(this, 'Observability', { api, accessLogs, endpoints, settings, ...workflows });
    addBudget(this, settings);
    if (settings.keepLogs) Aspects.of(this).add(new RetainLogs());
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The endpoints are public by design: they store no data and take no credential. `auth=iam` protects all except preflight requests and the 404 reply.',
    });
    new CfnOutput(this, 'BaseUrl', {
      value: baseUrlOf(stage, settings),
      description: 'Base address of the API',
    });
    for (const {
      route,
      function: { functionArn },
    } of endpoints)
      new CfnOutput(this, `${route.id}FunctionArn`, { value: functionArn });
  }

  /** Adds the workflows that the settings ask for, and the schedule that starts one of them. */
  #addWorkflows(endpoints: readonly Endpoint[], settings: StackSettings, codeFolder: string | undefined) {
    const { billingWorkflow, ledgerSchedule: expression, ledgerScheduleInput: input } = settings;
    const findFunction = (routeId: string) =>
      (endpoints.find(({ route }) => route.id === routeId) as Endpoint).function;
    const [normalize, reconcile] = [findFunction('normalize'), findFunction('reconcile')];
    const ledger =
      codeFolder === undefined ? undefined : new LedgerWorkflow(this, 'Ledger', { settings, codeFolder });
    const billing = billingWorkflow
      ? new BillingWorkflow(this, 'Billing', { settings, normalize, reconcile, ledger })
      : undefined;
    const workflows = [billing, ledger].filter((workflow) => workflow !== undefined);
    for (const { node, machine, topic } of workflows) {
      new CfnOutput(this, `${node.id}StateMachineArn`, { value: machine.stateMachineArn });
      new CfnOutput(this, `${node.id}TopicArn`, { value: topic.topicArn });
    }
    const schedule =
      ledger && expression !== undefined && input !== undefined
        ? new LedgerSchedule(this, 'LedgerSchedule', { expression, input, ledger, billing })
        : undefined;
    return { workflows, schedule };
  }

  #addStage(
    httpApi: HttpApi,
    accessLogs: LogGroup,
    endpoints: readonly Endpoint[],
    settings: StackSettings,
  ): HttpStage {
    const stage = new HttpStage(this, 'DefaultStage', {
      httpApi,
      autoDeploy: true,
      throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      },
    });
    const throttle = {
      ThrottlingRateLimit: settings.postThrottleRate,
      ThrottlingBurstLimit: settings.postThrottleBurst,
    };
    const cfnStage = stage.node.defaultChild as CfnStage;
    cfnStage.routeSettings = Object.fromEntries(postRoutes.map(({ path }) => [`POST ${path}`, throttle]));
    // Deploy the routes first: a stage with settings for a missing route is refused.
    stage.node.addDependency(...endpoints.flatMap((endpoint) => endpoint.routes));
    return stage;
  }

  #addDomain({ domainName = '', certificateArn = '' }: StackSettings): DomainName {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', { domainName, certificate });
    new CfnOutput(this, 'DomainTarget', {
      value: domain.regionalDomainName,
      description: 'Point a CNAME or alias record of the custom domain here',
    });
    return domain;
  }
}

const baseUrlOf = (stage: HttpStage, { domainName }: StackSettings): string =>
  domainName === undefined ? stage.url.replace(/\/$/, '') : `https://${domainName}`;
