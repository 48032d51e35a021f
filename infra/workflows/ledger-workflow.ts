import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { environmentOf, LATEST, SCRATCH_PREFIX } from '#functions/steps/deployment.ts';
import type { StepsBundle } from '../bundle.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StackSettings } from '../settings.ts';
import { FailureNotice } from './failure-notice.ts';
import { ledgerDefinition } from './ledger-definition.ts';
import { noticeTopic } from './notice-topic.ts';
import { workflowMachine, workflowRole } from './workflow-machine.ts';

export interface LedgerWorkflowProps {
  readonly settings: StackSettings;
  readonly bucketName: string;
  readonly steps: StepsBundle;
}

/** Patterns of keys that a step may read, list by, and write. */
interface Access {
  readonly read: readonly string[];
  readonly list: readonly string[];
  readonly write: readonly string[];
}

/** Books of any size, in a bucket of exports, scratch and reports: the steps, and the state machine that calls them. */
export class LedgerWorkflow extends Construct {
  readonly machine: StateMachine;
  readonly machineName: string;
  readonly steps: ReadonlyMap<string, ServiceFunction>;
  readonly bucket: IBucket;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: LedgerWorkflowProps) {
    super(scope, id);
    const { ledgerInput, ledgerOutput } = props.settings;
    this.machineName = `${Stack.of(this).stackName}-ledger`;
    // By its name alone, whoever has made it.
    this.bucket = Bucket.fromBucketName(this, 'Bucket', props.bucketName);
    this.topic = noticeTopic(this, props.settings.alarmEmail);
    const [input, output, scratch] = [`${ledgerInput}*`, `${ledgerOutput}*`, `${SCRATCH_PREFIX}*`];
    // Of the reports before, the one object that names the run; a run that was overtaken does not move it back.
    const latest = `${ledgerOutput}*${LATEST}`;
    const access: Record<string, Access> = {
      List: { read: [input, latest], list: [input, latest], write: [scratch] },
      Read: { read: [input, scratch], list: [], write: [scratch] },
      Write: { read: [scratch, latest], list: [scratch, latest], write: [output, scratch] },
    };
    this.steps = new Map(
      Object.entries(access).map(([name, patterns]) => [name, this.addStep(name, patterns, props)]),
    );
    this.machine = this.addMachine(props);
    new FailureNotice(this, 'FailureNotice', { machine: this.machine, topic: this.topic });
  }

  private addStep(name: string, access: Access, { settings, steps }: LedgerWorkflowProps): ServiceFunction {
    const step = new ServiceFunction(this, name, {
      description: `Ledger workflow: ${name.toLowerCase()}`,
      codeFolder: steps.folder,
      memoryMb: settings.ledgerMemoryMb,
      timeout: Duration.minutes(15),
      environment: {
        ...environmentOf({
          bucket: this.bucket.bucketName,
          inputPrefix: settings.ledgerInput,
          outputPrefix: settings.ledgerOutput,
          stamp: steps.stamp,
        }),
        ...(settings.sourceMaps && { NODE_OPTIONS: '--enable-source-maps' }),
      },
      logRetention: settings.logRetentionDays,
      tracing: settings.tracing,
      ...(settings.ledgerReservedConcurrency && { reservedConcurrency: settings.ledgerReservedConcurrency }),
    });
    const objects = (patterns: readonly string[]) =>
      patterns.map((pattern) => this.bucket.arnForObjects(pattern));
    const allow = (actions: string[], resources: string[], conditions = {}) =>
      step.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
    allow(['s3:GetObject'], objects(access.read));
    allow(['s3:PutObject'], objects(access.write));
    if (access.list.length > 0)
      allow(['s3:ListBucket'], [this.bucket.bucketArn], {
        StringLike: { 's3:prefix': access.list },
      });
    // AWS's key for S3 lets in whoever S3 does; a key of your own asks for itself.
    if (settings.ledgerKeyArn !== undefined)
      allow(['kms:Decrypt', 'kms:GenerateDataKey'], [settings.ledgerKeyArn]);
    Validations.of(step.role ?? step).acknowledge(
      ...[...new Set([...access.read, ...access.write])].map((pattern) => ({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${this.bucket.bucketName}/${pattern}]`,
        reason: 'Objects below one prefix of one bucket: what the step reads or writes.',
      })),
    );
    return step;
  }

  private addMachine({ settings }: LedgerWorkflowProps): StateMachine {
    const stack = Stack.of(this);
    const arnOf = (name: string): string => this.steps.get(name)?.functionArn ?? '';
    const role = workflowRole(this);
    const allow = (actions: string[], resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    allow(
      ['lambda:InvokeFunction'],
      [...this.steps.values()].map(({ functionArn }) => functionArn),
    );
    allow(['sns:Publish'], [this.topic.topicArn]);
    const definition = ledgerDefinition({
      partition: stack.partition,
      list: arnOf('List'),
      read: arnOf('Read'),
      write: arnOf('Write'),
      topic: this.topic.topicArn,
      concurrency: settings.ledgerConcurrency,
    });
    return workflowMachine(this, {
      role,
      definition,
      stateMachineName: this.machineName,
      suffix: '-ledger',
      logRetention: settings.logRetentionDays,
    });
  }
}
