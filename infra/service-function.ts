import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StackSettings } from './settings.ts';

interface ServiceFunctionProps {
  readonly description: string;
  readonly codeFolder: string;
  readonly memoryMb: number;
  /** Timeout of an invocation. The default is 20 seconds. */
  readonly timeout?: Duration;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: StackSettings;
  readonly reservedConcurrency: number | undefined;
}

/** Lambda function of the service, whose role may only write to its log group. Callers add other permissions. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, { settings, ...props }: ServiceFunctionProps) {
    const { logRetentionDays, sourceMaps, tracing } = settings;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: props.description,
      code: Code.fromAsset(props.codeFolder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: props.timeout ?? Duration.seconds(20),
      environment: { ...props.environment, ...(sourceMaps && { NODE_OPTIONS: '--enable-source-maps' }) },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Drop Lambda's start and report lines: they repeat the metrics and cost more than the function's log line.
      systemLogLevelV2: SystemLogLevel.WARN,
      ...(tracing && { tracing: Tracing.ACTIVE }),
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
    });
    if (tracing)
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray permissions cannot be limited to resources. CDK adds this statement for traces.',
      });
  }
}
