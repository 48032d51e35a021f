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

interface LedgerScheduleProps {
  /** Expression of EventBridge Scheduler, in UTC. */
  readonly expression: string;
  readonly input: NonNullable<StackSettings['ledgerScheduleInput']>;
  readonly ledger: Workflow;
  /** The billing workflow, which is started if the input has `ledgers`. */
  readonly billing: Workflow | undefined;
}

/**
 * Starts the billing workflow if its input has `ledgers`, else the ledger workflow, with the scheduled time as `at`.
 */
export class LedgerSchedule extends Construct {
  /** Group that contains only this schedule, because EventBridge has metrics per group only. */
  readonly group: ScheduleGroup;
  /** Dead-letter queue with the inputs of executions that EventBridge could not start. */
  readonly lost: Queue;
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, { expression, input, ledger, billing }: LedgerScheduleProps) {
    super(scope, id);
    // Delete the group with the stack: its name is fixed, so a retained group would block the next deployment.
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.lost = new Queue(this, 'Lost', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.lost).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'This is the dead-letter queue of a schedule; the rule only recognizes dead-letter queues of queues.',
    });
    const at = ContextAttribute.scheduledTime;
    const { ledgers } = input;
    const [{ machine }, startInput] =
      billing !== undefined && ledgers instanceof Object
        ? [billing, { ledgers: { ...ledgers, at } }]
        : [ledger, { ...input, at }];
    this.machine = machine;
    new Schedule(this, 'Schedule', {
      scheduleGroup: this.group,
      schedule: ScheduleExpression.expression(expression),
      target: new StepFunctionsStartExecution(machine, {
        input: ScheduleTargetInput.fromObject(startInput),
        deadLetterQueue: this.lost,
      }),
    });
  }
}
