import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { LATEST_POINTER, SCRATCH_PREFIX } from '#functions/ledgers/deployment.ts';
import { ServiceFunction } from '../service-function.ts';
import { buildClosingRule, type StackSettings } from '../settings.ts';
import { buildLedgerDefinition, LAMBDA_TIMEOUT_S } from './ledger-definition.ts';
import { Workflow } from './workflow.ts';

interface LedgerWorkflowProps {
  readonly settings: StackSettings;
  readonly codeFolder: string;
}

const SUFFIX = '-ledger';

/** Workflow that reconciles the exports in a bucket and writes the report there: a function and its state machine. */
export class LedgerWorkflow extends Workflow {
  readonly machine: StateMachine;
  readonly machineName: string;

  constructor(scope: Construct, id: string, props: LedgerWorkflowProps) {
    super(scope, id, props.settings);
    const run = this.#addRun(props);
    const { stackName, partition } = Stack.of(this);
    this.machineName = `${stackName}${SUFFIX}`;
    const definition = buildLedgerDefinition({
      partition,
      run: run.functionArn,
      memoryMb: props.settings.ledgerMemoryMb,
      topic: this.topic.topicArn,
    });
    this.machine = this.createMachine({ definition, functions: [run], suffix: SUFFIX });
  }

  #addRun({ settings, codeFolder }: LedgerWorkflowProps): ServiceFunction {
    const { ledgerBucket: bucketName = '', ledgerKeyArn, ledgerInput, ledgerOutput } = settings;
    const run = new ServiceFunction(this, 'Run', {
      description: 'Ledger workflow: reads, reconciles and publishes',
      codeFolder,
      memoryMb: settings.ledgerMemoryMb,
      timeout: Duration.seconds(LAMBDA_TIMEOUT_S),
      // functions/ledgers/handler.ts reads these variables.
      environment: {
        LEDGER_BUCKET: bucketName,
        LEDGER_INPUT: ledgerInput,
        LEDGER_OUTPUT: ledgerOutput,
        ...(settings.billingWorkflow && { LEDGER_CLOSING: JSON.stringify(buildClosingRule(settings)) }),
      },
      settings,
      reservedConcurrency: undefined,
    });
    const [input, output, scratch] = [`${ledgerInput}*`, `${ledgerOutput}*`, `${SCRATCH_PREFIX}*`];
    // Allow reading the pointer to the latest report, but no earlier report.
    const readable = [input, scratch, `${ledgerOutput}*${LATEST_POINTER}`];
    const writable = [output, scratch];
    // Refer to the bucket by name: it may be created by the other stack or by the operator.
    const bucket = Bucket.fromBucketName(run, 'Bucket', bucketName);
    const objects = (patterns: readonly string[]) => patterns.map((pattern) => bucket.arnForObjects(pattern));
    const allow = (actions: string[], resources: string[], conditions = {}) =>
      run.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
    allow(['s3:GetObject'], objects(readable));
    allow(['s3:PutObject'], objects(writable));
    allow(['s3:ListBucket'], [bucket.bucketArn], { StringLike: { 's3:prefix': readable } });
    // Allow the use of the operator's key. The AWS-managed key needs no permission: it allows everybody whom S3 allows.
    if (ledgerKeyArn !== undefined) allow(['kms:Decrypt', 'kms:GenerateDataKey'], [ledgerKeyArn]);
    Validations.of(run.role ?? run).acknowledge(
      ...[...new Set([...readable, ...writable])].map((pattern) => ({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucketName}/${pattern}]`,
        reason: 'Objects below one prefix of one bucket, which the run reads or writes.',
      })),
    );
    return run;
  }
}
