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
import type { Bundles, StepsBundle } from './bundle.ts';
import { Endpoint } from './endpoint.ts';
import { keepLogs } from './kept-logs.ts';
import { Observability } from './observability.ts';
import { isDaily } from './schedule-expression.ts';
import type { ServiceFunction } from './service-function.ts';
import type { StackSettings } from './settings.ts';
import { StageBudget } from './stage-budget.ts';
import { BillingWorkflow } from './workflows/billing-workflow.ts';
import { LedgerSchedule } from './workflows/ledger-schedule.ts';
import { LedgerWorkflow } from './workflows/ledger-workflow.ts';

export interface ServiceStackProps extends StackProps {
  readonly settings: StackSettings;
  readonly bundles: Bundles;
  /** Of the ledger workflow, where there is one. */
  readonly steps?: StepsBundle;
}

/**
 * Names, sizes and times of each request; no query string, no header, no body. `functionRequestId` is the id that the
 * function logs and answers with; the integration's error says why there is none.
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

/** The whole service: one HTTP API, one function for each route. */
export class ServiceStack extends Stack {
  readonly endpoints: ReadonlyMap<string, Endpoint>;

  constructor(scope: Construct, id: string, { settings, bundles, steps, ...props }: ServiceStackProps) {
    super(scope, id, props);
    // A function's dependency on its role, which CDK writes out although it follows from the role's ARN.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
    const api = new HttpApi(this, 'Api', {
      apiName: id,
      createDefaultStage: false,
      ...(settings.customDomainOnly && { disableExecuteApiEndpoint: true }),
    });
    const authorizer = settings.auth === 'iam' ? new HttpIamAuthorizer() : undefined;
    this.endpoints = new Map(
      routes.map((route) => {
        const codeFolder = bundles.folderOf(route);
        const props = { route, api, codeFolder, settings, ...(authorizer && { authorizer }) };
        return [route.id, new Endpoint(this, route.id, props)];
      }),
    );
    const accessLogs = this.addAccessLogs(settings);
    const stage = this.addStage(api, accessLogs, settings);
    if (settings.domainName !== undefined)
      new ApiMapping(this, 'DomainMapping', { api, stage, domainName: this.addDomain(settings) });
    const { alarmEmail } = settings;
    const ledger = steps && this.addLedgerWorkflow(settings, steps);
    const workflow = settings.billingWorkflow ? this.addBillingWorkflow(settings, ledger) : undefined;
    const schedule = ledger && this.addSchedule(settings, ledger, workflow);
    new Observability(this, 'Observability', {
      api,
      accessLogs,
      endpoints: [...this.endpoints.values()],
      workflows: [workflow, ledger].flatMap((one) => (one ? [one.machine] : [])),
      ...(schedule && { schedule }),
      ...silenceOf(settings, schedule, ledger),
      ...(alarmEmail && { alarmEmail }),
    });
    if (alarmEmail !== undefined && settings.monthlyBudgetUsd !== undefined)
      new StageBudget(this, 'Budget', {
        stage: settings.stage,
        monthlyUsd: settings.monthlyBudgetUsd,
        email: alarmEmail,
      });
    if (settings.keepLogs) keepLogs(this);
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

  private addLedgerWorkflow(settings: StackSettings, steps: StepsBundle): LedgerWorkflow {
    const { ledgerBucket: bucketName = '' } = settings;
    const workflow = new LedgerWorkflow(this, 'Ledger', { settings, bucketName, steps });
    new CfnOutput(this, 'LedgerStateMachineArn', { value: workflow.machine.stateMachineArn });
    new CfnOutput(this, 'LedgerTopicArn', { value: workflow.topic.topicArn });
    return workflow;
  }

  private addSchedule(
    { ledgerSchedule: expression, ledgerScheduleInput: input }: StackSettings,
    { machine: ledger }: LedgerWorkflow,
    billing: BillingWorkflow | undefined,
  ): LedgerSchedule | undefined {
    if (expression === undefined || input === undefined) return undefined;
    return new LedgerSchedule(this, 'LedgerSchedule', {
      expression,
      input,
      ledger,
      billing: billing?.machine,
    });
  }

  private addBillingWorkflow(settings: StackSettings, ledger: LedgerWorkflow | undefined): BillingWorkflow {
    const { alarmEmail, logRetentionDays } = settings;
    const workflow = new BillingWorkflow(this, 'Billing', {
      normalize: this.functionOf('normalize'),
      reconcile: this.functionOf('reconcile'),
      logRetention: logRetentionDays,
      rule: {
        by: settings.billingCloseBy,
        coverage: settings.billingCoverage,
        payments: settings.billingPayments,
      },
      ...(alarmEmail && { email: alarmEmail }),
      ...(ledger && { ledger }),
    });
    new CfnOutput(this, 'BillingStateMachineArn', { value: workflow.machine.stateMachineArn });
    new CfnOutput(this, 'BillingTopicArn', { value: workflow.topic.topicArn });
    return workflow;
  }

  private functionOf(routeId: string): ServiceFunction {
    const endpoint = this.endpoints.get(routeId);
    if (!endpoint) throw new Error(`No route has the id "${routeId}".`);
    return endpoint.function;
  }

  private addAccessLogs({ logRetentionDays }: StackSettings): LogGroup {
    return new LogGroup(this, 'AccessLogs', {
      // Elsewhere each API lengthens one policy of the account, which may not outgrow 5 120 characters.
      logGroupName: `/aws/vendedlogs/apis/${this.stackName}`,
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private addStage(api: HttpApi, accessLogs: LogGroup, settings: StackSettings): HttpStage {
    const stage = new HttpStage(this, 'DefaultStage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
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

  private addDomain({ domainName = '', certificateArn = '' }: StackSettings): DomainName {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', { domainName, certificate });
    new CfnOutput(this, 'DomainTarget', {
      value: domain.regionalDomainName,
      description: 'Point a CNAME or alias record of the custom domain here',
    });
    return domain;
  }
}

/** A schedule of every day may miss one by no more than two hours; a longer wait must be asked for. */
const DAILY_SILENCE_HOURS = 26;

function silenceOf(
  { ledgerSchedule, ledgerSilentHours }: StackSettings,
  schedule: LedgerSchedule | undefined,
  ledger: LedgerWorkflow | undefined,
) {
  const byDefault = ledgerSchedule !== undefined && isDaily(ledgerSchedule) ? DAILY_SILENCE_HOURS : undefined;
  const hours = ledgerSilentHours ?? byDefault;
  const machine = schedule?.machine ?? ledger?.machine;
  return hours !== undefined && machine !== undefined ? { silence: { machine, hours } } : {};
}

const baseUrlOf = (stage: HttpStage, { domainName }: StackSettings): string =>
  domainName === undefined ? stage.url.replace(/\/$/, '') : `https://${domainName}`;
