import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { closingRuleOf, type StackSettings } from '../settings.ts';
import { billingDefinition } from './billing-definition.ts';
import type { LedgerWorkflow } from './ledger-workflow.ts';
import { Workflow } from './workflow.ts';

export interface BillingWorkflowProps {
  readonly settings: StackSettings;
  readonly normalize: IFunction;
  readonly reconcile: IFunction;
  /** The ledger workflow, if there is one. */
  readonly ledger: LedgerWorkflow | undefined;
}

/** The rule of EventBridge by which Step Functions learns that an execution has ended; it keeps it itself. */
const RULE = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';

/** Ends that no Catch sees, and so no state tells. */
const UNTOLD = {
  $or: [
    { status: ['TIMED_OUT', 'ABORTED'] },
    { status: ['FAILED'], error: ['States.DataLimitExceeded', 'States.Runtime'] },
  ],
};

/** An example of the service within Step Functions: a state machine, its role, and a topic for its notices. */
export class BillingWorkflow extends Workflow {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, props: BillingWorkflowProps) {
    const { settings, normalize, reconcile, ledger } = props;
    super(scope, id, settings);
    const definition = billingDefinition({
      partition: Stack.of(this).partition,
      normalize: normalize.functionArn,
      reconcile: reconcile.functionArn,
      topic: this.topic.topicArn,
      rule: closingRuleOf(settings),
      ...(ledger && { ledger: ledger.machine.stateMachineArn }),
    });
    this.machine = this.machineOf({ definition, functions: [normalize, reconcile], untold: UNTOLD });
    if (ledger) this.#allowNested(ledger);
  }

  /** Lets executions start those of the ledger workflow and wait for them, as AWS documents for `startExecution.sync:2`. */
  #allowNested({ machine, machineName }: LedgerWorkflow): void {
    const stack = Stack.of(this);
    // Executions are named after the name that the machine was given.
    const executions = stack.formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${machineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const rule = stack.formatArn({ service: 'events', resource: 'rule', resourceName: RULE });
    this.allow(['states:StartExecution'], [machine.stateMachineArn]);
    this.allow(['states:DescribeExecution', 'states:StopExecution'], [executions]);
    this.allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [rule]);
    Validations.of(this.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machineName}:*]`,
      reason: 'The executions that the workflow has started, whose names Step Functions makes.',
    });
  }
}
