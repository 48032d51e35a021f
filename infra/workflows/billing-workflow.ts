import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { buildClosingRule, type StackSettings } from '../settings.ts';
import { buildBillingDefinition } from './billing-definition.ts';
import type { LedgerWorkflow } from './ledger-workflow.ts';
import { Workflow } from './workflow.ts';

interface BillingWorkflowProps {
  readonly settings: StackSettings;
  readonly normalize: IFunction;
  readonly reconcile: IFunction;
  readonly ledger: LedgerWorkflow | undefined;
}

/** EventBridge rule that Step Functions creates to be notified when a nested execution ends. */
const NESTED_EXECUTION_RULE = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';

/** Event pattern of the ends that a `Catch` cannot catch, so that no state has published a notice. */
const UNREPORTED_ENDS = {
  $or: [
    { status: ['TIMED_OUT', 'ABORTED'] },
    { status: ['FAILED'], error: ['States.DataLimitExceeded', 'States.Runtime'] },
  ],
};

/**
 * Example of a workflow that uses the service: it reconciles an export, and then closes the period or keeps it open.
 * Operators replace the state that closes the period.
 */
export class BillingWorkflow extends Workflow {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, props: BillingWorkflowProps) {
    const { settings, normalize, reconcile, ledger } = props;
    super(scope, id, settings);
    const definition = buildBillingDefinition({
      partition: Stack.of(this).partition,
      normalize: normalize.functionArn,
      reconcile: reconcile.functionArn,
      topic: this.topic.topicArn,
      rule: buildClosingRule(settings),
      ...(ledger && { ledger: ledger.machine.stateMachineArn }),
    });
    const functions = [normalize, reconcile];
    this.machine = this.createMachine({ definition, functions, failurePattern: UNREPORTED_ENDS });
    if (ledger) this.#allowNested(ledger);
  }

  /** Allows the machine to run the ledger workflow and wait for it, as AWS documents for `startExecution.sync:2`. */
  #allowNested({ machine, machineName }: LedgerWorkflow): void {
    const stack = Stack.of(this);
    // The ARN of an execution contains the name of its machine.
    const executions = stack.formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${machineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const rule = stack.formatArn({
      service: 'events',
      resource: 'rule',
      resourceName: NESTED_EXECUTION_RULE,
    });
    this.allow(['states:StartExecution'], [machine.stateMachineArn]);
    this.allow(['states:DescribeExecution', 'states:StopExecution'], [executions]);
    this.allow(['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [rule]);
    Validations.of(this.role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machineName}:*]`,
      reason: 'The executions that the workflow has started, whose names Step Functions generates.',
    });
  }
}
