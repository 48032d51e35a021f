import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StackSettings } from '../settings.ts';
import type { Workflow } from './workflow.ts';

export interface LedgerScheduleProps {
  /** As EventBridge Scheduler has it, in UTC. */
  readonly expression: string;
  readonly input: NonNullable<StackSettings['ledgerScheduleInput']>;
  readonly ledger: Workflow;
  /** Is started where the input names its ledgers. */
  readonly billing: Workflow | undefined;
}

/** Starts a workflow again and again, each time with the time that it was meant for. */
export class LedgerSchedule extends Construct {
  /** Of this schedule alone: metrics are those of a group. */
  readonly group: ScheduleGroup;
  /** Holds the inputs of starts that were given up. */
  readonly lost: Queue;
  /** The one that it starts. */
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, { expression, input, ledger, billing }: LedgerScheduleProps) {
    super(scope, id);
    // The group has a fixed name. A retained one would block the next deployment of the stack.
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.lost = new Queue(this, 'Lost', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.lost).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue of a schedule; the rule knows those of queues alone.',
    });
    const at = ContextAttribute.scheduledTime;
    const { ledgers } = input;
    const [{ machine }, started] =
      billing !== undefined && ledgers instanceof Object
        ? [billing, { ledgers: { ...ledgers, at } }]
        : [ledger, { ...input, at }];
    this.machine = machine;
    new Schedule(this, 'Schedule', {
      scheduleGroup: this.group,
      schedule: ScheduleExpression.expression(expression),
      target: new StepFunctionsStartExecution(machine, {
        input: ScheduleTargetInput.fromObject(started),
        deadLetterQueue: this.lost,
      }),
    });
  }
}
