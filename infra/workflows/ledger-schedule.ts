import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-scheduler-targets';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ScheduledInput } from '../settings.ts';

export interface LedgerScheduleProps {
  /** As EventBridge Scheduler has it, in UTC. */
  readonly expression: string;
  readonly input: ScheduledInput;
  readonly ledger: StateMachine;
  /** Is started where the input names its ledgers. */
  readonly billing: StateMachine | undefined;
}

/** Starts a workflow again and again, each time with the time that it was meant for. */
export class LedgerSchedule extends Construct {
  /** Of this schedule alone: metrics are those of a group. */
  readonly group: ScheduleGroup;

  constructor(scope: Construct, id: string, { expression, input, ledger, billing }: LedgerScheduleProps) {
    super(scope, id);
    this.group = new ScheduleGroup(this, 'Group');
    const at = ContextAttribute.scheduledTime;
    const { ledgers } = input;
    const [machine, started] =
      billing !== undefined && ledgers instanceof Object
        ? [billing, { ledgers: { ...ledgers, at } }]
        : [ledger, { ...input, at }];
    new Schedule(this, 'Schedule', {
      scheduleGroup: this.group,
      schedule: ScheduleExpression.expression(expression),
      target: new StepFunctionsStartExecution(machine, { input: ScheduleTargetInput.fromObject(started) }),
    });
  }
}
