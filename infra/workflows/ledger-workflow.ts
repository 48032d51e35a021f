import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { LATEST, SCRATCH_PREFIX } from '#functions/steps/deployment.ts';
import type { StepsBundle } from '../bundle.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StackSettings } from '../settings.ts';
import { ledgerDefinition } from './ledger-definition.ts';
import { Workflow } from './workflow.ts';

export interface LedgerWorkflowProps {
  readonly settings: StackSettings;
  readonly steps: StepsBundle;
}

/** Patterns of keys that a step may read, list by, and write. */
interface Access {
  readonly read: readonly string[];
  readonly list?: readonly string[];
  readonly write: readonly string[];
}

const SUFFIX = '-ledger';

/** Books of any size, in a bucket of exports, scratch and reports: the steps, and the state machine that calls them. */
export class LedgerWorkflow extends Workflow {
  readonly machine: StateMachine;
  readonly machineName: string;

  constructor(scope: Construct, id: string, props: LedgerWorkflowProps) {
    const { ledgerInput, ledgerOutput, ledgerConcurrency } = props.settings;
    super(scope, id, props.settings);
    const [input, output, scratch] = [`${ledgerInput}*`, `${ledgerOutput}*`, `${SCRATCH_PREFIX}*`];
    // Of the reports before, the one object that names the run; a run that was overtaken does not move it back.
    const latest = `${ledgerOutput}*${LATEST}`;
    const step = (name: string, access: Access) => this.#addStep(name, access, props);
    const list = step('List', { read: [input, latest], list: [input, latest], write: [scratch] });
    const read = step('Read', { read: [input, scratch], write: [scratch] });
    const write = step('Write', {
      read: [scratch, latest],
      list: [scratch, latest],
      write: [output, scratch],
    });
    const { stackName, partition } = Stack.of(this);
    this.machineName = `${stackName}${SUFFIX}`;
    const definition = ledgerDefinition({
      partition,
      list: list.functionArn,
      read: read.functionArn,
      write: write.functionArn,
      topic: this.topic.topicArn,
      concurrency: ledgerConcurrency,
    });
    this.machine = this.machineOf({ definition, functions: [list, read, write], suffix: SUFFIX });
  }

  #addStep(
    name: string,
    { read, list, write }: Access,
    { settings, steps }: LedgerWorkflowProps,
  ): ServiceFunction {
    const { ledgerBucket: bucketName = '', ledgerKeyArn } = settings;
    const step = new ServiceFunction(this, name, {
      description: `Ledger workflow: ${name.toLowerCase()}`,
      codeFolder: steps.folder,
      memoryMb: settings.ledgerMemoryMb,
      timeout: Duration.minutes(15),
      // What functions/steps/handler.ts reads.
      environment: {
        LEDGER_BUCKET: bucketName,
        LEDGER_INPUT: settings.ledgerInput,
        LEDGER_OUTPUT: settings.ledgerOutput,
        LEDGER_STAMP: steps.stamp,
      },
      settings,
      reservedConcurrency: settings.ledgerReservedConcurrency,
    });
    // By its name alone, whoever has made it.
    const bucket = Bucket.fromBucketName(step, 'Bucket', bucketName);
    const objects = (patterns: readonly string[]) => patterns.map((pattern) => bucket.arnForObjects(pattern));
    const allow = (actions: string[], resources: string[], conditions = {}) =>
      step.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
    allow(['s3:GetObject'], objects(read));
    allow(['s3:PutObject'], objects(write));
    if (list) allow(['s3:ListBucket'], [bucket.bucketArn], { StringLike: { 's3:prefix': list } });
    // AWS's key for S3 lets in whoever S3 does; a key of your own asks for itself.
    if (ledgerKeyArn !== undefined) allow(['kms:Decrypt', 'kms:GenerateDataKey'], [ledgerKeyArn]);
    Validations.of(step.role ?? step).acknowledge(
      ...[...new Set([...read, ...write])].map((pattern) => ({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucketName}/${pattern}]`,
        reason: 'Objects below one prefix of one bucket: what the step reads or writes.',
      })),
    );
    return step;
  }
}
